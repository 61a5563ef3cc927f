import { act, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import axe from "axe-core";
import { expect, test, vi } from "vitest";
import { zone } from "../../facts/parts.ts";
import { fakeHost } from "../../host/fake.ts";
import { foreign } from "../../host/samples/foreign.ts";
import { drawn, textOf } from "./drawn.tsx";
import { SessionList } from "./SessionList.tsx";

vi.setConfig({ testTimeout: 30_000 });

test("every session is a row that says what is to be known of it, and Enter opens it", async () => {
  const onOpen = vi.fn();
  drawn(<SessionList onOpen={onOpen} />);
  const damaged = await screen.findByRole("row", {
    name: /^Rework posting retries, .*18 turns, .*corrupt at line 412, rejected by Pixir$/,
  });
  expect(textOf(damaged)).toContain("rejected by Pixir");
  expect(textOf(screen.getByRole("row", { name: /^Draft 4.2 .*, live, Pixir/ }))).toContain("live");
  expect(textOf(screen.getByRole("note"))).toContain("/home/mara/.pixir/sessions: permission denied");
  await userEvent.click(damaged);
  act(() => screen.getByRole("grid").focus());
  await userEvent.keyboard("k{Enter}");
  expect(onOpen).toHaveBeenCalledWith("long");
});

test("the filter and the order are the engine's to apply", async () => {
  const host = drawn(<SessionList onOpen={vi.fn()} />);
  await screen.findByText("Showing all 6 sessions.");
  await userEvent.type(screen.getByRole("textbox", { name: /^Filter/ }), "retr");
  expect(await screen.findByText("Showing 1 of 6 sessions.")).toBeTruthy();
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Order" }), "Most turns");
  expect(host.asked.at(-1)).toEqual({
    name: "sessions",
    body: { text: "retr", agent: "", sort: "turns", zone: zone(), from: 0, count: 200 },
  });
  await userEvent.type(screen.getByRole("textbox", { name: /^Filter/ }), "x");
  const none = await screen.findByText(/^No sessions match/);
  await userEvent.click(within(none).getByRole("button", { name: "Clear filter" }));
  expect(await screen.findByText("Showing all 6 sessions.")).toBeTruthy();
});

test("nothing recorded: the places that were looked at", async () => {
  drawn(<SessionList onOpen={vi.fn()} />, fakeHost({ state: "empty" }));
  expect(await screen.findByRole("heading", { name: "No sessions recorded here yet" })).toBeTruthy();
  expect(
    screen.getByRole("row", { name: /\.pixir\/sessions Pixir sessions folder does not exist/ }),
  ).toBeTruthy();
});

test("what could not be compared hides no change", async () => {
  const host = fakeHost();
  const { ask } = host;
  host.ask = async (name, body) => {
    const answer = await ask(name, body);
    const rows = name === "sessions" && "rows" in answer && Array.isArray(answer.rows) ? answer.rows : [];
    for (const row of rows) Object.assign(row, { drift: { texts: 3, changed: 1, deleted: 0, unknown: 1 } });
    return answer;
  };
  drawn(<SessionList onOpen={vi.fn()} />, host);
  const row = await screen.findByRole("row", {
    name: /^Rework posting retries, .*1 changed, 1 of 3 not comparable/,
  });
  expect(textOf(row)).toContain("1 changed, 1 of 3 not comparable");
});

test("a large log that is being read is a row above the sessions and opens nothing", async () => {
  const host = fakeHost();
  const { ask } = host;
  host.ask = async (name, body) => {
    const answer = await ask(name, body);
    if (name !== "sessions" || !("rows" in answer)) return answer;
    const source = { name: "codex", label: "Codex" };
    return { ...answer, reading: [{ path: foreign("~/.codex/sessions/large.jsonl"), source, bytes: 48e6 }] };
  };
  const onOpen = vi.fn();
  drawn(<SessionList onOpen={onOpen} />, host);
  const log = await screen.findByRole("row", { name: /^Reading… 48\.0 MB, .*large\.jsonl, Codex$/ });
  expect(textOf(log)).toContain("Reading… 48.0 MB");
  await userEvent.dblClick(log);
  expect(onOpen).not.toHaveBeenCalled();
  act(() => screen.getByRole("grid").focus());
  await userEvent.keyboard("j{Enter}");
  expect(onOpen).toHaveBeenCalledWith("explorer");
});

test("nothing readable: what is wrong and what to do", async () => {
  drawn(<SessionList onOpen={vi.fn()} />, fakeHost({ state: "error" }));
  expect(await screen.findByText(/permission denied; check its permissions/)).toBeTruthy();
  expect(screen.getByRole("button", { name: "Refresh" })).toBeTruthy();
});

test("no serious accessibility finding", async () => {
  drawn(<SessionList onOpen={vi.fn()} />);
  await screen.findAllByRole("row");
  const { violations } = await axe.run(document.body, {
    rules: { region: { enabled: false }, "color-contrast": { enabled: false } },
  });
  expect(
    violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(({ id, nodes }) => [id, nodes[0]?.html]),
  ).toEqual([]);
});
