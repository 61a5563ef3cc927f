import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { App } from "../app/App.tsx";
import { type FakeHost, fakeHost } from "../host/fake.ts";
import { type Host, Refusal } from "../host/host.ts";
import { foreign } from "../host/samples/foreign.ts";
import { said } from "../host/samples/said.ts";
import type { Requests, SkillRow } from "../host/wire.gen.ts";

afterEach(() => localStorage.clear());

type Bent = { [N in keyof Requests]?: (answer: Requests[N]["answer"]) => Requests[N]["answer"] };

/** A host whose answers a test bends after they are made. */
function bent(bend: Bent): FakeHost {
  const host = fakeHost();
  const ask: Host["ask"] = async (name, body) => {
    const answer = await host.ask(name, body);
    return bend[name]?.(answer) ?? answer;
  };
  return { ...host, ask };
}

async function open(host: FakeHost) {
  render(<App host={host} start={{ screen: "skills", id: "repo:release-notes" }} />);
  await screen.findByRole("listbox", { name: "Skills" });
  return userEvent.setup();
}

const cut = (row: SkillRow): SkillRow => ({
  ...row,
  listed_tokens: 0,
  states: { ...row.states, listing: "cut" },
});

test("a skill that is not in catalog is not said to be in every turn", async () => {
  await open(
    bent({
      skill: (view) => ({
        ...view,
        row: cut(view.row),
        catalog_entry: null,
        tiers: { ...view.tiers, listed: 0 },
      }),
    }),
  );
  const tier = await screen.findByRole("group", { name: /^Tier 1, catalog line/ });
  expect(tier).toHaveAccessibleName(/not in catalog/);
  expect(tier).toHaveTextContent(/the budget is used up/);
  expect(screen.queryByText(/in every turn/)).toBeNull();
  expect(screen.queryByText(/always/)).toBeNull();
});

test("a catalog that is not the agent's own text says in what it differs", async () => {
  const host = bent({
    catalog: (view) => ({
      ...view,
      instruction: null,
      reconstructed: {
        source: said("Codex 0.169.0, observed"),
        differs: [said("The words around the list are left out.")],
      },
    }),
  });
  render(<App host={host} start={{ screen: "skills", id: "repo:release-notes", tab: "catalog" }} />);
  const text = await screen.findByRole("group", { name: "Catalog, reconstructed text" });
  expect(text).toHaveTextContent(/Reconstructed: Codex 0\.169\.0, observed\. Known differences/);
  expect(text).toHaveTextContent(/The words around the list are left out/);
  expect(screen.getByText(/without surrounding text/)).toBeInTheDocument();
});

test("where Pixir finds nothing the skills of the agent that finds most are shown, and it is said", async () => {
  const found = new Map([
    ["pixir", 0],
    ["codex", 13],
    ["agent-skills", 2],
  ]);
  await open(
    bent({
      conventions: ({ rows }) => ({
        rows: rows.map((row) => ({ ...row, skills: found.get(row.name) ?? 0 })),
      }),
    }),
  );
  expect(
    await screen.findByText(/Pixir finds no skills here, so this list shows the skills of Codex/),
  ).toBeInTheDocument();
  const rail = screen.getByRole("navigation", { name: "Sections" });
  expect(within(rail).getByRole("button", { name: /13 skills .* Codex/ })).toBeInTheDocument();
  expect(screen.getByRole("combobox", { name: "Agent" })).toHaveValue("codex");
});

test("use that nobody can see is unknown and not never", async () => {
  await open(
    bent({
      skill: (view) => ({
        ...view,
        row: { ...view.row, managed: false, states: { ...view.row.states, used: "unknown" } },
      }),
    }),
  );
  const shaped = await screen.findByRole("region", { name: "Usage" });
  expect(shaped).toHaveTextContent(/unknown/);
  expect(shaped).not.toHaveTextContent(/never/);
  expect(screen.getByText("read-only here")).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Edit" })).toBeNull();
});

test("a skill that is gone has one note, and nothing is claimed of how it stands", async () => {
  let gone = false;
  const absent = (): never => {
    throw new Refusal({ code: "not_found", message: said("this skill does not exist anymore") });
  };
  const fail = <A,>(answer: A): A => (gone ? absent() : answer);
  const host = bent({ skill: fail, skill_body: fail, resources: fail, context_sources: fail });
  await open(host);
  await screen.findByRole("region", { name: "File" });
  await screen.findByText(/wins in Pixir/);
  gone = true;
  host.push({ stale: ["skills"], sessions: null });
  const note = await screen.findByText(/This skill has been deleted\./);
  expect(note.closest("[role=alert]")).toHaveTextContent(/Last read at/);
  expect(screen.getAllByRole("alert")).toHaveLength(1);
  expect(screen.queryByText(/wins in Pixir/)).toBeNull();
  expect(screen.queryByRole("region", { name: "Who wins" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Edit" })).toBeNull();
});

test("a workspace that is gone has one note above what was read before", async () => {
  let gone = false;
  const refuse = <A,>(answer: A): A => {
    if (gone) throw new Refusal({ code: "no_workspace", message: said("It does not exist.") });
    return answer;
  };
  const host = bent({
    workspace: (view) => (gone ? { ...view, problem: said("It does not exist."), sessions: 0 } : view),
    skills: refuse,
    skill: refuse,
    skill_body: refuse,
    conventions: refuse,
    context_sources: refuse,
    trust: refuse,
  });
  await open(host);
  const rail = screen.getByRole("navigation", { name: "Sections" });
  await within(rail).findByRole("button", { name: /16 skills/ });
  gone = true;
  host.push({ stale: ["workspace", "skills", "sessions"], sessions: null });
  await screen.findByText(/Last read at/);
  expect(screen.getAllByRole("alert")).toHaveLength(1);
  expect(within(rail).getByRole("button", { name: /16 skills/ })).toBeInTheDocument();
  expect(within(rail).getByRole("button", { name: /6 sessions/ })).toBeInTheDocument();
  expect(screen.getByRole("listbox", { name: "Skills" })).toBeInTheDocument();
  expect(screen.queryByText(/wins in Pixir/)).toBeNull();
  expect(screen.queryByRole("button", { name: "Edit" })).toBeNull();
});

test("where no workspace is open a person chooses one, and nothing else is shown", async () => {
  const host = bent({
    workspace: (view) => ({ ...view, open: false, name: foreign(""), path: foreign("") }),
  });
  render(<App host={host} start={{ screen: "skills" }} />);
  expect(await screen.findByRole("button", { name: /Open folder/ })).toBeInTheDocument();
  const recents = screen.getByRole("list", { name: "Recent" });
  expect(within(recents).getAllByRole("button")).toHaveLength(2);
  expect(screen.queryByRole("navigation")).toBeNull();
});
