import { Fragment } from "react";
import type { SecretView } from "../host/wire.gen.ts";
import { Verbatim } from "../kit/Verbatim.tsx";
import { type AnyText, rawText } from "../language/foreign.ts";
import { secretPieces } from "./secretPieces.ts";
import "./output.css";

/** One line with its number; likely secrets in it carry theirs. */
export function OutputLine({
  line,
  text,
  left,
  secrets,
  kept,
  target,
}: {
  /** Counted from 0. */
  line: number;
  /** Nothing while it is on its way. */
  text: AnyText | undefined;
  /** It was read and is not sent. */
  left: boolean;
  secrets: readonly SecretView[];
  kept: ReadonlySet<number>;
  target: SecretView | null;
}) {
  const pieces = secretPieces(rawText(text) ?? "", line, secrets);
  const marked = pieces.some((piece) => piece.secret !== undefined);
  return (
    <div
      className="output-line gap-12 type-code flex anchors"
      data-line={line}
      data-left={left || undefined}
      data-marked={marked || undefined}
    >
      <span className="output-number fixed text-3 tabular not-selectable to-right" aria-hidden="true">
        {line + 1}
      </span>
      <span className="output-text grow">
        {pieces.map(({ text, secret }, at) => {
          const drawn = <Verbatim text={text} look="text" mono />;
          if (secret === undefined) return <Fragment key={at}>{drawn}</Fragment>;
          return (
            <mark
              key={at}
              className="secret text"
              data-kept={kept.has(secret.number) || undefined}
              data-current={secret === target || undefined}
            >
              {secret.line === line && (
                <span className="secret-number type-tiny not-selectable inset-4 to-middle">
                  {secret.number}
                </span>
              )}
              {drawn}
            </mark>
          );
        })}
      </span>
    </div>
  );
}
