import { t } from "@lingui/core/macro";
import { useEffect } from "react";
import { FailureNote } from "../../facts/FailureNote.tsx";
import { shortTime } from "../../facts/Time.tsx";
import { useAsk } from "../../host/useAsk.ts";
import { Select } from "../../kit/Select.tsx";
import { spelled } from "../../kit/seen.ts";
import "./HydrateDialog.css";

/** What the facts are for, as it is chosen. */
export interface Purpose {
  /** The key of a session; nothing for none. */
  session: string | null;
  /** A turn as it is typed; empty for the last. */
  turn: string;
}

/** Sessions offered. */
const SESSIONS = 200;
/** Letters of a title in the list. */
const TITLE = 52;

/** The turn that was typed: none for the last, `wrong` when the session has no such turn. */
export function turnOf({ session, turn }: Purpose, turns: number | null): number | null | "wrong" {
  const typed = turn.trim();
  if (session === null || typed === "") return null;
  const number = Number(typed);
  return Number.isInteger(number) && number >= 1 && (turns === null || number <= turns) ? number : "wrong";
}

/** Which session, newest first, and which turn of it. */
export function ForWhich({
  purpose,
  turns,
  onTurns,
  onPurpose,
}: {
  purpose: Purpose;
  /** Turns of the chosen session. */
  turns: number | null;
  onTurns: (turns: number | null) => void;
  onPurpose: (purpose: Purpose) => void;
}) {
  const sessions = useAsk("sessions", { text: "", agent: "", sort: "newest", from: 0, count: SESSIONS });
  const rows = sessions.answer?.rows ?? [];
  const known = rows.find((row) => row.key === purpose.session)?.turns ?? null;
  useEffect(() => onTurns(known), [known, onTurns]);
  const none = { value: "", label: t`No session` };
  const wrong = turnOf(purpose, turns) === "wrong";
  return (
    <>
      {sessions.failure !== null && <FailureNote failure={sessions.failure} />}
      <div className="hydrate-line gap-8 stack in-middle from-start">
        <span>{t`For`}</span>
        <Select
          label={t`Session`}
          value={purpose.session ?? ""}
          options={[
            none,
            ...rows.map((row) => ({
              value: row.key,
              label: `${cut(spelled(row.title))}, ${row.last === null ? t`time not recorded` : shortTime(row.last)}`,
            })),
          ]}
          onPick={(key) => onPurpose({ session: key === "" ? null : key, turn: "" })}
        />
      </div>
      {purpose.session !== null && (
        <div className="hydrate-line gap-8 stack in-middle from-start">
          <label htmlFor="hydrate-turn">{t`Turn`}</label>
          <span className="hydrate-turn row gap-8">
            <input
              id="hydrate-turn"
              type="text"
              inputMode="numeric"
              autoComplete="off"
              placeholder={turns === null ? t`last` : t`last, ${turns}`}
              aria-invalid={wrong}
              aria-describedby={wrong ? "hydrate-turn-wrong" : undefined}
              value={purpose.turn}
              onChange={(event) => onPurpose({ ...purpose, turn: event.target.value })}
            />
            {wrong && (
              <span id="hydrate-turn-wrong" className="type-small text-danger" role="alert">
                {turns === null ? t`Enter a turn number.` : t`This session has turns 1 to ${turns}.`}
              </span>
            )}
          </span>
        </div>
      )}
    </>
  );
}

function cut(title: string): string {
  return title.length > TITLE ? `${title.slice(0, TITLE)}…` : title;
}
