import type { SkillStanding, SkillStates } from "../host/wire.gen.ts";
import { Chip, type Tone } from "../kit/Chip.tsx";
import type { Glyph } from "../kit/Icon.tsx";
import { counted } from "./Count.tsx";
import { icons } from "./icons.ts";

interface SkillState {
  word: string;
  icon: Glyph;
  tone: Tone;
}

/** What is so with a skill: who wins, what is cut, hidden, invalid, drifted, not used in this workspace. */
export function SkillChips({
  states,
  look = "quiet",
  agent = "Pixir",
}: {
  states: SkillStates;
  look?: "quiet" | "filled";
  /** By whose rules. */
  agent?: string;
}) {
  return (
    <>
      {skillStates(states, look, agent).map((state) => (
        <Chip key={state.word} icon={state.icon} tone={state.tone} look={look}>
          {state.word}
        </Chip>
      ))}
    </>
  );
}

/** Whether the agent could read the file at all. */
export function isRead(states: SkillStates): boolean {
  return states.standing !== "invalid";
}

/** The states in words, as rows and heads say them; a row leaves out what nearly all rows would say. */
export function skillStates(states: SkillStates, look: "quiet" | "filled", agent = "Pixir"): SkillState[] {
  const found: SkillState[] = [];
  const add = (word: string, icon: Glyph, tone: Tone = "neutral") => found.push({ word, icon, tone });
  const contested = states.shadows > 0 || states.shadowed_by !== null;
  if (states.invalid !== null) add("invalid", icons.invalid, "danger");
  const other = standings[states.standing];
  const shown = states.listing === "whole";
  if (other !== null) add(other.word, other.icon, other.tone);
  else if (states.wins && (contested || look === "filled")) {
    add(look === "filled" ? `winning in ${agent}` : "winning", icons.winning, shown ? "ok" : "neutral");
  }
  if (states.listing === "cut") add("cut from the listing", icons.cut, "warn");
  if (states.listing === "part") add("cut short in the listing", icons.cut, "warn");
  if (states.if_trusted) {
    add(look === "filled" ? `if ${agent} trusts the project` : "if trusted", icons.unknown, "unknown");
  }
  if (states.shadows > 0) add(`shadows ${states.shadows}`, icons.shadows);
  if (states.shadowed_by !== null) add(`shadowed by ${scopeOf(states.shadowed_by)}`, icons.shadowed);
  if (states.hidden) add(look === "filled" ? "hidden from the model" : "hidden from model", icons.hidden);
  if (states.drifted)
    add(look === "filled" ? "drifted from the last recorded text" : "drifted", icons.bodyChanged, "warn");
  if (states.doors > 1) add(`1 file, ${states.doors} doors`, icons.doors);
  if (states.twins > 0) add(look === "filled" ? twinWords(states.twins) : "duplicate", icons.duplicate);
  if (states.used === "never") add("not used here", icons.never);
  if (states.used === "unknown" && look === "filled") add("use unknown", icons.unknown, "unknown");
  return found;
}

/** What is said of a skill that neither simply wins nor is simply shadowed or invalid. */
const standings: Record<SkillStanding, SkillState | null> = {
  wins: null,
  shadowed: null,
  invalid: null,
  kept: { word: "listed beside others", icon: icons.winning, tone: "ok" },
  unsettled: { word: "order not fixed", icon: icons.unknown, tone: "unknown" },
  same_file: { word: "same file by another path", icon: icons.doors, tone: "neutral" },
  held_back: { word: "held back", icon: icons.waiting, tone: "warn" },
  disabled: { word: "switched off", icon: icons.hidden, tone: "neutral" },
  denied: { word: "denied", icon: icons.deny, tone: "danger" },
  not_allowed: { word: "not on the list", icon: icons.hidden, tone: "neutral" },
};

function twinWords(others: number): string {
  return `same bytes as ${counted(others, "other skill")}`;
}

/** `repo` of `repo:release-notes/SKILL.md`, the scope in a short path. */
function scopeOf(shortPath: string): string {
  return shortPath.split(":", 1)[0] ?? shortPath;
}
