import { coversWords, notCoveredWords } from "../facts/approvalWords.ts";
import { lifetimeWords } from "../facts/lifetimes.ts";
import type { LifetimeChoice, LifetimeKind } from "../host/wire.gen.ts";
import { RadioCard } from "../kit/Choice.tsx";
import { Keys } from "../kit/Keys.tsx";
import { Verbatim } from "../kit/Verbatim.tsx";
import "./approval.css";

/** The key that picks each; it stays with its word, whatever else is offered. */
export const lifetimeKeys: Record<LifetimeKind, string> = {
  once: "1",
  session: "2",
  bytes: "3",
  output: "4",
};

/** How long the permission may hold: what the engine offers. */
export function Lifetimes({
  head,
  cards,
  picked,
  onPick,
}: {
  head: string;
  cards: readonly LifetimeChoice[];
  picked: LifetimeKind;
  onPick: (word: LifetimeKind) => void;
}) {
  return (
    <fieldset className="lifetimes narrows wraps gap-8 flex">
      <legend>{head}</legend>
      {cards.map(({ lifetime, covers, not_covered }) => (
        <RadioCard
          key={lifetime}
          name="lifetime"
          keys={lifetimeKeys[lifetime]}
          checked={lifetime === picked}
          onPick={() => onPick(lifetime)}
        >
          <span className="lifetime-words grow">
            <b className="block type-strong">{lifetimeWords[lifetime]}</b>
            <span className="block text-2 type-small">
              <Verbatim text={coversWords(covers)} />
            </span>
            {not_covered !== null && (
              <span className="lifetime-not block type-small">{notCoveredWords(not_covered)}</span>
            )}
          </span>
          <Keys keys={[lifetimeKeys[lifetime]]} />
        </RadioCard>
      ))}
    </fieldset>
  );
}
