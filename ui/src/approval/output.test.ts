import { expect, test } from "vitest";
import { queueOf } from "../host/samples/approval.ts";
import type { OutputForm, SecretView, SendFacts } from "../host/wire.gen.ts";
import { outputEntries } from "./outputEntries.ts";
import { secretPieces } from "./secretPieces.ts";

function factsOf(): SendFacts {
  const [first] = queueOf("usual");
  if (first === undefined) throw new Error("the sample has no request");
  return first.send;
}

test("rows of the output: lines, the cut, and some of what is left out", () => {
  const facts = { ...factsOf(), lines: 3 };
  const whole = { ...facts, cut: null };
  const check = (form: OutputForm, total: number, of: SendFacts, read: number | undefined, rows: string) => {
    const { count, at } = outputEntries(form, total, of, read);
    const told = Array.from({ length: count }, (_, index) => {
      const entry = at(index);
      if (entry.kind === "line") return `${entry.line}${entry.left ? "-" : ""}`;
      return entry.kind === "more" ? `+${entry.lines}` : "cut";
    });
    expect(told.join(" ")).toBe(rows);
  };
  check("as_sent", 3, whole, undefined, "0 1 2");
  check("as_sent", 3, facts, undefined, "0 1 2 cut");
  check("as_sent", 3, facts, 4, "0 1 2 cut 3-");
  check("as_sent", 3, facts, 5, "0 1 2 cut 3- 4-");
  check("as_sent", 3, facts, 9, "0 1 2 cut 3- 4- +4");
  check("raw", 5, facts, 5, "0 1 2 cut 3- 4-");
  check("raw", 5, whole, 5, "0 1 2 3 4");
  check("raw", 0, facts, undefined, "");
});

test("a line is taken apart at its secrets, and joined it is the line", () => {
  const secret = (number: number, line: number, from: number, to_line: number, to: number): SecretView => ({
    number,
    words: "",
    by: "",
    line,
    from,
    to,
    to_line,
  });
  const check = (text: string, line: number, secrets: SecretView[], told: string) => {
    const pieces = secretPieces(text, line, secrets);
    expect(pieces.map((piece) => piece.text).join("")).toBe(text);
    expect(pieces.map((piece) => (piece.secret ? `<${piece.text}>` : piece.text)).join("|")).toBe(told);
  };
  check("key = abc;", 4, [secret(1, 4, 6, 4, 9)], "key = |<abc>|;");
  check("key = abc;", 5, [secret(1, 4, 6, 4, 9)], "key = abc;");
  check("abcdef", 0, [secret(1, 0, 0, 0, 2), secret(2, 0, 4, 0, 6)], "<ab>|cd|<ef>");
  check("abcdef", 0, [secret(1, 0, 0, 0, 4), secret(2, 0, 2, 0, 6)], "<abcd>|<ef>");
  check("-----BEGIN", 7, [secret(1, 7, 5, 9, 3)], "-----|<BEGIN>");
  check("MIIE", 8, [secret(1, 7, 5, 9, 3)], "<MIIE>");
  check("END--", 9, [secret(1, 7, 5, 9, 3)], "<END>|--");
  check("short", 0, [secret(1, 0, 3, 0, 90)], "sho|<rt>");
  check("", 8, [secret(1, 7, 5, 9, 3)], "");
});
