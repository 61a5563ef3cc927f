// Every screen and every dialog that a button of it opens, in a language whose letters all have accents. What stands
// there in plain letters must be a text of a log, a skill or a file, something that was asked for, or a name.

import { act, cleanup, fireEvent, render } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { Route } from "../facts/route.ts";
import { licences } from "../features/settings/licences.ts";
import { type FakeOptions, fakeHost } from "../host/fake.ts";
import { fakeApproval } from "../host/fakeApproval.ts";
import { foreignTexts } from "../host/samples/foreign.ts";
import wire from "../host/wire.gen.ts?raw";
import { plainPieces, speakPseudo } from "./pseudo.ts";

vi.setConfig({ testTimeout: 300_000 });

speakPseudo();
// Many texts are made as their module is.
const { App } = await import("../app/App.tsx");
const { ApprovalWindow } = await import("../approval/ApprovalWindow.tsx");

/** Names that are the same in every language: of agents, keys, files, formats, fields, tools and scopes. */
const names = new Set(
  `Px, Assay, SKILL.md, Esc, Enter, English, Deutsch, Markdown, CSV, JSON, sha256, repo, user, pixir-global, assets,
  references, scripts, shell, command, read, name, part, ask, auto, git, log, deploy.sh --dry-run, ArrowUp, ArrowDown, Alt ArrowUp, Alt ArrowDown, ContextMenu, PATH HOME LANG, invalid`.split(
    /,\s*/u,
  ),
);

/** Rules of the checks have one name in every language, as in the terminal. */
for (const [, rule = ""] of (/LintRuleId = (.+);/u.exec(wire)?.[1] ?? "").matchAll(/"([a-z-]+)"/gu))
  names.add(rule);

/** A hash or its beginning; a version. */
const made = /^[\da-f]{7,64}…?$|^v\d+$/u;

/** Words of the engine's enums: a person is shown the page's word for them. */
const enums = new Set([...wire.matchAll(/"([a-z_-]+)"/gu)].map(([, word = ""]) => word));

/** Members of answers that are no words: ids, kinds and addresses, and names of agents and settings. */
const identifiers = new Set(
  `name label scope id key session file kept_in content_hash agent seqs offset bytes tool tools meets enforces kind reach
  topic title repository repository_path path passed companions folder`.split(/\s+/u),
);

/** Members in which the engine still writes English. What is in none of them has to be translated. */
const english = new Set<string>(
  `approval.words approval.by decision.recorded decision.limitations built_ins.description built_ins.words
  built_ins.prompt`.split(/\s+/u),
);

/** What may stand untranslated: texts of logs, skills and files in the samples, and what was asked for. */
class Untranslated {
  readonly values = new Set<string>();
  text = "";
  take(asked: unknown): void {
    JSON.stringify(asked, (_, value: unknown) => {
      if (typeof value === "string") this.add(value);
      return value;
    });
  }
  /** Takes identifiers of an answer, and words that are not yet codes. */
  answered(request: string, answer: unknown, member = ""): void {
    if (typeof answer === "string") {
      if (identifiers.has(member) || english.has(`${request}.${member}`)) this.add(answer);
    } else if (Array.isArray(answer)) {
      for (const one of answer) this.answered(request, one, member);
    } else if (isMessage(answer)) {
      // What stands at the places of a message is no text of the engine.
      for (const value of Object.values(answer.args ?? {})) {
        if (typeof value === "string") this.add(value);
        else this.answered(request, value);
      }
    } else if (typeof answer === "object" && answer !== null) {
      for (const [name, value] of Object.entries(answer)) this.answered(request, value, name);
    }
  }
  add(value: string): void {
    if (this.values.has(value)) return;
    this.values.add(value);
    this.text += `\n${value}`;
  }
  has(piece: string): boolean {
    for (const value of foreignTexts) this.add(value);
    if (names.has(piece) || made.test(piece) || this.values.has(piece)) return true;
    if (enums.has(piece)) return false;
    return (
      this.text.includes(piece) ||
      (piece.includes(" ") && piece.split(" ").every((word) => this.isWord(word)))
    );
  }
  isWord(word: string): boolean {
    return made.test(word) || this.values.has(word) || !/[A-Za-z]/u.test(word);
  }
}

function isMessage(answer: unknown): answer is { args?: Record<string, unknown> } {
  return typeof answer === "object" && answer !== null && "template" in answer;
}

/** What is drawn or read aloud, each with where it stands. */
function drawn(): { text: string; where: string }[] {
  const found: { text: string; where: string }[] = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node !== null; node = walk.nextNode()) {
    if (node instanceof Element) {
      for (const name of ["aria-label", "title", "placeholder", "aria-roledescription", "aria-valuetext"]) {
        const text = node.getAttribute(name);
        if (text !== null)
          found.push({ text, where: `${name} of ${node.tagName.toLowerCase()}.${node.className}` });
      }
    } else if (node.parentElement?.closest("style, kbd, [lang=en], .cm-editor, .token") === null) {
      found.push({ text: node.textContent ?? "", where: node.parentElement.className });
    }
  }
  return found;
}

const faults = new Set<string>();

