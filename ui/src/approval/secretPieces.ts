import type { SecretView } from "../host/wire.gen.ts";

export interface SecretPiece {
  text: string;
  secret?: SecretView;
}

/** A line taken apart at the likely secrets in it. A secret may begin or end in another line. */
export function secretPieces(text: string, line: number, secrets: readonly SecretView[]): SecretPiece[] {
  const pieces: SecretPiece[] = [];
  let at = 0;
  for (const secret of secrets) {
    if (line < secret.line || line > secret.to_line) continue;
    const from = Math.max(at, line === secret.line ? secret.from : 0);
    const to = Math.min(text.length, line === secret.to_line ? secret.to : text.length);
    if (to <= from) continue;
    if (from > at) pieces.push({ text: text.slice(at, from) });
    pieces.push({ text: text.slice(from, to), secret });
    at = to;
  }
  if (at < text.length) pieces.push({ text: text.slice(at) });
  return pieces;
}
