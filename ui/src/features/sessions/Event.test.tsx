import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { driftFact } from "../../host/samples/driftFact.ts";
import { wholeFile } from "../../host/samples/event.ts";
import { foreign, foreigns } from "../../host/samples/foreign.ts";
import { said } from "../../host/samples/said.ts";
import type { Clip, EventView, HydratedFact, Letter, LogPart } from "../../host/wire.gen.ts";
import { FindContext } from "../../kit/find.ts";
import { drawn, textOf } from "./drawn.tsx";
import { EventArticle } from "./EventArticle.tsx";
import { type Reading, ReadingContext } from "./reading.ts";

const text = (text: string, lines = text.split("\n").length): Clip => ({
  text: foreign(text),
  lines,
  bytes: text.length,
  cut: false,
});
const letter: Letter = {
  letter: "F",
  colour: 5,
  name: foreign("release-notes"),
  hash: "c01eef18",
  version: 2,
  versions: 2,
};
const outcome = { line: 8, seq: "7", ok: false, exit_code: 2, error: null, output: text("boom") };

const fact: HydratedFact = {
  id: "hyd_1",
  skill: foreign("release-notes"),
  scope: foreign("repo"),
  hash: "c01eef18",
  source: foreign("log"),
  title: foreign("Commits"),
  command: foreign("git log"),
  surface: foreign("command"),
  shell: null,
  cwd: foreign("/w"),
  executable: foreign("/usr/bin/git"),
  execution: "explicit",
  mode: foreign("ask"),
  by: foreign("mara"),
  rule: null,
  lifetime: foreign("session"),
  exit_code: 0,
  ended: null,
  duration_ms: 170,
  sandbox: null,
  bytes_total: 13,
  bytes_kept: 13,
  truncated: false,
  redactions: 0,
  replaced: 0,
  limitations: [],
  sha256: "e2f7dba7",
  requester: null,
  steps: [],
  released: { to: "pixir", at: 0 },
};

