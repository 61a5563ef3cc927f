import { type AnyText, rawText } from "../language/foreign.ts";
import { count } from "../language/numbers.ts";
/** A piece of text as it is drawn; with `original` it is a token that stands for what cannot be seen. */
export interface Seen {
  text: string;
  original?: string;
}

/** Abbreviations of the control characters U+0000 to U+001F. */
const controls = [
  ..."NUL SOH STX ETX EOT ENQ ACK BEL BS TAB LF VT FF CR SO SI".split(" "),
  ..."DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US".split(" "),
];

/**
 * What is not seen, or changes how its neighbours are seen: controls, format characters (bidi, zero width,
 * tags), everything Unicode calls ignorable, line and paragraph separators, halves of pairs, the blank
 * Braille cell, more than four marks on one letter, and terminal sequences as a whole.
 */
const unseen =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /\u001B\[[0-?]{0,32}[ -/]{0,4}[@-~]|\p{M}{5,}|([\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\p{Cs}\u2800])\1*/gu;

/** Joiners and variation marks that belong to a picture are part of it. */
const inPicture = /\p{Extended_Pictographic}\p{Emoji_Modifier}?\uFE0F?$/u;

/** Splits text into what can be drawn as it is and tokens for the rest. Joined originals are the text. */
export function seen(of: AnyText, look: "line" | "text"): Seen[] {
  const text = rawText(of);
  const pieces: Seen[] = [];
  let from = 0;
  for (const found of text.matchAll(unseen)) {
    const original = found[0];
    if (isPlain(original, look) || isPartOfPicture(text, found.index, original)) continue;
    if (found.index > from) pieces.push({ text: text.slice(from, found.index) });
    pieces.push({ text: tokenOf(original), original });
    from = found.index + original.length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from) });
  return pieces;
}

/** One line of letters only, tokens and all: for names that are read aloud and for options of a list. */
export function spelled(text: AnyText): string {
  return seen(text, "line")
    .map((piece) => piece.text)
    .join("");
}

/** How many tokens {@link seen} would make of it. */
export function unseenIn(text: AnyText): number {
  return seen(text, "text").filter((piece) => piece.original !== undefined).length;
}

/** How many characters those tokens stand for. */
export function charactersUnseenIn(text: AnyText): number {
  return seen(text, "text").reduce((sum, { original }) => sum + [...(original ?? "")].length, 0);
}

function isPlain(original: string, look: "line" | "text"): boolean {
  return /^\t+$/.test(original) || (look === "text" && /^\n+$/.test(original));
}

function isPartOfPicture(text: string, at: number, original: string): boolean {
  if (original !== "\u200D" && original !== "\uFE0F") return false;
  const before = text.slice(Math.max(0, at - 6), at);
  if (!inPicture.test(before)) return false;
  const after = text.slice(at + 1, at + 3);
  return original === "\uFE0F" || /^\p{Extended_Pictographic}/u.test(after);
}

function tokenOf(original: string): string {
  if (original.startsWith("\u001B[")) return `ESC${original.slice(1)}`;
  const code = original.codePointAt(0) ?? 0;
  const times = [...original].length;
  const name = nameOf(code);
  return times === 1 ? name : `${name} ×${count(times)}`;
}

function nameOf(code: number): string {
  if (code === 0x7f) return "DEL";
  return controls[code] ?? `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
}
