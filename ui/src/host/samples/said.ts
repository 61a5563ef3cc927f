// Sentences of the engine in the samples.

import { rawText } from "../../language/foreign.ts";
import { ownMessage } from "../../language/messages.ts";
import { messages } from "../messages.gen.ts";
import type { Foreign, Message } from "../wire.gen.ts";

const patterns = messages
  .map(({ id }) => ({ id, pattern: patternOf(id), letters: id.replace(/\{\w+\}/gu, "").length }))
  .sort((one, other) => other.letters - one.letters);

function patternOf(template: string): RegExp {
  const pieces = template.split(/(\{\w+\})/u).map((piece) => {
    const place = /^\{(\w+)\}$/u.exec(piece)?.[1];
    return place === undefined ? piece.replace(/[.*+?^${}()|[\]\\]/gu, "\\$&") : `(?<${place}>.+?)`;
  });
  return new RegExp(`^${pieces.join("")}$`, "su");
}

/** Returns the message of the engine that reads so in English; a text that none makes is one of its own. */
export function said(text: string | Foreign): Message {
  const raw = rawText(text);
  const fault = raw.endsWith(".") ? matching(raw.slice(0, -1), 12) : undefined;
  const whole = matching(raw, fault === undefined ? 2 : 12);
  if (whole !== undefined) return whole;
  return fault === undefined ? ownMessage(raw) : { text: raw, template: "{fault}.", args: { fault } };
}

/** Returns the message whose template has the most letters of the text, and more than `least`. */
function matching(text: string, least: number): Message | undefined {
  for (const { id, pattern, letters } of patterns) {
    const found = letters > least ? pattern.exec(text) : null;
    if (found === null) continue;
    const args = Object.entries(found.groups ?? {}).map(([place, value]) => [
      place,
      matching(value, 3) ?? value,
    ]);
    return { text, template: id, args: Object.fromEntries(args) };
  }
  return undefined;
}

/** Returns two sentences of the engine as one message. */
export function bothSaid(first: string, second: string): Message {
  return {
    text: `${first} ${second}`,
    template: "{first} {second}",
    args: { first: said(first), second: said(second) },
  };
}
