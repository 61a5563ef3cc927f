import { expect, test } from "vitest";
import { foreign } from "../host/samples/foreign.ts";
import { code, quotation, words } from "./inMarkdown.ts";

test("a title that is Markdown itself is copied as words", () => {
  expect(words("**bold** [here](http://a) <b> `x`")).toBe(
    "\\*\\*bold\\*\\* \\[here\\](http://a) \\<b\\> \\`x\\`",
  );
  expect(words("two\n\nlines")).toBe("two lines");
  expect(words("- item")).toBe("\\- item");
  expect(words("1. item")).toBe("1\\. item");
  expect(words("plain words, 4.2")).toBe("plain words, 4.2");
});

test("code is closed by more backticks than it holds", () => {
  expect(code("a.md")).toBe("`a.md`");
  expect(code("a`b")).toBe("``a`b``");
  expect(code("`")).toBe("`` ` ``");
  expect(code("a\nb")).toBe("`a b`");
});

test("a quotation keeps its lines, and says what is left out", () => {
  const whole = { text: foreign("one\n# two"), lines: 2, bytes: 9, cut: false };
  expect(quotation(whole)).toBe("> one\\\n> \\# two");
  expect(quotation({ ...whole, bytes: 9000, cut: true })).toContain("> … truncated; 9,000 bytes in total");
});
