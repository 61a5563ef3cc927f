import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { fakeHost } from "../host/fake.ts";
import { said } from "../host/samples/said.ts";
import { App } from "./App.tsx";

async function open(host = fakeHost()) {
  render(<App host={host} start={{ screen: "skills" }} />);
  await screen.findByRole("listbox", { name: "Skills" });
  return { host, user: userEvent.setup() };
}

test("the rail says what is in each section, and chords lead there", async () => {
  const { user } = await open();
  const rail = screen.getByRole("navigation", { name: "Sections" });
  for (const name of [
    /^Skills ?, 16 skills/,
    /^Sessions ?, 6 sessions$/,
    /^Drift ?, \d+ skills? changed since last used$/,
  ]) {
    expect(within(rail).getByRole("button", { name })).toBeInTheDocument();
  }
  const steps: [keys: string, section: string][] = [
    ["ge", "Sessions"],
    ["gd", "Drift"],
    ["ga", "Approvals"],
    ["g,", "Settings"],
    ["gs", "Skills"],
  ];
  for (const [keys, section] of steps) {
    await user.keyboard(keys);
    const here = within(rail).getByRole("button", { current: "page" });
    expect(here).toHaveTextContent(section);
    expect(screen.getAllByRole("heading", { level: 1 })).toHaveLength(1);
  }
});

test("a letter typed into a field is only a letter", async () => {
  const { user } = await open();
  await user.keyboard("/");
  expect(screen.getByRole("textbox", { name: /^Filter/ })).toHaveFocus();
  await user.keyboard("ge?");
  expect(screen.getByRole("textbox", { name: /^Filter/ })).toHaveValue("ge?");
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("? shows all keys", async () => {
  const { user } = await open();
  await user.keyboard("?");
  const sheet = screen.getByRole("dialog", { name: "Keyboard shortcuts" });
  expect(sheet).toHaveTextContent("Go to Sessions");
  await user.click(within(sheet).getByRole("button", { name: "Close" }));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("the sheet tells the keys of the screen behind it, and no others", async () => {
  const { user } = await open();
  const keysOn = async () => {
    await user.keyboard("?");
    const sheet = screen.getByRole("dialog", { name: "Keyboard shortcuts" });
    const told = sheet.textContent ?? "";
    await user.keyboard("{Escape}");
    await user.click(within(sheet).getByRole("button", { name: "Close" }));
    return told;
  };
  const onSkills = await keysOn();
  for (const name of ["Edit SKILL.md", "Select all", "Undo last change…"]) expect(onSkills).toContain(name);
  expect(onSkills).not.toContain("Next turn");
  await user.keyboard("gd");
  await screen.findByRole("grid", { name: "Recorded snapshots" });
  const onDrift = await keysOn();
  expect(onDrift).toContain("Compare snapshot with disk");
  expect(onDrift).not.toContain("Edit SKILL.md");
});

test("Ctrl Z is left to a field in which one types, and says when there is nothing to undo", async () => {
  const { host, user } = await open();
  await user.keyboard("/");
  await user.keyboard("{Control>}z{/Control}");
  expect(host.asked.map(({ name }) => name)).not.toContain("journal");
  screen.getByRole("listbox", { name: "Skills" }).focus();
  await user.keyboard("{Control>}z{/Control}");
  expect(await screen.findByText("Nothing to undo.")).toBeInTheDocument();
});

test("Ctrl R looks again", async () => {
  const { host, user } = await open();
  await user.keyboard("{Control>}r{/Control}");
  expect(host.asked.map(({ name }) => name)).toContain("look_again");
  expect(await screen.findByText(/^Refreshed at /)).toBeInTheDocument();
});

test("the status bar says how fresh it is, what it read, and what the signs mean", async () => {
  await open();
  const bar = screen.getByRole("contentinfo");
  expect(bar).toHaveTextContent(/read \d\d:\d\d:\d\d/);
  for (const words of ["6 sessions", "1 corrupt", "Pixir 0.1.12", "recorded", "reconstructed", "inferred"]) {
    expect(bar).toHaveTextContent(words);
  }
});

test("a settings file that cannot be read is named above every screen", async () => {
  const host = fakeHost();
  const ask = host.ask;
  const message = "/data/modes.json cannot be read. Fix or remove it; until then the mode is read-only.";
  const problems = [{ path: "/data", code: "settings", message: said(message) }];
  host.ask = async (name, body) => {
    const answer = await ask(name, body);
    return name === "workspace" ? { ...answer, settings_problems: problems } : answer;
  };
  const { user } = await open(host);
  expect(screen.getByRole("alert")).toHaveTextContent(message);
  await user.keyboard("g,");
  expect(await screen.findByRole("heading", { name: "Permissions" })).toBeInTheDocument();
  expect(screen.getByRole("alert")).toHaveTextContent(message);
});

test("a workspace that is gone is told in words", async () => {
  const host = fakeHost();
  const ask = host.ask;
  const problem = "/home/mara/acme/payments does not exist any more.";
  host.ask = async (name, body) => {
    const answer = await ask(name, body);
    return name === "workspace" ? { ...answer, problem: said(problem) } : answer;
  };
  const { user } = await open(host);
  expect(screen.getByRole("alert")).toHaveTextContent(problem);
  // What nobody looked at before is there all the same.
  await user.keyboard("g,");
  expect(await screen.findByRole("heading", { name: "Permissions" })).toBeInTheDocument();
});
