// Words for a text in Markdown that is pasted elsewhere. What others wrote stands there as words: it draws nothing.

import { plural, t } from "@lingui/core/macro";
import type { Clip } from "../host/wire.gen.ts";
import { type AnyText, rawText } from "../language/foreign.ts";

/** A text in one line: line breaks are blanks, signs that Markdown or HTML would draw are escaped. */
export function words(text: AnyText): string {
  return rawText(text)
    .replace(/\s+/gu, " ")
    .trim()
    .replace(/[\\`*_{}[\]<>#|!~&]/gu, "\\$&")
    .replace(/^(?:[-+=]|\d+(?=[.)]))/u, (sign) => (/\d/u.test(sign) ? `${sign}\\` : `\\${sign}`));
}

/** A name, path, hash or reference, between more backticks than it holds in a row. */
export function code(text: AnyText): string {
  const line = rawText(text).replace(/\s+/gu, " ");
  const runs = line.match(/`+/gu) ?? [];
  const fence = "`".repeat(1 + Math.max(0, ...runs.map((run) => run.length)));
  const apart = line.startsWith("`") || line.endsWith("`") ? " " : "";
  return `${fence}${apart}${line}${apart}${fence}`;
}

/** A text of several lines as a quotation; what is left out of it is said. */
export function quotation({ text, cut, bytes }: Clip): string {
  const lines = rawText(text)
    .split(/\r\n?|\n/u)
    .map(words);
  if (cut) lines.push("", t`… truncated; ${plural(bytes, { one: "# byte", other: "# bytes" })} in total`);
  // A backslash ends a line that goes on below; an empty one ends the paragraph by itself.
  const goesOn = (at: number) => lines[at] !== "" && (lines[at + 1] ?? "") !== "";
  return lines.map((line, at) => `> ${line}${goesOn(at) ? "\\" : ""}`.trimEnd()).join("\n");
}
