// Which language the windows speak: the system's, or the one the reader chose. The choice is kept across starts.

import { i18n, type Messages } from "@lingui/core";

export const languages = ["system", "en", "de"] as const;

export type Language = (typeof languages)[number];

const KEY = "assay.language";

/** Each is a file of its own, so that only one is loaded. */
const catalogues: Record<Exclude<Language, "system">, () => Promise<{ messages: Messages }>> = {
  en: () => import("./en.po"),
  de: () => import("./de.po"),
};

/**
 * Loads the texts. It is awaited before anything that has texts is imported: many of them are made once, as their
 * module is. A choice in another window is followed.
 */
export async function startLanguage(): Promise<void> {
  const language = spoken(chosenLanguage(), navigator.languages);
  i18n.loadAndActivate({ locale: language, messages: (await catalogues[language]()).messages });
  document.documentElement.lang = language;
  window.addEventListener("storage", ({ key }) => {
    if (key === KEY) location.reload();
  });
}

/** Remembers the choice and draws the page anew, in that language. */
export function chooseLanguage(language: Language): void {
  try {
    localStorage.setItem(KEY, language);
  } catch {
    // Storage may be forbidden; then it stays with the language of the system.
  }
  location.reload();
}

/** The choice, not what it comes to. */
export function chosenLanguage(): Language {
  try {
    const kept = localStorage.getItem(KEY);
    return languages.find((language) => language === kept) ?? "system";
  } catch {
    return "system";
  }
}

/** What a choice comes to: of the languages that the system prefers, the first that there is; else English. */
export function spoken(language: Language, preferred: readonly string[]): Exclude<Language, "system"> {
  if (language !== "system") return language;
  const there = preferred.map((tag) => (["en", "de"] as const).find((one) => tag.startsWith(one)));
  return there.find((one) => one !== undefined) ?? "en";
}
