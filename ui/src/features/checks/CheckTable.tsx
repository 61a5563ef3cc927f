import { plural, t } from "@lingui/core/macro";
import { type Ref, useMemo } from "react";
import { SeverityChip, severityWords } from "../../facts/Finding.tsx";
import { findingWords, mendWords, remedyWords } from "../../facts/findingWords.ts";
import { ruleReason } from "../../facts/ruleWords.ts";
import { scopeIcon } from "../../facts/ScopeBadge.tsx";
import { Words } from "../../facts/Words.tsx";
import type { CheckGroup, CheckGrouping, CheckRow } from "../../host/wire.gen.ts";
import { Button } from "../../kit/Button.tsx";
import { Icon } from "../../kit/Icon.tsx";
import type { ListGroup, ListHandle } from "../../kit/List.tsx";
import { spelled } from "../../kit/seen.ts";
import { type Column, Table } from "../../kit/Table.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { rawText } from "../../language/foreign.ts";
import type { Fixing } from "./AllChecks.tsx";
import "./checks.css";

/** One row per finding, below its rule or its skill. */
export function CheckTable({
  total,
  at,
  groups,
  by,
  narrow,
  current,
  onCurrent,
  onOpen,
  onSeen,
  onFix,
  ref,
}: {
  total: number;
  at: (index: number) => CheckRow | undefined;
  groups: readonly CheckGroup[];
  by: CheckGrouping;
  narrow: boolean;
  current: number | null;
  onCurrent: (index: number) => void;
  onOpen: (index: number) => void;
  onSeen: (from: number, to: number) => void;
  onFix: (fixing: Fixing) => void;
  ref: Ref<ListHandle>;
}) {
  const heads = useMemo(() => groups.map((group) => headOf(group, onFix)), [groups, onFix]);
  return (
    <Table
      ref={ref}
      label={t`Findings`}
      columns={columnsOf(by, narrow)}
      total={total}
      groups={heads}
      rowHeight={44}
      current={current}
      onCurrent={onCurrent}
      onOpen={onOpen}
      onSeen={onSeen}
      cell={(index, column) => {
        const row = at(index);
        return row === undefined ? null : (
          <Cell row={row} column={column} onOpen={() => onOpen(index)} onFix={onFix} />
        );
      }}
      nameOf={(index) => nameOf(at(index))}
    />
  );
}

/** The rule or the skill whose findings stand below. */
function headOf(group: CheckGroup, onFix: (fixing: Fixing) => void): ListGroup {
  const { label, rule, skill } = group;
  const fixing: Fixing | null = !group.has_fix
    ? null
    : rule !== null
      ? { kind: "rule", rule: rule.rule }
      : skill !== null
        ? { kind: "skill", skill, label }
        : null;
  return {
    from: group.from,
    label: spelled(label),
    head: (
      <>
        <b className="cut-end">
          <Verbatim text={label} />
        </b>
        <span className="tabular">
          {rule === null
            ? plural(group.count, { one: "# finding", other: "# findings" })
            : t`${plural(group.count, { one: "# finding", other: "# findings" })} in ${plural(rule.skills, { one: "# skill", other: "# skills" })}`}
        </span>
        {rule !== null && (
          <span className="cut-end narrows text-3 type-micro">
            <Words text={ruleReason(rule.rule)} />
          </span>
        )}
        {fixing !== null && (
          <Button size={24} onPress={() => onFix(fixing)}>
            {fixing.kind === "rule" ? t`Fix…` : t`Fix all…`}
            <span className="unseen">
              {" "}
              <Verbatim text={label} />
            </span>
          </Button>
        )}
      </>
    ),
  };
}

function columnsOf(by: CheckGrouping, narrow: boolean): Column[] {
  const skill: Column = { id: "skill", head: t`Skill`, width: "minmax(150px, 0.7fr)" };
  const rule: Column = { id: "rule", head: t`Rule`, width: "minmax(140px, 0.6fr)" };
  const columns: Column[] = [
    { id: "severity", head: t`Severity`, width: "92px" },
    by === "rule" ? skill : rule,
    { id: "finding", head: t`Finding`, width: "minmax(240px, 2.4fr)" },
    { id: "place", head: t`Location`, width: "minmax(140px, 1fr)" },
    { id: "fix", head: t`Fix`, width: "96px", align: "right" },
  ];
  return narrow ? columns.filter(({ id }) => id !== "severity") : columns;
}

function Cell({
  row,
  column,
  onOpen,
  onFix,
}: {
  row: CheckRow;
  column: string;
  onOpen: () => void;
  onFix: (fixing: Fixing) => void;
}) {
  const { finding } = row;
  switch (column) {
    case "severity":
      return <SeverityChip severity={finding.severity} />;
    case "skill":
      return rawText(row.name) === "" ? (
        <span className="quiet">{t`no skill`}</span>
      ) : (
        <span className="row narrows gap-8 medium toned tone-neutral">
          <Icon of={scopeIcon(row.scope)} />
          <span className="cut-end">
            <Verbatim text={row.name} />
          </span>
        </span>
      );
    case "rule":
      return <span className="mono cut-end">{finding.rule}</span>;
    case "finding":
      return (
        <span className="column narrows type-small">
          <span className="cut-end">
            <Words text={findingWords(finding.text)} />
          </span>
          {remedyWords(finding) !== "" && (
            <span className="quiet cut-end">
              <Words text={remedyWords(finding)} />
            </span>
          )}
        </span>
      );
    case "place":
      return (
        <span className="check-place mono narrows size-micro">
          <Button look="link" onPress={onOpen}>
            <Verbatim text={finding.rel ?? finding.path} />
            {finding.line !== null && <> {t`line ${finding.line}`}</>}
          </Button>
        </span>
      );
    case "fix":
      return (
        finding.mend !== null && (
          <Button size={24} onPress={() => onFix({ kind: "finding", row })}>
            {t`Fix…`}
            <span className="unseen">
              {" "}
              {t`${finding.rule} of ${spelled(row.name)}: ${mendWords(finding.mend)}`}
            </span>
          </Button>
        )
      );
    default:
      return null;
  }
}

function nameOf(row: CheckRow | undefined): string {
  if (row === undefined) return t`loading…`;
  const { finding } = row;
  const place = finding.rel ?? finding.path;
  return spelled(
    [
      severityWords[finding.severity],
      finding.rule,
      rawText(row.name) === "" ? t`no skill` : `${spelled(row.name)}, ${row.scope}`,
      findingWords(finding.text),
      finding.line === null ? place : t`${spelled(place)} line ${finding.line}`,
      finding.mend === null ? "" : t`quick fix available`,
    ]
      .filter((words) => words !== "")
      .join(", "),
  );
}
