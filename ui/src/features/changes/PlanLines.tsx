import { t } from "@lingui/core/macro";
import { type ReactNode, useState } from "react";
import { Button } from "../../kit/Button.tsx";
import { count } from "../../language/numbers.ts";
import "./changes.css";

/** Lines drawn at first, and with every press for more. */
const LINES = 400;

/** How many lines are asked for, and how to ask for more. */
export function useLines(): [number, () => void] {
  const [lines, setLines] = useState(LINES);
  return [lines, () => setLines(lines + LINES)];
}

/** Lines of a text in a box that is scrolled; says that a text goes on, and how to see more of it. */
export function PlanLines({
  label,
  className = "",
  shown,
  total,
  noun,
  onMore,
  children,
}: {
  label: string;
  className?: string;
  shown: number;
  total: number;
  /** What is counted. */
  noun: "lines" | "rows";
  onMore: () => void;
  children: ReactNode;
}) {
  return (
    <>
      <section
        className={`plan-lines on-surface ${className} wide scrolls-both round`}
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by keys
        tabIndex={0}
      >
        {children}
      </section>
      {shown < total && (
        <p className="text-2 type-small">
          {noun === "lines"
            ? t`First ${count(shown)} of ${count(total)} lines shown.`
            : t`First ${count(shown)} of ${count(total)} rows shown.`}{" "}
          <Button look="link" onPress={onMore}>
            {t`Show more`}
          </Button>
        </p>
      )}
    </>
  );
}
