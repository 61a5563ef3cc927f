import type { LifetimeWord, RunFacts } from "../host/wire.gen.ts";
import { RadioCard } from "../kit/Choice.tsx";
import { Keys } from "../kit/Keys.tsx";
import { Verbatim } from "../kit/Verbatim.tsx";

export interface LifetimeCard {
  word: LifetimeWord;
  key: string;
  head: string;
  words: string;
}

/** How long the permission may hold. A session that nothing can hold is not offered. */
export function lifetimesOf({ session_lifetime, resolves }: RunFacts): LifetimeCard[] {
  const program = resolves?.path.split("/").at(-1);
  const cards: LifetimeCard[] = [{ word: "once", key: "1", head: "once", words: "this request only" }];
  if (session_lifetime !== null) {
    cards.push({ word: "session", key: "2", head: "this session", words: session_lifetime });
  }
  cards.push({
    word: "bytes",
    key: "3",
    head: "while these bytes stay the same",
    words: ["skill", "command", program, "workspace"].filter(Boolean).join(", "),
  });
  return cards;
}

export function Lifetimes({
  head,
  cards,
  picked,
  onPick,
}: {
  head: string;
  cards: readonly LifetimeCard[];
  picked: LifetimeWord;
  onPick: (word: LifetimeWord) => void;
}) {
  return (
    <fieldset className="lifetimes">
      <legend>{head}</legend>
      {cards.map((card) => (
        <RadioCard
          key={card.word}
          name="lifetime"
          keys={card.key}
          checked={card.word === picked}
          onPick={() => onPick(card.word)}
        >
          <span className="lifetime-words">
            <b>{card.head}</b>
            <span>
              <Verbatim text={card.words} />
            </span>
          </span>
          <Keys keys={[card.key]} />
        </RadioCard>
      ))}
    </fieldset>
  );
}
