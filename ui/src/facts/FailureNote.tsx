import type { Failure } from "../host/wire.gen.ts";
import { Button } from "../kit/Button.tsx";
import { Note } from "../kit/Note.tsx";
import { Verbatim } from "../kit/Verbatim.tsx";
import "./facts.css";

/** An answer that failed: what is wrong, what to do, and a way to look again. */
export function FailureNote({ failure, onAgain }: { failure: Failure; onAgain?: () => void }) {
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
        <Verbatim text={failure.message} />
        {failure.hint !== "" && (
          <>
            {" "}
            <Verbatim text={failure.hint} />
          </>
        )}
      </Note>
    </div>
  );
}
