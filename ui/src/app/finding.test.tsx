import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { fakeHost } from "../host/fake.ts";
import { App } from "./App.tsx";

vi.setConfig({ testTimeout: 30_000 });

const marks = new Map<string, Set<Range>>();

beforeEach(() => {
  marks.clear();
  vi.stubGlobal("Highlight", Set<Range>);
  vi.stubGlobal("CSS", { escape: (text: string) => text, highlights: marks });
});

/** What the bar says of what is typed in it. */
function saidBeside(field: HTMLElement): HTMLElement {
  const bar = field.closest("search");
  if (!(bar instanceof HTMLElement)) throw new Error("The field stands in no bar.");
  return within(bar).getByRole("status");
}

const markedNow = () => [...(marks.get("found-current") ?? [])].map(String);

test("Ctrl F finds in what is read, counts, steps around and gives the focus back", async () => {
  const user = userEvent.setup();
  render(<App host={fakeHost()} start={{ screen: "skills" }} />);
  const list = await screen.findByRole("listbox", { name: "Skills" });
  list.focus();
  await user.keyboard("{Control>}f{/Control}");
  const field = screen.getByRole("textbox", { name: "Find in this text" });
  expect(field).toHaveFocus();
  await user.keyboard("release-notes");
  const said = saidBeside(field);
  await vi.waitFor(() => expect(said).toHaveTextContent(/^1 of \d+$/));
  const total = marks.get("found")?.size ?? 0;
  expect(total).toBeGreaterThan(1);
  expect(said).toHaveTextContent(`1 of ${total}`);
  expect(markedNow()).toEqual(["release-notes"]);
  await user.keyboard("{Shift>}{Enter}{/Shift}");
  expect(said).toHaveTextContent(`${total} of ${total}`);
  await user.keyboard("{Enter}{F3}");
  expect(said).toHaveTextContent(`2 of ${total}`);
  await user.clear(field);
  await user.keyboard("no such words here");
  await vi.waitFor(() => expect(said).toHaveTextContent("No matches"));
  await user.keyboard("{Escape}");
  expect(document.querySelector("search")).toBeNull();
  expect([...marks.values()].map(({ size }) => size)).toEqual([0, 0]);
  expect(list).toHaveFocus();
});

test("Ctrl F finds in a dialog when one is open", async () => {
  const user = userEvent.setup();
  render(<App host={fakeHost()} start={{ screen: "skills" }} />);
  await screen.findByRole("listbox", { name: "Skills" });
  await user.keyboard("?");
  const sheet = screen.getByRole("dialog", { name: "Keyboard shortcuts" });
  await user.keyboard("{Control>}f{/Control}palette");
  const said = saidBeside(within(sheet).getByRole("textbox", { name: "Find in this text" }));
  await vi.waitFor(() => expect(said).toHaveTextContent(/^1 of \d+$/));
  expect(document.querySelectorAll("search")).toHaveLength(1);
  await user.keyboard("{Escape}");
  expect(screen.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeInTheDocument();
});

test("a hit opens with its words marked, and stays marked while turns are read", async () => {
  const user = userEvent.setup();
  render(<App host={fakeHost()} start={{ screen: "sessions" }} />);
  await screen.findByRole("row", { name: /Draft 4.2/ });
  await user.click(screen.getByRole("radio", { name: "Search" }));
  await user.type(await screen.findByRole("textbox", { name: /^Search messages/ }), "round");
  await user.dblClick(await screen.findByRole("row", { name: /Draft 4.2 .*#9 assistant message: Rounded/ }));
  expect(await screen.findByRole("textbox", { name: "Find in this text" })).toHaveValue("round");
  await vi.waitFor(() => expect(markedNow()[0]).toMatch(/round/i));
  await user.keyboard("]");
  expect(screen.getByRole("textbox", { name: "Find in this text" })).toHaveValue("round");
});
