/** A number with its thousands apart. */
export function Count({ n }: { n: number }) {
  return <span className="tabular">{count(n)}</span>;
}

const numbers = new Intl.NumberFormat("en-US");
const plurals = new Intl.PluralRules("en-US");

/** `21,406` */
export function count(n: number): string {
  return numbers.format(n);
}

/** `1 turn`, `1,284 turns`; a plural that is not made with s is told. */
export function counted(n: number, one: string, many = `${one}s`): string {
  return `${count(n)} ${plurals.select(n) === "one" ? one : many}`;
}

/** `640`, `38.2k`, `1.2M`: for rows with no room for all digits; the whole number stands in a tooltip or nearby. */
export function compact(n: number): string {
  if (n < 1000) return String(n);
  if (n < 1_000_000) return `${(n / 1000).toFixed(1)}k`;
  return `${(n / 1_000_000).toFixed(1)}M`;
}
