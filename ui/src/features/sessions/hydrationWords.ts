import { rawText } from "../../language/foreign.ts";
// What is said of a hydration. To whom it was released is recorded; that a model read it is not.

import { plural, t } from "@lingui/core/macro";
import { clock } from "../../facts/Time.tsx";
import type { HydratedFact } from "../../host/wire.gen.ts";
import { spelled } from "../../kit/seen.ts";
import { count } from "../../language/numbers.ts";

/** `2,114 bytes, nothing cut`; of what is not recorded nothing is said. */
export function bytesWords({ bytes_total, bytes_kept, truncated, redactions }: HydratedFact): string {
  const kept = plural(bytes_kept, { one: "# byte", other: "# bytes" });
  const size =
    truncated === null
      ? kept
      : truncated && bytes_total !== null
        ? t`${count(bytes_kept)} of ${plural(bytes_total, { one: "# byte", other: "# bytes" })}`
        : `${kept}, ${truncated ? t`truncated` : t`complete`}`;
  return redactions === 0 ? size : t`${size}, ${count(redactions)} redacted`;
}

/** `allowed for this session by user, mode ask`. */
export function allowedWords({ by, lifetime, rule, mode }: HydratedFact): string {
  const words = [
    [
      t`allowed`,
      lifetime === null ? "" : (lifetimes[rawText(lifetime)] ?? lifetime),
      rawText(by) === "" ? "" : t`by ${spelled(by)}`,
    ]
      .filter((word) => word !== "")
      .join(" "),
    rule ?? "",
    mode === null ? "" : t`mode ${spelled(mode)}`,
  ];
  return rawText(by) === "" && lifetime === null && rule === null
    ? t`not recorded who allowed it`
    : spelled(words.filter((word) => word !== "").join(", "));
}

const lifetimes: Record<string, string> = {
  once: t`once`,
  session: t`for this session`,
  bytes: t`until the skill or command changes`,
};

/** `released to pixir at 14:31:18`. */
export function releasedWords({ released }: HydratedFact): string {
  if (released === null) return t`not recorded whether it was sent`;
  const to = released.to === "" ? t`sent, recipient not recorded` : t`sent to ${released.to}`;
  return released.at === null ? to : t`${to} at ${clock(released.at)}`;
}
