// Drafts that the reader left unsaved: they are there again when the editor is opened, until the window is closed.

export interface Kept {
  /** SHA-256 of what it began with, and that text. */
  seen: string;
  base: string;
  text: string;
}

/** Most drafts that are kept; the oldest goes first. */
const most = 20;
const drafts = new Map<string, Kept>();

const nameOf = (skill: string, rel: string) => `${skill} ${rel}`;

export function keptDraft(skill: string, rel: string): Kept | undefined {
  return drafts.get(nameOf(skill, rel));
}

export function keepDraft(skill: string, rel: string, kept: Kept): void {
  drafts.delete(nameOf(skill, rel));
  drafts.set(nameOf(skill, rel), kept);
  const oldest = drafts.keys().next().value;
  if (drafts.size > most && oldest !== undefined) drafts.delete(oldest);
}

export function dropDraft(skill: string, rel: string): void {
  drafts.delete(nameOf(skill, rel));
}
