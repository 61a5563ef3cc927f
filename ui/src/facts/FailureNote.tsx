import { t } from "@lingui/core/macro";
import { createContext, type ReactNode, useContext } from "react";
import type { Asked } from "../host/useAsk.ts";
import type { Failure } from "../host/wire.gen.ts";
import { Button } from "../kit/Button.tsx";
import { Note } from "../kit/Note.tsx";
import "./facts.css";
import { messageWords } from "../language/messages.ts";
import { clock } from "./Time.tsx";
import { Words } from "./Words.tsx";

/**
 * Draws an answer: `waiting` until it is there. When it could not be read again the one before stays, and above it
 * stands why, and when that was read.
 */
export function Answer<A>({
  asked,
  waiting = null,
  children,
}: {
  asked: Asked<A>;
  waiting?: ReactNode;
  children: (answer: A) => ReactNode;
}) {
  const { answer, failure } = asked;
  return (
    <>
      <AskedNote asked={asked} />
      {answer === undefined ? failure === null && waiting : children(answer)}
    </>
  );
}

/** Why an answer could not be had, and when the one that is shown instead was read; nothing while all is well. */
export function AskedNote({ asked: { answer, failure, at, again } }: { asked: Asked<unknown> }) {
  if (failure === null) return null;
  return <FailureNote failure={failure} since={answer === undefined ? undefined : at} onAgain={again} />;
}

/** Nothing more is waited for: there is an answer, or word of why there is none. */
export function isRead({ answer, failure }: Asked<unknown>): boolean {
  return answer !== undefined || failure !== null;
}

/** Why something was not done; nothing while it was. */
export function ActNote({ act: { failure } }: { act: { failure: Failure | null } }) {
  return failure !== null && <FailureNote failure={failure} />;
}

/** What has failed is said above everything that stands here, and not once more. */
export const SaidContext = createContext<Failure | null>(null);

/** Something that failed: what is wrong, what to do, and a way to look again. */
export function FailureNote({
  failure,
  since,
  onAgain,
}: {
  failure: Failure;
  /** When what is shown was read, where something is. */
  since?: number;
  onAgain?: () => void;
}) {
  const said = useContext(SaidContext);
  if (said !== null && said.message.text === failure.message.text && said.hint?.text === failure.hint?.text)
    return null;
  return (
    <div className="failure">
      <Note
        tone="danger"
        alert
        action={
          onAgain !== undefined && (
            <Button look="link" onPress={onAgain}>
              {t`Refresh`}
            </Button>
          )
        }
      >
        <FailureWords failure={failure} />
        {since !== undefined && <> {t`Last read at ${clock(since)}.`}</>}
      </Note>
    </div>
  );
}

/** Draws what is wrong, and what to do. */
export function FailureWords({ failure }: { failure: Failure }) {
  return (
    <>
      <Words text={messageWords(failure.message)} />
      {failure.hint !== undefined && (
        <>
          {" "}
          <Words text={messageWords(failure.hint)} />
        </>
      )}
    </>
  );
}
