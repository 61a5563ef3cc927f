import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import axe from "axe-core";
import { expect, test, vi } from "vitest";
import { helpOf, wordOf } from "../facts/help.ts";
import type { Route, SkillTab } from "../facts/route.ts";
import { isTerm, terms } from "../facts/terms.ts";
import { fakeHost } from "../host/fake.ts";
import { manualView } from "../host/samples/manual.ts";
import { App } from "./App.tsx";

vi.setConfig({ testTimeout: 30_000 });

function open(start: Route) {
  const host = fakeHost();
  render(<App host={host} start={start} />);
  return { host, user: userEvent.setup() };
}

const headings = (level: number) =>
  screen.getAllByRole("heading", { level }).map((heading) => heading.textContent);

const tabs: readonly SkillTab[] = [
  "instructions",
  "resources",
  "catalog",
  "checks",
  "versions",
  "usage",
  "sources",
  "activation",
  "hooks",
];

const screens: readonly Route[] = [
  { screen: "skills" },
  ...tabs.map((tab): Route => ({ screen: "skills", tab })),
  { screen: "wins" },
  { screen: "checks" },
  { screen: "edit", id: "a", rel: "SKILL.md" },
  { screen: "sessions" },
  { screen: "session", key: "a" },
  { screen: "drift" },
  { screen: "diff", key: "a", line: 1 },
  { screen: "approvals" },
  { screen: "settings" },
];

test("every screen and every word has its place in the manual", () => {
  const words = Object.keys(terms).filter(isTerm).map(wordOf);
  for (const { topic, section } of [...screens.map(helpOf), ...words]) {
    const page = manualView.pages.find((one) => one.topic === topic);
    expect(page, topic).toBeDefined();
    if (section !== undefined) expect(page?.sections.map(({ id }) => id)).toContain(section);
  }
});

test("the manual tells each word as the window does, and no other", () => {
  const page = manualView.pages.find(({ topic }) => topic === "words");
  const told = page?.sections.filter(({ level }) => level === 3) ?? [];
  const plain = (text: string) => text.replaceAll(/\s+/gu, " ").trim();
  const found = Object.fromEntries(told.map(({ head, words }) => [head, plain(words)]));
  expect(found).toEqual(Object.fromEntries(Object.values(terms).map(({ word, means }) => [word, means])));
});

test("F1 opens the manual at the screen, links lead on, and one comes back", async () => {
  const { user } = open({ screen: "drift" });
  await screen.findByRole("heading", { level: 1, name: "Drift" });
  await user.keyboard("{F1}");
  await screen.findByRole("heading", { level: 1, name: "Drift and restore" });
  const pages = within(screen.getByRole("navigation", { name: "Manual pages" }));
  expect(pages.getByRole("button", { current: "page" })).toHaveTextContent("Drift and restore");
  await user.click(pages.getByRole("button", { name: "What Assay is for" }));
  await user.click(screen.getByRole("button", { name: /^Words links to words\.md#evidence/u }));
  expect(screen.getByRole("heading", { level: 2, name: "Evidence" })).toHaveFocus();
  await user.keyboard("{Alt>}{ArrowLeft}{/Alt}");
  expect(await screen.findByRole("heading", { level: 1, name: "Drift" })).toBeInTheDocument();
});

test("F1 on a word, and pressing it, open the manual at the word", async () => {
  const { user } = open({ screen: "settings" });
  const legend = within(await screen.findByRole("contentinfo"));
  const word = legend.getByText("inferred").closest("button");
  word?.focus();
  await user.keyboard("{F1}");
  expect(await screen.findByRole("heading", { level: 3, name: "inferred" })).toHaveFocus();
  await user.click(legend.getByText("unknown"));
  expect(screen.getByRole("heading", { level: 3, name: "unknown" })).toHaveFocus();
});

test("F1 leaves an open dialog alone", async () => {
  const { user } = open({ screen: "settings" });
  await user.click(await screen.findByRole("button", { name: "Show keyboard shortcuts" }));
  await user.keyboard("{F1}");
  expect(screen.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeInTheDocument();
  expect(screen.queryByRole("navigation", { name: "Manual pages" })).toBeNull();
});

test("the manual is searched by words, headings first, with the keyboard alone", async () => {
  const { user } = open({ screen: "help" });
  await screen.findByRole("heading", { level: 1 });
  expect(headings(1)).toEqual(["The first ten minutes"]);
  await user.keyboard("/exit codes{Enter}");
  const pages = within(screen.getByRole("navigation", { name: "Manual pages" }));
  expect(pages.getAllByRole("button", { name: /: / })[0]).toHaveTextContent("The command line: Exit codes");
  expect(pages.getByRole("button", { name: "The command line: Exit codes" })).toHaveFocus();
  await user.keyboard("{Enter}");
  expect(screen.getByRole("heading", { level: 2, name: "Exit codes" })).toHaveFocus();
  await user.keyboard("/");
  await user.clear(screen.getByRole("textbox", { name: "Search manual" }));
  await user.keyboard("zzz");
  expect(screen.getByText("No results for “zzz”.")).toBeInTheDocument();
});

test("axe finds nothing serious on a page of the manual", async () => {
  open({ screen: "help", topic: "words" });
  await screen.findByRole("heading", { level: 1, name: "Words" });
  const { violations } = await axe.run(document.body, {
    rules: { region: { enabled: false }, "color-contrast": { enabled: false } },
  });
  const bad = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  expect(bad.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
});
