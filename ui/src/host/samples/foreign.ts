import type { Foreign } from "../wire.gen.ts";

/** Every text that was made, so that a test can tell such texts from words of the program. */
export const foreignTexts = new Set<string>();

/** Returns text as the engine sends it when it comes from a log or a skill. For samples and tests. */
export function foreign(text: string): Foreign;
export function foreign(text: string | null): Foreign | null;
export function foreign(text: unknown): Foreign | null {
  if (text === null) return null;
  if (!isSent(text)) throw new TypeError("text is a string");
  foreignTexts.add(text);
  return text;
}

/** Returns a list of such texts. */
export function foreigns(texts: readonly string[]): Foreign[] {
  return texts.map((text) => foreign(text));
}

function isSent(text: unknown): text is string & Foreign {
  return typeof text === "string";
}
