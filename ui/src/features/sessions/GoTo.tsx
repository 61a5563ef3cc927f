import { useEffect, useId, useRef, useState } from "react";
import { Button } from "../../kit/Button.tsx";
import { Dialog } from "../../kit/Dialog.tsx";
import { type Goal, goalOf } from "./findRow.ts";
import "./GoTo.css";

/** Asks for a turn or a log line. */
export function GoTo({ onGo, onClose }: { onGo: (goal: Goal) => Promise<boolean>; onClose: () => void }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  // After the dialog has opened and taken the focus itself.
  useEffect(() => input.current?.focus(), []);
  const [typed, setTyped] = useState("");
  const [missed, setMissed] = useState(false);
  const goal = goalOf(typed);
  const go = async () => {
    if (goal === null) return;
    if (await onGo(goal)) onClose();
    else setMissed(true);
  };
  return (
    <Dialog
      title="Go to turn or line"
      width={380}
      onClose={onClose}
      foot={
        <Button
          look="primary"
          offBecause={goal === null ? "Type the number of a turn, or line and a number." : null}
          onPress={go}
        >
          Go to it
        </Button>
      }
    >
      <form
        className="goto"
        onSubmit={(event) => {
          event.preventDefault();
          void go();
        }}
      >
        <label htmlFor={id}>Turn, such as 8, or log line, such as line 412</label>
        <input
          id={id}
          ref={input}
          type="text"
          autoComplete="off"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setMissed(false);
          }}
        />
        <p role="status">{missed && "This session has no such place."}</p>
      </form>
    </Dialog>
  );
}
