// Where evidence is kept, and what that means, in words.

import { t } from "@lingui/core/macro";
import type { Acceptance, KeepingConsequence, KeepingReason } from "../host/wire.gen.ts";
import { spelled } from "../kit/seen.ts";

export function keepingWords(reason: KeepingReason): string {
  switch (reason.code) {
    case "not_chosen":
      return t`Assay does not write to logs of other programs unless you say so`;
    case "accepted":
      return t`${spelled(reason.args.program)} accepts it, ${spelled(reason.args.at)}`;
    case "forced":
      return t`forced, regardless of what Pixir accepts, ${spelled(reason.args.at)}`;
    default:
      return reason satisfies never;
  }
}

export function consequenceWords(consequence: KeepingConsequence): string {
  switch (consequence) {
    case "refused":
      return t`A Pixir that does not know the event skill_context_hydration refuses the whole log: the session cannot be resumed, forked or compacted with it, and its tree and gc fail for the workspace. Pixir 0.1.12 does not know it.`;
    case "not_removed":
      return t`Assay cannot remove a line from a Pixir log.`;
    case "lease":
      return t`While Assay writes a line, for some milliseconds, it holds the session’s lease and Pixir cannot start the session.`;
    case "companion":
      return t`While Pixir works on a session, Assay cannot get its lease; that evidence goes to the companion log anyway.`;
    default:
      return consequence satisfies never;
  }
}

/** What the installed Pixir said, in a sentence. */
export function pixirAnswerWords(answer: Acceptance): string {
  switch (answer.code) {
    case "accepts":
      return t`${spelled(answer.args.program)} opens a log that holds a hydration.`;
    case "refuses":
      return t`${spelled(answer.args.program)} opens a test log, but refuses the same log with a hydration in it.`;
    case "refuses_any":
      return t`${spelled(answer.args.program)} refuses even a log without the event.`;
    case "not_ended":
      return t`${spelled(answer.args.program)} did not end by itself.`;
    case "not_asked":
      return spelled(answer.args.message);
    default:
      return answer satisfies never;
  }
}
