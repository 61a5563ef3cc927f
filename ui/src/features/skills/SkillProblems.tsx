import { count } from "../../facts/Count.tsx";
import type { ProblemRow } from "../../host/wire.gen.ts";
import { Note } from "../../kit/Note.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";
import "./skills.css";

/** How many are told one by one. */
const told = 20;

/** What was odd in the roots, in sentences. */
export function SkillProblems({ problems }: { problems: readonly ProblemRow[] }) {
  if (problems.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by keys
    // biome-ignore lint/a11y/useSemanticElements: a section would be one landmark more
    <div className="skill-problems" role="group" aria-label="Problems in the roots" tabIndex={0}>
      {problems.slice(0, told).map((problem) => (
        <Note key={`${problem.code} ${problem.path}`} tone="warn">
          <Verbatim text={problem.message} />
        </Note>
      ))}
      {problems.length > told && <p className="quiet">{count(problems.length - told)} more</p>}
    </div>
  );
}
