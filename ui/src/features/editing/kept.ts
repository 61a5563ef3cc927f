// Drafts that the reader left unsaved: they are there again when the editor is opened, also after the window was
// closed or the machine stopped, until they are saved or discarded.

import { memory } from "../../kit/memory.ts";

export interface Kept {
  /** SHA-256 of what it began with, and that text. */
  seen: string;
  base: string;
  text: string;
}

/** Most drafts that are kept; the oldest goes first. */
const most = 20;
const place = "assay.drafts";
const drafts = new Map<string, Kept>(read());

const nameOf = (skill: string, rel: string) => `${skill} ${rel}`;

export function keptDraft(skill: string, rel: string): Kept | undefined {
  return drafts.get(nameOf(skill, rel));
}

export function keepDraft(skill: string, rel: string, kept: Kept): void {
  drafts.delete(nameOf(skill, rel));
  drafts.set(nameOf(skill, rel), kept);
  const oldest = drafts.keys().next().value;
  if (drafts.size > most && oldest !== undefined) drafts.delete(oldest);
  write();
}

export function dropDraft(skill: string, rel: string): void {
  if (drafts.delete(nameOf(skill, rel))) write();
}

function write(): void {
  try {
    memory().setItem(place, JSON.stringify([...drafts]));
  } catch {
    // There is no room for all of them: in this window they are kept all the same.
  }
}

/** What an earlier window left; whatever is no draft is passed over. */
function read(): [string, Kept][] {
  try {
    const found: unknown = JSON.parse(memory().getItem(place) ?? "[]");
    return Array.isArray(found) ? found.filter(isDraft) : [];
  } catch {
    return [];
  }
}

function isDraft(value: unknown): value is [string, Kept] {
  if (!Array.isArray(value) || value.length !== 2 || typeof value[0] !== "string") return false;
  const kept: unknown = value[1];
  if (typeof kept !== "object" || kept === null) return false;
  return ["seen", "base", "text"].every((key) => typeof Reflect.get(kept, key) === "string");
}
