import { QueryClientProvider } from "@tanstack/react-query";
import { configure, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { GoingContext } from "../../facts/going.ts";
import { noting } from "../../facts/noting.ts";
import type { Route } from "../../facts/route.ts";
import { fakeHost } from "../../host/fake.ts";
import { HostContext, newCache } from "../../host/useAsk.ts";
import { turnOf } from "./ForWhich.tsx";
import { HydrateDialog } from "./HydrateDialog.tsx";

// Whether something is hidden is not asked here, and finding it out is slow.
configure({ defaultHidden: true });

type Given = Partial<Parameters<typeof HydrateDialog>[0]>;

function open(given: Given) {
  const host = fakeHost();
  const gone: Route[] = [];
  render(
    <HostContext value={host}>
      <QueryClientProvider client={newCache()}>
        <GoingContext value={noting(gone)}>
          <HydrateDialog onClose={() => {}} {...given} />
        </GoingContext>
      </QueryClientProvider>
    </HostContext>,
  );
  const asked = (name: string) => host.asked.filter((each) => each.name === name).map(({ body }) => body);
  return { host, asked, gone, keys: userEvent.setup() };
}

const skill = { id: "repo:release-notes", name: "release-notes" };
const hydrate = () => screen.getByRole("button", { name: "Hydrate" });

test("a known source is asked for without a session, and waits", async () => {
  const { asked, keys } = open({ skill, source: "inline-1" });
  expect(await screen.findByText("git diff HEAD")).toBeInTheDocument();
  expect(screen.queryByRole("radio")).toBeNull();
  await keys.click(hydrate());
  expect(asked("hydrate")).toEqual([
    { skill: "repo:release-notes", source: "inline-1", session: null, turn: null },
  ]);
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "Waiting for your decision. Nothing has run yet.",
  );
  await keys.click(screen.getByRole("button", { name: "Decide…" }));
  expect(asked("show_approval")).toEqual([{ id: "made-1" }]);
});

test("a skill is asked for by the rules of the agent it is shown under", async () => {
  const { asked, keys } = open({ skill: { ...skill, convention: "echo" }, source: "inline-1" });
  expect(await screen.findByText("git diff HEAD")).toBeInTheDocument();
  await keys.click(hydrate());
  expect(asked("hydrate")).toEqual([
    { skill: "repo:release-notes", source: "inline-1", convention: "echo", session: null, turn: null },
  ]);
  expect(asked("context_sources")[0]).toEqual({ id: "repo:release-notes", convention: "echo" });
});

test("for a turn of a session, newest first; a turn it does not have is not taken", async () => {
  const { asked, keys } = open({ skill, source: "commits" });
  const sessions = screen.getByRole("combobox", { name: "Session" });
  await screen.findByRole("option", { name: /^Draft 4.2/ });
  await keys.selectOptions(sessions, "release");
  const turn = screen.getByRole("textbox", { name: "Turn" });
  await keys.type(turn, "99");
  expect(screen.getByRole("alert")).toHaveTextContent("This session has turns 1 to 9.");
  await keys.click(hydrate());
  expect(asked("hydrate")).toEqual([]);
  await keys.clear(turn);
  await keys.type(turn, "8");
  await keys.click(hydrate());
  expect(asked("hydrate")).toEqual([
    { skill: "repo:release-notes", source: "commits", session: "release", turn: 8 },
  ]);
});

test("what a rule ends at once is told, and leads to the history", async () => {
  const { host, gone, keys } = open({ skill, source: "commits" });
  await host.ask("change_permission", { kind: "mode", mode: "auto" });
  await screen.findByText(/git log/);
  await keys.click(hydrate());
  expect(await screen.findByRole("alert")).toHaveTextContent("It ran and was released: 1,204 bytes.");
  await keys.click(screen.getByRole("button", { name: "Show in Approvals" }));
  expect(gone).toEqual([{ screen: "approvals", id: "made-1" }]);
});

test("from a turn: skill and source are chosen, and what can never run is not offered", async () => {
  const { asked, keys } = open({ session: { key: "release", name: "Draft 4.2", turn: 8 } });
  await screen.findByRole("option", { name: "release-notes, repo" });
  await keys.click(hydrate());
  expect(asked("hydrate")).toEqual([]);
  await keys.selectOptions(screen.getByRole("combobox", { name: "Skill" }), "repo:release-notes");
  await screen.findByText(/longer than 8 KiB/);
  expect(screen.getAllByRole("radio")).toHaveLength(4);
  await keys.click(screen.getByRole("radio", { name: /docs\/adr/ }));
  await keys.click(hydrate());
  expect(asked("hydrate")).toEqual([
    { skill: "repo:release-notes", source: "decisions", session: "release", turn: 8 },
  ]);
});

test("a turn is a whole number of the session", () => {
  const check = (turn: string, told: ReturnType<typeof turnOf>) =>
    expect(turnOf({ session: "release", turn }, 9), turn).toBe(told);
  check("", null);
  check(" 9 ", 9);
  for (const wrong of ["0", "10", "-1", "1.5", "x"]) check(wrong, "wrong");
  expect(turnOf({ session: null, turn: "99" }, null)).toBeNull();
});
