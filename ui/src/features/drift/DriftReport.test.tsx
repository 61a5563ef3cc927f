import { QueryClientProvider } from "@tanstack/react-query";
import { configure, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, test } from "vitest";
import { GoingContext } from "../../facts/going.ts";
import { noting } from "../../facts/noting.ts";
import type { Route } from "../../facts/route.ts";
import { type FakeOptions, fakeHost } from "../../host/fake.ts";
import { HostContext, newCache } from "../../host/useAsk.ts";
import { DriftReport } from "./DriftReport.tsx";
import { turnWords } from "./SnapshotInspector.tsx";

// Whether something is hidden is not asked here, and finding it out is slow.
configure({ defaultHidden: true, asyncUtilTimeout: 4000 });

function drawn(options: FakeOptions = {}) {
  const host = fakeHost(options);
  const gone: Route[] = [];
  function Screen() {
    const [id, setId] = useState<string>();
    const going = noting(gone, (to) => {
      if (to.screen !== "drift") return false;
      setId(to.id);
      return true;
    });
    return (
      <GoingContext value={going}>
        <DriftReport id={id} />
      </GoingContext>
    );
  }
  render(
    <HostContext value={host}>
      <QueryClientProvider client={newCache()}>
        <Screen />
      </QueryClientProvider>
    </HostContext>,
  );
  const lastAsk = () => host.asked.filter((each) => each.name === "drift").at(-1)?.body;
  return { host, lastAsk, gone, keys: userEvent.setup() };
}

const rows = () => screen.findAllByRole("row", { name: /snapshot|no hash/ });

