import type { Failure } from "../host/wire.gen.ts";
import { Button } from "../kit/Button.tsx";
import { Note } from "../kit/Note.tsx";
import "./facts.css";
import { Words } from "./Words.tsx";

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
        <FailureWords failure={failure} />
      </Note>
    </div>
  );
}

/** What is wrong, and what to do, as sentences. */
export function FailureWords({ failure }: { failure: Failure }) {
  return (
    <>
      <Words text={failure.message} />
      {failure.hint !== "" && (
        <>
          {" "}
          <Words text={failure.hint} />
        </>
      )}
    </>
  );
}
