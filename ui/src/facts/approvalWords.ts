// What is asked for, what a permission covers and how a run ended, in words.

import { plural, t } from "@lingui/core/macro";
import type {
  AgainstLast,
  AskerText,
  BoundPart,
  ChangedPart,
  CommandKind,
  CoversText,
  CutText,
  HeldText,
  LimitsText,
  MadeVisible,
  ModeSource,
  NotCovered,
  PermissionEffect,
  ReleasedText,
  RunEnd,
  SandboxView,
  WaitingState,
} from "../host/wire.gen.ts";
import { spelled } from "../kit/seen.ts";
import { count } from "../language/numbers.ts";
import { lifetimeWords } from "./lifetimes.ts";

export function commandKindWords(kind: CommandKind): string {
  switch (kind.code) {
    case "no_shell":
      return plural(kind.args.arguments, { one: "# argument, no shell", other: "# arguments, no shell" });
    case "shell":
      return t`bash reads this text`;
    case "files":
      return t`files of the workspace`;
    case "resource":
      return t`a file of this skill`;
    case "by_assay":
      return t`Assay does this itself; no program runs`;
    default:
      return kind satisfies never;
  }
}

export function waitingWords(state: WaitingState): string {
  switch (state) {
    case "waits":
      return t`waits to run`;
    case "runs":
      return t`runs`;
    case "captured":
      return t`waits to be sent`;
    default:
      return state satisfies never;
  }
}

export function askerWords(asker: AskerText): string {
  switch (asker.code) {
    case "window":
      return t`this window`;
    case "terminal":
      return t`a terminal`;
    case "mcp":
      return t`${spelled(asker.args.name)} over MCP`;
    default:
      return asker satisfies never;
  }
}

const bytesOf = (n: number) => plural(n, { one: "# byte", other: "# bytes" });

function bytesWords(bytes: number | null): string {
  return bytes === null ? t`bytes not recorded` : bytesOf(bytes);
}

export function releasedWords(released: ReleasedText): string {
  switch (released.code) {
    case "sent":
      return bytesWords(released.args.bytes);
    case "redacted": {
      const marks = plural(released.args.marks, { one: "# mark", other: "# marks" });
      return t`${bytesWords(released.args.bytes)}, ${marks}`;
    }
    case "nothing_sent":
      return t`nothing sent`;
    case "nothing_run":
      return t`nothing run`;
    default:
      return released satisfies never;
  }
}

function partWords(part: BoundPart): string {
  switch (part.code) {
    case "skill":
      return "SKILL.md";
    case "source":
      return t`the source’s declaration`;
    case "command":
      return t`the command`;
    case "program":
      return t`the program it resolves to`;
    case "program_bytes":
      return t`the program’s bytes`;
    case "script":
      return t`the script`;
    case "place":
      return t`the folder`;
    case "mode":
      return t`the permission mode`;
    case "folder":
      return t`the folder ${spelled(part.args.path)}`;
    case "file":
      return t`the file ${spelled(part.args.path)}`;
    default:
      return part satisfies never;
  }
}

const partsWords = (parts: readonly BoundPart[]) => parts.map(partWords).join(", ");

export function changedWords({ part, lines }: ChangedPart): string {
  return lines === null
    ? t`${partWords(part)} changed`
    : t`${partWords(part)} changed +${count(lines[0])} −${count(lines[1])}`;
}

export function coversWords(covers: CoversText): string {
  switch (covers.code) {
    case "hook_text":
      return t`this hook’s text for every call it is for, until this agent’s connection ends`;
    case "this_request":
      return t`this request only`;
    case "until_session":
      return t`until …${spelled(covers.args.session)} ends, for the same bytes`;
    case "until_connection":
      return t`until this agent’s connection ends, for the same bytes`;
    case "parts":
      return partsWords(covers.args.parts);
    case "parts_and_output":
      return t`${partsWords(covers.args.parts)}, and the output that you send`;
    default:
      return covers satisfies never;
  }
}

export function notCoveredWords(what: NotCovered): string {
  switch (what) {
    case "agent_output":
      return t`Not its output: the agent gets it without you seeing it.`;
    case "other_output":
      return t`Any other output is shown to you before it is sent.`;
    case "later_output":
      return t`Not the output: a later one is sent without you seeing it, unless likely secrets are found.`;
    default:
      return what satisfies never;
  }
}

export function heldWords({ parts, output }: HeldText): string {
  return output === null
    ? t`It covers ${partsWords(parts)}. It does not cover the output, which may differ each time.`
    : t`It covers ${partsWords(parts)}, and the output ${output}.`;
}

