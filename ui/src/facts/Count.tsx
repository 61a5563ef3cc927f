import { count, decimal } from "../language/numbers.ts";

/** A number with its thousands apart. */
export function Count({ n }: { n: number }) {
  return <span className="tabular">{count(n)}</span>;
}

/** `640`, `38.2k`, `1.2M`: for rows with no room for all digits; the whole number stands in a tooltip or nearby. */
export function compact(n: number): string {
  if (n < 1000) return String(n);
  if (n < 1_000_000) return `${decimal(n / 1000)}k`;
  return `${decimal(n / 1_000_000)}M`;
}
