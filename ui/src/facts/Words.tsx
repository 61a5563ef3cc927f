import { Fragment } from "react";
import { Verbatim } from "../kit/Verbatim.tsx";
import { type AnyText, rawText } from "../language/foreign.ts";

/** What the engine says, as a sentence; what stands in backticks there is drawn as code. */
export function Words({ text }: { text: AnyText }) {
  const pieces = sentence(text).split("`");
  // One backtick alone is a character like others.
  const paired = pieces.length % 2 === 1;
  if (!paired) return <Verbatim text={sentence(text)} />;
  return (
    <>
      {pieces.map((piece, at) => (
        <Fragment key={at}>
          {at % 2 === 0 ? (
            <Verbatim text={piece} />
          ) : (
            <code>
              <Verbatim text={piece} />
            </code>
          )}
        </Fragment>
      ))}
    </>
  );
}

/** The words with a capital first, where they begin with a plain word, and with a point behind. */
export function sentence(text: AnyText): string {
  const words = rawText(text).trim();
  if (words === "") return "";
  const begun = words.replace(/^[a-z]+(?=[\s:])/, (first) => first.charAt(0).toUpperCase() + first.slice(1));
  return /[.!?…:]["”’)]?$/.test(begun) ? begun : `${begun}.`;
}
