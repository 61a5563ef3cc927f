import type { SkillStates } from "../host/wire.gen.ts";
import { Chip, type Tone } from "../kit/Chip.tsx";
import type { Glyph } from "../kit/Icon.tsx";
import { counted } from "./Count.tsx";
import { icons } from "./icons.ts";

interface SkillState {
  word: string;
  icon: Glyph;
  tone: Tone;
}

/** What is so with a skill: who wins, what is hidden, invalid, drifted, never used. */
export function SkillChips({ states, look = "quiet" }: { states: SkillStates; look?: "quiet" | "filled" }) {
  return (
    <>
      {skillStates(states, look).map((state) => (
        <Chip key={state.word} icon={state.icon} tone={state.tone} look={look}>
          {state.word}
        </Chip>
      ))}
    </>
  );
}

/** Whether Pixir could read the file at all; what it can read wins or loses its name. */
export function isRead(states: SkillStates): boolean {
  return states.wins || states.shadowed_by !== null;
}

/** The states in words, as rows and heads say them; a row leaves out what nearly all rows would say. */
export function skillStates(states: SkillStates, look: "quiet" | "filled"): SkillState[] {
  const found: SkillState[] = [];
  const add = (word: string, icon: Glyph, tone: Tone = "neutral") => found.push({ word, icon, tone });
  const contested = states.shadows > 0 || states.shadowed_by !== null;
  if (states.invalid !== null) add("invalid", icons.invalid, "danger");
  if (states.wins && (contested || look === "filled")) {
    add(look === "filled" ? "winning in Pixir" : "winning", icons.winning, "ok");
  }
  if (states.shadows > 0) add(`shadows ${states.shadows}`, icons.shadows);
  if (states.shadowed_by !== null) add(`shadowed by ${scopeOf(states.shadowed_by)}`, icons.shadowed);
  if (states.hidden) add(look === "filled" ? "hidden from the model" : "hidden from model", icons.hidden);
  if (states.drifted > 0) add(driftedWords(states, look), icons.bodyChanged, "warn");
  if (states.doors > 1) add(`1 file, ${states.doors} doors`, icons.doors);
  if (states.never_used) add("never used", icons.never);
  return found;
}

/** `repo` of `repo:release-notes/SKILL.md`, the scope in a short path. */
function scopeOf(shortPath: string): string {
  return shortPath.split(":", 1)[0] ?? shortPath;
}

function driftedWords(states: SkillStates, look: "quiet" | "filled"): string {
  if (look === "quiet") return "drifted";
  return `differs from ${states.drifted} of ${counted(states.snapshots, "snapshot")}`;
}
