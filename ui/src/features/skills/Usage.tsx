import { useState } from "react";
import { AgentMark } from "../../facts/AgentMark.tsx";
import { count, counted } from "../../facts/Count.tsx";
import { Evidence } from "../../facts/Evidence.tsx";
import { AskedNote } from "../../facts/FailureNote.tsx";
import { sessionOf, useGoing } from "../../facts/going.ts";
import { OverTime } from "../../facts/OverTime.tsx";
import { zone } from "../../facts/parts.ts";
import { shortTime, Time } from "../../facts/Time.tsx";
import { useRows } from "../../host/useAsk.ts";
import type { SkillUsageView, SkillView, UsedRow } from "../../host/wire.gen.ts";
import { Skeleton } from "../../kit/Skeleton.tsx";
import { type Column, Table } from "../../kit/Table.tsx";
import { Gap, Toolbar } from "../../kit/Toolbar.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";
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
    return first.failure === null ? <Skeleton label="Counting the turns" /> : <AskedNote asked={first} />;
  return (
    <div className="column fill">
      <AskedNote asked={first} />
      <Toolbar label="Usage">
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
            label="Sessions that activated it"
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
        Enter opens the session at its latest activation. Tokens are counted per session; none are credited to
        a skill.
      </p>
    </div>
  );
}

function saidOf({ counts, sessions_read }: SkillUsageView): string {
  return counts.activations === 0
    ? `Never activated in ${counted(sessions_read, "session")}.`
    : `Activated in ${counted(counts.turns, "turn")} of ${counted(counts.sessions, "session")}, of ${count(sessions_read)} looked through`;
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
        label={`Activations by ${times.unit}`}
        times={times}
        rows={agents.map(({ source, counts }) => ({ label: source.label, counts }))}
        one="activation"
        resting={`Activations by ${times.unit}, at most ${Math.max(...times.counts)}${beside(times)}.`}
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
  return [before > 0 && `; ${count(before)} before`, undated > 0 && `; ${count(undated)} without a time`]
    .filter(Boolean)
    .join("");
}

function Figures({ view: { counts, in_force } }: { view: SkillUsageView }) {
  return (
    <dl className="usage-figures fixed wraps line-below flex tabular">
      <div>
        <dt className="text-2 type-small">Turns by the user</dt>
        <dd>{count(counts.by_user)}</dd>
      </div>
      <div>
        <dt className="text-2 type-small">Turns by the model</dt>
        <dd>{count(counts.by_model)}</dd>
      </div>
      <div>
        <dt className="text-2 type-small">Turns in force</dt>
        <dd>{count(in_force)}</dd>
      </div>
      <div>
        <dt className="text-2 type-small">Activations</dt>
        <dd>{count(counts.activations)}</dd>
      </div>
      <div>
        <dt className="text-2 type-small">First</dt>
        <dd>
          <Time at={counts.first?.at ?? null} />
        </dd>
      </div>
      <div>
        <dt className="text-2 type-small">Last</dt>
        <dd>
          <Time at={counts.last?.at ?? null} />
        </dd>
      </div>
    </dl>
  );
}

const columns: readonly Column[] = [
  { id: "session", head: "Session", width: "minmax(160px, 1fr)" },
  { id: "user", head: "By the user", width: "minmax(90px, 140px)" },
  { id: "model", head: "By the model", width: "minmax(90px, 140px)" },
  { id: "last", head: "Last", width: "84px" },
];

function Cell({ row, column }: { row: UsedRow; column: string }) {
  switch (column) {
    case "session":
      return (
        <span className="cut-end narrows">
          <AgentMark source={row.source} /> <Verbatim text={row.title === "" ? row.session : row.title} />
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
  const more = turns.length > 6 ? ` and ${count(turns.length - 6)} more` : "";
  return `${turns.length === 1 ? "turn" : "turns"} ${shown}${more}`;
}

function nameOf(row: UsedRow | undefined): string {
  if (row === undefined) return "on its way";
  return [
    row.title === "" ? row.session : row.title,
    row.source.label,
    row.by_user.length > 0 ? `by the user in ${turnsOf(row.by_user)}` : "",
    row.by_model.length > 0 ? `by the model in ${turnsOf(row.by_model)}` : "",
    row.at === null ? "" : `last ${shortTime(row.at)}`,
  ]
    .filter((words) => words !== "")
    .join(", ");
}
