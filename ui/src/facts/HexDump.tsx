import type { HexRow } from "../host/wire.gen.ts";
import "./facts.css";

/** Bytes, 16 to a row, with what prints of them beside. */
export function HexDump({ rows, label }: { rows: readonly HexRow[]; label: string }) {
  return (
    <pre className="hex type-code padded scrolls-both">
      <span className="unseen">{label}</span>
      {rows.map((row) => (
        <span key={row.offset}>
          <span className="hex-offset text-3">{row.offset}</span>
          <span>{row.bytes}</span>
          <span className="hex-text text-3">{row.text}</span>
          {"\n"}
        </span>
      ))}
    </pre>
  );
}
