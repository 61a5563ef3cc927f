import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { AgentMark } from "../../facts/AgentMark.tsx";
import { Evidence } from "../../facts/Evidence.tsx";
import { AskedNote } from "../../facts/FailureNote.tsx";
import { sessionOf, useGoing } from "../../facts/going.ts";
import { OverTime } from "../../facts/OverTime.tsx";
import { unitName, zone } from "../../facts/parts.ts";
import { shortTime, Time } from "../../facts/Time.tsx";
import { useRows } from "../../host/useAsk.ts";
import type { SkillUsageView, SkillView, UsedRow } from "../../host/wire.gen.ts";
import { Skeleton } from "../../kit/Skeleton.tsx";
import { spelled } from "../../kit/seen.ts";
import { type Column, Table } from "../../kit/Table.tsx";
import { Gap, Toolbar } from "../../kit/Toolbar.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { rawText } from "../../language/foreign.ts";
import { count } from "../../language/numbers.ts";
import "./VersionLanes.css";
import "./versions.css";
import "./skills.css";

/** In which turns and sessions the skill was activated, and by whom. */
export function Usage({ skill }: { skill: SkillView }) {
  const { go } = useGoing();
  const { first, at, see } = useRows(
    "skill_usage",
    (from, number) => ({ id: skill.row.id, zone: zone(), from, count: number }),
    (answer) => answer.rows,
  );
  const [current, setCurrent] = useState(0);
  const view = first.answer;
  if (view === undefined)
    return first.failure === null ? <Skeleton label={t`Counting turns…`} /> : <AskedNote asked={first} />;
  return (
    <div className="column fill">
      <AskedNote asked={first} />
      <Toolbar label={t`Usage`}>
        <span className="costs inline-row narrows gap-8 text-2 type-small tabular">
          <span className="cut-end">{saidOf(view)}</span>
          <Evidence of="recorded" />
        </span>
        <Gap />
      </Toolbar>
      {view.counts.activations > 0 && (
        <>
          <Figures view={view} />
          <WhenUsed view={view} />
          <Table
            label={t`Sessions with activations`}
            columns={columns}
            total={view.counts.sessions}
            current={current}
            onCurrent={setCurrent}
            onOpen={(index) => {
              const row = at(index);
              if (row !== undefined) go(sessionOf(row));
            }}
            onSeen={see}
            nameOf={(index) => nameOf(at(index))}
            cell={(index, column) => {
              const row = at(index);
              return row === undefined ? null : <Cell row={row} column={column} />;
            }}
          />
        </>
      )}
      <p className="fixed text-2 type-small line-above padded">
        <Trans>
          Press Enter to open a session where the skill was last activated in it. Token counts are of the
          whole session, not of this skill.
        </Trans>
      </p>
    </div>
  );
}

function saidOf({ counts, sessions_read }: SkillUsageView): string {
  return counts.activations === 0
    ? t`Never activated in ${plural(sessions_read, { one: "# session", other: "# sessions" })}.`
    : t`Activated in ${plural(counts.turns, { one: "# turn", other: "# turns" })} of ${plural(counts.sessions, { one: "# session", other: "# sessions" })} (${count(sessions_read)} searched)`;
}

/** When it was activated, in a row for each agent. */
function WhenUsed({ view: { over_time } }: { view: SkillUsageView }) {
  const { go } = useGoing();
  const { times, agents, latest } = over_time;
  // One day is told by the figures.
  if (times.counts.length < 2) return null;
  return (
    <div className="usage-times fixed line-below">
      <OverTime
        label={t`Activations per ${unitName(times.unit)}`}
        times={times}
        rows={agents.map(({ source, counts }) => ({ label: source.label, counts }))}
        counted={(n) => plural(n, { one: "# activation", other: "# activations" })}
        resting={t`Activations per ${unitName(times.unit)}, at most ${Math.max(...times.counts)}${beside(times)}.`}
        onOpen={(part) => {
          const used = latest[part];
          if (used != null) go(sessionOf(used));
        }}
      />
    </div>
  );
}

/** What the columns do not hold. */
function beside({ before, undated }: SkillUsageView["over_time"]["times"]): string {
  return [
    before > 0 && `; ${t`${count(before)} before`}`,
    undated > 0 && `; ${t`${count(undated)} without a time`}`,
  ]
    .filter(Boolean)
    .join("");
}

function Figures({ view: { counts, in_force } }: { view: SkillUsageView }) {
  return (
    <dl className="usage-figures fixed wraps line-below flex tabular">
      <div>
        <dt className="text-2 type-small">{t`Turns by the user`}</dt>
        <dd>{count(counts.by_user)}</dd>
      </div>
      <div>
        <dt className="text-2 type-small">{t`Turns by the model`}</dt>
        <dd>{count(counts.by_model)}</dd>
      </div>
      <div>
        <dt className="text-2 type-small">{t`Turns in context`}</dt>
        <dd>{count(in_force)}</dd>
      </div>
      <div>
        <dt className="text-2 type-small">{t`Activations`}</dt>
        <dd>{count(counts.activations)}</dd>
      </div>
      <div>
        <dt className="text-2 type-small">{t`First`}</dt>
        <dd>
          <Time at={counts.first?.at ?? null} />
        </dd>
      </div>
      <div>
        <dt className="text-2 type-small">{t`Last`}</dt>
        <dd>
          <Time at={counts.last?.at ?? null} />
        </dd>
      </div>
    </dl>
  );
}

const columns: readonly Column[] = [
  { id: "session", head: t`Session`, width: "minmax(160px, 1fr)" },
  { id: "user", head: t`By the user`, width: "minmax(90px, 140px)" },
  { id: "model", head: t`By the model`, width: "minmax(90px, 140px)" },
  { id: "last", head: t`Last`, width: "84px" },
];

function Cell({ row, column }: { row: UsedRow; column: string }) {
  switch (column) {
    case "session":
      return (
        <span className="cut-end narrows">
          <AgentMark source={row.source} />{" "}
          <Verbatim text={rawText(row.title) === "" ? row.session : row.title} />
        </span>
      );
    case "user":
      return <span className="cut-end tabular">{turnsOf(row.by_user)}</span>;
    case "model":
      return <span className="cut-end tabular">{turnsOf(row.by_model)}</span>;
    case "last":
      return <Time at={row.at} />;
    default:
      return null;
  }
}

function turnsOf(turns: readonly number[]): string {
  if (turns.length === 0) return "";
  const shown = turns.slice(0, 6).map(count).join(", ");
  if (turns.length > 6) return t`turns ${shown} and ${count(turns.length - 6)} more`;
  return plural(turns.length, { one: `turn ${shown}`, other: `turns ${shown}` });
}

function nameOf(row: UsedRow | undefined): string {
  if (row === undefined) return t`loading…`;
  return spelled(
    [
      rawText(row.title) === "" ? row.session : row.title,
      row.source.label,
      row.by_user.length > 0 ? t`by the user in ${turnsOf(row.by_user)}` : "",
      row.by_model.length > 0 ? t`by the model in ${turnsOf(row.by_model)}` : "",
      row.at === null ? "" : t`last ${shortTime(row.at)}`,
    ]
      .filter((words) => words !== "")
      .join(", "),
  );
}
