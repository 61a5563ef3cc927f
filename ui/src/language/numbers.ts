// Numbers as the language writes them.

import { i18n } from "@lingui/core";

// Made at the first number: what makes elements loads this file before a language is chosen.
const formats = new Map<number, Intl.NumberFormat>();

function format(digits: number): Intl.NumberFormat {
  let known = formats.get(digits);
  if (known === undefined) {
    const options = digits === 0 ? {} : { minimumFractionDigits: digits, maximumFractionDigits: digits };
    known = new Intl.NumberFormat(i18n.locale, options);
    formats.set(digits, known);
  }
  return known;
}

/** `21,406`, in German `21.406`. */
export function count(n: number): string {
  return format(0).format(n);
}

/** With as many digits behind the point: `4.2`, in German `4,2`. */
export function decimal(n: number, digits: 1 | 2 = 1): string {
  return format(digits).format(n);
}
