import type { HexRow } from "../../host/wire.gen.ts";
import "./Damage.css";

/** Bytes around a fault, those of the fault marked. */
export function DamagedBytes({ rows, at }: { rows: readonly HexRow[]; at: number }) {
  const faulty = faultyBytes(rows, at);
  return (
    <div className="damage-lines damage-hex mono on-sunken clips edged round type-code">
      {rows.map((row) => {
        const first = Number.parseInt(row.offset, 16);
        const bytes = row.bytes.split(" ");
        const signs = [...row.text];
        return (
          <div key={row.offset} className="damage-hex-row gap-12 flex">
            <span className="damage-number fixed text-3 to-right">{row.offset}</span>
            <span>
              {bytes.map((byte, n) => (
                <span key={n} className={faulty(first + n) ? "is-faulty" : undefined}>
                  {byte}{" "}
                </span>
              ))}
            </span>
            <span aria-hidden="true">
              {signs.map((sign, n) => (
                <span key={n} className={faulty(first + n) ? "is-faulty" : undefined}>
                  {sign}
                </span>
              ))}
            </span>
          </div>
        );
      })}
    </div>
  );
}

/** The byte at which reading stopped, and those like it that follow at once. */
function faultyBytes(rows: readonly HexRow[], at: number): (byte: number) => boolean {
  const all = new Map(
    rows.flatMap((row) =>
      row.bytes.split(" ").map((byte, n) => [Number.parseInt(row.offset, 16) + n, byte] as const),
    ),
  );
  let end = at;
  while (all.has(at) && all.get(end) === all.get(at)) end += 1;
  return (byte) => byte >= at && byte < end;
}
