import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { fakeHost } from "../host/fake.ts";
import { App } from "./App.tsx";

vi.setConfig({ testTimeout: 30_000 });

const turns = () => screen.findByRole("tree", { name: "Turns" });

test("an address with which the window was started is gone to, once", async () => {
  const host = fakeHost();
  host.arrive("assay://session/release/turn/2");
  render(<App host={host} start={{ screen: "skills" }} />);
  await turns();
  expect((await host.ask("arrived", {})).address).toBeNull();
});

test("an address that comes later is gone to, and nothing else is done", async () => {
  const host = fakeHost();
  render(<App host={host} start={{ screen: "skills" }} />);
  await screen.findByRole("listbox", { name: "Skills" });
  host.arrive("assay://drift");
  await screen.findByRole("grid", { name: "Recorded snapshots" });
  host.arrive("assay://settings/mode/auto");
  expect(await screen.findByText("This link doesn’t point to a known place in Assay.")).toBeInTheDocument();
  expect(screen.getByRole("grid", { name: "Recorded snapshots" })).toBeInTheDocument();
  const acts = host.asked.filter(({ name }) => /^(set_|change_|carry|choose|open_)/u.test(name));
  expect(acts).toEqual([]);
});

test("an address of what is not here says so", async () => {
  const host = fakeHost();
  render(<App host={host} start={{ screen: "skills" }} />);
  await screen.findByRole("listbox", { name: "Skills" });
  host.arrive("assay://session/unknown");
  expect(await screen.findByRole("alert")).toBeInTheDocument();
});

test("the palette copies the address of what is on the screen, and goes to one that is typed", async () => {
  const user = userEvent.setup();
  render(<App host={fakeHost()} start={{ screen: "session", key: "release", turn: 2 }} />);
  await turns();
  await user.keyboard("{Control>}k{/Control}>copy link{Enter}");
  expect(await navigator.clipboard.readText()).toMatch(/^assay:\/\/session\/release/u);
  await user.keyboard("{Control>}k{/Control}");
  await user.keyboard("assay://skill/repo%3Arelease-notes/versions{Enter}");
  await screen.findByRole("grid", { name: "Recorded versions" });
  await user.keyboard("{Control>}k{/Control}");
  await user.keyboard("assay://erase/all");
  expect(screen.getByText("This link doesn’t point to a known place in Assay.")).toBeInTheDocument();
});