/** One event of every kind the engine knows, and what must be read of it. */
const kinds: { [K in EventView["kind"]]: [Extract<EventView, { kind: K }>, RegExp] } = {
  user_message: [
    { kind: "user_message", text: text("hello"), resources: [foreign("a.pdf, 12 bytes")], by_runtime: false },
    /User.*hello.*attached: a\.pdf, 12 bytes/,
  ],
  assistant_message: [
    {
      kind: "assistant_message",
      markdown: {
        blocks: [{ kind: "paragraph", spans: [{ kind: "text", text: foreign("done") }] }],
        omitted_blocks: 0,
        omitted_bytes: 0,
      },
      text: text("done"),
      attributed: null,
      partial: foreign("cut by the provider"),
    },
    /Assistant.*cut by the provider.*done/,
  ],
  reasoning: [
    { kind: "reasoning", summary: text(""), encrypted_bytes: 1204 },
    /Reasoning.*1,204 bytes, encrypted, no summary.*unknown/,
  ],
  skill_activation: [
    {
      kind: "skill_activation",
      letter,
      by: foreign("user"),
      scope: foreign("repo"),
      short_path: foreign("repo:release-notes/SKILL.md"),
      path: foreign("/r/SKILL.md"),
      integrity: "mismatch",
      drift: driftFact("body_changed", null, { added: 6, removed: 4 }),
      lines: 93,
      bytes: 3151,
      told: wholeFile,
    },
    /Skill activated.*release-notes.*repo.*by user.*c01eef18.*mismatch.*body changed \+6 −4.*93 lines.*Show text.*Compare with disk/,
  ],
  subagent: [
    {
      kind: "subagent",
      phase: foreign("finished"),
      agent: foreign("explorer"),
      task: text("look"),
      summary: text("eleven"),
      key: "explorer",
      child: foreign("s1"),
      mode: foreign("read_only"),
    },
    /Subagent finished.*explorer.*mode read_only.*look.*eleven.*session s1.*Open session/,
  ],
  posture: [
    { kind: "posture", mode: foreign("ask"), lineage: foreign("root"), source: foreign("workspace") },
    /Permission mode.*ask.*root session, from workspace/,
  ],
  workflow: [
    {
      kind: "workflow",
      phase: foreign("step_scheduled"),
      name: foreign("release"),
      step: foreign("draft"),
      status: foreign("running"),
      template: foreign("release-notes/draft"),
    },
    /Workflow.*release.*step scheduled, step draft, running.*template release-notes\/draft/,
  ],
  fork: [
    { kind: "fork", parent: foreign("p1"), to_seq: "7", copied: 1 },
    /Forked.*from p1, up to event 7, 1 event copied/,
  ],
  branch_summary: [{ kind: "branch_summary", text: text("left early") }, /Branch summary.*left early/],
  compaction: [
    {
      kind: "compaction",
      trigger: foreign("context_pressure"),
      range: foreign("0–97"),
      events: 98,
      dropped: [{ letter, after: "not_given_again" }],
      summary: text("so far"),
    },
    /Compaction.*context pressure, event 0–97, 98 events summarized.*dropped.*release-notes.*not loaded again.*so far/,
  ],
  usage: [
    {
      kind: "usage",
      model: foreign("gpt-5.5"),
      input: 31204,
      cached: 24576,
      output: 1118,
      index_hash: null,
      pressure: null,
    },
    /Usage.*gpt-5\.5, 31,204 tokens in, 24,576 cached, 1,118 out/,
  ],
  failed: [
    { kind: "failed", status: foreign("provider_error"), code: foreign("network"), message: text("closed") },
    /Turn failed.*network, provider error.*closed/,
  ],
  tool_call: [
    {
      kind: "tool_call",
      name: foreign("bash"),
      head: foreign("mix test"),
      args: text('{"command":"mix test"}'),
      call_id: foreign("k1"),
      attributed: null,
      result: outcome,
    },
    /bash.*mix test.*failed.*exit 2.*boom/,
  ],
  tool_result: [
    { kind: "tool_result", call_id: foreign("k41"), result: outcome },
    /Result without call.*k41.*failed.*boom/,
  ],
  permission: [
    {
      kind: "permission",
      decision: foreign("deny"),
      gate: foreign("write"),
      reason: foreign("the mode asks"),
      call_id: foreign("k1"),
      refused: null,
    },
    /Denied.*by gate write, call k1.*the mode asks/,
  ],
  hydration: [
    { kind: "hydration", fact, output: text("a1 one\nb2 two"), lost: null },
    /Context hydrated.*git log.*exit 0, 170 ms.*2 lines, 13 bytes, complete.*Show bytes.*source log of release-notes.*c01eef18.*allowed for this session by mara, mode ask ?sent to pixir at \d\d:/,
  ],
  skill_listing: [
    {
      kind: "skill_listing",
      names: [foreign("notes"), foreign("deploy")],
      text: text("- notes: Use when."),
      adds: true,
    },
    /Skills added to catalog.*2 skills/,
  ],
  bookkeeping: [
    { kind: "bookkeeping", lines: 3, types: [foreign("mode_change"), foreign("token_count")], open: false },
    /3 internal lines.*mode_change, token_count.*Show/,
  ],
  other: [
    { kind: "other", name: foreign("mode_change"), raw: text('{"mode":"plan"}') },
    /Internal.*mode_change/,
  ],
  unknown: [
    { kind: "unknown", name: foreign("latency_probe"), raw: text('{"v":412}') },
    /Unknown type.*latency_probe.*unknown.*\{"v":412\}/,
  ],
  unread: [
    {
      kind: "unread",
      reason: { code: "not_json", args: { at: 0, met: { code: "byte", args: 0 } } },
      raw: text("{"),
    },
    /Unreadable line.*unexpected 0x00 at byte 1.*\{/,
  ],
};

function reading(part: Partial<Reading> = {}): Reading {
  return {
    session: "release",
    id: "20260918T141102-7be41d",
    source: { name: "pixir", label: "Pixir" },
    tells: { permissions: true, live: true, requests: true, numbers: true, names: false },
    isOpen: () => false,
    toggle: vi.fn(),
    openDiff: vi.fn(),
    openSession: vi.fn(),
    openLink: vi.fn(),
    ...part,
  };
}

function draw(what: EventView, acts: Reading = reading(), log: LogPart = "log", words = "") {
  const query = words === "" ? null : ({ words, way: "exact", letters: "any" } as const);
  drawn(
    <FindContext value={{ query, look: vi.fn() }}>
      <ReadingContext value={acts}>
        <EventArticle
          at={0}
          event={{ log, line: 7, file_line: 7, seq: "6", at: 0, offset_ms: 9940, what }}
          current={false}
        />
      </ReadingContext>
    </FindContext>,
  );
  return screen.getByRole("article", { name: log === "log" ? /^Event 6, / : /^Companion line 7, / });
}

test.each(Object.values(kinds))("an event of every kind is drawn: $kind", (what, words) => {
  const article = draw(what);
  expect((article.textContent ?? "").replaceAll(/\s+/g, " ")).toMatch(words);
  expect(article.textContent).toContain("+9.94");
});

test("hostile text becomes tokens and never elements", () => {
  const article = draw({
    kind: "unknown",
    name: foreign("\u202Eepyt"),
    raw: text("<img src=x onerror=alert(1)>\u0000\u0000"),
  });
  expect(article.querySelectorAll("img, script, a[href]")).toHaveLength(0);
  expect(textOf(article)).toContain("U+202Eepyt");
  expect(textOf(article)).toContain("<img src=x onerror=alert(1)>NUL ×2");
});

function hydration(part: Partial<HydratedFact> = {}, lost: string | null = null): EventView {
  return {
    kind: "hydration",
    fact: { ...fact, ...part },
    output: text("a1 one\nb2 two"),
    lost: lost === null ? null : said(lost),
  };
}

const copilot: Partial<Reading> = {
  source: { name: "copilot-cli", label: "Copilot CLI" },
  tells: { permissions: true, live: false, requests: false, numbers: false, names: false },
};

test("an event of another agent is told with that agent's name, never with Pixir's", () => {
  const [message] = kinds.user_message;
  const article = draw({ ...message, by_runtime: true }, reading(copilot));
  expect(textOf(article)).toContain("written by Copilot CLI on the user’s behalf");
  expect(textOf(article)).not.toContain("Pixir");
});

test("an activation says how much of the file was kept, and that its hash was computed", () => {
  const [activation] = kinds.skill_activation;
  const article = draw(
    {
      ...activation,
      integrity: "computed",
      told: {
        kept: "body",
        arguments: foreign("v4.2"),
        read_steps: ["base_directory_line"],
        inferred_by: "listed",
        given_again: true,
        stale: {
          by: "written",
          record: 5,
          line: 5,
        },
      },
    },
    reading(copilot),
  );
  expect(textOf(article)).toMatch(
    /no recorded hash.*inferred its SKILL.md was read, and the session’s catalog lists that file.*outdated.*line 5 wrote to the file.*loaded again.*without frontmatter.*called with v4\.2.*base-directory line removed/,
  );
  expect(article.querySelector(".tone-danger")).toBeNull();
});

test("a stub has no text to be shown and no hash", () => {
  const [activation] = kinds.skill_activation;
  const article = draw({
    ...activation,
    letter: { ...activation.letter, hash: "" },
    integrity: "none",
    told: { ...activation.told, kept: "nothing" },
  });
  expect(textOf(article)).toContain("no text: the agent reported the file as unchanged");
  expect(screen.queryByRole("button", { name: "Show text" })).toBeNull();
});

test("what stands in a companion log says so, and that Pixir's is untouched", () => {
  const article = draw(hydration(), reading(), "companion");
  expect(textOf(article)).toMatch(/^C7/);
  expect(textOf(article)).toContain("companion");
  expect(textOf(article)).toContain("Recorded in Assay’s companion log; Pixir’s log is not changed.");
  expect(textOf(draw(hydration()))).not.toContain("untouched");
});

test.each<[Partial<HydratedFact>, string]>([
  [{ truncated: true, bytes_total: 61_440 }, "13 of 61,440 bytes"],
  [{ redactions: 4 }, "13 bytes, complete, 4 redacted"],
  [{ lifetime: foreign("once"), by: foreign("user") }, "allowed once by user, mode ask"],
  [
    { lifetime: foreign("bytes"), by: foreign("grant"), mode: null },
    "allowed until the skill or command changes by grant",
  ],
  [
    { lifetime: null, by: foreign("rule"), rule: foreign("git reads") },
    "allowed by rule, git reads, mode ask",
  ],
  [{ lifetime: null, by: foreign(""), rule: null }, "not recorded who allowed it"],
  [{ exit_code: null, ended: foreign("SIGKILL"), duration_ms: 10_000 }, "ended by SIGKILL, 10.0 s"],
  [{ released: null }, "not recorded whether it was sent"],
  [{ released: { to: "pixir", at: null } }, "sent to pixir"],
  [{ limitations: foreigns(["stderr dropped", "timeout"]) }, "stderr dropped, timeout"],
])("a hydration says what is known of it: %j", (part, words) => {
  const said = textOf(draw(hydration(part)));
  expect(said).toContain(words);
  expect(said).not.toMatch(/model|saw/u);
});

test("of a hydration that records little, what is there is said and nothing else", () => {
  const bare = { truncated: null, bytes_total: null, released: null, skill: foreign(""), hash: "" };
  const said = textOf(draw(hydration(bare)));
  expect(said).toMatch(/^\S+ ?Context hydrated/u);
  expect(said).toContain("13 bytes");
  expect(said).not.toMatch(/complete|not released|no hash| of ?(allowed|who)/u);
});

test("the bytes of a hydration are a press away, and asked of the log they stand in", async () => {
  const toggle = vi.fn();
  const article = draw(hydration(), reading({ toggle }), "companion");
  expect(textOf(article)).not.toContain("a1 one");
  await userEvent.click(within(article).getByRole("button", { name: "Show bytes" }));
  expect(toggle).toHaveBeenCalledWith("bytes companion 7");
});

test("opened bytes are shown, and what is lost of them is told", () => {
  const open = reading({ isOpen: (name) => name === "bytes companion 7" });
  const article = draw(hydration({}, "the output is not kept any more"), open, "companion");
  expect(textOf(article)).toContain("a1 one b2 two");
  expect(textOf(article)).toContain("Only the beginning was recorded: the output is not kept any more");
});

test("a refused hydration shows what was not run, and what the person said", () => {
  const article = draw(
    {
      kind: "permission",
      decision: foreign("deny"),
      gate: foreign("skill_context_hydration"),
      reason: null,
      call_id: foreign("hyd_1"),
      refused: {
        skill: foreign("release-notes"),
        source: foreign("env"),
        command: foreign("env -0"),
        by: foreign("user"),
        note: foreign("not now"),
      },
    },
    reading(),
    "companion",
  );
  expect(textOf(article)).toMatch(
    /Hydration denied.*env -0.*source env of release-notes, denied by user, not run.*“not now”/,
  );
});

test("a long text is closed past three lines and says how much is left", async () => {
  const toggle = vi.fn();
  const long = Array.from({ length: 14 }, (_, n) => `line ${n + 1}`).join("\n");
  const article = draw(
    { kind: "user_message", text: text(long), resources: [], by_runtime: false },
    reading({ toggle }),
  );
  expect(textOf(article)).toContain("line 3");
  expect(textOf(article)).not.toContain("line 4");
  await userEvent.click(within(article).getByRole("button", { name: "Show 11 more lines of message" }));
  expect(toggle).toHaveBeenCalledWith("text 7");
});

test("an opened text is asked for in windows, an opened event shows its line as written", async () => {
  const what: EventView = {
    kind: "tool_call",
    name: foreign("bash"),
    head: foreign("x"),
    args: text("{}"),
    call_id: foreign("k"),
    attributed: null,
    result: { ...outcome, line: 110, output: { ...text("a\nb\nc\nd"), cut: true } },
  };
  draw(what, reading({ isOpen: (name) => name === "output 110" || name === "raw 7" }));
  expect(await screen.findByText(/13 files changed/)).toBeTruthy();
  expect(textOf(await screen.findByRole("region", { name: "Line 7, raw" }))).toContain(
    '"session_id":"20260918T141102-7be41d"',
  );
});

test("a folded text that holds what is looked for is unfolded, until the reader folds it", async () => {
  const toggle = vi.fn();
  const long = Array.from({ length: 14 }, (_, n) => `line ${n + 1}`).join("\n");
  const message: EventView = { kind: "user_message", text: text(long), resources: [], by_runtime: false };
  const article = draw(message, reading({ toggle }), "log", "LINE 12");
  expect(textOf(article)).toContain("line 12");
  await userEvent.click(within(article).getByRole("button", { name: "Show less of message" }));
  expect(toggle).toHaveBeenCalledWith("folded text 7");
});

test("a folded text that does not hold what is looked for stays folded", () => {
  const long = Array.from({ length: 14 }, (_, n) => `line ${n + 1}`).join("\n");
  const message: EventView = { kind: "user_message", text: text(long), resources: [], by_runtime: false };
  expect(textOf(draw(message, reading(), "log", "nowhere"))).not.toContain("line 12");
});

test("a long text is read on to where a search led, and elsewhere says that it was not", async () => {
  const what: EventView = {
    kind: "tool_call",
    name: foreign("bash"),
    head: foreign("x"),
    args: text("{}"),
    call_id: foreign("k"),
    attributed: null,
    result: { ...outcome, line: 110, output: { ...text("a\nb\nc\nd"), cut: true } },
  };
  expect(draw(what, reading(), "log", "13 files").querySelectorAll("[data-beyond]")).toHaveLength(1);
  cleanup();
  const led = draw(what, reading({ sought: 110 }), "log", "13 files");
  expect(led).toHaveAttribute("data-sought");
  expect(await screen.findByText(/13 files changed/)).toBeTruthy();
});

test("what stands in no drawn part of a line shows the line as written", async () => {
  const toggle = vi.fn();
  const message: EventView = { kind: "user_message", text: text("hi"), resources: [], by_runtime: false };
  draw(message, reading({ sought: 7, toggle }), "log", "some-id");
  await vi.waitFor(() => expect(toggle).toHaveBeenCalledWith("raw 7"), 3000);
});
