import { plural, t } from "@lingui/core/macro";
import type { SkillStanding, SkillStates } from "../host/wire.gen.ts";
import { Chip, type Tone } from "../kit/Chip.tsx";
import type { Glyph } from "../kit/Icon.tsx";
import { spelled } from "../kit/seen.ts";
import { type AnyText, rawText } from "../language/foreign.ts";
import { icons } from "./icons.ts";

interface SkillState {
  word: string;
  icon: Glyph;
  tone: Tone;
}

/** What is so with a skill: who wins, what is left out, hidden, invalid, changed since last used, not used in this workspace. */
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
  if (states.invalid !== null) add(t`invalid`, icons.invalid, "danger");
  const other = standings[states.standing];
  const shown = states.listing === "whole";
  if (other !== null) add(other.word, other.icon, other.tone);
  else if (states.wins && (contested || look === "filled")) {
    add(look === "filled" ? t`wins in ${agent}` : t`winner`, icons.winning, shown ? "ok" : "neutral");
  }
  if (states.listing === "cut") add(t`not in catalog`, icons.cut, "warn");
  const isNameOnly = states.switched?.effect === "name_only";
  if (states.listing === "part" && !isNameOnly) add(t`shortened in catalog`, icons.cut, "warn");
  if (states.if_trusted) {
    add(look === "filled" ? t`if ${agent} trusts the project` : t`pending trust`, icons.unknown, "unknown");
  }
  if (states.shadows > 0) add(t`shadows ${states.shadows}`, icons.shadows);
  if (states.shadowed_by !== null) add(t`shadowed by ${scopeOf(states.shadowed_by)}`, icons.shadowed);
  if (states.hidden) add(look === "filled" ? t`hidden from the model` : t`hidden from model`, icons.hidden);
  if (isNameOnly) add(t`name only`, icons.cut);
  if (states.switched?.effect === "model_refused") add(t`model refused`, icons.deny);
  if (states.drifted) add(t`changed since last used`, icons.bodyChanged, "warn");
  if (states.doors > 1) add(plural(states.doors, { one: "# path", other: "# paths" }), icons.doors);
  if (states.twins > 0) add(look === "filled" ? twinWords(states.twins) : t`duplicate`, icons.duplicate);
  if (states.used === "never") add(t`not used here`, icons.never);
  if (states.used === "unknown" && look === "filled") add(t`usage unknown`, icons.unknown, "unknown");
  return found;
}

/** What is said of a skill that neither simply wins nor is simply shadowed or invalid. */
const standings: Record<SkillStanding, SkillState | null> = {
  wins: null,
  shadowed: null,
  invalid: null,
  kept: { word: t`listed alongside others`, icon: icons.winning, tone: "ok" },
  unsettled: { word: t`order not fixed`, icon: icons.unknown, tone: "unknown" },
  same_file: { word: t`same file, other path`, icon: icons.doors, tone: "neutral" },
  held_back: { word: t`needs trust`, icon: icons.waiting, tone: "warn" },
  disabled: { word: t`disabled`, icon: icons.hidden, tone: "neutral" },
  denied: { word: t`denied`, icon: icons.deny, tone: "danger" },
  off: { word: t`disabled`, icon: icons.hidden, tone: "neutral" },
  not_allowed: { word: t`not allowed`, icon: icons.hidden, tone: "neutral" },
};

function twinWords(others: number): string {
  return t`same bytes as ${plural(others, { one: "# other skill", other: "# other skills" })}`;
}

/** `repo` of `repo:release-notes/SKILL.md`, the scope in a short path. */
function scopeOf(shortPath: AnyText): string {
  return spelled(rawText(shortPath).split(":", 1)[0] ?? "");
}
