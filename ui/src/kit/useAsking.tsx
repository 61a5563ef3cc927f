import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "./Button.tsx";
import { Note } from "./Note.tsx";

/** Something that allows more than before. */
export interface Loosening {
  /** What follows from it, in sentences. */
  words: ReactNode;
  /** The button that does it. */
  yes: string;
  /** The button that leaves all as it is. */
  no: string;
  act: () => void;
}

/** Asks in place before something allows more; what allows less needs no question. */
export function useAsking(): { ask: (loosening: Loosening) => void; question: ReactNode } {
  const [asked, ask] = useState<Loosening | null>(null);
  return { ask, question: asked !== null && <Question {...asked} onEnd={() => ask(null)} /> };
}

function Question({ words, yes, no, act, onEnd }: Loosening & { onEnd: () => void }) {
  const careful = useRef<HTMLButtonElement>(null);
  useEffect(() => careful.current?.focus(), []);
  return (
    <Note
      tone="warn"
      alert
      action={
        <>
          <Button
            size={24}
            onPress={() => {
              onEnd();
              act();
            }}
          >
            {yes}
          </Button>
          <Button ref={careful} size={24} onPress={onEnd}>
            {no}
          </Button>
        </>
      }
    >
      {words}
    </Note>
  );
}
