import { plural, t } from "@lingui/core/macro";
import { useState } from "react";
import type { ProblemRow } from "../host/wire.gen.ts";
import { Button } from "../kit/Button.tsx";
import { Note } from "../kit/Note.tsx";
import { rawText } from "../language/foreign.ts";
import { count } from "../language/numbers.ts";
import "./facts.css";
import { messageWords } from "../language/messages.ts";
import { Words } from "./Words.tsx";

/** How many are told one by one. */
const told = 50;

/** What was odd in somebody's files: one sentence as it is, more of them behind their count. */
export function Problems({ problems, where }: { problems: readonly ProblemRow[]; where: string }) {
  const [open, setOpen] = useState(false);
  const [first] = problems;
  if (first === undefined) return null;
  const words = `${plural(problems.length, { one: "# problem", other: "# problems" })} ${where}`;
  return (
    <div className="problems fixed">
      <Note
        tone="warn"
        action={
          problems.length > 1 && (
            <Button look="link" onPress={() => setOpen(!open)} expanded={open}>
              {open ? t`Hide` : t`Show`}
            </Button>
          )
        }
      >
        {problems.length === 1 ? <Words text={messageWords(first.message)} /> : words}
      </Note>
      {open && problems.length > 1 && (
        <ul
          className="problems-told stack gap-6 type-small ring-inside scrolls-both"
          aria-label={words}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by keys
          tabIndex={0}
        >
          {problems.slice(0, told).map((problem) => (
            <li key={`${problem.code} ${rawText(problem.path)}`}>
              <Words text={messageWords(problem.message)} />
            </li>
          ))}
          {problems.length > told && <li>{t`${count(problems.length - told)} more`}</li>}
        </ul>
      )}
    </div>
  );
}
