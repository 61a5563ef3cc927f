import { expect, test } from "vitest";
import { foreign } from "../host/samples/foreign.ts";
import { switchWords } from "./switchWords.ts";

test("a setting says what it does and where it stands, with hidden characters spelled", () => {
  const at = { file: foreign("~/.codex/config\u202e.toml"), line: 12 };
  const words = (effect: Parameters<typeof switchWords>[0]["effect"]) => switchWords({ effect, ...at });
  expect(words("ignored")).toMatch(/^disabled in ~\/\.codex\/config.*U\+202E.*\.toml, line 12$/u);
  expect(words("off")).toBe(words("ignored"));
  expect(words("user_only")).toMatch(/^only the user can call it \(/u);
  expect(words("model_refused")).toMatch(/^calls by the model are refused \(/u);
  expect(words("name_only")).toMatch(/^listed by name only \(/u);
});
