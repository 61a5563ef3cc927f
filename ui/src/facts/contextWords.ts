// What a session had in context and where it comes from, in words.

import { plural, t } from "@lingui/core/macro";
import type {
  CatalogDifference,
  ContextNote,
  EventKinds,
  ForkNote,
  ItemKind,
  Notice,
  OriginFact,
  RelativeFact,
  VersionInContext,
  WorkspacesFound,
} from "../host/wire.gen.ts";
import { spelled } from "../kit/seen.ts";
import { count } from "../language/numbers.ts";

/** Something odd about what was in context, in a sentence. */
export function contextNoteWords(note: ContextNote): string {
  switch (note.code) {
    case "versions": {
      const versions = note.args.versions.map(versionWords).join(", ");
      return t`${count(note.args.versions.length)} versions of ${spelled(note.args.name)} are in context: ${versions}.`;
    }
    case "mismatch":
      return t`${spelled(note.args.name)}: the recorded hash does not match the recorded text (line ${count(note.args.line)}).`;
    case "sent_again":
      return t`The text of ${spelled(note.args.name)} (${note.args.letter}) is sent ${count(note.args.times)} times.`;
    case "in_context_again":
      return t`The text of ${spelled(note.args.name)} (${note.args.letter}) is in context ${count(note.args.times)} times.`;
    case "no_hash":
      return plural(note.args.count, {
        one: "# of the sent texts has no recorded hash.",
        other: "# of the sent texts have no recorded hash.",
      });
    case "open_order":
      return t`The log does not show if this call was made before or after the texts marked as unknown.`;
    case "other_history": {
      const thread = spelled(note.args.thread);
      return note.args.end === null
        ? t`Unknown: the history is in thread ${thread}; its skill texts are not included.`
        : t`Unknown: the history before ordinal ${count(note.args.end)} is in thread ${thread}; its skill texts are not included.`;
    }
    case "recorded_by_assay":
      return t`Assay recorded this session itself; it does not know what the agent sent to the model.`;
    case "no_requests":
      return t`${note.args.agent} does not record its requests to the model.`;
    default:
      return note satisfies never;
  }
}

function versionWords({ letter, turn }: VersionInContext): string {
  return turn === null ? letter : t`${letter} from turn ${count(turn)}`;
}

export function catalogDifferenceWords(difference: CatalogDifference): string {
  const name = spelled(difference.args.name);
  switch (difference.code) {
    case "as_recorded": {
      const [session, turn] = [spelled(difference.args.session), difference.args.turn];
      return turn === null
        ? t`${name} was listed as session ${session} recorded it`
        : t`${name} was listed as session ${session} recorded it in turn ${count(turn)}`;
    }
    case "missing":
      return t`${name} did not exist`;
    default:
      return difference satisfies never;
  }
}

/** A fact about a relative of a session, to be listed. */
function relativeWords(fact: RelativeFact): string {
  switch (fact.code) {
    case "fork_of":
      return t`fork of ${spelled(fact.args.parent)} (log missing)`;
    case "subagent_of":
      return t`subagent of ${spelled(fact.args.parent)} (log missing)`;
    case "forked":
      return t`forked`;
    case "forked_at":
      return t`forked at seq ${fact.args.seq}, ${copiedWords(fact.args.events)}`;
    case "logged":
      return spelled(fact.args.word);
    case "own_workspace":
      return t`in its own workspace`;
    case "running":
      return t`running`;
    case "detached":
      return t`detached: no end recorded, and no process writes its log`;
    case "no_end":
      return t`no end recorded`;
    case "never_started":
      return t`never started`;
    case "by_copied_events":
      return t`by copied events`;
    case "retried":
      return t`retried`;
    case "log_missing":
      return t`log missing`;
    case "own_ancestor":
      return t`its own ancestor`;
    case "more_below":
      return t`more below`;
    default:
      return fact satisfies never;
  }
}

export function relativesWords(facts: readonly RelativeFact[]): string {
  return facts.map(relativeWords).join(", ");
}

