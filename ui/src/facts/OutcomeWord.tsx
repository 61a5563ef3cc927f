import { t } from "@lingui/core/macro";
import type { Outcome } from "../host/wire.gen.ts";
import { Chip } from "../kit/Chip.tsx";
import { spelled } from "../kit/seen.ts";
import { Verbatim } from "../kit/Verbatim.tsx";
import type { AnyText } from "../language/foreign.ts";
import { icons } from "./icons.ts";

/** How a turn ended. */
export function OutcomeWord({ outcome, failure = null }: { outcome: Outcome; failure?: AnyText | null }) {
  switch (outcome) {
    case "answered":
      return (
        <Chip icon={icons.winning} tone="ok">
          {t`done`}
        </Chip>
      );
    case "failed":
      return (
        <Chip icon={icons.invalid} tone="danger">
          {t`failed`}
          {failure !== null && (
            <>
              , <Verbatim text={failure} />
            </>
          )}
        </Chip>
      );
    case "interrupted":
      return (
        <Chip icon={icons.gap} tone="warn">
          {t`interrupted`}
        </Chip>
      );
    case "open":
      return (
        <Chip icon={icons.live} tone="accent">
          {t`open`}
        </Chip>
      );
    default:
      return outcome satisfies never;
  }
}

/** The word alone, for names that are read aloud. */
export function outcomeWords(outcome: Outcome, failure: AnyText | null = null): string {
  switch (outcome) {
    case "answered":
      return t`done`;
    case "failed":
      return failure === null ? t`failed` : t`failed, ${spelled(failure)}`;
    case "interrupted":
      return t`interrupted`;
    case "open":
      return t`open`;
    default:
      return outcome satisfies never;
  }
}
