import { getCatalogs } from "@lingui/cli/api";
import { getConfig } from "@lingui/conf";
import { expect, test } from "vitest";

const [catalogue] = await getCatalogs(getConfig());

async function textsOf(language: string): Promise<string[]> {
  const kept = Object.values((await catalogue?.read(language)) ?? {});
  return kept.map(({ translation = "" }) => translation);
}

test.each(["en", "de"])("%s: no message begins or ends with a space or a comma", async (language) => {
  const texts = await textsOf(language);
  expect(texts.length).toBeGreaterThan(2000);
  expect(texts.filter((text) => /^[\s,]|[\s,]$/u.test(text))).toEqual([]);
});

/** Phrases that the glossary has a plain word for, which is named at the right. */
const replaced: readonly [phrase: RegExp, word: string][] = [
  [/\blook(s|ed)? (again|at|below|through)\b/iu, "refresh, search, check"],
  [/\bt(ake|akes|aken|ook) (it |them |a skill )?in\b/iu, "activate, load"],
  [/\bt(ake|akes|aken|ook) (it |them )?(back|down)\b/iu, "undo, withdraw, roll back, recorded"],
  [/\b(held|holds?|kept) back\b/iu, "needs trust, hidden"],
  [/\bkept from\b/iu, "blocked"],
  [/\bin force\b/iu, "in context, active, current"],
  [/\bstill replayed\b/iu, "in context from earlier turns"],
  [/\bdoors?\b/iu, "path"],
  [/\bturn(s|ed)? over\b/iu, "change"],
  [/\b(lies|stands)\b/iu, "is, exists"],
  [/\bbarred\b/iu, "disabled in"],
  [/\blet go\b|\bgo on\b|\bgoes on\b/iu, "resume, continue"],
  [/\bwhat would be\b|\ball the same\b|\bmade anew\b/iu, "preview, anyway, rebuilt"],
  [/\bno longer\b|\bis no (file|skill|turn)\b/iu, "not, deleted, changed"],
  [/\bas read by\b/iu, "agent"],
  [/\bloosen(s|ed)?\b/iu, "allow more"],
  [/\bcarried out\b|\bput back\b/iu, "apply, restore"],
  [/\bdamaged?\b|\btorn\b/iu, "corrupt, truncated"],
  [/\bswitched off\b/iu, "disabled"],
  [/\bchosen\b/iu, "selected"],
  [/\bwhat it shaped\b|\bshaped it\b/iu, "what shaped this turn"],
  [/\bnobody\b|\bsomebody\b|\bwhoever\b|\bstrangers?\b|\ba person\b|\bpeople\b/iu, "you, user, agent"],
];

test("no message has a phrase that the glossary replaces", async () => {
  const found = (await textsOf("en")).flatMap((text) =>
    replaced.flatMap(([phrase, word]) => (phrase.test(text) ? [`${text} (say: ${word})`] : [])),
  );
  expect(found).toEqual([]);
});
