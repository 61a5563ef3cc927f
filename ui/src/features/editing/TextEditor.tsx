import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { markdown } from "@codemirror/lang-markdown";
import { yamlFrontmatter } from "@codemirror/lang-yaml";
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { EditorState, type Text } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { useEffect, useImperativeHandle, useRef } from "react";
import { findingWords, remedyWords } from "../../facts/findingWords.ts";
import type { FindingRow } from "../../host/wire.gen.ts";
import type { TextEditorProps } from "./editorProps.ts";
import { phrases } from "./phrases.ts";
import "./editing.css";

/**
 * A text to be edited, with line numbers, search and undo.
 *
 * It stands in a shadow root, because there its styles are adopted as style sheets; in the page itself they would
 * be a style element, which the content policy refuses.
 */
export default function TextEditor({
  label,
  start,
  markdown: isMarkdown,
  findings,
  onChange,
  onPlace,
  ref,
}: TextEditorProps) {
  const around = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const heard = useRef({ onChange, onPlace });
  heard.current = { onChange, onPlace };
  const first = useRef({ label, start, isMarkdown });
  useEffect(() => {
    const element = around.current;
    if (element === null) return;
    const { label, start, isMarkdown } = first.current;
    const root = element.shadowRoot ?? element.attachShadow({ mode: "open", delegatesFocus: true });
    const editor = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: start,
        extensions: [
          EditorState.lineSeparator.of(lineEnd(start)),
          EditorState.phrases.of(phrases),
          lineNumbers(),
          highlightActiveLineGutter(),
          highlightSpecialChars({ addSpecialChars: unseen }),
          history(),
          drawSelection(),
          highlightActiveLine(),
          highlightSelectionMatches(),
          search({ top: true }),
          lintGutter(),
          EditorView.lineWrapping,
          isMarkdown ? yamlFrontmatter({ content: markdown() }) : [],
          syntaxHighlighting(colours),
          look,
          EditorView.contentAttributes.of({ "aria-label": label }),
          keymap.of([...searchKeymap, ...historyKeymap, ...lintKeymap, ...defaultKeymap]),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) heard.current.onChange(textOf(update.state));
            if (update.docChanged || update.selectionSet) {
              const head = update.state.selection.main.head;
              const line = update.state.doc.lineAt(head);
              heard.current.onPlace(line.number, head - line.from + 1);
            }
          }),
        ],
      }),
    });
    view.current = editor;
    return () => {
      view.current = null;
      editor.destroy();
    };
  }, []);
  useImperativeHandle(
    ref,
    () => ({
      set(text) {
        const editor = view.current;
        if (editor === null) return;
        const changes = between(editor.state.doc, editor.state.toText(text));
        if (changes !== null) editor.dispatch({ changes });
      },
      goTo(number) {
        const editor = view.current;
        if (editor === null) return;
        const line = editor.state.doc.line(Math.min(Math.max(number, 1), editor.state.doc.lines));
        editor.dispatch({
          selection: { anchor: line.from },
          effects: EditorView.scrollIntoView(line.from, { y: "center" }),
        });
        editor.focus();
      },
    }),
    [],
  );
  useEffect(() => {
    const editor = view.current;
    if (editor !== null)
      editor.dispatch(setDiagnostics(editor.state, diagnostics(editor.state.doc, findings)));
  }, [findings]);
  return <div ref={around} className="text-editor block high" />;
}

/** What ends its lines. Only where all end in CRLF does a new one too; elsewhere a CR is a character of its line. */
function lineEnd(text: string): string {
  const all = text.split("\n").length - 1;
  return all > 0 && text.split("\r\n").length - 1 === all && !/\r(?!\n)/.test(text) ? "\r\n" : "\n";
}

function textOf(state: EditorState): string {
  return state.sliceDoc();
}

/** The one run of characters in which two texts differ. */
function between(before: Text, after: Text): { from: number; to: number; insert: Text } | null {
  if (before.eq(after)) return null;
  const [a, b] = [before.toString(), after.toString()];
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < Math.min(a.length, b.length) - head && a[a.length - 1 - tail] === b[b.length - 1 - tail])
    tail += 1;
  return { from: head, to: a.length - tail, insert: after.slice(head, b.length - tail) };
}

function diagnostics(doc: Text, findings: readonly FindingRow[]): Diagnostic[] {
  return findings.flatMap((finding) => {
    const { line, severity, rule, text } = finding;
    if (line === null || line < 1 || line > doc.lines) return [];
    const at = doc.line(line);
    return {
      from: at.from,
      to: at.to,
      severity: severity === "note" ? "info" : severity,
      source: rule,
      message: `${findingWords(text)} ${remedyWords(finding)}`.trimEnd(),
    };
  });
}

/** Direction marks and other characters that a model reads and a person does not see. */
const unseen = /[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\u2800]/gu;

const colours = HighlightStyle.define([
  { tag: tags.heading, fontWeight: "700" },
  { tag: tags.strong, fontWeight: "700" },
  { tag: tags.emphasis, fontStyle: "italic" },
  { tag: tags.processingInstruction, color: "var(--accent)" },
  { tag: [tags.link, tags.url], color: "var(--accent)" },
  { tag: tags.monospace, color: "var(--text-2)" },
  { tag: tags.comment, color: "var(--text-3)" },
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--accent)" },
  { tag: tags.meta, color: "var(--text-3)" },
]);

const look = EditorView.theme({
  "&": { height: "100%", backgroundColor: "var(--surface)", color: "var(--text)" },
  "&.cm-focused": { outline: "2px solid var(--focus)", outlineOffset: "-2px" },
  ".cm-scroller": {
    font: "400 12px/19px var(--mono)",
    fontVariantLigatures: "none",
    fontFeatureSettings: '"calt" 0, "liga" 0',
  },
  ".cm-content": { caretColor: "var(--accent)", padding: "8px 0" },
  ".cm-line": { padding: "0 20px 0 8px" },
  ".cm-cursor": { borderLeft: "2px solid var(--accent)" },
  ".cm-gutters": { backgroundColor: "var(--surface)", color: "var(--text-3)", border: "none" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--hover)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    background: "var(--selection)",
  },
  ".cm-selectionMatch, .cm-searchMatch": { backgroundColor: "var(--mark)" },
  ".cm-searchMatch-selected": { outline: "1px solid var(--accent)" },
  ".cm-specialChar": { color: "var(--warn)", fontWeight: "700" },
  ".cm-panels": {
    backgroundColor: "var(--sunken)",
    color: "var(--text)",
    borderBottom: "1px solid var(--line)",
    font: "var(--small)",
  },
  ".cm-panel.cm-search": { padding: "6px 28px 6px 10px" },
  ".cm-textfield": {
    backgroundColor: "var(--surface)",
    color: "var(--text)",
    border: "1px solid var(--line-control)",
    borderRadius: "6px",
    fontSize: "12px",
  },
  ".cm-button": {
    backgroundColor: "var(--raised)",
    backgroundImage: "none",
    color: "var(--text)",
    border: "1px solid var(--line-strong)",
    borderRadius: "6px",
    fontSize: "12px",
  },
  ".cm-panel button[name=close]": { color: "var(--text-2)", width: "24px", height: "24px" },
  ".cm-tooltip": {
    backgroundColor: "var(--raised)",
    color: "var(--text)",
    border: "1px solid var(--line-strong)",
    borderRadius: "6px",
    maxWidth: "420px",
    font: "var(--small)",
  },
});
