import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import axe from "axe-core";
import { useState } from "react";
import { expect, test } from "vitest";
import { GoingContext } from "../facts/going.ts";
import type { Route, SkillTab } from "../facts/route.ts";
import { Changing } from "../features/changes/Changing.tsx";
import { type FakeHost, fakeHost } from "../host/fake.ts";
import { HostContext, newCache } from "../host/useAsk.ts";
import { Toasts } from "../kit/Toasts.tsx";
import { SkillsScreen } from "./SkillsScreen.tsx";

type SkillsRoute = Extract<Route, { screen: "skills" }>;

function Page({ host, start, gone }: { host: FakeHost; start: SkillsRoute; gone: Route[] }) {
  const [route, setRoute] = useState(start);
  const go = (next: Route) => (next.screen === "skills" ? setRoute(next) : gone.push(next));
  return (
    <HostContext value={host}>
      <main>
        <GoingContext value={{ go, visit: (screen) => go({ screen }), back: undefined }}>
          <Toasts>
            <Changing>
              <SkillsScreen route={route} />
            </Changing>
          </Toasts>
        </GoingContext>
      </main>
    </HostContext>
  );
}

function open(start: Omit<SkillsRoute, "screen"> = {}, host = fakeHost()) {
  const gone: Route[] = [];
  const page = render(
    <QueryClientProvider client={newCache()}>
      <Page host={host} start={{ screen: "skills", ...start }} gone={gone} />
    </QueryClientProvider>,
  );
  return { host, gone, ...page };
}

function rows(): Element[] {
  return [...document.querySelectorAll('[role="listbox"] [role="option"]')];
}

const release = "repo:release-notes";

test("the list says each skill's states, costs and last use", async () => {
  open();
  const row = await screen.findByRole("option", { name: /^release-notes, repo/ });
  expect(row).toHaveAccessibleName(
    /^release-notes, repo, winner, shadows 1, changed since last used, \d+ tokens in catalog, \d+ when activated, last used /,
  );
  expect(screen.getByRole("option", { name: /^api-changelog/ })).toHaveAccessibleName(
    /invalid.*It has no name, so Pixir ignores it/,
  );
});

test("a part of the banner narrows the list, and again lets all back in", async () => {
  const { host } = open();
  const part = await screen.findByRole("button", { name: /2 shadowed/ });
  await userEvent.click(part);
  await waitFor(() => expect(rows()).toHaveLength(2));
  expect(part).toHaveAttribute("aria-pressed", "true");
  await userEvent.click(part);
  await waitFor(() => expect(rows()).toHaveLength(16));
  expect(host.asked.filter(({ name }) => name === "skills").map(({ body }) => body)).toContainEqual(
    expect.objectContaining({ state: "shadowed" }),
  );
});

test("skills are chosen by keys and by clicks, and one plan is made for all of them", async () => {
  const { host } = open();
  const keys = userEvent.setup();
  await screen.findByRole("option", { name: /^release-notes, repo/ });
  const list = screen.getByRole("listbox", { name: "Skills" });
  const chosen = () => rows().filter((row) => row.getAttribute("aria-selected") === "true");
  list.focus();
  // The first row is no skill, so that it is not chosen.
  await keys.keyboard("[Home] ");
  expect(screen.queryByRole("region", { name: "Selected skills" })).toBeNull();
  await keys.keyboard("[ArrowDown] ");
  await screen.findByText("1 skill selected");
  await keys.keyboard("{Shift>}[ArrowDown][ArrowDown]{/Shift}");
  await screen.findByText("3 skills selected");
  expect(chosen()).toHaveLength(3);
  await keys.keyboard("{Control>}a{/Control}");
  await screen.findByText("15 skills selected");
  await keys.keyboard("[Escape]");
  await waitFor(() => expect(screen.queryByText(/chosen$/)).toBeNull());
  await keys.click(screen.getByRole("button", { name: "Select" }));
  for (const name of [/^code-review, repo/, /^repo-survey, repo/]) {
    await keys.click(screen.getByRole("option", { name }));
  }
  await screen.findByText("2 skills selected");
  await keys.click(screen.getByRole("button", { name: "Move to trash…" }));
  await screen.findByRole("dialog", { name: "Move 2 skills to trash" });
  const asked = host.asked.filter(({ name }) => name === "plan").map(({ body }) => body);
  expect(asked.at(-1)).toEqual({
    kind: "many",
    convention: "pixir",
    act: { kind: "remove" },
    skills: ["repo:code-review", "repo:repo-survey"],
  });
  await keys.click(await screen.findByRole("button", { name: "Move to trash" }));
  await screen.findByText(/Moved 2 skills to the trash/);
});

