import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { icons } from "../../facts/icons.ts";
import type { DiffView, DriftFact } from "../../host/wire.gen.ts";
import type { Glyph } from "../../kit/Icon.tsx";
import { Note } from "../../kit/Note.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";
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
          <Verbatim text={t`The same text lies at ${same_at.join(", ")}.`} />
        </Note>
      )}
      {view.notes.map((note) => (
        <Note key={note} tone="info">
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
      <summary>{t`What was compared`}</summary>
      <p>{t`Of the recorded text: ${steps.recorded.join("; ")}.`}</p>
      {steps.disk.length > 0 && <p>{t`Of the file on disk: ${steps.disk.join("; ")}.`}</p>}
      {holes.length > 0 && (
        <ul className="discs" aria-label={t`What the agent filled in`}>
          {holes.map((hole) => (
            <li key={`${hole.line} ${hole.placeholder} ${hole.filling}`}>
              {hole.blanked ? (
                <Trans>
                  Line {count(hole.line)}: <Verbatim text={hole.placeholder} /> was taken away by the agent;
                  nobody edited the file.
                </Trans>
              ) : (
                <Trans>
                  Line {count(hole.line)}: <Verbatim text={hole.placeholder} /> is{" "}
                  <Verbatim text={hole.filling === "" ? t`nothing` : hole.filling} />
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
  const behind = note === "" ? "" : ` ${note}`;
  const equal = t`Snapshot equals disk. Nothing to compare.`;
  switch (state) {
    case "identical":
      // Of less than the whole file the engine says what is the same.
      return {
        tone: "info",
        icon: icons.identical,
        words: basis === "digest" || basis === "whole_text" ? equal : sentenceOf(note),
      };
    case "renamed":
      return { tone: "info", icon: icons.identical, words: `${equal} ${t`Renamed`},${behind}.` };
    case "moved_scope":
      return { tone: "info", icon: icons.identical, words: `${equal} ${t`Moved scope`},${behind}.` };
    case "shadowed_now":
      return { tone: "info", icon: icons.identical, words: `${equal} ${t`Shadowed now`}${behind}.` };
    case "resources_changed":
      return { tone: "info", icon: icons.identical, words: `${equal}${behind}.` };
    case "deleted":
      return { tone: "danger", icon: icons.deleted, words: t`Deleted. The log holds the last copy.` };
    case "filled":
      return { tone: "info", icon: icons.identical, words: `${t`The body on disk is the same`}${behind}.` };
    case "changed_by_agent":
      return { tone: "info", words: `${t`The file is the same; the agent gave another text`}:${behind}.` };
    case "unverifiable":
      return { tone: "unknown", words: `${t`Unverifiable`}:${behind}.` };
    case "whitespace_only":
    case "frontmatter_only":
    case "body_changed":
      return null;
    default:
      return state satisfies never;
  }
}

function sentenceOf(note: string): string {
  return `${note.charAt(0).toUpperCase()}${note.slice(1)}.`;
}
