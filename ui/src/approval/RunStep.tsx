import { t } from "@lingui/core/macro";
import { useRef, useState } from "react";
import { icons } from "../facts/icons.ts";
import type { Choice, LifetimeKind, RequestView, RunFacts } from "../host/wire.gen.ts";
import { Button } from "../kit/Button.tsx";
import { Keys } from "../kit/Keys.tsx";
import { rawText } from "../language/foreign.ts";
import { Command } from "./Command.tsx";
import { Foot, useCarefulFocus } from "./Foot.tsx";
import { holdsOf, yesOf } from "./Identity.tsx";
import { Lifetimes, lifetimeKeys } from "./Lifetimes.tsx";
import { RunFactsTable } from "./RunFactsTable.tsx";
import { type Arming, useStepKeys } from "./useArming.ts";
import "./approval.css";

/** Characters of a note that the engine takes. */
const NOTE = 500;

/** Step 1: nothing has run. */
export function RunStep({
  request,
  facts,
  arming,
  onDecide,
}: {
  request: RequestView;
  facts: RunFacts;
  arming: Arming;
  onDecide: (choice: Choice) => void;
}) {
  const [lifetime, setLifetime] = useState<LifetimeKind>("once");
  const [note, setNote] = useState("");
  const [read, setRead] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const careful = useRef<HTMLButtonElement>(null);
  useCarefulFocus(careful, request.id);

  const { command } = request;
  const cards = facts.lifetimes;
  const holds = cards.find((card) => card.lifetime === lifetime)?.lifetime ?? "once";
  const unread = read !== rawText(command.text);
  const run = () => {
    if (!unread) onDecide({ kind: "run", lifetime: holds });
  };
  const deny = () => onDecide({ kind: "deny", note: note.trim() });
  const toNote = () => field.current?.focus();
  useStepKeys(arming, {
    r: run,
    R: run,
    n: toNote,
    N: toNote,
    Escape: deny,
    ...Object.fromEntries(
      cards.map((card) => [lifetimeKeys[card.lifetime], () => setLifetime(card.lifetime)]),
    ),
  });
  return (
    <>
      <div className="approval-body fill" data-pane="request">
        <Command command={command} onRead={() => setRead(rawText(command.text))} />
        <RunFactsTable facts={facts} files={command.argv.length === 0} />
        <Lifetimes head={holdsOf(request)} cards={cards} picked={holds} onPick={setLifetime} />
        <div className="note-field anchors above-8">
          <input
            ref={field}
            className="wide"
            type="text"
            aria-label={t`Note to the agent if you deny`}
            aria-keyshortcuts="n"
            placeholder={t`Note to the agent if you deny (optional)`}
            maxLength={NOTE}
            autoComplete="off"
            value={note}
            onChange={(event) => setNote(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter") careful.current?.focus();
            }}
          />
          {note === "" && <Keys keys={["n"]} />}
        </div>
      </div>
      <Foot on={arming.on}>
        <Button
          icon={icons.run}
          keys={["R"]}
          offBecause={unread ? t`Scroll to the end of the command first.` : null}
          onPress={run}
        >
          {yesOf(request)}
        </Button>
        <Button ref={careful} icon={icons.deny} keys={["Esc"]} onPress={deny}>
          {t`Deny`}
        </Button>
      </Foot>
    </>
  );
}
