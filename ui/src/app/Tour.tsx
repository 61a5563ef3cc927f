import { t } from "@lingui/core/macro";
import { X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { FailureNote } from "../facts/FailureNote.tsx";
import { icons } from "../facts/icons.ts";
import type { Route } from "../facts/route.ts";
import { useAct, useHost } from "../host/useAsk.ts";
import { useActions } from "../kit/actions.ts";
import { Button } from "../kit/Button.tsx";
import { aNumber, useKept } from "../kit/kept.ts";
import { Verbatim } from "../kit/Verbatim.tsx";
import { asked, askedSkill, type TourStep, tourSteps } from "./tourSteps.ts";
import "./Tour.css";
import { messageWords } from "../language/messages.ts";

export interface Tour {
  /** What is spoken of; undefined while nobody is on the tour. */
  step: TourStep | undefined;
  /** From 1. */
  number: number;
  /** Which time it was begun. */
  round: number;
  /** Begins it, or begins it again, wherever the reader is. */
  begin: () => void;
  goTo: (number: number) => void;
  leave: () => void;
}

/** Where a reader is on the tour of the example; it begins with the window, and nowhere else. */
export function useTour(isExample: boolean): Tour {
  const [number, setNumber] = useKept("tour", isExample ? 1 : 0, aNumber, "window");
  const [round, setRound] = useState(1);
  const begin = () => {
    setRound(round + 1);
    setNumber(1);
  };
  const step = isExample ? tourSteps[number - 1] : undefined;
  return { step, number, round, begin, goTo: setNumber, leave: () => setNumber(0) };
}

/** The card that leads through the example. It stands below the screen, so that it never hides what it speaks of. */
export function TourCard({
  tour: { step, number, round, goTo, leave },
  waiting,
  go,
}: {
  tour: Tour;
  /** Requests that wait for a decision. */
  waiting: number;
  go: (route: Route) => void;
}) {
  useActions(t`Tour`, [
    {
      id: "tour.leave",
      name: t`Quit tour`,
      keys: ["Escape"],
      icon: X,
      when: step !== undefined,
      run: leave,
    },
  ]);
  if (step === undefined) return null;
  return <Card key={round} step={step} number={number} waiting={waiting} go={go} goTo={goTo} leave={leave} />;
}

function Card({
  step,
  number,
  waiting,
  go,
  goTo,
  leave,
}: {
  step: TourStep;
  number: number;
  waiting: number;
  go: (route: Route) => void;
  goTo: (number: number) => void;
  leave: () => void;
}) {
  const host = useHost();
  const { lost, lose } = usePlace(step, go);
  const asking = useAct("hydrate");
  const onward = useRef<HTMLButtonElement>(null);
  const total = tourSteps.length;
  const made = asking.answer;
  const waits = made !== undefined && made.ended === null && waiting > 0;
  // Whoever comes by the keyboard goes on by it, also where the button that was pressed is off now.
  useEffect(() => onward.current?.focus(), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are what a button is drawn anew for
  useEffect(() => {
    if (document.activeElement === document.body) onward.current?.focus();
  }, [number, waits]);
  const isAsking = useRef(false);
  const ask = () => {
    // Whoever presses twice asks once.
    if (isAsking.current) return;
    isAsking.current = true;
    const onSettled = () => {
      isAsking.current = false;
    };
    askedSkill(host).then(
      (skill) => asking.act({ skill, source: asked.source, session: null, turn: null }, { onSettled }),
      () => {
        lose();
        onSettled();
      },
    );
  };
  return (
    <section
      className="tour fixed row wraps gap-8 padded line-above on-raised"
      aria-label={t`Tour of the example`}
      data-pane="tour"
    >
      <div className="tour-words stack gap-2 type-small breaks" role="status">
        <h2 className="row gap-8 on-baseline type-strong">
          <span>{step.head}</span>
          <span className="text-3 type-small">{t`Step ${number} of ${total}`}</span>
        </h2>
        <p className="text-2">{step.words}</p>
        {lost && (
          <p className="text-danger">{t`This item was removed from the example. Reopen the example to restore it.`}</p>
        )}
        {number === total && made !== undefined && made.ended !== null && (
          <p>
            <Verbatim text={messageWords(made.ended)} />
          </p>
        )}
      </div>
      <div className="row gap-8 pushed">
        <Button
          offBecause={number === 1 ? t`This is the first step.` : null}
          onPress={() => goTo(number - 1)}
        >{t`Back`}</Button>
        {number < total ? (
          <Button look="primary" ref={onward} onPress={() => goTo(number + 1)}>
            {t`Next`}
          </Button>
        ) : (
          <Button
            look="primary"
            ref={onward}
            icon={icons.hydration}
            offBecause={waits ? t`Waiting for your decision.` : null}
            onPress={ask}
          >
            {t`Send request`}
          </Button>
        )}
        <Button onPress={leave}>{t`Quit`}</Button>
      </div>
      {asking.failure !== null && <FailureNote failure={asking.failure} />}
    </section>
  );
}

/** Goes to the place of a step; whether it is gone, and how that is told. */
function usePlace(step: TourStep, go: (route: Route) => void): { lost: boolean; lose: () => void } {
  const host = useHost();
  const [lost, setLost] = useState<TourStep | null>(null);
  const now = useRef(go);
  now.current = go;
  useEffect(() => {
    let isShown = true;
    step.place(host).then(
      (route) => isShown && now.current(route),
      () => isShown && setLost(step),
    );
    return () => {
      isShown = false;
    };
  }, [step, host]);
  return { lost: lost === step, lose: () => setLost(step) };
}
