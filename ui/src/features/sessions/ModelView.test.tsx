import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import axe from "axe-core";
import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { GoingContext } from "../../facts/going.ts";
import { noting } from "../../facts/noting.ts";
import type { Route } from "../../facts/route.ts";
import { drawn } from "./drawn.tsx";
import { SessionInspector } from "./SessionInspector.tsx";

vi.setConfig({ testTimeout: 30_000 });

const gone: Route[] = [];
const going = noting(gone);

beforeEach(() => {
  gone.length = 0;
  vi.clearAllMocks();
  vi.spyOn(window, "matchMedia").mockImplementation((query) => ({
    matches: true,
    media: query,
    onchange: null,
    addListener: vi.fn(),
    removeListener: vi.fn(),
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
    dispatchEvent: () => false,
  }));
});

function Placed({ sessionKey, start }: { sessionKey: string; start: number }) {
  const [place, setPlace] = useState<{ row?: number; line?: number }>({ row: start });
  return (
    <GoingContext value={going}>
      <SessionInspector
        sessionKey={sessionKey}
        row={place.row}
        line={place.line}
        onPlace={setPlace}
        onLink={() => {}}
      />
    </GoingContext>
  );
}

async function open(sessionKey: string, row: number) {
  const host = drawn(<Placed sessionKey={sessionKey} start={row} />);
  await screen.findAllByRole("treeitem");
  return host;
}

async function openView(row: number) {
  const host = await open("release", row);
  const user = userEvent.setup();
  await user.keyboard("m");
  const view = await screen.findByRole("group", { name: "Model’s view" });
  await within(view).findByRole("heading", { name: "Skill texts" });
  return { host, user, view };
}

const section = (view: HTMLElement, title: string) => {
  const found = within(view).getByRole("heading", { name: title }).closest("section");
  if (found === null) throw new Error(`${title} stands in no section.`);
  return found;
};

test("m shows what the model had, each text with its state and each part with its label", async () => {
  const { view } = await openView(10);
  const texts = section(view, "Skill texts");
  expect(texts.textContent).toContain("in full, replaced by F");
  expect(texts.textContent).toContain("dropped at event 70, name kept");
  const labels = within(view)
    .getAllByRole("heading", { level: 3 })
    .map((head) => head.parentElement?.textContent);
  expect(labels).toEqual([
    "Point in timerecorded",
    "Skill textsreconstructed",
    "Compaction summaryrecorded",
    "Hydrated context in this turnrecorded",
    "Skill catalogreconstructed",
    "Permissionrecorded",
    "Provider inputreconstructed",
  ]);
});

test("a full stop steps to the end of the turn, then to the next turn", async () => {
  const { host, user } = await openView(10);
  expect(screen.getByText("Before call 1 of 1, step 1 of 2")).toBeDefined();
  await user.keyboard(".");
  await screen.findByText("At the end, step 2 of 2");
  expect(screen.getByRole("treeitem", { selected: true, name: /^Turn 8/ })).toBeDefined();
  await user.keyboard(".");
  await screen.findByRole("treeitem", { selected: true, name: /^Turn 9/ });
  await user.keyboard("[[");
  await screen.findByRole("treeitem", { selected: true, name: /^Turn 8/ });
  await screen.findByText("Before call 1 of 1, step 1 of 2");
  expect(host.asked.some(({ name }) => name === "moment")).toBe(true);
});

test("the provider input is asked for in windows, the latest first, and an item unfolds", async () => {
  const { host, user, view } = await openView(10);
  const list = await within(view).findByRole("list", { name: "Provider input" });
  await waitFor(() => expect(within(list).getAllByRole("button").length).toBe(20));
  await user.click(within(view).getByRole("button", { name: /^Show \d+ earlier of/ }));
  await waitFor(() => expect(within(list).getAllByRole("button").length).toBeGreaterThan(20));
  const asked = host.asked.flatMap(({ name, body }) => (name === "moment_items" ? [body] : []));
  expect(asked).toContainEqual(expect.objectContaining({ from: 18, count: 20 }));
  const last = within(list).getAllByRole("button").at(-1);
  if (last === undefined) throw new Error("There is no item.");
  await user.click(last);
  expect(last.getAttribute("aria-expanded")).toBe("true");
});

