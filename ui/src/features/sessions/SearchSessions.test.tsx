import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import axe from "axe-core";
import { expect, test, vi } from "vitest";
import { fakeHost } from "../../host/fake.ts";
import { drawn, textOf } from "./drawn.tsx";
import { Sessions } from "./Sessions.tsx";

vi.setConfig({ testTimeout: 30_000 });

async function scope(name: string) {
  await userEvent.click(await screen.findByRole("radio", { name }));
}

test("a hit shows its words and opens at its event", async () => {
  const onOpen = vi.fn();
  const host = drawn(<Sessions onOpen={onOpen} />);
  await scope("Search");
  await userEvent.type(screen.getByRole("textbox", { name: /^Search/ }), "round");
  const hit = await screen.findByRole("row", { name: /Draft 4.2 .*#9 assistant message: Rounded/ });
  expect(textOf(within(hit).getAllByText("Round")[0] ?? hit)).toBe("Round");
  expect(hit.querySelector("mark")?.textContent).toBe("Round");
  expect(await screen.findByText(/matches in 7 of 7 sessions/)).toBeTruthy();
  await userEvent.dblClick(hit);
  const find = { words: "round", way: "exact", letters: "any" };
  expect(onOpen).toHaveBeenCalledWith({ workspace: null, key: expect.any(String), line: 10, find });
  expect(host.asked.some(({ name }) => name === "switch_workspace")).toBe(false);
});

test("what lies in another workspace opens that workspace first", async () => {
  const onOpen = vi.fn();
  const host = drawn(<Sessions onOpen={onOpen} />);
  await scope("All workspaces");
  await userEvent.selectOptions(await screen.findByRole("combobox", { name: "Workspace" }), "acme/site");
  const row = await screen.findByRole("row", { name: /^Rebuild the landing page/ });
  await userEvent.click(within(row).getByRole("button", { name: /Rebuild/ }));
  await vi.waitFor(() =>
    expect(host.asked).toContainEqual({ name: "switch_workspace", body: { id: "site" } }),
  );
});

test("filters are the engine's to apply", async () => {
  const host = drawn(<Sessions onOpen={vi.fn()} />);
  await scope("All workspaces");
  await screen.findByText(/^Showing all 7 sessions in 2 workspaces/);
  await userEvent.click(screen.getByRole("checkbox", { name: "corrupt" }));
  expect(await screen.findByText(/^Showing 1 of 7 sessions/)).toBeTruthy();
  const last = host.asked.filter(({ name }) => name === "all_sessions").at(-1);
  expect(last?.body).toMatchObject({ filter: { only: ["damaged"] }, sort: "newest" });
  await userEvent.click(screen.getByRole("button", { name: "Clear filters" }));
  expect(await screen.findByText(/^Showing all 7 sessions/)).toBeTruthy();
});

test("a workspace is forgotten, but not the one that is open", async () => {
  const host = drawn(<Sessions onOpen={vi.fn()} />);
  await scope("All workspaces");
  await userEvent.click(await screen.findByRole("button", { name: "Workspaces…" }));
  const dialog = await screen.findByRole("dialog", { name: "Workspaces" });
  const open = await within(dialog).findByRole("button", { name: "Remove acme/payments" });
  await userEvent.click(open);
  expect(host.asked.some(({ name }) => name === "forget_workspace")).toBe(false);
  await userEvent.click(within(dialog).getByRole("button", { name: "Remove acme/site" }));
  expect(host.asked).toContainEqual({ name: "forget_workspace", body: { id: "site" } });
  await userEvent.click(within(dialog).getByRole("button", { name: "Search in folder…" }));
  expect(await within(dialog).findByText(/2 workspaces below/)).toBeTruthy();
});

test("a search that cannot be made says why", async () => {
  drawn(<Sessions onOpen={vi.fn()} />, fakeHost({ state: "error" }));
  await scope("Search");
  await userEvent.type(screen.getByRole("textbox", { name: /^Search/ }), "x");
  expect((await screen.findAllByText(/permission denied/)).length).toBeGreaterThan(0);
});

test("no serious accessibility finding", async () => {
  drawn(<Sessions onOpen={vi.fn()} />);
  await scope("Search");
  await userEvent.type(screen.getByRole("textbox", { name: /^Search/ }), "round");
  await screen.findAllByRole("row", { name: /round/i });
  const { violations } = await axe.run(document.body, {
    rules: { region: { enabled: false }, "color-contrast": { enabled: false } },
  });
  expect(
    violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(({ id, nodes }) => [id, nodes[0]?.html]),
  ).toEqual([]);
});
