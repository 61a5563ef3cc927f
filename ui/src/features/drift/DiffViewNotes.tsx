import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { icons } from "../../facts/icons.ts";
import type { DiffView, DriftFact } from "../../host/wire.gen.ts";
import type { Glyph } from "../../kit/Icon.tsx";
import { Note } from "../../kit/Note.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { type AnyText, rawText } from "../../language/foreign.ts";
import { count } from "../../language/numbers.ts";
import "./DiffView.css";

/** What must be known before the lines are read. */
export function DiffViewNotes({ view }: { view: DiffView }) {
  const state = sentence(view);
  const { basis } = view.drift;
  const isCompared = view.other === null && basis !== "nothing";
  const { taken, same_at } = view.drift;
  const isBeside = view.other === null && (taken !== null || same_at.length > 0);
  if (state === null && view.notes.length === 0 && !isCompared && !isBeside) return null;
  return (
    <div className="diff-notes stack gap-6">
      {state !== null && (
        <Note tone={state.tone} icon={state.icon}>
          <Verbatim text={state.words} />
        </Note>
      )}
      {view.other === null && taken !== null && (
        <Note tone="info">
          <Verbatim text={sentenceOf(taken.words)} />
        </Note>
      )}
      {view.other === null && same_at.length > 0 && (
        <Note tone="info">
          <Verbatim text={t`The same text exists at ${rawText(same_at.join(", "))}.`} />
        </Note>
      )}
      {view.notes.map((note) => (
        <Note key={rawText(note)} tone="info">
          <Verbatim text={note} />
        </Note>
      ))}
      {isCompared && <Compared fact={view.drift} />}
    </div>
  );
}

/** What was done to both texts, and what the agent had filled in, for who wants to know what a verdict rests on. */
function Compared({ fact: { steps, holes } }: { fact: DriftFact }) {
  return (
    <details className="padded-4 text-2 type-small">
      <summary>{t`Compared content`}</summary>
      <p>{t`Recorded text: ${steps.recorded.join("; ")}.`}</p>
      {steps.disk.length > 0 && <p>{t`File on disk: ${steps.disk.join("; ")}.`}</p>}
      {holes.length > 0 && (
        <ul className="discs" aria-label={t`Values filled in by the agent`}>
          {holes.map((hole) => (
            <li key={`${hole.line} ${rawText(hole.placeholder)} ${rawText(hole.filling)}`}>
              {hole.blanked ? (
                <Trans>
                  Line {count(hole.line)}: the agent removed <Verbatim text={hole.placeholder} />; the file
                  itself was not edited.
                </Trans>
              ) : (
                <Trans>
                  Line {count(hole.line)}: <Verbatim text={hole.placeholder} /> was replaced with{" "}
                  <Verbatim text={rawText(hole.filling) === "" ? t`nothing` : hole.filling} />
                </Trans>
              )}
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}

interface Sentence {
  tone: "info" | "danger" | "unknown";
  icon?: Glyph;
  words: string;
}

/** The state in a sentence, where the lines alone would not say it. */
function sentence({ drift: { state, note, basis }, other, changes }: DiffView): Sentence | null {
  // The state is that of the first snapshot against the disk; two snapshots have none.
  if (other !== null) {
    const equal = t`Both snapshots have the same text. Nothing to compare.`;
    return changes === 0 ? { tone: "info", icon: icons.identical, words: equal } : null;
  }
  const because = (head: string, between = ": ") =>
    rawText(note) === "" ? `${head}.` : `${head}${between}${rawText(note)}.`;
  const equal = t`Snapshot and file on disk are the same. Nothing to compare.`;
  switch (state) {
    case "identical":
      // Of less than the whole file the engine says what is the same.
      return {
        tone: "info",
        icon: icons.identical,
        words: basis === "digest" || basis === "whole_text" ? equal : sentenceOf(note),
      };
    case "renamed":
      return { tone: "info", icon: icons.identical, words: `${because(t`Renamed`)} ${equal}` };
    case "moved_scope":
      return { tone: "info", icon: icons.identical, words: `${because(t`Moved`)} ${equal}` };
    case "in_another_version":
      return { tone: "info", icon: icons.identical, words: `${because(t`In another version`)} ${equal}` };
    case "shadowed_now":
      return { tone: "info", icon: icons.identical, words: `${because(t`Shadowed`, " ")} ${equal}` };
    case "resources_changed":
      return { tone: "info", icon: icons.identical, words: `${because(t`Bundled files changed`)} ${equal}` };
    case "deleted":
      return { tone: "danger", icon: icons.deleted, words: t`Deleted. The last copy is in the log.` };
    case "filled":
      return { tone: "info", icon: icons.identical, words: because(t`The body on disk is unchanged`, ", ") };
    case "changed_by_agent":
      return { tone: "info", words: because(t`The file is unchanged; the agent changed the text`) };
    case "unverifiable":
      return { tone: "unknown", words: because(t`Not comparable`) };
    case "whitespace_only":
    case "frontmatter_only":
    case "body_changed":
      return null;
    default:
      return state satisfies never;
  }
}

function sentenceOf(of: AnyText): string {
  const note = rawText(of);
  return `${note.charAt(0).toUpperCase()}${note.slice(1)}.`;
}