test("no match is said in words, with a way back", async () => {
  open();
  await userEvent.type(await screen.findByRole("textbox", { name: "Filter 16 skills" }), "relaese");
  await screen.findByText(/No skills match/);
  await userEvent.click(screen.getByRole("button", { name: "Clear filter" }));
  await waitFor(() => expect(rows()).toHaveLength(16));
});

test("a contested name is told with its winner, its loser and the rule", async () => {
  open({ id: release });
  const note = await screen.findByText(/2 skills are named/);
  expect(note).toHaveTextContent(
    "2 skills are named release-notes. repo:release-notes/SKILL.md is used: repo takes precedence over user. " +
      "user:release-notes/SKILL.md is shadowed.",
  );
});

test("the inspector leads to the last session and to a diff", async () => {
  const { gone } = open({ id: release });
  await userEvent.click(await screen.findByRole("button", { name: "Compare with snapshot" }));
  await userEvent.click(screen.getByRole("button", { name: /, turn \d+$/ }));
  expect(gone.map((route) => route.screen)).toEqual(["diff", "session"]);
});

test("Enter goes into the skill, and its tabs are reached by keys", async () => {
  open({ id: release });
  await screen.findByRole("tab", { name: "Instructions" });
  screen.getByRole("tab", { name: "Instructions" }).focus();
  await userEvent.keyboard("{ArrowRight}");
  expect(screen.getByRole("tab", { name: /^Resources ?, 2 files/ })).toHaveFocus();
  await screen.findByRole("tree", { name: "Files of the skill" });
});

test("the catalog marks this skill's part of the exact text", async () => {
  open({ id: release, tab: "catalog" });
  const text = await screen.findByRole("group", { name: "Catalog, exact text" });
  const own = within(text).getByRole("mark");
  expect(own).toHaveTextContent(/^- release-notes: .*\(file: repo:release-notes\/SKILL\.md\)/);
});

test("an empty workspace lists the places looked at", async () => {
  open({}, fakeHost({ state: "empty" }));
  await screen.findByRole("heading", { name: "No skills found here" });
  expect(within(screen.getByRole("table")).getAllByRole("row").length).toBeGreaterThan(2);
});

test("a failure names the path and what to do", async () => {
  open({}, fakeHost({ state: "error" }));
  const note = await screen.findByRole("alert");
  expect(note).toHaveTextContent("/home/mara/acme/payments: permission denied");
  expect(within(note).getByRole("button", { name: "Refresh" })).toBeInTheDocument();
});

test("a source says what would happen to it, and is asked for", async () => {
  const { host, gone } = open({ id: release, tab: "sources" });
  expect(await screen.findByRole("tab", { name: /^Context sources ?, 5 sources$/ })).toBeInTheDocument();
  const panel = await screen.findByRole("group", { name: "Context sources" });
  expect(panel).toHaveTextContent("command git log --oneline v4.1.0..HEAD, sent");
  expect(panel).toHaveTextContent("command ./deploy.sh --dry-run 'production cluster', not run");
  expect(panel).toHaveTextContent("It can’t run. It never runs: its command is longer than 8 KiB");
  await userEvent.click(screen.getByRole("button", { name: /^Hydrate….*deploy/ }));
  expect(screen.queryByRole("dialog")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: /^Hydrate….*git diff HEAD$/ }));
  await userEvent.click(await screen.findByRole("button", { name: "Hydrate" }));
  await screen.findByRole("dialog", { name: "Request pending" });
  expect(host.asked.map(({ name }) => name)).toContain("hydrate");
  await userEvent.click(screen.getByRole("button", { name: "Done" }));
  await userEvent.click(screen.getByRole("button", { name: "Show decision" }));
  expect(gone).toEqual([{ screen: "approvals", id: "d1" }]);
});

