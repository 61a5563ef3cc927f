import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import axe from "axe-core";
import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { GoingContext } from "../../facts/going.ts";
import { noting } from "../../facts/noting.ts";
import type { Route } from "../../facts/route.ts";
import { drawn, textOf } from "./drawn.tsx";
import { SessionInspector } from "./SessionInspector.tsx";

vi.setConfig({ testTimeout: 30_000 });

const gone: Route[] = [];
const going = noting(gone);

beforeEach(() => isWide(true));

function isWide(wide: boolean) {
  vi.spyOn(window, "matchMedia").mockImplementation((query) => ({
    matches: wide,
    media: query,
    onchange: null,
    addListener: vi.fn(),
    removeListener: vi.fn(),
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
    dispatchEvent: () => false,
  }));
}

function Placed({ sessionKey, start }: { sessionKey: string; start: { row?: number; line?: number } }) {
  const [place, setPlace] = useState(start);
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

async function open(sessionKey: string, start: { row?: number; line?: number } = {}) {
  const host = drawn(<Placed sessionKey={sessionKey} start={start} />);
  await screen.findAllByRole("treeitem");
  return host;
}

const selected = (name?: RegExp) => screen.getByRole("treeitem", { selected: true, name });

test("bands stand beside the turns as the engine tells them, and rows say it in words", async () => {
  await open("release", { row: 10 });
  const lanes = (row: HTMLElement) =>
    [...row.querySelectorAll("[data-lane]")].map((lane) => lane.getAttribute("data-lane"));
  const compaction = screen.getByRole("treeitem", { name: /^Compaction/ });
  expect(lanes(compaction)).toEqual([
    "A full foot none",
    "B full foot none",
    "C full foot none",
    "D full none full",
  ]);
  expect(lanes(selected())).toEqual([
    "A name none name",
    "B full none full",
    "C name none name",
    "D full none full",
    "E full none full",
    "F none tile full",
  ]);
  expect(
    selected(
      /^Turn 8, retry, under 12 entries.*done, release-notes by user; 1 hydrated; in context: 4 texts (.*), 2 by name only$/,
    ),
  ).toBeTruthy();
});

test("what shaped a turn is told in sections with their evidence", async () => {
  await open("release", { row: 10 });
  const shaped = await screen.findByRole("complementary", { name: "What shaped this turn" });
  expect(
    await within(shaped).findByText(
      "2 versions of release-notes are in context: E from turn 5, F from turn 8.",
    ),
  ).toBeTruthy();
  const told = within(shaped)
    .getAllByRole("heading", { level: 3 })
    .map((head) => head.parentElement?.textContent);
  expect(told).toEqual([
    "Activated in this turnrecorded",
    "In context from earlier turnsreconstructed",
    "Name only since compactionrecorded",
    "Hydrated contextrecorded",
    "Workflow templatesrecorded",
    "Opened skill filesrecorded",
    "Catalog at that timerecorded",
    "Permission decisionsrecorded",
  ]);
  expect(textOf(shaped)).toMatch(
    /git log --oneline v4\.1\.0\.\.HEAD.*bytes, complete, allowed for this session by mara, mode ask.*sent to pixir at \d\d:\d\d:18/,
  );
  expect(textOf(shaped)).toContain("Pixir’s log is not changed");
  expect(textOf(shaped)).toContain("Mode ask: 2 allowed, 1 denied");
  expect(textOf(shaped)).toContain("dropped at event 70");
  expect(textOf(shaped)).toContain("None");
});

test("what Assay recorded itself stands in its turn, with its own raw line", async () => {
  await open("release", { row: 10 });
  const feed = await screen.findByRole("feed", { name: "Events" });
  const names = (await within(feed).findAllByRole("article")).map((event) =>
    event.getAttribute("aria-label"),
  );
  expect(names.slice(2, 6)).toEqual([
    expect.stringMatching(/^Event \d+, Allowed$/),
    "Companion line 2, Context hydrated",
    "Companion line 3, Hydration denied",
    expect.stringMatching(/^Event \d+, Reasoning$/),
  ]);
  const event = within(feed).getByRole("article", { name: "Companion line 2, Context hydrated" });
  await userEvent.click(within(event).getByRole("button", { name: "Show bytes" }));
  await userEvent.click(within(event).getByRole("button", { name: "Show 35 more lines of the sent output" }));
  expect(await within(event).findByText(/change 1156 keeps its rounding/)).toBeTruthy();
  feed.focus();
  await userEvent.keyboard("jjjjr");
  expect(textOf(await within(event).findByRole("region", { name: "Line 2, raw" }))).toContain(
    '"type":"hydration"',
  );
});

test("the break of a damaged log is shown first, with its line, its byte and what it means", async () => {
  await open("damaged");
  expect(selected(/^Line 412 can’t be read, unexpected 0x00 at byte 245/)).toBeTruthy();
  const damage = await screen.findByRole("region", { name: "Line 412 can’t be read" });
  expect(
    within(damage).getByRole("heading", { name: "This log is corrupt at line 412 of 520." }),
  ).toBeTruthy();
  expect(textOf(damage.querySelector("mark"))).toContain("NUL ×57");
  expect(textOf(damage)).toContain("byte 419,018: unexpected 0x00 at byte 245");
  expect(damage.querySelectorAll(".is-faulty")).toHaveLength(57 * 2);
  expect(textOf(damage)).toContain("Pixir rejects the whole log: corrupt_log_line.");
  expect(textOf(within(damage).getByRole("row", { name: /release-notes 17 466/ }))).toContain(
    "reconstructed",
  );
  expect(screen.getByRole("treeitem", { name: /^Turn 15, .*; after the corrupt line/ })).toBeTruthy();
});

test("keys walk through turns, activations, raw lines and comparisons", async () => {
  await open("release", { row: 10 });
  const says = (name: RegExp) => waitFor(() => expect(selected(name)).toBeTruthy());
  await userEvent.keyboard("[[");
  await says(/^Turn 7/);
  await userEvent.keyboard("[[");
  await userEvent.keyboard("N");
  await says(/^Turn 5/);
  await userEvent.keyboard("K");
  await says(/^Turn 4/);
  await userEvent.keyboard("]");
  await says(/^Turn 5/);
  await userEvent.keyboard("n");
  await says(/^Turn 6/);
  await screen.findByRole("article", { name: /^Event 85, / });
  await userEvent.keyboard("r");
  expect(await screen.findByRole("region", { name: /, raw$/ })).toBeTruthy();
  await userEvent.keyboard("d");
  expect(gone.map(({ screen }) => screen)).toEqual(["diff"]);
  await userEvent.keyboard("i");
  expect(screen.queryByRole("complementary")).toBeNull();
});

test("Ctrl G goes to a log line and shows its event", async () => {
  HTMLDialogElement.prototype.showModal ??= vi.fn();
  await open("release", { row: 1 });
  await userEvent.keyboard("{Control>}g{/Control}");
  await userEvent.type(screen.getByLabelText(/^Turn \(8\)/), "line 999{Enter}");
  expect(await screen.findByText("No such turn or line in this session.")).toBeTruthy();
  await userEvent.clear(screen.getByLabelText(/^Turn \(8\)/));
  await userEvent.type(screen.getByLabelText(/^Turn \(8\)/), "line 110{Enter}");
  await waitFor(() => expect(selected(/^Turn 8/)).toBeTruthy());
  await waitFor(() =>
    expect(screen.getByRole("article", { name: "Event 108, bash" }).dataset.current).toBe("true"),
  );
});

test("a line of the route leads to its row", async () => {
  await open("damaged", { line: 413 });
  await waitFor(() => expect(selected(/^Turn 15/)).toBeTruthy());
});

test("a live session counts what was written while the reader looks elsewhere", async () => {
  const host = await open("release", { row: 3 });
  act(() => host.grow());
  const fresh = await screen.findByRole("button", { name: "2 new events" });
  await userEvent.click(fresh);
  await waitFor(() => expect(selected(/^Turn 9/)).toBeTruthy());
  await waitFor(() => expect(screen.queryByRole("button", { name: /new event/ })).toBeNull());
  act(() => host.grow());
  await waitFor(() => expect(screen.getAllByRole("article", { name: /, bash$/ })).toHaveLength(2));
  expect(screen.queryByRole("button", { name: /new event/ })).toBeNull();
});

test.each(["release", "damaged", "hostile"])("no serious accessibility finding in %s", async (key) => {
  await open(key);
  await screen.findAllByRole("heading", { level: 2 });
  const { violations } = await axe.run(document.body, {
    rules: { region: { enabled: false }, "color-contrast": { enabled: false } },
  });
  expect(
    violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(({ id, nodes }) => [id, nodes[0]?.html]),
  ).toEqual([]);
});

test("integrity names the first line that is not what was seen, and what that does not prove", async () => {
  await open("damaged");
  const keys = userEvent.setup();
  expect(screen.getByText("rewritten since last seen")).toBeInTheDocument();
  await keys.click(screen.getByRole("button", { name: "Integrity" }));
  const dialog = await screen.findByRole("dialog", { name: "Session integrity" });
  expect(await within(dialog).findByText(/Line 412 changed since Assay saw it/)).toBeInTheDocument();
  expect(within(dialog).getByText(/It does not show who wrote them/)).toBeInTheDocument();
  expect(within(dialog).getByText(/1 number missing: 411 before line 413/)).toBeInTheDocument();
});

test("a session is exported in the form that was chosen, and an odd range is not taken", async () => {
  const host = await open("release");
  const keys = userEvent.setup();
  await keys.click(screen.getByRole("button", { name: "Export…" }));
  const dialog = await screen.findByRole("dialog", { name: "Export session" });
  await keys.type(within(dialog).getByRole("textbox", { name: "Turns" }), "9-2");
  await keys.click(within(dialog).getByRole("button", { name: /^Save…/ }));
  expect(host.asked.filter(({ name }) => name === "save_export")).toEqual([]);
  await keys.clear(within(dialog).getByRole("textbox", { name: "Turns" }));
  await keys.type(within(dialog).getByRole("textbox", { name: "Turns" }), "2-3");
  await keys.click(within(dialog).getByRole("checkbox", { name: /^Redact likely secrets/ }));
  await keys.click(within(dialog).getByRole("button", { name: /^Save…/ }));
  expect(await within(dialog).findByRole("alert")).toHaveTextContent("Saved");
  const saved = host.asked.filter(({ name }) => name === "save_export").map(({ body }) => body);
  expect(saved).toMatchObject([{ turns: { from: 2, to: 3 }, form: "bundle", redact: true }]);
});

test("what a narrow window shows of a turn hides nothing in a wide one", async () => {
  isWide(false);
  await open("release", { row: 10 });
  await userEvent.click(await screen.findByRole("radio", { name: "What shaped this turn" }));
  await userEvent.click(screen.getByRole("radio", { name: "Events" }));
  cleanup();
  isWide(true);
  await open("release", { row: 10 });
  expect(await screen.findByRole("complementary", { name: "What shaped this turn" })).toBeInTheDocument();
});

test("events of a turn are narrowed by kind, and one that is led to is shown whatever its kind", async () => {
  const host = await open("release", { row: 1 });
  const feed = await screen.findByRole("feed", { name: "Events" });
  const kinds = within(await screen.findByRole("group", { name: "Event types" }));
  const tools = kinds.getByRole("button", { name: /^Tools/ });
  const count = Number(/\d+/.exec(tools.textContent ?? "")?.[0]);
  const all = within(feed).getAllByRole("article").length;
  expect(count).toBeGreaterThan(0);
  expect(count).toBeLessThan(all);
  await userEvent.click(tools);
  await waitFor(() => expect(within(feed).getAllByRole("article")).toHaveLength(count));
  expect(host.asked.some(({ body }) => JSON.stringify(body).includes('"only":"tools"'))).toBe(true);
  await userEvent.keyboard("{Control>}g{/Control}");
  await userEvent.type(await screen.findByRole("textbox"), "line 2{Enter}");
  await waitFor(() => expect(within(feed).getAllByRole("article")).toHaveLength(all));
});
