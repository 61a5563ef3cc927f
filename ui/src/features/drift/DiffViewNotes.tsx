import { icons } from "../../facts/icons.ts";
import type { DiffView } from "../../host/wire.gen.ts";
import type { Glyph } from "../../kit/Icon.tsx";
import { Note } from "../../kit/Note.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";

/** What must be known before the lines are read. */
export function DiffViewNotes({ view }: { view: DiffView }) {
  const state = sentence(view);
  if (state === null && view.notes.length === 0) return null;
  return (
    <div className="diff-notes">
      {state !== null && (
        <Note tone={state.tone} icon={state.icon}>
          <Verbatim text={state.words} />
        </Note>
      )}
      {view.notes.map((note) => (
        <Note key={note} tone="info">
          <Verbatim text={note} />
        </Note>
      ))}
    </div>
  );
}

interface Sentence {
  tone: "info" | "danger" | "unknown";
  icon?: Glyph;
  words: string;
}

/** The state in a sentence, where the lines alone would not say it. */
function sentence({ drift: { state, note }, other, changes }: DiffView): Sentence | null {
  // The state is that of the first snapshot against the disk; two snapshots have none.
  if (other !== null) {
    const equal = "Both snapshots have the same text. Nothing to compare.";
    return changes === 0 ? { tone: "info", icon: icons.identical, words: equal } : null;
  }
  const behind = note === "" ? "" : ` ${note}`;
  const equal = "Snapshot equals disk. Nothing to compare.";
  switch (state) {
    case "identical":
      return { tone: "info", icon: icons.identical, words: equal };
    case "renamed":
      return { tone: "info", icon: icons.identical, words: `${equal} Renamed,${behind}.` };
    case "moved_scope":
      return { tone: "info", icon: icons.identical, words: `${equal} Moved scope,${behind}.` };
    case "shadowed_now":
      return { tone: "info", icon: icons.identical, words: `${equal} Shadowed now${behind}.` };
    case "resources_changed":
      return { tone: "info", icon: icons.identical, words: `${equal}${behind}.` };
    case "deleted":
      return { tone: "danger", icon: icons.deleted, words: "Deleted. The log holds the last copy." };
    case "body_comparable_only":
      return { tone: "unknown", words: `Body comparable only:${behind}.` };
    case "unverifiable":
      return { tone: "unknown", words: `Unverifiable:${behind}.` };
    case "whitespace_only":
    case "frontmatter_only":
    case "body_changed":
      return null;
    default:
      return state satisfies never;
  }
}
