import { plural, t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { useDeferredValue, useRef } from "react";
import { useAgent } from "../../facts/agent.ts";
import { Evidence } from "../../facts/Evidence.tsx";
import { AskedNote, isRead } from "../../facts/FailureNote.tsx";
import { useGoing } from "../../facts/going.ts";
import { icons } from "../../facts/icons.ts";
import { Problems } from "../../facts/Problems.tsx";
import { useRows } from "../../host/useAsk.ts";
import type { CheckGrouping, CheckRow, ChecksView, Severity } from "../../host/wire.gen.ts";
import { Button } from "../../kit/Button.tsx";
import { aNumber, aText, listOf, oneOf, useKept } from "../../kit/kept.ts";
import type { ListHandle } from "../../kit/List.tsx";
import { ListScreen } from "../../kit/ListScreen.tsx";
import { Segmented } from "../../kit/Segmented.tsx";
import { Select } from "../../kit/Select.tsx";
import { useWidth } from "../../kit/width.ts";
import type { AnyText } from "../../language/foreign.ts";
import { count } from "../../language/numbers.ts";
import { CheckFilters } from "./CheckFilters.tsx";
import { CheckTable } from "./CheckTable.tsx";

/** Rows asked for at once. */
const WINDOW = 200;

/** What is fixed: one finding, a rule over all skills, or all of a skill. */
export type Fixing =
  | { kind: "finding"; row: CheckRow }
  | { kind: "rule"; rule: string }
  | { kind: "skill"; skill: string; label: AnyText };

/** What the rules find in all skills, by rule or by skill. */
export function AllChecks({
  onPlace,
  onFix,
}: {
  /** Leads to the line of a finding. */
  onPlace: (row: CheckRow) => void;
  onFix: (fixing: Fixing) => void;
}) {
  const { visit } = useGoing();
  const width = useWidth();
  const [text, setText] = useKept("checks text", "", aText);
  const [severities, setSeverities] = useKept("checks severities", none, listOf(oneOf(severityWords)));
  const [rule, setRule] = useKept("checks rule", "", aText);
  const [group, setGroup] = useKept("checks group", "rule", oneOf(groupings.map(({ value }) => value)));
  const [current, setCurrent] = useKept("checks current", 0, aNumber);
  const table = useRef<ListHandle>(null);
  const { agent } = useAgent();
  const asking = useDeferredValue(text);
  const { first, at, see } = useRows(
    "checks",
    (from, number) => ({
      convention: agent.name,
      text: asking,
      severities: [...severities],
      rules: rule === "" ? [] : [rule],
      group,
      from,
      count: number,
    }),
    (answer) => answer.rows,
    WINDOW,
  );
  const view = first.answer;
  const clear = () => {
    setText("");
    setSeverities([]);
    setRule("");
  };
  return (
    <ListScreen
      name="checks"
      title={t`Checks`}
      label={t`Findings`}
      from={
        <Button look="link" icon={icons.skills} onPress={() => visit("skills")}>
          {t`Skills`}
        </Button>
      }
      total={
        view !== undefined && (
          <Trans>
            <Plural value={view.total} one="# finding" other="# findings" /> in{" "}
            <Plural value={view.skills} one="# skill" other="# skills" /> of {count(view.checked)} for{" "}
            {agent.label} <Evidence of="reconstructed" />
          </Trans>
        )
      }
      filter={{ label: t`Filter`, value: text, onChange: setText }}
      tools={
        <>
          {view !== undefined && (
            <Select label={t`Rule`} value={rule} options={rulesOf(view, rule)} onPick={setRule} />
          )}
          <Segmented label={t`Group by`} value={group} options={groupings} onPick={setGroup} />
        </>
      }
      notes={
        <>
          <AskedNote asked={first} />
          {view !== undefined && <Problems problems={view.problems} where={t`in the change history`} />}
        </>
      }
      reading={isRead(first) ? undefined : t`Checking skills…`}
      narrowing={
        view !== undefined && (
          <CheckFilters
            total={view.total}
            counts={view.severities}
            severities={severities}
            onSeverities={setSeverities}
          />
        )
      }
      foot={
        view !== undefined && (
          <p role="status">
            {shown(view)}
            {view.matching === 0 && view.total > 0 && (
              <Button look="link" onPress={clear}>
                {t`Show all findings`}
              </Button>
            )}
          </p>
        )
      }
      list={table}
    >
      {view !== undefined && (
        <CheckTable
          ref={table}
          total={view.matching}
          at={at}
          groups={view.groups}
          by={group}
          narrow={width !== "wide"}
          current={view.matching === 0 ? null : Math.min(current, view.matching - 1)}
          onCurrent={setCurrent}
          onOpen={(index) => {
            const row = at(index);
            if (row !== undefined) onPlace(row);
          }}
          onSeen={see}
          onFix={onFix}
        />
      )}
    </ListScreen>
  );
}

const none: readonly Severity[] = [];
const severityWords: readonly Severity[] = ["error", "warning", "note"];
const groupings: readonly { value: CheckGrouping; label: string }[] = [
  { value: "rule", label: t`Rule` },
  { value: "skill", label: t`Skill` },
];

/** The rules that found something; one that finds nothing any more stays while it is picked. */
function rulesOf(view: ChecksView, picked: string) {
  const found = view.rules.map(({ rule, count: n }) => ({ value: rule, label: `${rule} ${count(n)}` }));
  const gone = picked !== "" && !view.rules.some(({ rule }) => rule === picked);
  return [
    { value: "", label: t`All rules` },
    ...found,
    ...(gone ? [{ value: picked, label: `${picked} 0` }] : []),
  ];
}

function shown(view: ChecksView): string {
  if (view.total === 0)
    return t`No findings. Checked ${plural(view.checked, { one: "# skill", other: "# skills" })}.`;
  const all = plural(view.total, { one: "# finding", other: "# findings" });
  if (view.matching === 0) return `${t`No findings match the filters (${all} total).`} `;
  const heads =
    view.groups_total > view.groups.length
      ? ` ${t`Showing headings for ${count(view.groups.length)} of ${count(view.groups_total)} groups.`}`
      : "";
  return view.matching === view.total
    ? t`Showing all ${all}.` + heads
    : t`Showing ${count(view.matching)} of ${all}.` + heads;
}
