// A language for tests: every letter has an accent, and every text is longer by two fifths. What is drawn in plain
// letters then is no text of the catalogue, and what has no room shows.

import { i18n, type Messages } from "@lingui/core";
import { messages } from "./en.po";

const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const accented = "åƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýžÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽ";

/** Draws everything in it from now on. As with every language, what has texts is imported afterwards. */
export function speakPseudo(): void {
  const made = Object.entries(messages).map(([id, message]) => [id, lengthened(message)]);
  i18n.loadAndActivate({ locale: "en", messages: Object.fromEntries(made) });
}

type Message = Messages[string];

function lengthened(message: Message): Message {
  const letters = JSON.stringify(message).replace(/[^A-Za-z]/gu, "").length;
  const more = "~".repeat(Math.ceil(letters * 0.4));
  return typeof message === "string" ? accent(message) + more : [...message.map(pseudoToken), more];
}

type Token = Exclude<Message, string>[number];

/** A piece of text, or a place: its name, its kind, and what stands in it by number. */
function pseudoToken(token: Token): Token {
  if (typeof token === "string") return accent(token);
  const [name, kind, forms] = token;
  if (typeof forms !== "object" || forms === null) return token;
  const made = Object.entries(forms).map(([form, inner]) => [
    form,
    typeof inner === "object" ? inner.map(pseudoToken) : inner,
  ]);
  return [name, kind, Object.fromEntries(made)];
}

/** Tags of elements keep their numbers, and `#` stays the number it stands for. */
function accent(text: string): string {
  return text.replace(/[A-Za-z]/gu, (letter) => accented[plain.indexOf(letter)] ?? letter);
}

/** Days and times as English writes them, which no catalogue has; and characters that are drawn as their names. */
const made =
  /(?:\d+ )?\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b(?: \d{4})?|\b(?:LF|NUL|ESC\S*|U\+\S*)\b/gu;

/** Where a list or a sentence goes on. */
const ends = new RegExp(`[${accented}~|'"]+|[,:;]\\s+|\\s[–→(]\\s?|\\s\\d+(?=\\s|$)|\\n`, "u");

/** The pieces of what is drawn that are no text of the catalogue. */
export function plainPieces(drawn: string): string[] {
  const pieces = drawn.replace(made, ", ").split(ends);
  const bare = pieces.map((piece) => piece.replace(/^[^\p{L}\d]+|[^\p{L}\d]+$/gu, ""));
  return bare.filter((piece) => /[A-Za-z]{2}/u.test(piece));
}
