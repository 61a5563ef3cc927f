import type { Ref } from "react";
import type { FindingRow } from "../../host/wire.gen.ts";

/** What can be done to an editor from outside. */
export interface TextEditorHandle {
  /** Puts another text into it as one change, which can be undone there. */
  set: (text: string) => void;
  /** Goes to a line, counted from 1. */
  goTo: (line: number) => void;
}

export interface TextEditorProps {
  label: string;
  /** The text it begins with; later ones are set through the handle. */
  start: string;
  /** Marked as Markdown with frontmatter. */
  markdown: boolean;
  findings: readonly FindingRow[];
  onChange: (text: string) => void;
  /** Line and column of the cursor, counted from 1. */
  onPlace: (line: number, column: number) => void;
  ref: Ref<TextEditorHandle>;
}