test("texts a compaction covers can be shown kept or named, and are said not to have been sent", async () => {
  const { host, user, view } = await openView(10);
  const input = section(view, "Provider input");
  const pick = within(input).getByRole("radiogroup", { name: "Skill texts at a compaction" });
  expect(within(pick).getByRole("radio", { checked: true }).textContent).toBe("as recorded");
  expect(input.textContent).not.toContain("Not the actual input");
  const before = within(input).getByText(/items, in the order they are sent/).textContent;
  await user.click(within(pick).getByRole("radio", { name: "kept" }));
  expect(input.textContent).toContain("Not the actual input: Pixir drops compacted texts.");
  const after = within(input).getByText(/in the order another host would send them/).textContent;
  expect(Number.parseInt(after ?? "", 10)).toBeGreaterThan(Number.parseInt(before ?? "", 10));
  await user.click(within(pick).getByRole("radio", { name: "by reference" }));
  expect(input.textContent).toContain("by name only");
  await user.click(await within(input).findByRole("button", { name: /^Show \d+ earlier of/ }));
  await within(input).findAllByRole("button", { name: /^reference to a skill text/ });
  const asked = host.asked.flatMap(({ name, body }) => (name === "moment_items" ? [body] : []));
  for (const skill_texts of ["as_recorded", "protect", "reference"]) {
    expect(asked).toContainEqual(expect.objectContaining({ skill_texts }));
  }
  // The next point begins with what was sent.
  await user.keyboard(".");
  await screen.findByText("At the end, step 2 of 2");
  await waitFor(() => expect(screen.queryByText(/Not the actual input/)).toBeNull());
});

test("where no compaction is in force there is no such choice", async () => {
  const { view } = await openView(1);
  expect(within(view).queryByRole("radiogroup", { name: "Skill texts at a compaction" })).toBeNull();
});

test("versions side by side are told above the turns, and lead to where they begin", async () => {
  await open("release", 0);
  const user = userEvent.setup();
  expect(
    screen.getByText(/^2 versions of release-notes are in context together in turns 8 to 9/),
  ).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Go to" }));
  await screen.findByRole("treeitem", { selected: true, name: /^Turn 8/ });
});

test("a session leads to its parent at the event, and a row to what begins in it", async () => {
  await open("explorer", 0);
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Open parent at this event" }));
  expect(gone).toEqual([{ screen: "session", key: "release", line: 31 }]);
});

test("a row names the sessions that begin in it, and those whose log is missing", async () => {
  await open("release", 8);
  const begun = await screen.findByRole("list", { name: "Sessions started here" });
  expect(begun.textContent).toContain("fork, forked at seq 87, 60 events copied");
  expect(begun.textContent).toContain("log not found");
});

test("the tree compares the skills of a child with those of its parent", async () => {
  await open("explorer", 0);
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Tree (2 sessions)" }));
  const dialog = await screen.findByRole("dialog", { name: "Session tree" });
  await user.click(within(dialog).getByRole("button", { name: "Compare skills with parent" }));
  const table = await within(dialog).findByRole("table");
  const rows = within(table)
    .getAllByRole("row")
    .map((row) => row.textContent);
  expect(rows).toContainEqual(expect.stringMatching(/^code-reviewonly in parent/));
  expect(rows).toContainEqual(expect.stringMatching(/only in child/));
});

test("no serious accessibility finding in the model’s view", async () => {
  const { view } = await openView(10);
  const { violations } = await axe.run(view.parentElement ?? view);
  expect(violations.filter(({ impact }) => impact === "serious" || impact === "critical")).toEqual([]);
});
