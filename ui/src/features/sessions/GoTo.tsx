import { t } from "@lingui/core/macro";
import { useId, useState } from "react";
import { ActNote } from "../../facts/FailureNote.tsx";
import { failureOf } from "../../host/host.ts";
import type { Failure } from "../../host/wire.gen.ts";
import { Button } from "../../kit/Button.tsx";
import { Dialog } from "../../kit/Dialog.tsx";
import { type Goal, goalOf } from "./findRow.ts";
import "./GoTo.css";

/** Asks for a turn or a log line. */
export function GoTo({ onGo, onClose }: { onGo: (goal: Goal) => Promise<boolean>; onClose: () => void }) {
  const id = useId();
  const [typed, setTyped] = useState("");
  const [missed, setMissed] = useState(false);
  const goal = goalOf(typed);
  const [failure, setFailure] = useState<Failure | null>(null);
  const go = () => {
    if (goal === null) return;
    onGo(goal).then(
      (found) => (found ? onClose() : setMissed(true)),
      (thrown) => setFailure(failureOf(thrown)),
    );
  };
  return (
    <Dialog
      title={t`Go to turn or line`}
      width={380}
      onClose={onClose}
      foot={
        <Button
          look="primary"
          offBecause={goal === null ? t`Enter a turn number, or “line” and a number.` : null}
          onPress={go}
        >
          {t`Go to`}
        </Button>
      }
    >
      <form
        className="goto stack gap-6"
        onSubmit={(event) => {
          event.preventDefault();
          go();
        }}
      >
        <label htmlFor={id} className="text-2 type-small">
          {t`Turn (8) or log line (line 412)`}
        </label>
        <input
          id={id}
          type="text"
          autoComplete="off"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setMissed(false);
            setFailure(null);
          }}
        />
        <ActNote act={{ failure }} />
        <p className="text-danger type-small" role="status">
          {missed && t`No such turn or line in this session.`}
        </p>
      </form>
    </Dialog>
  );
}
