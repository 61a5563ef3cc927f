import { t } from "@lingui/core/macro";
import { Verbatim } from "../kit/Verbatim.tsx";
import { type AnyText, rawText } from "../language/foreign.ts";
import "./approval.css";

/** The changed lines of SKILL.md, as a unified diff tells them. */
export function SkillChanges({ diff }: { diff: AnyText }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a section would be one landmark more
    <div
      className="skill-changes type-code on-surface scrolls edged round-card"
      role="group"
      aria-label={t`Changed lines of SKILL.md`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by keys
      tabIndex={0}
    >
      {linesOf(diff).map(({ kind, text }, at) => (
        <div
          key={at}
          className={`skill-change change-${kind} stack ${kind === "place" ? "on-sunken text-3" : ""}`}
        >
          <span className="skill-change-sign to-middle not-selectable" aria-hidden="true">
            {signs[kind]}
          </span>
          <span className="inset-8">
            {spoken[kind] !== "" && <span className="unseen">{spoken[kind]} </span>}
            <Verbatim text={text} look="text" mono />
          </span>
        </div>
      ))}
    </div>
  );
}

type Kind = "added" | "removed" | "same" | "place";

const signs: Record<Kind, string> = { added: "+", removed: "−", same: "", place: "" };
const spoken: Record<Kind, string> = { added: t`added`, removed: t`removed`, same: "", place: "" };

function linesOf(diff: AnyText): { kind: Kind; text: string }[] {
  const lines = rawText(diff).replace(/\n$/u, "").split("\n");
  let inside = false;
  return lines.map((line) => {
    if (line.startsWith("@@")) inside = true;
    // Before the first place stand the names of the two sides; they begin with signs, too.
    if (!inside || line.startsWith("@@")) return { kind: "place", text: line };
    if (line.startsWith("+")) return { kind: "added", text: line.slice(1) };
    if (line.startsWith("-")) return { kind: "removed", text: line.slice(1) };
    return { kind: "same", text: line.slice(1) };
  });
}
