import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { Route } from "../facts/route.ts";
import { fakeHost } from "../host/fake.ts";
import { foreign } from "../host/samples/foreign.ts";
import { App } from "./App.tsx";

vi.setConfig({ testTimeout: 60_000 });

async function open(start: Route, role: string, name: RegExp) {
  const host = fakeHost();
  render(<App host={host} start={start} />);
  const row = await screen.findByRole(role, { name });
  return { host, row, user: userEvent.setup() };
}

/** What the menu of something offers. */
async function menuOf(pressed: HTMLElement): Promise<(string | null)[]> {
  fireEvent.contextMenu(pressed, { button: 2 });
  const menu = await screen.findByRole("menu");
  return within(menu)
    .getAllByRole("menuitem")
    .map((item) => item.querySelector(".menu-words")?.textContent ?? null);
}

test("a skill's menu changes, copies and hands over that skill", async () => {
  const { host, row, user } = await open({ screen: "skills" }, "option", /^release-notes, repo/);
  const told = await menuOf(row);
  expect(told).toEqual([
    "Edit SKILL.md",
    "Rename…",
    "Duplicate…",
    "Copy to scope…",
    "Move to scope…",
    "Hide from model…",
    "Export zip…",
    "Move to trash…",
    "Copy name",
    "Copy path",
    "Copy link",
    "Copy text for Markdown",
    "Show in file manager",
    "Open in editor",
  ]);
  await user.click(screen.getByRole("menuitem", { name: "Show in file manager" }));
  const { id } = (
    await host.ask("skills", { text: "release-notes", state: "any", sort: "name", from: 0, count: 1 })
  ).rows[0] ?? { id: "" };
  expect(host.asked).toContainEqual({
    name: "show_in_folder",
    body: { file: { of: "skill", id, rel: "SKILL.md" } },
  });
  // The pressed row is the one that is shown now.
  await waitFor(() => expect(row).toHaveAttribute("aria-selected", "true"));
});

test("a copied name is on the clipboard, and that is said", async () => {
  const { row, user } = await open({ screen: "skills" }, "option", /^release-notes, repo/);
  await menuOf(row);
  await user.click(screen.getByRole("menuitem", { name: "Copy name" }));
  expect(await navigator.clipboard.readText()).toBe("release-notes");
  expect(await screen.findByText("Copied name.")).toBeInTheDocument();
});

test("sessions, their turns and events have menus", async () => {
  const { host, row, user } = await open({ screen: "sessions" }, "row", /Draft 4\.2 release notes/);
  expect(await menuOf(row)).toEqual([
    "Open",
    "Copy title",
    "Copy reference",
    "Copy link",
    "Copy text for Markdown",
    "Show in file manager",
    "Open in editor",
  ]);
  await user.click(screen.getByRole("menuitem", { name: "Open" }));
  const turns = await screen.findByRole("tree", { name: "Turns" });
  const turn = await within(turns).findByRole("treeitem", { selected: true });
  const ofTurn = await menuOf(turn);
  for (const name of ["Copy reference", "Copy link", "Copy text for Markdown"])
    expect(ofTurn).toContain(name);
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
  const [event] = await screen.findAllByRole("article");
  if (event === undefined) throw new Error("No event is drawn.");
  const ofEvent = await menuOf(event);
  for (const name of ["Show raw JSON", "Copy link", "Copy text for Markdown"])
    expect(ofEvent).toContain(name);
  await user.click(screen.getByRole("menuitem", { name: "Show raw JSON" }));
  await waitFor(() => expect(host.asked.map(({ name }) => name)).toContain("event_raw"));
});

test("a snapshot's menu compares, restores and copies it; a hash has a menu of its own", async () => {
  const { user } = await open({ screen: "drift" }, "grid", /^Recorded snapshots/);
  const [row] = await screen.findAllByRole("row", { name: /^release-notes/ });
  if (row === undefined) throw new Error("No snapshot is listed.");
  const told = await menuOf(row);
  for (const name of ["Compare snapshot with disk", "Restore this version…", "Copy hash", "Copy link"]) {
    expect(told).toContain(name);
  }
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
  const hash = row.querySelector<HTMLElement>("[data-original]");
  if (hash === null) throw new Error("The row shows no hash.");
  expect(await menuOf(hash)).toEqual(["Copy hash", "Copy first eight digits"]);
});

test("who wins and what was decided have menus", async () => {
  const { user } = await open({ screen: "wins" }, "grid", /^Who wins/);
  const [cell] = await screen.findAllByRole("gridcell", { name: /^release-notes, Pixir/ });
  if (cell === undefined) throw new Error("No cell is drawn.");
  expect(await menuOf(cell)).toEqual(["Go to skill", "Copy name", "Copy path", "Copy hash"]);
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
  await user.keyboard("ga");
  const decided = await screen.findByRole("grid", { name: "Decided" });
  const [, row] = within(decided).getAllByRole("row");
  if (row === undefined) throw new Error("Nothing is listed.");
  expect(await menuOf(row)).toContain("Copy command");
});

const report = {
  session: foreign("s"),
  made_by: foreign("Assay"),
  parts: 3,
  redacted: false,
  removed: [],
  findings: [],
  proved: ["All is."],
  limits: [],
  signed_by: null,
  signer: null,
};

test("a bundle with which the window was started is opened, once", async () => {
  const host = fakeHost();
  host.drop({ was: "bundle", file: foreign("s.assay.zip"), report });
  render(<App host={host} start={{ screen: "skills" }} />);
  expect(await screen.findByRole("dialog", { name: "Evidence bundle" })).toHaveTextContent("s.assay.zip");
  expect((await host.ask("arrived", {})).dropped).toBe(false);
});

test("what is dropped onto the window is opened as what it is", async () => {
  const { host } = await open({ screen: "drift" }, "grid", /^Recorded snapshots/);
  host.drop({ was: "session", key: "release" });
  expect(await screen.findByRole("tree", { name: "Turns" })).toBeInTheDocument();
  host.drop({
    was: "bundle",
    file: foreign("s.assay.zip"),
    report: { ...report, findings: [foreign("log.ndjson was changed.")] },
  });
  const dialog = await screen.findByRole("dialog", { name: "Evidence bundle" });
  expect(dialog).toHaveTextContent("log.ndjson was changed.");
  expect(dialog).not.toHaveTextContent("verified");
});
