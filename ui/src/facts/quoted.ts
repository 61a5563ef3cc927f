// Values of a file inside a sentence. `Words` draws what is in backticks as code.

import { t } from "@lingui/core/macro";
import type { Foreign } from "../host/wire.gen.ts";
import { spelled } from "../kit/seen.ts";

export function quoted(value: Foreign): string {
  const text = spelled(value);
  return text === "" ? t`empty` : `\`${text}\``;
}

export function quotedOrNothing(value: Foreign | null): string {
  return value === null ? t`nothing` : quoted(value);
}
