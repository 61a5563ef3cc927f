import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, expect, test } from "vitest";
import { useAgent } from "../facts/agent.ts";
import { GoingContext } from "../facts/going.ts";
import type { Route } from "../facts/route.ts";
import { Changing } from "../features/changes/Changing.tsx";
import { AgentSelect } from "../features/skills/AgentSelect.tsx";
import { fakeHost } from "../host/fake.ts";
import { HostContext, newCache } from "../host/useAsk.ts";
import { Toasts } from "../kit/Toasts.tsx";
import { SkillsScreen } from "./SkillsScreen.tsx";

type SkillsRoute = Extract<Route, { screen: "skills" }>;

afterEach(() => localStorage.clear());

/** Stands in the head of the window. */
function Agents({ route, go }: { route: SkillsRoute; go: (next: Route) => void }) {
  const choice = useAgent();
  const onPick = (name: string) => {
    choice.pick(name);
    go({ screen: "skills", tab: route.tab });
  };
  return <AgentSelect choice={choice} onPick={onPick} />;
}

function Page({ start, host }: { start: SkillsRoute; host: ReturnType<typeof fakeHost> }) {
  const [route, setRoute] = useState(start);
  const go = (next: Route) => next.screen === "skills" && setRoute(next);
  return (
    <HostContext value={host}>
      <Agents route={route} go={go} />
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

function open(start: Omit<SkillsRoute, "screen"> = {}) {
  const host = fakeHost();
  render(
    <QueryClientProvider client={newCache()}>
      <Page host={host} start={{ screen: "skills", ...start }} />
    </QueryClientProvider>,
  );
  return { host, keys: userEvent.setup() };
}

const follow = async (keys: ReturnType<typeof userEvent.setup>, label: string) => {
  await screen.findByRole("option", { name: label });
  await keys.selectOptions(screen.getByRole("combobox", { name: "Agent" }), label);
};

const release = "repo:release-notes";

test("the list, its counts and the catalog follow the agent that is picked, and it is remembered", async () => {
  const { host, keys } = open({ tab: "catalog" });
  await screen.findByRole("button", { name: /listed in Pixir/ });
  await follow(keys, "Agent Skills");
  await screen.findByRole("button", { name: /listed in Agent Skills/ });
  expect(await screen.findByRole("button", { name: /5 needs trust/ })).toBeInTheDocument();
  expect(screen.getByText("project over user")).toBeInTheDocument();
  await screen.findByText(/call `activate_skill` with its name/);
  const asked = host.asked.filter(({ name }) => name === "catalog" || name === "skill");
  expect(asked.at(-1)?.body).toMatchObject({ convention: "agent-skills" });
  expect(localStorage.getItem("assay.agent")).toBe("agent-skills");
});

test("an agent that is not known any more gives way to Pixir", async () => {
  localStorage.setItem("assay.agent", "gone");
  open();
  await screen.findByRole("button", { name: /listed in Pixir/ });
});

test("a skill that is held back says so, with the way to trust the project", async () => {
  const { keys } = open();
  await follow(keys, "Agent Skills");
  const row = await screen.findByRole("option", { name: /^release-notes, repo, needs trust/ });
  await keys.click(row);
  await screen.findByText(/Agent Skills doesn’t use it/);
  await keys.click(screen.getByRole("tab", { name: "Activation" }));
  const who = await screen.findByRole("region", { name: "Who can activate it" });
  await keys.click(within(who).getByRole("button", { name: "Trust…" }));
  await screen.findByRole("option", { name: /^release-notes, repo, winner/ });
});

test("a skill is switched off and on again, and the refusal is shown as the agent gets it", async () => {
  const { host, keys } = open({ id: release, tab: "activation" });
  await keys.click(await screen.findByRole("button", { name: "Disable" }));
  await screen.findByRole("option", { name: /^release-notes, repo, disabled/ });
  expect(await screen.findByRole("group", { name: "Metadata of the denial, JSON" })).toHaveTextContent(
    "not_found",
  );
  expect(screen.getByRole("button", { name: /1 blocked/ })).toBeInTheDocument();
  await keys.click(screen.getByRole("button", { name: "Enable" }));
  await screen.findByRole("option", { name: /^release-notes, repo, winner/ });
  const changes = host.asked.filter(({ name }) => name === "change_permission").map(({ body }) => body);
  expect(changes).toEqual([
    { kind: "visibility", changes: [{ kind: "disable", name: "release-notes" }] },
    { kind: "visibility", changes: [{ kind: "enable", name: "release-notes" }] },
  ]);
});

test("a preview is asked with what is typed and shows the exact text", async () => {
  const { host, keys } = open({ id: release, tab: "activation" });
  const text = await screen.findByRole("group", { name: "Exact text" });
  expect(screen.getByRole("textbox", { name: "Arguments" })).toBeDisabled();
  await keys.click(screen.getByRole("radio", { name: "the user" }));
  await waitFor(() => expect(screen.getByRole("textbox", { name: "Arguments" })).toBeEnabled());
  await keys.type(screen.getByRole("textbox", { name: "Arguments" }), "v4.1");
  await waitFor(() => expect(text).toHaveTextContent("Draft the notes of v4.1 in SESSION."));
  expect(screen.getByText("/release-notes v4.1")).toBeInTheDocument();
  const table = screen.getByRole("region", { name: "Variables" });
  expect(table).toHaveTextContent("not replaced. No variable has this name.");
  expect(host.asked.map(({ name }) => name)).not.toContain("hydrate");
});

test("the lists of what agents may see are changed and taken back", async () => {
  const { host, keys } = open();
  await keys.click(await screen.findByRole("button", { name: "More actions for all skills" }));
  await keys.click(await screen.findByRole("menuitem", { name: "Visibility…" }));
  const dialog = await screen.findByRole("dialog", { name: "Skill visibility" });
  await within(dialog).findByRole("region", { name: "Allowed" });
  await keys.click(within(dialog).getByRole("radio", { name: "only these" }));
  await within(dialog).findByText("No skills allowed. Agents see no skills.");
  await keys.type(within(dialog).getByRole("textbox", { name: "Allow: skill name" }), "pdf{Enter}");
  await keys.click(await within(dialog).findByRole("button", { name: /^Remove pdf/ }));
  await keys.type(within(dialog).getByRole("textbox", { name: "Deny: skill name" }), "old-name{Enter}");
  await within(dialog).findByText("no skill with this name here");
  const reads = within(dialog).getByRole("radiogroup", { name: "Reading SKILL.md activates the skill" });
  expect(within(reads).getByRole("radio", { name: "off" })).toBeChecked();
  await keys.click(within(reads).getByRole("radio", { name: "on" }));
  await waitFor(() => expect(within(reads).getByRole("radio", { name: "on" })).toBeChecked());
  const changes = host.asked.filter(({ name }) => name === "change_permission").map(({ body }) => body);
  expect(changes).toEqual(
    [
      { kind: "allow_only", names: [] },
      { kind: "list", name: "pdf" },
      { kind: "unlist", name: "pdf" },
      { kind: "deny", name: "old-name" },
      { kind: "file_reads", switch: "on" },
    ].map((change) => ({ kind: "visibility", changes: [change] })),
  );
});

test("each hook says when, for which tools, its exact command and why it is inert", async () => {
  const { keys } = open({ id: release, tab: "hooks" });
  const hooks = await screen.findByRole("region", { name: "Hooks" });
  expect(within(hooks).getAllByRole("group", { name: "Command, exact text" })[0]).toHaveTextContent(
    `"\${SKILL_DIR}/scripts/check.sh"`,
  );
  expect(hooks).toHaveTextContent("for Bash|run_skill_script");
  expect(hooks).toHaveTextContent("at most 5.0 s");
  expect(hooks).toHaveTextContent("Its project is not trusted.");
  expect(hooks).toHaveTextContent("The event Stop is not supported.");
  expect(within(hooks).getByRole("button", { name: "Trust…" })).toBeInTheDocument();
  const allowed = screen.getByRole("region", { name: "Allowed tools" });
  expect(allowed).toHaveTextContent("enforced only by agents with Bash");
  expect(allowed).toHaveTextContent("read_skill_resource denied by Assay");
  expect(allowed).toHaveTextContent("Line 8: A part of");
  await keys.type(screen.getByRole("textbox", { name: "Tool" }), "Bash");
  expect(await screen.findAllByText("matches")).toHaveLength(2);
  expect(await screen.findByRole("group", { name: "Command input" })).toHaveTextContent("PreToolUse");
});
