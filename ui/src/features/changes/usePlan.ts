import { useEffect, useState } from "react";
import { failureOf } from "../../host/host.ts";
import { useHost } from "../../host/useAsk.ts";
import type { Failure, PlanAnswer, PlanAsk } from "../../host/wire.gen.ts";

/** Milliseconds without a key until a name is planned with. */
const REST = 200;

interface Planned {
  /** What was asked, as text. */
  ask: string;
  answer: PlanAnswer | null;
  failure: Failure | null;
}

/**
 * Plans a change, once for each ask. A plan is what was shown: it is never made anew behind the reader's back,
 * so that what moved meanwhile is found out when it is carried out.
 */
export function usePlan(ask: PlanAsk | null): { answer: PlanAnswer | null; failure: Failure | null } {
  const host = useHost();
  const text = JSON.stringify(ask);
  const [planned, setPlanned] = useState<Planned | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `text` stands for `ask`
  useEffect(() => {
    if (ask === null) return;
    let wanted = true;
    const timer = setTimeout(
      () => {
        host.ask("plan", ask).then(
          (answer) => wanted && setPlanned({ ask: text, answer, failure: null }),
          (error) => wanted && setPlanned({ ask: text, answer: null, failure: failureOf(error) }),
        );
      },
      ("name" in ask && ask.name !== null) || "rel" in ask ? REST : 0,
    );
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [host, text]);
  if (planned === null || planned.ask !== text) return { answer: null, failure: null };
  return planned;
}
