import { t } from "@lingui/core/macro";
import { Fragment, memo } from "react";
import type { AnyText } from "../language/foreign.ts";
import { type Alphabet, type Lookalike, mixed } from "./lookalikes.ts";
import { type Seen, seen } from "./seen.ts";
import "./Verbatim.css";

/**
 * Text somebody else wrote, shown so that it cannot pretend: control, bidi and zero-width characters become
 * boxed tokens, words of several alphabets are underlined, nothing in it changes the order of what stands around it, and
 * copying gives the original.
 * `line` draws line ends as tokens too, `text` keeps them.
 */
export const Verbatim = memo(function Verbatim({
  text,
  look = "line",
  mono = false,
}: {
  text: AnyText;
  look?: "line" | "text";
  mono?: boolean;
}) {
  return (
    <bdi className={`verbatim breaks verbatim-${look}${mono ? " mono" : ""}`} dir="ltr">
      {seen(text, look).map((piece, at) => (
        <Fragment key={at}>{drawn(piece)}</Fragment>
      ))}
    </bdi>
  );
});

function drawn(piece: Seen) {
  if (piece.original === undefined) {
    return mixed(piece.text).map(({ text, letters }, at) =>
      letters === undefined ? text : <Lookalikes key={at} word={text} letters={letters} />,
    );
  }
  return (
    <span className="token breaks type-tiny-code within text-warn" data-original={piece.original}>
      {piece.text}
    </span>
  );
}

/** A word of several alphabets whose letters look alike: underlined, and its odd letters named. */
function Lookalikes({ word, letters }: { word: string; letters: readonly Lookalike[] }) {
  const names = alphabetNames();
  const named = letters.map(({ letter, alphabet }) => `${letter} (${names[alphabet]})`).join(", ");
  const says = t`Contains letters of several alphabets: ${named}`;
  return (
    <span className="lookalikes" title={says} data-original={word}>
      {word}
      <span className="unseen"> ({says})</span>
    </span>
  );
}

function alphabetNames(): Record<Alphabet, string> {
  return {
    Latin: t`Latin`,
    Cyrillic: t`Cyrillic`,
    Greek: t`Greek`,
    Armenian: t`Armenian`,
    Cherokee: t`Cherokee`,
  };
}

/** Puts the original characters on the clipboard when the selection holds tokens. For `copy` on the document. */
export function copyOriginals(event: ClipboardEvent): void {
  const selection = document.getSelection();
  if (selection === null || selection.isCollapsed || event.clipboardData === null) return;
  const fragment = selection.getRangeAt(0).cloneContents();
  if (fragment.querySelector("[data-original]") === null) return;
  event.clipboardData.setData("text/plain", originalOf(fragment));
  event.preventDefault();
}

const ownLine = /^(DIV|P|LI|PRE|TR|H[1-6]|DT|DD|BLOCKQUOTE|SECTION|ARTICLE)$/;

/** The text of a piece of the page with every token put back. */
export function originalOf(node: Node): string {
  if (node instanceof HTMLElement) {
    const original = node.dataset.original;
    if (original !== undefined) return original;
    if (node.tagName === "BR") return "\n";
  }
  if (node.nodeType === Node.TEXT_NODE) return node.textContent ?? "";
  let text = "";
  for (const child of node.childNodes) {
    if (child instanceof HTMLElement && ownLine.test(child.tagName) && text !== "" && !text.endsWith("\n")) {
      text += "\n";
    }
    text += originalOf(child);
  }
  return text;
}
