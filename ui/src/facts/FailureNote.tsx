import type { Failure } from "../host/wire.gen.ts";
import { Button } from "../kit/Button.tsx";
import { Note } from "../kit/Note.tsx";
import { Verbatim } from "../kit/Verbatim.tsx";
import "./facts.css";

/** An answer that failed: what is wrong, what to do, and a way to look again. */
export function FailureNote({ failure, onAgain }: { failure: Failure; onAgain?: () => void }) {
  const { message, hint } = failure;
  return (
    <div className="failure">
      <Note
        tone="danger"
        alert
        action={
          onAgain !== undefined && (
            <Button look="link" onPress={onAgain}>
              Look again
            </Button>
          )
        }
      >
        <Verbatim text={hint === "" ? message : ended(message)} />
        {hint !== "" && (
          <>
            {" "}
            <Verbatim text={hint} />
          </>
        )}
      </Note>
    </div>
  );
}

/** A sentence that another one follows. */
function ended(words: string): string {
  return /[.!?]$/.test(words) ? words : `${words}.`;
}
