import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { Button } from "./Button.tsx";
import { Toast } from "./Toast.tsx";

/** What is said about something that has just been done. */
export interface Said {
  words: ReactNode;
  /** The one thing that can be done about it; `action` is the id of what its key does. */
  offer?: { word: string; run: () => void; action?: string };
}

const SayContext = createContext<(said: Said | null) => void>(() => {});

/** Says something that outlives the screen it was done on; null takes back what is said. */
export function useSay(): (said: Said | null) => void {
  return useContext(SayContext);
}

/** Milliseconds a message stays, unless somebody points at it or has the focus in it. */
const STAYS = 20_000;

/** Where messages are said: one at a time, the newest, whatever screen is shown. */
export function Toasts({ children }: { children: ReactNode }) {
  const [said, setSaid] = useState<Said | null>(null);
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (said === null || held) return;
    const timer = window.setTimeout(() => setSaid(null), STAYS);
    return () => window.clearTimeout(timer);
  }, [said, held]);
  const close = () => {
    setHeld(false);
    setSaid(null);
  };
  const offer = said?.offer;
  return (
    <SayContext value={setSaid}>
      {children}
      {said !== null && (
        // biome-ignore lint/a11y/noStaticElementInteractions: it only watches whether somebody is at it
        <div
          onPointerEnter={() => setHeld(true)}
          onPointerLeave={() => setHeld(false)}
          onFocus={() => setHeld(true)}
          onBlur={() => setHeld(false)}
        >
          <Toast
            onClose={close}
            action={
              offer !== undefined && (
                <Button
                  look="link"
                  action={offer.action}
                  onPress={() => {
                    close();
                    offer.run();
                  }}
                >
                  {offer.word}
                </Button>
              )
            }
          >
            {said.words}
          </Toast>
        </div>
      )}
    </SayContext>
  );
}
