import type { TextWindow } from "../wire.gen.ts";
import { bytesOf } from "./digest.ts";
import { foreigns } from "./foreign.ts";

/** So many lines of a text, as the engine answers them. */
export function windowOf(text: string, from: number, count: number): TextWindow {
  const lines = text.replace(/\n$/u, "").split("\n");
  return {
    from,
    lines: foreigns(lines.slice(from, from + count)),
    total: lines.length,
    bytes: bytesOf(text),
  };
}
