import { getCatalogs } from "@lingui/cli/api";
import { getConfig } from "@lingui/conf";
import { setupI18n } from "@lingui/core";
import { expect, test } from "vitest";
import { spelled } from "../kit/seen.ts";
import { messages as german } from "./de.po";
import { messages as english } from "./en.po";

const [catalogue] = await getCatalogs(getConfig());

test("the catalogues hold every text of the sources, and no other; `npm run texts` brings them there", async () => {
  const used = Object.keys((await catalogue?.collect()) ?? {});
  expect(used.length).toBeGreaterThan(2000);
  for (const language of ["en", "de"]) {
    const kept = (await catalogue?.read(language)) ?? {};
    expect(
      used.filter((id) => !(id in kept)),
      `missing in ${language}.po`,
    ).toEqual([]);
    expect(
      Object.keys(kept).filter((id) => !used.includes(id)),
      `unused in ${language}.po`,
    ).toEqual([]);
    const empty = Object.values(kept).filter(({ translation }) => !translation);
    expect(
      empty.map(({ message }) => message),
      `not translated in ${language}.po`,
    ).toEqual([]);
  }
});

/** What a message is filled with: places by name, and elements by number. */
function places(text: string): string[] {
  const found = text.matchAll(/\{(\w+)(?:\}|, plural)|<(\d+)/gu);
  return [...new Set([...found].map((one) => one[1] ?? `<${one[2]}>`))].sort();
}

test("a translation is filled with what the text is filled with, and begins and ends as it does", async () => {
  const kept = Object.values((await catalogue?.read("de")) ?? {});
  const edges = (text: string) => [/^\s*/u.exec(text)?.[0], /\s*$/u.exec(text)?.[0]];
  for (const { message = "", translation = "" } of kept) {
    // A word alone in braces is a form of a plural.
    const real = places(message).filter(
      (place) => places(translation).includes(place) || !/^[a-z]+$/u.test(place),
    );
    expect(places(translation), translation).toEqual(expect.arrayContaining(real));
    expect(edges(translation), translation).toEqual(edges(message));
  }
});

test("no text holds a character that is drawn as its number", async () => {
  for (const language of ["en", "de"]) {
    const kept = Object.values((await catalogue?.read(language)) ?? {});
    const texts = kept.flatMap(({ message = "", translation = "" }) => [message, translation]);
    expect(texts.filter((text) => spelled(text) !== text)).toEqual([]);
  }
});

test("German is quoted as German is", async () => {
  const kept = Object.values((await catalogue?.read("de")) ?? {});
  const wrong = kept.filter(({ translation = "" }) => /"|“[^„“”]*”/u.test(translation));
  expect(wrong.map(({ translation }) => translation)).toEqual([]);
});

test.each([
  ["en", english, ["0 sessions", "1 session", "2 sessions", "5 sessions", "21,406 sessions"]],
  ["de", german, ["0 Sitzungen", "1 Sitzung", "2 Sitzungen", "5 Sitzungen", "21.406 Sitzungen"]],
])("%s: a number has its form, and its thousands apart", (locale, messages, wanted) => {
  const i18n = setupI18n({ locale, messages: { [locale]: messages } });
  const id = Object.keys(messages).find((key) =>
    isOf(messages[key], locale === "en" ? " session" : " Sitzung"),
  );
  expect([0, 1, 2, 5, 21406].map((n) => i18n._(id ?? "", { n, 0: n, sessions: n, total: n }))).toEqual(
    wanted,
  );
});

/** A plural of nothing but a number and this noun. */
function isOf(message: unknown, noun: string): boolean {
  return (
    (JSON.stringify(message) ?? "").includes(`{"one":["#","${noun}"]`) &&
    JSON.stringify(message).startsWith("[[")
  );
}