function copiedWords(events: number | null): string {
  return events === null
    ? t`the number of copied events is not recorded`
    : plural(events, { one: "# event copied", other: "# events copied" });
}

/** Where a session comes from. */
export function originWords({ text, parent, parent_id }: OriginFact): string {
  const words = originTextWords(text, spelled(parent_id));
  return parent === null ? t`${words}; the parent’s log is missing` : words;
}

function originTextWords(text: OriginFact["text"], parent: string): string {
  switch (text.code) {
    case "forked": {
      const events = copiedWords(text.args.events);
      return text.args.seq === null
        ? t`forked from ${parent} at an unknown event, ${events}`
        : t`forked at seq ${text.args.seq} of ${parent}, ${events}`;
    }
    case "subagent":
      return text.args.unnamed ? t`subagent of ${parent} (not named in its log)` : t`subagent of ${parent}`;
    default:
      return text satisfies never;
  }
}

export function noticeWords({ kind, letters, turns }: Notice): string {
  const name = spelled(letters[0]?.name ?? "");
  const named = letters.map(({ letter }) => letter).join(", ");
  const [from, to] = turns === null ? [0, 0] : turns;
  if (kind === "versions") {
    const versions = plural(letters.length, { one: "# version", other: "# versions" });
    if (turns === null) return t`${versions} of ${name} are in context together: ${named}.`;
    return from === to
      ? t`${versions} of ${name} are in context together in turn ${count(from)}: ${named}.`
      : t`${versions} of ${name} are in context together in turns ${count(from)} to ${count(to)}: ${named}.`;
  }
  if (turns === null) return t`The text of ${name} (${named}) is sent more than once.`;
  return from === to
    ? t`The text of ${name} (${named}) is sent more than once in turn ${count(from)}.`
    : t`The text of ${name} (${named}) is sent more than once in turns ${count(from)} to ${count(to)}.`;
}

export function forkNoteWords(note: ForkNote): string {
  switch (note) {
    case "parent_unknown":
      return t`The event it began at is missing from the parent’s log, so the parent’s skills are unknown.`;
    case "copies_dropped":
      return t`A fork copies activations that a compaction of its parent had dropped: they are in context again.`;
    case "starts_empty":
      return t`A subagent starts empty: it is given none of its parent’s skill texts.`;
    default:
      return note satisfies never;
  }
}

export function itemWords(kind: ItemKind): string {
  switch (kind) {
    case "workspace_and_posture":
      return t`workspace and posture`;
    case "workspace":
      return t`workspace`;
    case "latest_message":
      return t`user message, the latest`;
    case "message":
      return t`user message`;
    case "answer":
      return t`assistant message`;
    case "reasoning":
      return t`reasoning`;
    case "call":
      return t`tool call`;
    case "output":
      return t`tool result`;
    case "resource":
      return t`resource viewed again`;
    case "orphan":
      return t`placeholder for a missing result`;
    case "activation":
      return t`skill text`;
    case "reference":
      return t`reference to a skill text`;
    case "child":
      return t`end of a subagent`;
    case "checkpoint":
      return t`compaction summary`;
    case "branch_summary":
      return t`fork summary`;
    case "fact":
      return t`hydrated context`;
    default:
      return kind satisfies never;
  }
}

export function eventKindWords({ types, bookkeeping }: EventKinds): string {
  const kept = plural(bookkeeping, { one: "# bookkeeping line", other: "# bookkeeping lines" });
  return [...types.map(spelled), ...(bookkeeping === 0 ? [] : [kept])].join(", ");
}

/** What a search for workspaces came to. */
export function foundWords({ total, below, folders, cut, ...found }: WorkspacesFound): string {
  const workspaces = plural(total, { one: "# workspace", other: "# workspaces" });
  const searched = plural(folders, { one: "# folder searched", other: "# folders searched" });
  const [path, fresh] = [spelled(below), count(found.new)];
  return cut
    ? t`${workspaces} below ${path}, ${fresh} of them new; ${searched}. Deeper or further folders, or those after it was stopped, were not searched.`
    : t`${workspaces} below ${path}, ${fresh} of them new; ${searched}.`;
}
