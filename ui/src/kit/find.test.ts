import { expect, test } from "vitest";
import { anyOf, expressionOf, type Query, rangesOf } from "./find.ts";

function found(html: Node[], query: Partial<Query>, most = 100): string[] {
  document.body.replaceChildren(...html);
  const sought = expressionOf({ words: "", way: "exact", letters: "any", ...query });
  if (!(sought instanceof RegExp)) throw new Error(sought ?? "nothing sought");
  return rangesOf(document.body, sought, most).map(String);
}

function element(tag: string, content: string | Node[], attributes: Record<string, string> = {}): Element {
  const made = document.createElement(tag);
  made.append(...(typeof content === "string" ? [content] : content));
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

test("words are found in either case, across marks, never across paragraphs", () => {
  const page = () => [
    element("p", [new Text("Half "), element("b", "rou"), new Text("nd, ROUND")]),
    element("p", "ro"),
    element("p", "und"),
  ];
  expect(found(page(), { words: "round" })).toEqual(["round", "ROUND"]);
  expect(found(page(), { words: "ROUND", letters: "exact" })).toEqual(["ROUND"]);
  expect(found(page(), { words: "r.*?d", way: "pattern" })).toEqual(["round", "ROUND"]);
  expect(found(page(), { words: "r.*d" })).toEqual([]);
});

test("what nobody sees is not found, and no more than is asked for", () => {
  const page = () => [
    element("span", "seen"),
    element("span", "seen", { class: "unseen" }),
    element("div", "seen", { "data-find": "" }),
    element("p", "seen seen"),
  ];
  expect(found(page(), { words: "seen" })).toHaveLength(3);
  expect(found(page(), { words: "seen" }, 2)).toHaveLength(2);
});

test("a pattern of texts finds these texts alone", () => {
  expect(found([element("p", "a.b acb a+b")], { words: anyOf(["a.b", "a+b"]), way: "pattern" })).toEqual([
    "a.b",
    "a+b",
  ]);
});

test("what is no expression says so", () => {
  expect(expressionOf({ words: "(", way: "pattern", letters: "any" })).toMatch(/Invalid regular expression/);
  expect(expressionOf({ words: "(", way: "exact", letters: "any" })).toBeInstanceOf(RegExp);
  expect(expressionOf({ words: "", way: "exact", letters: "any" })).toBeNull();
});
