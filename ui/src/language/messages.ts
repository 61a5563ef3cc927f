// Messages of the engine in the language of the window.

import { i18n } from "@lingui/core";
import { asForeign, type Foreign } from "./foreign.ts";

/** A sentence of the engine: a template, which names the translation, and the values of its places. */
export interface EngineMessage {
  text: string;
  template: string;
  args?: { [place in string]: EngineMessage | Foreign };
}

/**
 * Returns a message in the language of the window, in English where it has no translation. What stands at its places
 * may be text of somebody else, so the whole is.
 */
export function messageWords(message: EngineMessage): Foreign {
  const { template, args = {} } = message;
  if (!(template in i18n.messages)) return asForeign(message.text);
  const values = Object.entries(args).map(([place, value]) => [
    place,
    isMessage(value) ? messageWords(value) : value,
  ]);
  return asForeign(i18n._(template, Object.fromEntries(values)));
}

function isMessage(value: EngineMessage | Foreign): value is EngineMessage {
  return typeof value === "object";
}

/** Returns a text of the page itself as a message. */
export function ownMessage(text: string): EngineMessage {
  return { text, template: "{words}", args: { words: asForeign(text) } };
}
