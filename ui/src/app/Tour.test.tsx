import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import axe from "axe-core";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fakeHost } from "../host/fake.ts";
import { damaged } from "../host/samples/otherSessions.ts";
import { rawText } from "../language/foreign.ts";
import { App } from "./App.tsx";
import { tourSteps } from "./tourSteps.ts";

vi.setConfig({ testTimeout: 30_000 });

beforeEach(() => window.history.replaceState(null, "", "?example"));
afterEach(() => window.history.replaceState(null, "", "/"));

/** What stands for the sessions and the source of the example among the samples. */
const samples: Record<string, string> = {
  "5b1f0c52-8a0e-4a63-9d7b-2f3c9e1a7d10#7": "20260918T141102-7be41d#11",
  "20261012T080211-1d9c3e": rawText(damaged.view.row.id),
  newest: "commits",
};

function exampleHost() {
  const host = fakeHost();
  const { ask } = host;
  host.ask = async (name, body) => {
    const { text, source } = Object(body);
    if (name === "reference") return ask(name, Object.assign({}, body, { text: samples[text] }));
    if (name === "hydrate") return ask(name, Object.assign({}, body, { source: samples[source] }));
    return ask(name, body);
  };
  return host;
}

function open(host = exampleHost()) {
  render(<App host={host} start={{ screen: "settings" }} />);
  return { host, user: userEvent.setup() };
}

const card = () => screen.findByRole("region", { name: "Tour of the example" });
const noCard = () => expect(screen.queryByRole("region", { name: "Tour of the example" })).toBeNull();
const onward = async (name: string) => within(await card()).getByRole("button", { name });

test("six steps lead from place to place, forward and back, by the keyboard alone", async () => {
  const { user } = open();
  const shows = [
    () => screen.findByRole("listbox", { name: "Skills" }),
    () => screen.findByRole("tree", { name: "Turns" }),
    () => screen.findByRole("button", { name: /Restore this version/ }),
    () => screen.findByText(/This log is corrupt at line/),
    () => screen.findByRole("grid", { name: "Who wins, by name and agent" }),
    () => screen.findByRole("heading", { name: "Approvals" }),
  ];
  expect(shows).toHaveLength(tourSteps.length);
  await onward("Next");
  for (const [at, look] of shows.entries()) {
    const step = await card();
    expect(within(step).getByRole("heading")).toHaveTextContent(`Step ${at + 1} of 6`);
    expect(within(step).getByRole("status")).toHaveTextContent(tourSteps[at]?.words ?? "");
    await look();
    // The button that was pressed is the one of the next step.
    expect(within(step).getByRole("button", { name: at < 5 ? "Next" : "Send request" })).toHaveFocus();
    if (at < 5) await user.keyboard("{Enter}");
  }
  await user.keyboard("{Shift>}{Tab}{/Shift}{Enter}");
  expect(within(await card()).getByRole("heading")).toHaveTextContent("Step 5 of 6");
  for (let step = 5; step > 1; step--) await user.keyboard("{Enter}");
  expect(within(await card()).getByRole("heading")).toHaveTextContent("Step 1 of 6");
  // Nothing is before it, and the keys are not lost.
  expect(await onward("Next")).toHaveFocus();
});

test("the card breaks no rule of access", async () => {
  open();
  await onward("Next");
  const { violations } = await axe.run(await card());
  expect(violations).toEqual([]);
});

test("Escape leaves where nothing else takes it, and the tour is begun again from the palette and from Help", async () => {
  const { user } = open();
  await onward("Next");
  await screen.findByRole("listbox", { name: "Skills" });
  // A field is emptied and left by it, a dialog closed.
  await user.keyboard("/a{Escape}{Escape}");
  await card();
  await user.keyboard("{Control>}k{/Control}");
  await screen.findByRole("dialog");
  fireEvent.keyDown(document.activeElement ?? document.body, { key: "Escape" });
  await card();
  document.querySelector("dialog[open]")?.dispatchEvent(new Event("cancel"));
  (await onward("Next")).focus();
  await user.keyboard("{Escape}");
  noCard();
  expect(screen.getByText("Example")).toBeInTheDocument();
  await user.keyboard("{Control>}k{/Control}");
  await user.keyboard("start tour{Enter}");
  await user.click(await onward("Quit"));
  noCard();
  await user.keyboard("{F1}");
  await user.click(await screen.findByRole("button", { name: "Start tour" }));
  expect(within(await card()).getByRole("heading")).toHaveTextContent("Step 1 of 6");
  await screen.findByRole("listbox", { name: "Skills" });
  // Whoever has gone elsewhere meanwhile is led to its first place again.
  await user.keyboard("gd");
  await screen.findByRole("grid", { name: "Recorded snapshots" });
  await user.keyboard("{Control>}k{/Control}");
  await user.keyboard("start tour{Enter}");
  await screen.findByRole("listbox", { name: "Skills" });
});

test("what is asked for waits for a decision, once", async () => {
  const { host, user } = open();
  for (let step = 1; step < 6; step++) await user.click(await onward("Next"));
  await user.click(await onward("Send request"));
  await waitFor(() => expect(document.activeElement).toHaveAttribute("aria-disabled", "true"));
  await user.click(await onward("Send request"));
  const hydrations = host.asked.filter(({ name }) => name === "hydrate");
  const meant = { skill: "repo:release-notes", source: "commits", session: null, turn: null };
  expect(hydrations.map(({ body }) => body)).toEqual([meant]);
});

test("a place that is gone is told, and the tour goes on", async () => {
  const { user } = open(fakeHost());
  await user.click(await onward("Next"));
  expect(await screen.findByText(/This item was removed from the example/)).toBeInTheDocument();
  for (let step = 2; step < 5; step++) await user.click(await onward("Next"));
  await screen.findByRole("grid", { name: "Who wins, by name and agent" });
  expect(screen.queryByText(/This item was removed from the example/)).toBeNull();
});

test("no folder of the person’s is offered in the window of the example", async () => {
  const { user } = open();
  await onward("Next");
  expect(screen.queryByRole("button", { name: /^Workspace / })).toBeNull();
  await user.keyboard("{Control>}k{/Control}");
  await user.keyboard(">open");
  const offered = screen.getAllByRole("option").map((option) => option.textContent ?? "");
  expect(offered.filter((words) => /folder|in new window|the example/.test(words))).toEqual([]);
});

test("elsewhere there is no tour, and the example is opened in a window of its own", async () => {
  window.history.replaceState(null, "", "/");
  const { host, user } = open();
  await screen.findByRole("navigation", { name: "Sections" });
  await user.keyboard("{Control>}k{/Control}");
  await user.keyboard("tour");
  const offered = screen.getAllByRole("option").map((option) => option.textContent ?? "");
  expect(offered.some((words) => words.includes("Start tour"))).toBe(false);
  await user.keyboard("{Enter}");
  expect(host.asked.filter(({ name }) => name === "open_example")).toHaveLength(1);
  noCard();
});
