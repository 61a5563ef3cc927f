import { t } from "@lingui/core/macro";
import { useState } from "react";
import { FailureNote } from "../../facts/FailureNote.tsx";
import { useGoing } from "../../facts/going.ts";
import { icons } from "../../facts/icons.ts";
import { useAct } from "../../host/useAsk.ts";
import type { RequestedView } from "../../host/wire.gen.ts";
import { Button } from "../../kit/Button.tsx";
import { Dialog } from "../../kit/Dialog.tsx";
import { Note } from "../../kit/Note.tsx";
import { spelled } from "../../kit/seen.ts";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { type AnyText, rawText } from "../../language/foreign.ts";
import { ForWhich, type Purpose, turnOf } from "./ForWhich.tsx";
import { WhichSource } from "./WhichSource.tsx";
import "./HydrateDialog.css";
import { messageWords } from "../../language/messages.ts";

interface HydrateDialogProps {
  /** The skill, when it is known, and the agent whose rules it is read by. */
  skill?: { id: string; name: AnyText; convention?: string };
  /** The id of its source, when it is known. */
  source?: string;
  /** The session that the facts are for, when it is known. */
  session?: { key: string; name: AnyText; turn: number | null };
  onClose: () => void;
}

/** Asks for a source: which one, and for which session and turn. It decides nothing. */
export function HydrateDialog({ skill, source, session, onClose }: HydrateDialogProps) {
  const [picked, setPicked] = useState({ skill: skill?.id, source });
  const [purpose, setPurpose] = useState<Purpose>({ session: session?.key ?? null, turn: "" });
  const [turns, setTurns] = useState<number | null>(null);
  const hydrate = useAct("hydrate");
  const byRulesOf = skill?.convention === undefined ? {} : { convention: skill.convention };
  const turn = session === undefined ? turnOf(purpose, turns) : session.turn;
  const offBecause =
    picked.source === undefined
      ? t`Select a source first.`
      : turn === "wrong"
        ? t`Enter a turn of this session.`
        : null;
  const ask = () => {
    if (picked.skill === undefined || picked.source === undefined || turn === "wrong") return;
    const { skill, source } = picked;
    hydrate.act({ skill, source, ...byRulesOf, session: purpose.session, turn });
  };
  if (hydrate.answer !== undefined) {
    return <Asked made={hydrate.answer} onClose={onClose} />;
  }
  return (
    <Dialog
      title={skill === undefined ? t`Hydrate source` : t`Hydrate source of ${spelled(skill.name)}`}
      width={560}
      onClose={onClose}
      foot={
        <>
          <Button
            icon={icons.hydration}
            offBecause={hydrate.acting ? t`Sending request…` : offBecause}
            onPress={ask}
          >
            {t`Hydrate`}
          </Button>
          <Button onPress={onClose}>{t`Cancel`}</Button>
        </>
      }
    >
      <div className="hydrate stack gap-8">
        {hydrate.failure !== null && <FailureNote failure={hydrate.failure} />}
        <WhichSource
          fixed={{ skill: skill?.id, source }}
          byRulesOf={byRulesOf}
          picked={picked}
          onPick={(next) => setPicked(next)}
        />
        {session === undefined ? (
          <ForWhich purpose={purpose} turns={turns} onTurns={setTurns} onPurpose={setPurpose} />
        ) : (
          <p className="hydrate-line gap-8 stack in-middle from-start">
            <span>{t`For`}</span>
            <span>
              <Verbatim
                text={
                  session.turn === null ? session.name : t`${rawText(session.name)}, turn ${session.turn}`
                }
              />
            </span>
          </p>
        )}
        <p className="breaks text-2 type-small">
          {t`If no rule or grant allows the request, a separate window asks for your decision.`}
        </p>
      </div>
    </Dialog>
  );
}

/** What became of it at once. */
function Asked({ made, onClose }: { made: RequestedView; onClose: () => void }) {
  const { go } = useGoing();
  const show = useAct("show_approval");
  return (
    <Dialog
      title={made.ended === null ? t`Request pending` : t`Request completed`}
      width={480}
      onClose={onClose}
      foot={
        <>
          {made.ended === null ? (
            <Button icon={icons.approvals} onPress={() => show.act({ id: made.id })}>
              {t`Decide…`}
            </Button>
          ) : (
            <Button icon={icons.approvals} onPress={() => go({ screen: "approvals", id: made.id })}>
              {t`Show in Approvals`}
            </Button>
          )}
          <Button onPress={onClose}>{t`Done`}</Button>
        </>
      }
    >
      {show.failure !== null && <FailureNote failure={show.failure} />}
      <Note tone="info" icon={made.ended === null ? icons.waiting : undefined} alert>
        {made.ended === null ? (
          t`Waiting for your decision. Nothing has run yet.`
        ) : (
          <Verbatim text={messageWords(made.ended)} />
        )}
      </Note>
    </Dialog>
  );
}
