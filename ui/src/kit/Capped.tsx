import { t } from "@lingui/core/macro";
import { type ReactNode, useState } from "react";
import { count } from "../language/numbers.ts";
import { Button } from "./Button.tsx";

/** Of very many things the first are drawn, until the reader asks for all of them. */
export function Capped<T>({
  of,
  first,
  draw,
}: {
  of: readonly T[];
  /** How many are drawn at first. */
  first: number;
  draw: (items: readonly T[]) => ReactNode;
}) {
  const [all, setAll] = useState(false);
  const drawn = all ? of : of.slice(0, first);
  return (
    <>
      {draw(drawn)}
      {drawn.length < of.length && (
        <p className="text-2">
          {t`First ${count(drawn.length)} of ${count(of.length)} shown.`}{" "}
          <Button look="link" onPress={() => setAll(true)}>
            {t`Show all`}
          </Button>
        </p>
      )}
    </>
  );
}
