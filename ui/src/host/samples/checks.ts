import { rawText } from "../../language/foreign.ts";
import { foreign } from "./foreign.ts";
// The findings of all sample skills, filtered, grouped and cut into windows as the engine would.

import type {
  CheckGroup,
  CheckRow,
  ChecksAsk,
  ChecksView,
  RuleCount,
  Severity,
  SkillRow,
} from "../wire.gen.ts";
import { readAt } from "./clock.ts";
import { checksOf } from "./skills.ts";

const severities: readonly Severity[] = ["error", "warning", "note"];

export function checks(skills: readonly SkillRow[], ask: ChecksAsk): ChecksView {
  const all: CheckRow[] = skills.flatMap((row) =>
    checksOf(row).map((finding) => ({ finding, skill: row.id, name: row.name, scope: row.scope })),
  );
  const matching = all.filter(({ finding }) => {
    const words = `${finding.rule} ${JSON.stringify(finding.text)} ${rawText(finding.path)}`.toLowerCase();
    return (
      words.includes(ask.text.toLowerCase()) &&
      (ask.severities.length === 0 || ask.severities.includes(finding.severity)) &&
      (ask.rules.length === 0 || ask.rules.includes(finding.rule))
    );
  });
  if (ask.group === "rule") {
    const worst = ({ finding }: CheckRow) => `${severities.indexOf(finding.severity)} ${finding.rule}`;
    matching.sort((a, b) => worst(a).localeCompare(worst(b)));
  }
  const keyOf = ({ finding, skill }: CheckRow) => (ask.group === "rule" ? finding.rule : skill);
  const groups: CheckGroup[] = [];
  for (const [from, row] of matching.entries()) {
    const before = matching[from - 1];
    if (before !== undefined && keyOf(before) === keyOf(row)) continue;
    const its = matching.filter((other) => keyOf(other) === keyOf(row));
    groups.push({
      label: foreign(ask.group === "rule" ? row.finding.rule : `${row.scope}:${rawText(row.name)}/SKILL.md`),
      rule: ask.group === "rule" ? ruleOf(row.finding.rule, its) : null,
      skill: ask.group === "rule" ? null : row.skill,
      has_fix: its.some(({ finding }) => finding.mend !== null),
      count: its.length,
      from,
    });
  }
  const rules = [...new Set(all.map(({ finding }) => finding.rule))];
  return {
    total: all.length,
    checked: skills.length,
    skills: new Set(all.map(({ skill }) => skill)).size,
    severities: severities.map((severity) => ({
      severity,
      count: all.filter(({ finding }) => finding.severity === severity).length,
    })),
    rules: rules.map((rule) =>
      ruleOf(
        rule,
        all.filter(({ finding }) => finding.rule === rule),
      ),
    ),
    matching: matching.length,
    groups_total: groups.length,
    groups,
    from: ask.from,
    rows: matching.slice(ask.from, ask.from + ask.count),
    problems: [],
    read_at: readAt,
  };
}

function ruleOf(rule: string, its: readonly CheckRow[]): RuleCount {
  return {
    rule,
    severity: its[0]?.finding.severity ?? "note",
    count: its.length,
    skills: new Set(its.map(({ skill }) => skill)).size,
    has_fix: its.some(({ finding }) => finding.mend !== null),
  };
}