test("two versions are compared, and each says where it was in force", async () => {
  const { gone } = open({ id: release, tab: "versions" });
  const keys = userEvent.setup();
  expect(await screen.findAllByRole("row", { name: /^version \d, / })).toHaveLength(3);
  await keys.selectOptions(screen.getByRole("combobox", { name: "Compare with" }), "2");
  await keys.click(screen.getByRole("button", { name: "Open diff" }));
  expect(gone.at(-1)).toMatchObject({ screen: "diff", key: "release", line: 110, against: { line: 74 } });
});

test("usage names turns by user and by model, and opens a session", async () => {
  const { gone } = open({ id: release, tab: "usage" });
  const row = await screen.findByRole("row", { name: /by the user in turn 5, by the model in turn 8/ });
  expect(screen.getByText(/not of this skill/)).toBeInTheDocument();
  await userEvent.setup().dblClick(row);
  expect(gone.at(-1)).toMatchObject({ screen: "session", key: "release", line: 110 });
});

test("a finding is fixed, all of a skill are, and a line is led to", async () => {
  const { host, gone } = open({ id: release, tab: "checks" });
  const keys = userEvent.setup();
  const plans = () => host.asked.filter(({ name }) => name === "plan").map(({ body }) => body);
  const panel = await screen.findByRole("group", { name: "Checks" });
  expect(within(panel).getAllByRole("button", { name: /^Fix… / })).toHaveLength(1);
  await keys.click(within(panel).getByRole("button", { name: /^Fix… quotes/ }));
  await screen.findByRole("dialog", { name: "Fix quotes of release-notes" });
  await waitFor(() => expect(plans()).toHaveLength(1));
  await keys.click(screen.getByRole("button", { name: "Cancel" }));
  await keys.click(within(panel).getByRole("button", { name: /^Fix all… 1 quick fix available/ }));
  await screen.findByRole("dialog", { name: "Fix findings of release-notes" });
  await waitFor(() => expect(plans()).toHaveLength(2));
  expect(plans()).toEqual([
    { kind: "fix", convention: "pixir", skills: [release], rules: ["quotes"], rel: "SKILL.md", line: 2 },
    { kind: "fix", convention: "pixir", skills: [release], rules: [], rel: null, line: null },
  ]);
  await keys.click(screen.getByRole("button", { name: "Cancel" }));
  await keys.click(within(panel).getByRole("button", { name: /SKILL\.md line 6$/ }));
  expect(gone.at(-1)).toEqual({ screen: "edit", id: release, rel: "SKILL.md", line: 6 });
});

const tabs: SkillTab[] = [
  "instructions",
  "resources",
  "catalog",
  "checks",
  "versions",
  "usage",
  "sources",
  "activation",
  "hooks",
];

test.each(tabs)("no serious accessibility finding in %s", async (tab) => {
  const { container } = open({ id: tab === "resources" ? "user:pdf" : release, tab });
  await screen.findByRole("tabpanel");
  await waitFor(() => expect(container.querySelector("[aria-busy]")).toBeNull());
  const { violations } = await axe.run(container, {
    // Colours need a layout; a page in part has no landmarks around it.
    rules: { "color-contrast": { enabled: false }, region: { enabled: false } },
  });
  const bad = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  expect(
    bad.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(" | ")}`),
  ).toEqual([]);
});
