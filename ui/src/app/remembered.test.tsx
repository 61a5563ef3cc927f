// Where a reader was is not forgotten: on the way back, on another visit, and over a restart.

import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { fakeHost } from "../host/fake.ts";
import type { Host } from "../host/host.ts";
import { App } from "./App.tsx";

vi.setConfig({ testTimeout: 30_000 });
afterEach(() => localStorage.clear());

async function open(host: Host = fakeHost()) {
  const window = render(<App host={host} />);
  await screen.findByRole("navigation", { name: "Sections" });
  return { ...window, keys: userEvent.setup() };
}

/** Longer than the page waits before it writes. */
const written = () => new Promise((done) => setTimeout(done, 400));

const filter = () => screen.findByRole("textbox", { name: /^Filter 16 skills/ });
const option = (name: RegExp) => screen.findByRole("option", { name });

const hit = /Draft 4.2 .*#9 assistant message: Rounded/;

async function search(keys: ReturnType<typeof userEvent.setup>) {
  await keys.click(screen.getByRole("button", { name: /^Sessions/ }));
  await keys.click(await screen.findByRole("radio", { name: "Search" }));
  await keys.type(await screen.findByRole("textbox", { name: /^Search/ }), "round");
  return screen.findByRole("row", { name: hit });
}

test("a filter and the skill that was read are there again after another screen", async () => {
  const { keys } = await open();
  await keys.type(await filter(), "release");
  await keys.click(await option(/^release-notes, user/));
  await keys.click(screen.getByRole("tab", { name: /^Usage/ }));
  await keys.click(screen.getByRole("button", { name: /^Sessions/ }));
  await screen.findByRole("grid", { name: "Sessions" });
  await keys.click(screen.getByRole("button", { name: /^Skills/ }));
  expect(await filter()).toHaveValue("release");
  expect(await option(/^release-notes, user/)).toHaveAttribute("aria-selected", "true");
  expect(screen.getByRole("tab", { name: /^Usage/ })).toHaveAttribute("aria-selected", "true");
});

test("words and scope of a search are there again behind a hit", async () => {
  const { keys } = await open();
  await keys.dblClick(await search(keys));
  await screen.findByRole("tree", { name: "Turns" });
  await keys.keyboard("{Alt>}{ArrowLeft}{/Alt}");
  expect(await screen.findByRole("textbox", { name: /^Search/ })).toHaveValue("round");
  expect(await screen.findByRole("row", { name: hit })).toBeInTheDocument();
});

test("back and forward: by keys, by the side buttons of a mouse, and by buttons", async () => {
  const { keys } = await open();
  await keys.keyboard("ge");
  const session = await screen.findByRole("row", { name: /Explain why the bank/ });
  await keys.dblClick(session);
  const turns = () => screen.findByRole("tree", { name: "Turns" });
  const list = () => screen.findByRole("grid", { name: "Sessions" });
  await turns();
  const side = (button: number) =>
    document.body.dispatchEvent(new MouseEvent("mouseup", { button, bubbles: true, cancelable: true }));
  const header = within(screen.getAllByRole("banner")[0] ?? document.body);
  const steps: [() => unknown, () => unknown][] = [
    [() => keys.keyboard("{Alt>}{ArrowLeft}{/Alt}"), () => keys.keyboard("{Alt>}{ArrowRight}{/Alt}")],
    [() => side(3), () => side(4)],
    [
      () => keys.click(header.getByRole("button", { name: "Back" })),
      () => keys.click(header.getByRole("button", { name: "Forward" })),
    ],
  ];
  for (const [back, forward] of steps) {
    await back();
    await list();
    await forward();
    await turns();
  }
  expect(header.getByRole("button", { name: "Forward" })).toHaveAttribute("aria-disabled", "true");
});

test("the row that was current is current again on the way back", async () => {
  const { keys } = await open();
  await keys.keyboard("ge");
  await keys.dblClick(await screen.findByRole("row", { name: /Explain why the bank/ }));
  await screen.findByRole("tree", { name: "Turns" });
  await keys.keyboard("{Alt>}{ArrowLeft}{/Alt}");
  const row = await screen.findByRole("row", { name: /Explain why the bank/ });
  expect(row).toHaveAttribute("aria-selected", "true");
});

test("a restart opens the last screen with its filter, and the way back is still there", async () => {
  const first = await open();
  await first.keys.type(await filter(), "release");
  await search(first.keys);
  await written();
  first.unmount();
  const { keys } = await open();
  expect(await screen.findByRole("textbox", { name: /^Search/ })).toHaveValue("round");
  await keys.keyboard("{Alt>}{ArrowLeft}{/Alt}");
  expect(await filter()).toHaveValue("release");
});

test("every workspace has its own way and its own filters", async () => {
  const host = fakeHost();
  const { keys } = await open(host);
  await keys.type(await filter(), "release");
  await host.ask("switch_workspace", { id: "billing" });
  host.push({ stale: ["workspace", "skills"], sessions: null });
  await waitFor(() =>
    expect(screen.getByRole("button", { name: /^Workspace acme\/billing/ })).toBeInTheDocument(),
  );
  expect(await screen.findByRole("textbox", { name: /^Filter \d+ skills/ })).toHaveValue("");
  await host.ask("switch_workspace", { id: "payments" });
  host.push({ stale: ["workspace", "skills"], sessions: null });
  await waitFor(() => expect(screen.getByRole("textbox", { name: /^Filter/ })).toHaveValue("release"));
});

test("a step before the workspace is known is no step lost", async () => {
  const host = fakeHost();
  let tell = () => {};
  const known = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const late: Host = {
    ...host,
    ask: async (name, body) => {
      if (name === "workspace") await known;
      return host.ask(name, body);
    },
  };
  render(<App host={late} />);
  await userEvent.keyboard("ge");
  expect(screen.queryByRole("button", { name: /^Workspace / })).toBeNull();
  tell();
  await screen.findByRole("button", { name: /^Workspace / });
  expect(await screen.findByRole("grid", { name: "Sessions" })).toBeInTheDocument();
});

test("what was kept by another version is taken as far as it is understood", async () => {
  const folder = "/home/mara/acme/payments";
  localStorage.setItem(
    "assay.kept",
    JSON.stringify([
      ["folder", folder],
      [`\n${folder}\nskills`, { text: "release", state: "gone", sort: 7 }],
      [`\n${folder}\nway`, { steps: [{ screen: "moon" }], at: 0 }],
      7,
    ]),
  );
  await open();
  expect(await filter()).toHaveValue("release");
  expect(screen.getByRole("combobox", { name: "State" })).toHaveValue("any");
});
