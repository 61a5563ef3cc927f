import { expect, test } from "vitest";
import { linkOf, placeOf } from "./link.ts";
import type { Route } from "./route.ts";

const places: readonly [Route, string][] = [
  [{ screen: "skills" }, "assay://skills"],
  [{ screen: "skills", id: "repo:release-notes" }, "assay://skill/repo%3Arelease-notes"],
  [{ screen: "skills", id: "user:notes", tab: "versions" }, "assay://skill/user%3Anotes/versions"],
  [
    { screen: "skills", id: "user:notes", tab: "resources", rel: "docs/a b?#.md" },
    "assay://skill/user%3Anotes/resources/docs%2Fa%20b%3F%23.md",
  ],
  [{ screen: "wins" }, "assay://wins"],
  [{ screen: "checks" }, "assay://checks"],
  [{ screen: "settings" }, "assay://settings"],
  [{ screen: "sessions" }, "assay://sessions"],
  [{ screen: "session", key: "release" }, "assay://session/release"],
  [{ screen: "session", key: "release", turn: 12 }, "assay://session/release/turn/12"],
  [{ screen: "session", key: "a/b é", line: 0 }, "assay://session/a%2Fb%20%C3%A9/line/0"],
  [{ screen: "session", key: "release", row: 3 }, "assay://session/release/row/3"],
  [{ screen: "drift" }, "assay://drift"],
  [{ screen: "drift", id: "release 4" }, "assay://drift/release%204"],
  [{ screen: "diff", key: "a", line: 4 }, "assay://diff/a/4"],
  [{ screen: "diff", key: "a", line: 4, against: { key: "b", line: 9 } }, "assay://diff/a/4/b/9"],
  [{ screen: "approvals", id: "7" }, "assay://approvals/7"],
  [{ screen: "help" }, "assay://help"],
  [{ screen: "help", topic: "words" }, "assay://help/words"],
  [{ screen: "help", topic: "words", section: "in-force" }, "assay://help/words/in-force"],
];

test.each(places)("%j is written and read again", (route, link) => {
  expect(linkOf(route)).toBe(link);
  expect(placeOf(link)).toEqual(route);
});

test("a link to an editor leads to the skill, and what was looked for is not told", () => {
  expect(linkOf({ screen: "edit", id: "repo:a", rel: "SKILL.md" })).toBe("assay://skill/repo%3Aa");
  const find = { words: "secret", way: "exact", letters: "any" } as const;
  expect(linkOf({ screen: "session", key: "a", find, opens: "7" })).toBe("assay://session/a");
});

test.each([
  "",
  "assay:",
  "assay://",
  "assay:///skills",
  "https://skills",
  " assay://skills",
  "assay://edit/repo%3Aa",
  "assay://approve/7",
  "assay://approvals/7/allow",
  "assay://settings/mode/auto",
  "assay://skills?do=delete",
  "assay://skill/a#b",
  "assay://skill/a/edit",
  "assay://skill//versions",
  "assay://skill/%",
  "assay://skill/%E2%80%AEa",
  "assay://skill/a%00b",
  "assay://session/a/turn",
  "assay://session/a/turn/-1",
  "assay://session/a/turn/1e3",
  "assay://session/a/turn/9999999999",
  "assay://session/a/turn/1/2",
  "assay://session/a/find/x",
  "assay://session/a/opens/7",
  "assay://session/a/__proto__/1",
  "assay://constructor",
  "assay://diff/a/x",
  "assay://diff/a/1/b",
  `assay://skill/${"a".repeat(3000)}`,
])("%j leads nowhere", (link) => {
  expect(placeOf(link)).toBeNull();
});
