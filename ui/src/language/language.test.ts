import { i18n } from "@lingui/core";
import { afterEach, expect, test, vi } from "vitest";
import { chosenLanguage, spoken, startLanguage } from "./language.ts";

afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

test.each([
  ["a choice goes before the system", "de", ["en-US"], "de"],
  ["the system’s first that there is", "system", ["fr-FR", "de-AT", "en"], "de"],
  ["a language that is none of these", "system", ["fr-FR"], "en"],
  ["no language at all", "system", [], "en"],
] as const)("%s", (_, chosen, preferred, wanted) => {
  expect(spoken(chosen, preferred)).toBe(wanted);
});

test("what was kept by another version is taken as far as it is understood", () => {
  localStorage.setItem("assay.language", "tlh");
  expect(chosenLanguage()).toBe("system");
});

test("the texts of the language are there, and the document says which it is", async () => {
  localStorage.setItem("assay.language", "de");
  await startLanguage();
  expect(document.documentElement.lang).toBe("de");
  expect(i18n.locale).toBe("de");
  // Loaded now, a module makes its texts in it.
  const { terms } = await import("../facts/terms.ts");
  const { count, decimal } = await import("./numbers.ts");
  const { fullTime, shortDate } = await import("../facts/Time.tsx");
  expect(terms.drift.word).toBe("Abweichung");
  expect([count(21406), decimal(4.25)]).toEqual(["21.406", "4,3"]);
  const at = new Date(2026, 8, 2, 14, 27, 40).getTime();
  expect(shortDate(at, at)).toMatch(/^2\. Sept?\.?$/u);
  expect(fullTime(at)).toMatch(/^2\. Sept?\.? 2026, 14:27:40$/u);
});
