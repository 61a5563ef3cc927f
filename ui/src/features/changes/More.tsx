import { count } from "../../facts/Count.tsx";
import { Button } from "../../kit/Button.tsx";

/** Lines drawn at first, and with every press for more. */
export const LINES = 400;

/** Says that a text goes on, and how to see more of it. */
export function More({
  shown,
  total,
  noun,
  onMore,
}: {
  shown: number;
  total: number;
  noun: string;
  onMore: () => void;
}) {
  if (shown >= total) return null;
  return (
    <p className="plan-counts">
      First {count(shown)} of {count(total)} {noun} shown.{" "}
      <Button look="link" onPress={onMore}>
        Show more
      </Button>
    </p>
  );
}