export function effectWords(effect: PermissionEffect): string {
  switch (effect.code) {
    case "begins":
      return t`Sending begins your permission “${lifetimeWords[effect.args.lifetime]}”; discarding permits nothing.`;
    case "ended":
      return t`It ran under your permission “${lifetimeWords[effect.args.lifetime]}”, which has ended since.`;
    case "ran_under":
      return t`It ran under your permission “${lifetimeWords[effect.args.lifetime]}”; discarding ends that.`;
    case "replaces":
      return t`Sending makes it cover this output in place of the one before.`;
    case "not_covered":
      return notCoveredWords(effect.args.what);
    default:
      return effect satisfies never;
  }
}

export function limitsWords(limits: LimitsText): string {
  switch (limits.code) {
    case "exactly":
      return t`exactly this, and nothing else`;
    case "read_only":
      return t`read only, keeps ${bytesOf(limits.args.keep)}`;
    case "open":
      return t`your rights, network open, ${timeWords(limits.args.ms)}, keeps ${bytesOf(limits.args.keep)}`;
    case "workspace_read_only":
      return t`workspace read-only, no network, ${timeWords(limits.args.ms)}, keeps ${bytesOf(limits.args.keep)}`;
    case "workspace_writable":
      return t`workspace can be written but for .git, skills and hooks, no network, ${timeWords(limits.args.ms)}, keeps ${bytesOf(limits.args.keep)}`;
    default:
      return limits satisfies never;
  }
}

function timeWords(ms: number): string {
  return ms % 1000 === 0 ? t`${count(ms / 1000)} s` : t`${count(ms)} ms`;
}

export function runEndWords(end: RunEnd): string {
  switch (end.code) {
    case "files_read":
      return plural(end.args.count, { one: "# file read", other: "# files read" });
    case "exit":
      return t`exit ${end.args.code}`;
    case "signal":
      return t`ended by signal ${end.args.signal}`;
    case "timed_out":
      return t`stopped after ${count(end.args.seconds)} s`;
    case "flooded":
      return t`ended for too much output`;
    case "stopped":
      return t`stopped on request`;
    case "too_many_processes":
      return t`ended for too many processes`;
    case "too_much_memory":
      return t`ended for too much memory`;
    case "unknown":
      return t`ended, it is not known how`;
    default:
      return end satisfies never;
  }
}

export function cutWords({ kept, total, lines }: CutText): string {
  const omitted = plural(lines, { one: "# line", other: "# lines" });
  return t`Truncated to the first ${count(kept)} of ${bytesOf(total)}; ${bytesOf(total - kept)} (${omitted}) omitted.`;
}

export function againstLastWords(against: AgainstLast): string {
  switch (against.code) {
    case "first":
      return t`First run of this source in this workspace. Nothing to compare.`;
    case "same":
      return t`Same output as in the last run.`;
    case "differs":
      return t`The output differs from the last run: ${count(against.args.before)} then, ${count(against.args.now)} now.`;
    default:
      return against satisfies never;
  }
}

export function madeVisibleWords({ kind, count: n, line }: MadeVisible): string {
  const found = unseenWords(kind, n);
  return n === 1 ? t`${found}, line ${count(line)}` : t`${found}, from line ${count(line)}`;
}

function unseenWords(kind: MadeVisible["kind"], n: number): string {
  switch (kind) {
    case "control":
      return plural(n, { one: "# control character", other: "# control characters" });
    case "direction":
      return plural(n, { one: "# direction mark", other: "# direction marks" });
    case "escape":
      return plural(n, { one: "# escape sequence", other: "# escape sequences" });
    case "invisible":
      return plural(n, { one: "# invisible character", other: "# invisible characters" });
    default:
      return kind satisfies never;
  }
}

export function sandboxWords({ level }: SandboxView): string {
  switch (level) {
    case "full":
      return t`namespaces, Landlock, seccomp`;
    case "walls":
      return t`Landlock, seccomp`;
    case "none":
      return t`No sandbox on this machine. The command would run with your rights.`;
    default:
      return level satisfies never;
  }
}

export function modeSourceWords(source: ModeSource): string {
  switch (source.code) {
    case "workspace":
      return t`set for this workspace in Assay`;
    case "unreadable":
      return t`${spelled(source.args.file)} can’t be read`;
    case "configuration":
      return t`permission_default in ${spelled(source.args.path)}`;
    case "default":
      return t`Pixir’s default, no configuration was found`;
    default:
      return source satisfies never;
  }
}
