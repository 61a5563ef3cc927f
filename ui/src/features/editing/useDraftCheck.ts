import { useEffect, useState } from "react";
import { failureOf } from "../../host/host.ts";
import { useHost } from "../../host/useAsk.ts";
import type { DraftCheckView, Failure } from "../../host/wire.gen.ts";

/** Milliseconds without a key until a text is looked at. */
const REST = 250;

/** What there is to say of a text; the answer before stays until the next arrives. Asked again when the disk moved. */
export function useDraftCheck(ask: { skill: string; seen: string; text: string } | null): {
  check: DraftCheckView | null;
  /** The text that the answer is about. */
  of: string | null;
  failure: Failure | null;
} {
  const host = useHost();
  const [found, setFound] = useState<{ check: DraftCheckView; of: string } | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [moved, setMoved] = useState(0);
  useEffect(
    () => host.onChange(({ stale }) => stale.includes("skills") && setMoved((times) => times + 1)),
    [host],
  );
  const skill = ask?.skill;
  const seen = ask?.seen;
  const text = ask?.text;
  const isFirst = found === null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `moved` asks again, `isFirst` only sets the pace
  useEffect(() => {
    if (skill === undefined || seen === undefined || text === undefined) return;
    let wanted = true;
    const timer = setTimeout(
      () => {
        host.ask("draft_check", { skill, seen, text }).then(
          (check) => {
            if (!wanted) return;
            setFound({ check, of: text });
            setFailure(null);
          },
          (error) => wanted && setFailure(failureOf(error)),
        );
      },
      isFirst ? 0 : REST,
    );
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [host, skill, seen, text, moved]);
  return { check: found?.check ?? null, of: found?.of ?? null, failure };
}