function look(data: Untranslated, screen: string): void {
  for (const { text, where } of drawn()) {
    if (data.has(text.trim())) continue;
    for (const piece of plainPieces(text)) {
      if (!data.has(piece)) faults.add(`${screen}: “${piece}” in “${text}” (${where})`);
    }
  }
}

const rest = (ms: number) => act(() => new Promise<void>((done) => setTimeout(done, ms)));

async function open(route: Route, data: Untranslated, state: FakeOptions["state"] = "full") {
  const host = fakeHost({ state, everywhere: route.screen === "sessions" });
  const { ask } = host;
  data.take(licences);
  host.ask = async (name, body) => {
    data.take(body);
    const answer = await ask(name, body);
    data.answered(name, answer);
    return answer;
  };
  render(<App host={host} start={route} />);
  await rest(150);
}

const id = "repo:release-notes";
const routes: readonly Route[] = [
  { screen: "skills", id },
  ...(["resources", "catalog", "checks", "versions", "usage", "sources", "activation", "hooks"] as const).map(
    (tab): Route => ({ screen: "skills", id, tab }),
  ),
  { screen: "wins" },
  { screen: "checks" },
  { screen: "sessions" },
  { screen: "session", key: "release", turn: 2 },
  { screen: "session", key: "damaged" },
  { screen: "drift" },
  { screen: "diff", key: "release", line: 12 },
  { screen: "approvals" },
  { screen: "edit", id, rel: "SKILL.md" },
  { screen: "settings" },
];

/** Words of buttons that were pressed: what one opens is the same everywhere. */
const opened = new Set<string>();

test.each(routes.map((route) => [JSON.stringify(route), route] as const))("%s", async (name, route) => {
  faults.clear();
  const data = new Untranslated();
  await open(route, data);
  look(data, name);
  const buttons = () => [...document.querySelectorAll<HTMLElement>("main button")];
  const opens = buttons().flatMap((button, at) => {
    const words = button.textContent ?? "";
    if (!words.includes("…") || opened.has(words)) return [];
    opened.add(words);
    return [at];
  });
  for (const at of opens) {
    cleanup();
    await open(route, data);
    const button = buttons()[at];
    if (button === undefined) continue;
    fireEvent.click(button);
    await rest(100);
    look(data, `${name} ${button.textContent}`);
  }
  expect([...faults]).toEqual([]);
});

test.each(["empty", "error"] as const)("every screen, %s", async (state) => {
  faults.clear();
  for (const route of routes) {
    cleanup();
    const data = new Untranslated();
    await open(route, data, state);
    look(data, `${JSON.stringify(route)} ${state}`);
  }
  expect([...faults]).toEqual([]);
});

test("the tour of the example, step by step", async () => {
  faults.clear();
  window.history.replaceState(null, "", "?example");
  const data = new Untranslated();
  await open({ screen: "settings" }, data);
  const onward = () => document.querySelectorAll<HTMLElement>("[data-pane=tour] button")[1];
  for (let step = 1; step <= 6; step++) {
    expect(document.querySelector("[data-pane=tour] h2")?.textContent).toContain(`${step}`);
    look(data, `step ${step}`);
    fireEvent.click(onward() ?? document.body);
    await rest(150);
  }
  window.history.replaceState(null, "", "/");
  expect([...faults]).toEqual([]);
});

test.each(["skills", "session", "edit"])("what can be done on %s, and its keys", async (name) => {
  faults.clear();
  const data = new Untranslated();
  const route = routes.find(({ screen }) => screen === name);
  if (route !== undefined) await open(route, data);
  for (const key of [
    { key: "k", code: "KeyK", ctrlKey: true },
    { key: "?", shiftKey: true },
  ]) {
    fireEvent.keyDown(document.body, key);
    await rest(100);
    expect(document.querySelector("dialog[open]")).not.toBeNull();
    look(data, `${name} ${key.key}`);
    fireEvent.keyDown(document.activeElement ?? document.body, { key: "Escape" });
    document.querySelector("dialog[open]")?.dispatchEvent(new Event("cancel"));
    await rest(100);
  }
  expect([...faults]).toEqual([]);
});

const cases = ["usual", "long", "clean", "files", "bare", "activation", "script", "hook", "tool"] as const;
const stages = ["run", "running", "send"] as const;

test.each(cases)("approval of %s", async (name) => {
  faults.clear();
  for (const stage of stages) {
    cleanup();
    const data = new Untranslated();
    const host = fakeApproval({ name, stage });
    const { ask } = host;
    host.ask = async (request, body) => {
      const answer = await ask(request, body);
      data.answered(request, answer);
      return answer;
    };
    render(<ApprovalWindow host={host} />);
    await rest(100);
    look(data, `${name} ${stage}`);
  }
  expect([...faults]).toEqual([]);
});

test("a sentence of an answer has to be translated unless its member is listed as English", () => {
  const data = new Untranslated();
  data.answered("drift", { rows: [{ name: "release-notes", note: "the log holds the last copy" }] });
  expect(data.has("the log holds the last copy")).toBe(false);
  expect(data.has("release-notes")).toBe(true);
});
