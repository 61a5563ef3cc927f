// What is said of a hydration. To whom it was released is recorded; that a model read it is not.

import { count, counted } from "../../facts/Count.tsx";
import { clock } from "../../facts/Time.tsx";
import type { HydratedFact } from "../../host/wire.gen.ts";

/** `2,114 bytes, nothing cut`; of what is not recorded nothing is said. */
export function bytesWords({ bytes_total, bytes_kept, truncated, redactions }: HydratedFact): string {
  const kept = counted(bytes_kept, "byte");
  const size =
    truncated === null
      ? kept
      : truncated && bytes_total !== null
        ? `${count(bytes_kept)} of ${counted(bytes_total, "byte")}`
        : `${kept}, ${truncated ? "cut" : "nothing cut"}`;
  return redactions === 0 ? size : `${size}, ${count(redactions)} redacted`;
}

/** `allowed for this session by user, mode ask`. */
export function allowedWords({ by, lifetime, rule, mode }: HydratedFact): string {
  const words = [
    ["allowed", lifetime === null ? "" : (lifetimes[lifetime] ?? lifetime), by === "" ? "" : `by ${by}`]
      .filter((word) => word !== "")
      .join(" "),
    rule ?? "",
    mode === null ? "" : `mode ${mode}`,
  ];
  return by === "" && lifetime === null && rule === null
    ? "who allowed it is not recorded"
    : words.filter((word) => word !== "").join(", ");
}

const lifetimes: Record<string, string> = {
  once: "once",
  session: "for this session",
  bytes: "while these bytes stay the same",
};

/** `released to pixir at 14:31:18`. */
export function releasedWords({ released }: HydratedFact): string {
  if (released === null) return "whether it was released is not recorded";
  const to = released.to === "" ? "released, to whom is not recorded" : `released to ${released.to}`;
  return released.at === null ? to : `${to} at ${clock(released.at)}`;
}
