import { expect, test } from "vitest";
import { foreign } from "../../host/samples/foreign.ts";
import type { WinsCell, WinsFile } from "../../host/wire.gen.ts";
import { cellWords } from "./CellFace.tsx";

const file = (scope: string, state: WinsFile["state"]): WinsFile => ({
  path: foreign(`${scope}/SKILL.md`),
  scope,
  state,
  why: null,
  hash: "",
  real: null,
  hidden: false,
  switched: null,
  skill: null,
});

test("a contested cell says that it holds only if the project is trusted", () => {
  const cell: WinsCell = {
    verdict: "wins",
    confidence: "reconstructed",
    if_trusted: true,
    files: [file("repo", "wins"), file("user", "shadowed")],
  };
  expect(cellWords(cell)).toBe("repo, over user, pending trust");
  expect(cellWords({ ...cell, if_trusted: false })).toBe("repo, over user");
});

test("a cell of a disabled skill names the settings file and the line", () => {
  const why = {
    code: "off",
    args: { effect: "ignored", file: foreign("~/.codex/config.toml"), line: 4 },
  } as const;
  const cell: WinsCell = {
    verdict: "off",
    confidence: "reconstructed",
    if_trusted: false,
    files: [{ ...file("user", "off"), why }],
  };
  expect(cellWords(cell)).toBe("disabled, config.toml, line 4");
});
