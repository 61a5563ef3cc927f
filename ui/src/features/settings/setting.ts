import type { ReactNode } from "react";

/** One thing that is in force: its value, where it comes from, and what changes it. */
export interface Setting {
  name: string;
  /** What it does, or where it comes from, in sentences. */
  words: ReactNode;
  /** What else it is looked for by. */
  also?: string;
  /** Its value, or the control that changes it. */
  value?: ReactNode;
  /** Stands below, over the whole width. */
  below?: ReactNode;
}

/** Settings that belong together. */
export interface SettingPart {
  id: string;
  head: string;
  settings: readonly Setting[];
}

/** The parts with the settings that hold every word that is looked for, in their name, their words or their head. */
export function narrowed(parts: readonly SettingPart[], text: string): SettingPart[] {
  const words = text.toLowerCase().split(/\s+/u).filter(Boolean);
  const holds = (part: SettingPart, { name, words: said, also }: Setting) => {
    const all = `${part.head} ${name} ${typeof said === "string" ? said : ""} ${also ?? ""}`.toLowerCase();
    return words.every((word) => all.includes(word));
  };
  return parts
    .map((part) => ({ ...part, settings: part.settings.filter((setting) => holds(part, setting)) }))
    .filter(({ settings }) => settings.length > 0);
}
