import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { diffNoteWords, driftNoteWords, driftStepWords, takenWords } from "../../facts/driftWords.ts";
import { icons } from "../../facts/icons.ts";
import { Words } from "../../facts/Words.tsx";
import type { DiffView, DriftFact, DriftStep, RecordedPart } from "../../host/wire.gen.ts";
import type { Glyph } from "../../kit/Icon.tsx";
import { Note } from "../../kit/Note.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { rawText } from "../../language/foreign.ts";
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
          <Words text={takenWords(taken)} />
        </Note>
      )}
      {view.other === null && same_at.length > 0 && (
        <Note tone="info">
          <Verbatim text={t`The same text exists at ${rawText(same_at.join(", "))}.`} />
        </Note>
      )}
      {view.notes.map((note, at) => (
        <Note key={at} tone="info">
          <Verbatim text={diffNoteWords(note, view.other === null ? "disk" : "snapshots")} />
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
      <p>{t`Recorded text: ${stepsWords(steps.recorded_steps)}.`}</p>
      {steps.disk_steps.length > 0 && <p>{t`File on disk: ${stepsWords(steps.disk_steps)}.`}</p>}
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
function sentence({ drift: { state, detail }, other, changes }: DiffView): Sentence | null {
  // The state is that of the first snapshot against the disk; two snapshots have none.
  if (other !== null) {
    const equal = t`Both snapshots have the same text. Nothing to compare.`;
    return changes === 0 ? { tone: "info", icon: icons.identical, words: equal } : null;
  }
  const note = detail === null ? "" : driftNoteWords(detail);
  const equal = t`Snapshot and file on disk are the same. Nothing to compare.`;
  const same = (words: string): Sentence => ({ tone: "info", icon: icons.identical, words });
  switch (state) {
    case "identical":
      // Of less than the whole file the engine says what is the same.
      return same(detail?.code === "unchanged" ? sameWords(detail.args.part) : equal);
    case "renamed":
      return same(t`Renamed: ${note}. ${equal}`);
    case "moved_scope":
      return same(t`Moved: ${note}. ${equal}`);
    case "in_another_version":
      return same(t`In another version: ${note}. ${equal}`);
    case "shadowed_now":
      return same(t`Shadowed ${note}. ${equal}`);
    case "resources_changed":
      return same(t`Bundled files changed: ${note}. ${equal}`);
    case "deleted":
      return { tone: "danger", icon: icons.deleted, words: t`Deleted. The last copy is in the log.` };
    case "filled":
      return same(t`The body on disk is unchanged, ${note}.`);
    case "changed_by_agent":
      return { tone: "info", words: t`The file is unchanged; the agent changed the text: ${note}.` };
    case "unverifiable":
      return { tone: "unknown", words: t`Not comparable: ${note}.` };
    case "whitespace_only":
    case "frontmatter_only":
    case "body_changed":
      return null;
    default:
      return state satisfies never;
  }
}

function sameWords(part: RecordedPart): string {
  return part === "part"
    ? t`This part is unchanged; only a part was recorded.`
    : t`The body is unchanged; only the body was recorded.`;
}

function stepsWords(steps: readonly DriftStep[]): string {
  return steps.map(driftStepWords).join("; ");
}
