import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { foreign } from "../host/samples/foreign.ts";
import type { SignatureFact, SignatureVerdict } from "../host/wire.gen.ts";
import { SignatureChip, SignatureNote } from "./Signature.tsx";

const fact = (verdict: SignatureVerdict, words: string): SignatureFact => ({
  verdict,
  signer: foreign("Signer (Example)"),
  identity: null,
  words,
  changes: [],
  omitted: 0,
  uncovered: [],
  expired: null,
});

test.each([
  ["unchanged", "signed, unchanged"],
  ["changed", "changed since it was signed"],
  ["not_trusted", "signer not trusted"],
  ["unverifiable", "signature can’t be verified"],
] as const)("a signature that is %s says so in words", (verdict, words) => {
  render(<SignatureChip fact={fact(verdict, "The reason.")} />);
  expect(screen.getByText(words)).toBeInTheDocument();
});

test("the reason stands beside it", () => {
  render(<SignatureNote fact={fact("changed", "Changed since Signer signed it: a.md was added.")} />);
  expect(screen.getByText(/a\.md was added/)).toBeInTheDocument();
});