describe("the drift report", () => {
  test("everywhere it says what changed in each workspace, and opens the one that is chosen", async () => {
    const { host, keys } = drawn({ everywhere: true });
    const workspaces = await screen.findByRole("combobox", { name: "Workspace" });
    const names = [...workspaces.querySelectorAll("option")].map((option) => option.textContent);
    expect(names).toEqual([
      expect.stringMatching(/^acme\/payments: \d+ changed since last used$/),
      expect.stringMatching(/: 1 changed since last used, folder deleted$/),
    ]);
    const other = workspaces.querySelectorAll("option")[1]?.value;
    await keys.selectOptions(workspaces, other ?? "");
    expect(host.asked.find(({ name }) => name === "switch_workspace")?.body).toEqual({ id: other });
  });

  test("of one workspace it offers no other", async () => {
    drawn();
    await rows();
    expect(screen.queryByRole("combobox", { name: "Workspace" })).toBeNull();
  });

  test("sorts by the head that is pressed", async () => {
    const { lastAsk, keys } = drawn();
    expect(await rows()).toHaveLength(15);
    expect(screen.getByRole("columnheader", { name: /^State/ }).getAttribute("aria-sort")).toBe("descending");
    const check = async (head: RegExp, sort: string, direction: string) => {
      await keys.click(screen.getByRole("button", { name: head }));
      expect(lastAsk()).toMatchObject({ sort });
      expect(screen.getByRole("columnheader", { name: head }).getAttribute("aria-sort")).toBe(direction);
      expect(document.querySelectorAll("[aria-sort]")).toHaveLength(1);
    };
    await check(/^Skill/, "name", "ascending");
    await check(/^Turns/, "turns", "descending");
    await check(/^Last used/, "last_used", "descending");
  });

  test("narrows to states, together and back", async () => {
    const { lastAsk, keys } = drawn();
    await rows();
    const press = async (button: RegExp, count: number) => {
      await keys.click(screen.getByRole("button", { name: button }));
      await waitFor(async () => expect(await rows()).toHaveLength(count));
    };
    const check = async (button: RegExp, states: string[], count: number) => {
      await press(button, count);
      expect(lastAsk()).toMatchObject({ states });
    };
    await check(/^renamed or moved 2/, ["renamed", "moved_scope"], 2);
    // Also what is the same only as far as it was recorded.
    await check(/^unchanged 5/, ["renamed", "moved_scope", "identical"], 7);
    await check(/^renamed or moved 2/, ["identical"], 5);
    await press(/^All 15/, 15);
  });

  test("narrows to the skills that changed since last used, whatever state their texts are in", async () => {
    const { lastAsk, keys } = drawn();
    await rows();
    await keys.click(screen.getByRole("button", { name: /^changed since last used \d+/ }));
    expect(lastAsk()).toMatchObject({ drifted: true, states: [] });
  });

  test("puts rows together by session, and counts each group", async () => {
    const { lastAsk, keys } = drawn();
    await rows();
    await keys.click(screen.getByRole("radio", { name: "Session" }));
    expect(lastAsk()).toMatchObject({ group: "session" });
    expect(await screen.findByText(/one per session/)).toBeTruthy();
    const heads = [...document.querySelectorAll(".table-group")].map((head) => head.textContent);
    expect(heads).toHaveLength(4);
    expect(heads[0]).toMatch(/^Draft 4\.2 release notes.*…7be41d6 snapshots, 1 changed since last used$/);
    expect(document.querySelectorAll(".table-row")).toHaveLength(15);
  });

  test("says since when the files beside SKILL.md are known", async () => {
    const { keys } = drawn();
    await rows();
    await keys.type(screen.getByRole("textbox", { name: "Filter" }), "pdf");
    expect(await screen.findByText(/2 bundled files have changed since/)).toBeTruthy();
    expect(screen.getByText("references/tables.md")).toBeTruthy();
  });

  test("says what matches nothing, and clears it", async () => {
    const { lastAsk, keys } = drawn();
    await rows();
    await keys.type(screen.getByRole("textbox", { name: "Filter" }), "relaese");
    expect(await screen.findByText(/No snapshots match “relaese” \(15 snapshots total\)/)).toBeTruthy();
    expect(lastAsk()).toMatchObject({ text: "relaese" });
    await keys.click(screen.getByRole("button", { name: "Show all snapshots" }));
    expect(await rows()).toHaveLength(15);
  });

  test("shows the snapshot of the current row and opens its diff with Enter", async () => {
    const { gone, keys } = drawn();
    await rows();
    expect(await screen.findByText("Used in 12 turns of 4 sessions")).toBeTruthy();
    expect(document.activeElement?.getAttribute("aria-label")).toBe("Recorded snapshots");
    await keys.keyboard("j");
    expect(await screen.findByText("Used in 9 turns of 3 sessions")).toBeTruthy();
    await keys.keyboard("{Enter}");
    expect(gone).toEqual([{ screen: "diff", key: "damaged", line: 71 }]);
  });

  test("leads to the sessions a snapshot shaped", async () => {
    const { gone, keys } = drawn();
    await keys.click(await screen.findByRole("button", { name: /turns 5–9/ }));
    expect(gone).toEqual([{ screen: "session", key: "release", line: 74 }]);
    expect(screen.getByText(/2 bundled files have no recorded bytes to compare/)).toBeTruthy();
  });

  test("names the places looked at when there is nothing", async () => {
    drawn({ state: "empty" });
    expect(await screen.findByText("No recorded snapshots yet")).toBeTruthy();
    expect(screen.getByRole("table", { name: "Searched locations" }).textContent).toContain(
      "folder does not exist",
    );
  });

  test("names the path when the answer failed", async () => {
    drawn({ state: "error" });
    expect((await screen.findByRole("alert")).textContent).toContain(
      "/home/mara/acme/payments: permission denied",
    );
    expect(screen.getByRole("button", { name: "Refresh" })).toBeTruthy();
  });
});

test("turns are told in runs", () => {
  const check = (turns: number[], words: string) => expect(turnWords(turns)).toBe(words);
  check([], "outside any turn");
  check([1], "turn 1");
  check([5, 6, 7, 8, 9], "turns 5–9");
  check([4, 17], "turns 4, 17");
  check([1, 2, 5, 7, 8], "turns 1–2, 5, 7–8");
});
