import type { Letter } from "../wire.gen.ts";
import { digest } from "./digest.ts";
import { foreign } from "./foreign.ts";

function letter(
  letter: string,
  colour: number,
  name: string,
  hash: string,
  version = 1,
  versions = 1,
): Letter {
  return { letter, colour, name: foreign(name), hash: digest(hash), version, versions };
}

export const A = letter("A", 1, "repo-survey", "58127444");
export const B = letter("B", 2, "code-review", "7820806e");
export const C = letter("C", 3, "pdf", "0b9c3b4e");
export const D = letter("D", 4, "test-first-fix", "4a5ade8f");
export const E = letter("E", 5, "release-notes", "d3b54820", 1, 2);
export const F = letter("F", 5, "release-notes", "c01eef18", 2, 2);
