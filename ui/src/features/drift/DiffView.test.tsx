import { QueryClientProvider } from "@tanstack/react-query";
import { configure, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { fakeHost } from "../../host/fake.ts";
import type { Host } from "../../host/host.ts";
import { bodyAlone, driftFact, sameBody } from "../../host/samples/driftFact.ts";
import { foreign, foreigns } from "../../host/samples/foreign.ts";
import { HostContext, newCache } from "../../host/useAsk.ts";
import type { DiffView as Answer, DriftNote, TakenFact } from "../../host/wire.gen.ts";
import { textOf } from "./copyLines.ts";
import { DiffView } from "./DiffView.tsx";

// Whether something is hidden is not asked here, and finding it out is slow.
configure({ defaultHidden: true, asyncUtilTimeout: 4000 });

/** Draws the sample diff, or what `change` makes of it. */
async function drawn(change: (view: Answer) => Answer = (view) => view) {
  const fake = fakeHost();
  const host: Host = {
    onChange: fake.onChange,
    onDropped: fake.onDropped,
    onArrived: fake.onArrived,
    async ask(name, body) {
      const answer = await fake.ask(name, body);
      return isDiff(answer) ? { ...answer, ...change(answer) } : answer;
    },
  };
  render(
    <HostContext value={host}>
      <QueryClientProvider client={newCache()}>
        <DiffView sessionKey="release" line={74} />
      </QueryClientProvider>
    </HostContext>,
  );
  await screen.findByRole("heading", { level: 1, name: "release-notes" });
  const asks = () => fake.asked.map((each) => each.body);
  return { asks, keys: userEvent.setup() };
}

function isDiff(answer: object): answer is Answer {
  return "change_rows" in answer;
}

/** A line, found by what is spoken of it. */
function lineOf(spoken: string): HTMLElement {
  const found = screen.getByText(spoken).closest<HTMLElement>(".diff-line");
  if (found === null) throw new Error(`${spoken} stands in no line`);
  return found;
}

describe("a diff", () => {
  test("draws numbers, spoken names and changed words", async () => {
    await drawn();
    const removed = lineOf("removed line 17:");
    expect(removed.querySelector(".diff-number")?.textContent).toBe("17");
    expect([...removed.querySelectorAll("mark")].map((mark) => mark.textContent)).toEqual(["-50"]);
    expect(lineOf("added line 17:").textContent).toContain("v4.1.0..HEAD");
    expect(screen.getAllByText(/^removed line/)).toHaveLength(8);
    expect(screen.getByText("2 changed, 3 equal:", { exact: false })).toBeTruthy();
  });

  test("groups the lines of a change", async () => {
    await drawn();
    const change = screen.getByRole("group", { name: "Change 2 of 3" });
    expect(within(change).getByText("added line 37:")).toBeTruthy();
  });

  test("goes from change to change by key", async () => {
    const { keys } = await drawn();
    const current = () => document.querySelector(".diff-current")?.getAttribute("aria-label");
    expect(screen.getByText("3 changes")).toBeTruthy();
    const check = async (pressed: string, place: string) => {
      await keys.keyboard(pressed);
      expect(screen.getByText(place)).toBeTruthy();
      expect(current()).toBe(place);
    };
    await check("n", "Change 1 of 3");
    await check("n", "Change 2 of 3");
    await check("{Alt>}{ArrowDown}{/Alt}", "Change 3 of 3");
    await check("n", "Change 3 of 3");
    await check("N", "Change 2 of 3");
    await check("{Alt>}{ArrowUp}{/Alt}", "Change 1 of 3");
    await check("N", "Change 1 of 3");
  });

  test("opens a folded run in its place", async () => {
    const { asks, keys } = await drawn();
    expect(screen.queryByText("Stop when the tests fail.")).toBeNull();
    await keys.click(screen.getByRole("button", { name: "Show lines 22–32" }));
    expect((await screen.findAllByText("Stop when the tests fail.")).length).toBe(2);
    expect(asks()).toContainEqual(expect.objectContaining({ context: "whole", from: 12, count: 11 }));
    expect(screen.getByRole("button", { name: "Show lines 41–81" })).toBeTruthy();
  });

  test("a recorded line says in which turns it was in force", async () => {
    const { asks, keys } = await drawn();
    const number = [...document.querySelectorAll('[data-side="left"] .diff-number')].find(
      (cell) => cell.textContent === "17",
    );
    if (number === undefined) throw new Error("line 17 is drawn");
    await keys.click(number);
    expect(await screen.findByText(/^In context in 5 turns of 3 sessions/)).toBeTruthy();
    expect(asks()).toContainEqual(
      expect.objectContaining({ text: { is: "recorded", key: "release", line: 74 }, number: 17 }),
    );
    await keys.click(screen.getByRole("button", { name: "Next line" }));
    await waitFor(() => expect(asks()).toContainEqual(expect.objectContaining({ number: 18 })));
    expect(screen.getByText(/Its effect is not recorded/)).toBeTruthy();
  });

  test("shows the whole file", async () => {
    const { asks, keys } = await drawn();
    await keys.keyboard("f");
    await waitFor(() => expect(screen.queryByRole("button", { name: /^Show/ })).toBeNull());
    expect(asks()).toContainEqual(expect.objectContaining({ context: "whole", from: 0 }));
    expect(screen.getByRole("switch", { name: "Whole file" }).getAttribute("aria-checked")).toBe("true");
  });

  test("ignores white space and says how much that hid", async () => {
    const { keys } = await drawn();
    await keys.keyboard("w");
    expect(await screen.findByText("2 lines hidden")).toBeTruthy();
    await waitFor(() => expect(screen.getAllByText(/^removed line/)).toHaveLength(6));
  });

  test("puts what was removed above what was added in one column", async () => {
    const { keys } = await drawn();
    await keys.keyboard("u");
    const change = screen.getByRole("group", { name: "Change 1 of 3" });
    const spoken = [...change.querySelectorAll(".unseen")].map((each) => each.textContent);
    expect(spoken).toEqual(["removed line 17: ", "removed line 18: ", "added line 17: ", "added line 18: "]);
  });

  test("has no sides in a narrow window", async () => {
    const wide = window.matchMedia;
    window.matchMedia = (query) => ({ ...wide(query), matches: false });
    try {
      await drawn();
      expect(screen.queryByRole("radiogroup", { name: "Layout" })).toBeNull();
      expect(document.querySelector(".diff-row")).toBeNull();
    } finally {
      window.matchMedia = wide;
    }
  });

  test("says in words when there is nothing to compare", async () => {
    const nothing = {
      changes: 0,
      added: 0,
      removed: 0,
      fields: [],
      change_rows: [],
      marks: [],
      rows: [],
      total: 0,
    };
    await drawn((view) => ({
      ...view,
      ...nothing,
      drift: driftFact("identical"),
    }));
    expect(screen.getByText("Snapshot and file on disk are the same. Nothing to compare.")).toBeTruthy();
    expect(screen.getByText("No changes in the body")).toBeTruthy();
  });

  test("never calls the file identical where only its body was recorded", async () => {
    await drawn((view) => ({ ...view, fields: [], drift: driftFact("identical", sameBody, bodyAlone) }));
    expect(screen.getByText("unchanged")).toBeTruthy();
    expect(screen.getByText("compared: body only")).toBeTruthy();
    expect(screen.getByText("The body is unchanged; only the body was recorded.")).toBeTruthy();
    expect(screen.queryByText(/identical|Snapshot and file on disk are the same/)).toBeNull();
    expect(screen.getByText("not recorded")).toBeTruthy();
  });

  test("tells what was compared, and what the agent filled in", async () => {
    const holes = [
      { line: 3, placeholder: foreign("$ARGUMENTS"), filling: foreign("4.2"), blanked: false },
      { line: 9, placeholder: foreign("$1"), filling: foreign(""), blanked: true },
    ];
    const more = { ...bodyAlone, basis: "template" as const, holes };
    await drawn((view) => ({
      ...view,
      drift: driftFact(
        "changed_by_agent",
        { code: "removed", args: { names: [foreign("$1")], more: 0 } },
        more,
      ),
    }));
    expect(screen.getByText("Compared content")).toBeTruthy();
    expect(screen.getByText("Recorded text: unchanged.")).toBeTruthy();
    expect(screen.getByText("File on disk: frontmatter removed; leading whitespace removed.")).toBeTruthy();
    const filled = screen.getByRole("list", { name: "Values filled in by the agent", hidden: true });
    expect(filled.textContent).toBe(
      "Line 3: $ARGUMENTS was replaced with 4.2Line 9: the agent removed $1; the file itself was not edited.",
    );
  });

  test("names the file that would be taken now, and where the same text lies", async () => {
    const words = "Original file: gone; file Codex would use now: same at ~/.codex/skills/a/SKILL.md.";
    const taken: TakenFact = {
      path: foreign("~/.codex/skills/a/SKILL.md"),
      state: "identical",
      added: 0,
      removed: 0,
      agent: "Codex",
      own: { code: "gone" },
      now: { code: "same" },
    };
    const same_at = ["~/.claude/skills/a/SKILL.md"];
    await drawn((view) => ({
      ...view,
      disk: null,
      drift: driftFact("deleted", null, { taken, same_at: foreigns(same_at) }),
    }));
    expect(screen.getByText(words)).toBeTruthy();
    expect(screen.getByText("The same text exists at ~/.claude/skills/a/SKILL.md.")).toBeTruthy();
  });

  test("says that a deleted skill is only in the log", async () => {
    const note: DriftNote = { code: "last_copy", args: { part: null } };
    await drawn((view) => ({
      ...view,
      disk: null,
      drift: driftFact("deleted", note, { removed: 9 }),
    }));
    expect(screen.getByText("Deleted. The last copy is in the log.")).toBeTruthy();
    expect(screen.getByText("no file to compare")).toBeTruthy();
  });

  test("copies the text of one side without numbers and signs", async () => {
    await drawn();
    const fragment = document.createDocumentFragment();
    fragment.append(screen.getByRole("group", { name: "Change 1 of 3" }).cloneNode(true));
    const left = "2. Read the commit list: !`git log --oneline -50`\n3. Sort the changes.";
    expect(textOf(fragment, "left")).toBe(left);
    expect(textOf(fragment, "right")).toContain("v4.1.0..HEAD`\n3. Open");
    expect(textOf(fragment, "")?.split("\n")).toHaveLength(4);
  });
});
