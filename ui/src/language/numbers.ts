// Numbers as the language writes them.

import { i18n } from "@lingui/core";

const whole = new Intl.NumberFormat(i18n.locale);
const withDigits = [1, 2].map(
  (digits) =>
    new Intl.NumberFormat(i18n.locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }),
);

/** `21,406`, in German `21.406`. */
export function count(n: number): string {
  return whole.format(n);
}

/** With as many digits behind the point: `4.2`, in German `4,2`. */
export function decimal(n: number, digits: 1 | 2 = 1): string {
  return withDigits[digits - 1]?.format(n) ?? String(n);
}
