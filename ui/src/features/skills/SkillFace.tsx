import { plural, t } from "@lingui/core/macro";
import { icons } from "../../facts/icons.ts";
import { scopeIcon } from "../../facts/ScopeBadge.tsx";
import { isRead, SkillChips, skillStates } from "../../facts/SkillChips.tsx";
import { shortTime, Time } from "../../facts/Time.tsx";
import type { SkillRow } from "../../host/wire.gen.ts";
import { Chip } from "../../kit/Chip.tsx";
import { Icon } from "../../kit/Icon.tsx";
import { spelled } from "../../kit/seen.ts";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { count } from "../../language/numbers.ts";
import "./skills.css";
import { messageWords } from "../../language/messages.ts";

/** One skill in the list: two lines. A row that has not arrived yet keeps its place. */
export function SkillFace({ row }: { row: SkillRow | undefined }) {
  if (row === undefined) return <div className="skill-face stack gap-0-8 padded-4" aria-busy="true" />;
  const { invalid, shadowed_by } = row.states;
  const quiet = invalid !== null || shadowed_by !== null;
  return (
    <div className="skill-face stack gap-0-8 padded-4">
      <span className="skill-face-icon text-3">
        <Icon of={scopeIcon(row.scope)} size={16} />
      </span>
      <span className={`skill-face-name cut-end ${quiet ? "text-2" : "medium"}`}>
        <Verbatim text={row.name} />
      </span>
      <span className="skill-face-tokens tabular text-2 type-small">
        {isRead(row.states) ? tokensOf(row) : t`not read`}
      </span>
      <span className="skill-face-states narrows gap-8 text-3 type-micro flex clips">
        <States row={row} />
      </span>
      <span className="skill-face-used text-3 type-micro to-right">
        {row.last_used !== null && <Time at={row.last_used} />}
      </span>
    </div>
  );
}

function States({ row }: { row: SkillRow }) {
  const { invalid } = row.states;
  if (skillStates(row.states, "quiet").length === 0) {
    // What nearly all rows would say is said once, beside the skill; what it is for tells them apart.
    return (
      <span className="cut-end">
        {row.states.used === "unknown" ? <Verbatim text={row.description} /> : usesOf(row)}
      </span>
    );
  }
  if (invalid === null) return <SkillChips states={row.states} />;
  return (
    <>
      <Chip icon={icons.invalid} tone="danger">
        {t`invalid`}
      </Chip>
      <span className="cut-end">
        <Verbatim text={messageWords(invalid)} />
      </span>
    </>
  );
}

/** What is read aloud for a row of the list. */
export function nameOfSkill(row: SkillRow | undefined): string {
  if (row === undefined) return t`not read yet`;
  const states = skillStates(row.states, "quiet").map((state) => state.word);
  const parts = [row.name, row.scope, ...states];
  if (row.states.invalid !== null) parts.push(messageWords(row.states.invalid));
  else
    parts.push(
      t`${count(row.listed_tokens)} tokens in catalog`,
      t`${count(row.activated_tokens)} when activated`,
    );
  if (row.last_used !== null) parts.push(t`last used ${shortTime(row.last_used)}`);
  return spelled(parts.join(", "));
}

function tokensOf(row: SkillRow): string {
  return `${count(row.listed_tokens)} / ${count(row.activated_tokens)}`;
}

function usesOf(row: SkillRow): string {
  return `${plural(row.turns, { one: "# turn", other: "# turns" })}, ${plural(row.sessions, { one: "# session", other: "# sessions" })}`;
}
