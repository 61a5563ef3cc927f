import { useState } from "react";
import { AgentMark } from "../../facts/AgentMark.tsx";
import { count, counted } from "../../facts/Count.tsx";
import { DriftChip, driftWords } from "../../facts/DriftChip.tsx";
import { Evidence } from "../../facts/Evidence.tsx";
import { AskedNote } from "../../facts/FailureNote.tsx";
import { diffOf, sessionOf, useGoing } from "../../facts/going.ts";
import { CopiedHash, HashStrip } from "../../facts/HashStrip.tsx";
import { IntegrityChip } from "../../facts/IntegrityChip.tsx";
import { icons } from "../../facts/icons.ts";
import { LineHistory } from "../../facts/LineHistory.tsx";
import { shortTime, Time } from "../../facts/Time.tsx";
import { useRows } from "../../host/useAsk.ts";
import type { SkillView, VersionRow, VersionsView } from "../../host/wire.gen.ts";
import { Button } from "../../kit/Button.tsx";
import { Chip } from "../../kit/Chip.tsx";
import { Select } from "../../kit/Select.tsx";
import { Skeleton } from "../../kit/Skeleton.tsx";
import { type Column, Table } from "../../kit/Table.tsx";
import { Gap, Toolbar } from "../../kit/Toolbar.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { useWidth } from "../../kit/width.ts";
import { VersionLanes } from "./VersionLanes.tsx";
import "./versions.css";
import "./skills.css";

/** Every distinct text of the skill that a session recorded: when, where, and how it differs. */
export function Versions({ skill }: { skill: SkillView }) {
  const { go } = useGoing();
  const { first, at, see } = useRows(
    "versions",
    (from, number) => ({ of: { by: "row" as const, id: skill.row.id }, from, count: number }),
    (answer) => answer.rows,
  );
  const [current, setCurrent] = useState(0);
  const wide = useWidth() === "wide";
  const view = first.answer;
  if (view === undefined)
    return first.failure === null ? <Skeleton label="Reading the versions" /> : <AskedNote asked={first} />;
  if (view.total === 0) return <NoVersions />;
  const row = at(current);
  return (
    <>
      <AskedNote asked={first} />
      <Toolbar label="Versions">
        <span className="costs inline-row narrows gap-8 text-2 type-small tabular">
          <span className="cut-end">
            <b>{counted(view.total, "recorded version")}</b>, in force in{" "}
            <b>{counted(view.in_force, "turn")}</b> of {counted(view.sessions, "session")}
          </span>
          <Evidence of="recorded" />
        </span>
        <Gap />
      </Toolbar>
      <VersionLanes
        view={view}
        current={current}
        onCurrent={setCurrent}
        onDiff={(row) => go(diffOf(row.latest))}
      />
      <Table
        label="Recorded versions"
        columns={wide ? columns : columns.filter(({ id }) => id !== "first" && id !== "sessions")}
        total={view.total}
        current={current}
        onCurrent={setCurrent}
        onOpen={(index) => {
          const opened = at(index);
          if (opened !== undefined) go(diffOf(opened.latest));
        }}
        onSeen={see}
        nameOf={(index) => nameOf(at(index))}
        cell={(index, column) => {
          const shown = at(index);
          return shown === undefined ? null : <Cell row={shown} column={column} />;
        }}
      />
      {row !== undefined && <Picked key={row.number} row={row} view={view} />}
    </>
  );
}

const columns: readonly Column[] = [
  { id: "version", head: "Version", width: "58px" },
  { id: "hash", head: "Hash", width: "92px" },
  {
    id: "state",
    head: "Against disk",
    width: "minmax(110px, 1fr)",
    beside: (
      <Evidence of="reconstructed">
        <span className="unseen">reconstructed</span>
      </Evidence>
    ),
  },
  { id: "force", head: "In force", width: "58px", align: "right" },
  { id: "turns", head: "Activated", width: "64px", align: "right" },
  { id: "sessions", head: "Sessions", width: "60px", align: "right" },
  { id: "first", head: "First", width: "62px" },
  { id: "last", head: "Last used", width: "70px" },
];

function Cell({ row, column }: { row: VersionRow; column: string }) {
  switch (column) {
    case "version":
      return <span className="tabular">{row.number}</span>;
    case "hash":
      return <HashStrip hash={row.hash} of="the recorded text" />;
    case "state":
      return row.on_disk && row.drift.state === "identical" ? (
        <Chip icon={icons.identical} tone="ok">
          on disk now
        </Chip>
      ) : (
        <DriftChip fact={row.drift} />
      );
    case "force":
      return <span className="tabular">{count(row.in_force)}</span>;
    case "turns":
      return <span className="tabular">{count(row.turns)}</span>;
    case "sessions":
      return <span className="tabular">{count(row.sessions)}</span>;
    case "first":
      return <Time at={row.first.at} />;
    case "last":
      return <Time at={row.latest.at} />;
    default:
      return null;
  }
}

function nameOf(row: VersionRow | undefined): string {
  if (row === undefined) return "on its way";
  const used = row.latest.at === null ? "not recorded" : shortTime(row.latest.at);
  return [
    `version ${row.number}`,
    row.hash === "" ? "no hash" : row.hash.slice(0, 8),
    row.on_disk ? "on disk now" : driftWords(row.drift),
    `in force in ${counted(row.in_force, "turn")}`,
    `activated in ${counted(row.turns, "turn")} of ${counted(row.sessions, "session")}`,
    `last used ${used}`,
  ].join(", ");
}

/** What can be done with one version. */
function Picked({ row, view }: { row: VersionRow; view: VersionsView }) {
  const { go } = useGoing();
  const others = view.rows.filter((other) => other.number !== row.number);
  const [against, setAgainst] = useState("disk");
  const [lined, setLined] = useState(false);
  const options = [
    { value: "disk", label: "the file on disk" },
    ...others.map((other) => ({
      value: String(other.number),
      label: `version ${other.number}, ${other.hash === "" ? "no hash" : other.hash.slice(0, 8)}`,
    })),
  ];
  return (
    <section className="version column fixed gap-8 line-above" aria-label={`Version ${row.number}`}>
      <div className="version-head row wraps">
        <h3>Version {row.number}</h3>
        <CopiedHash hash={row.hash} of="the recorded text" />
        <IntegrityChip verdict={row.integrity} />
        <span className="quiet tabular">
          {counted(row.lines, "line")}, {counted(row.bytes, "byte")}
        </span>
      </div>
      <p className="quiet">
        Recorded under <Verbatim text={row.paths.join(", ")} mono />
      </p>
      <div className="version-acts row wraps">
        <span>Compare with</span>
        <Select label="Compare with" value={against} options={options} onPick={setAgainst} />
        <Button
          icon={icons.drift}
          onPress={() =>
            go(diffOf(row.latest, others.find((other) => String(other.number) === against)?.latest))
          }
        >
          Open diff
        </Button>
        <Button icon={icons.opened} onPress={() => setLined(true)}>
          Lines in force…
        </Button>
        <AgentMark source={row.latest.source} />
        <Button icon={icons.sessions} onPress={() => go(sessionOf(row.latest))}>
          Open session
        </Button>
      </div>
      <p className="quiet">
        “In force” counts turns in which the text was in front of the model, until a compaction took it out.
        What it caused is not recorded.
      </p>
      {lined && (
        <LineHistory
          text={{ is: "recorded", key: row.latest.key, line: row.latest.line }}
          start={1}
          lines={row.lines}
          onClose={() => setLined(false)}
        />
      )}
    </section>
  );
}

function NoVersions() {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a section would be one landmark more
    <div
      className="ring-inside fill anchors scrolls"
      role="group"
      aria-label="Versions"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: text is scrolled by keys
      tabIndex={0}
    >
      <p className="quiet">No session recorded this skill, so there is no earlier text to compare with.</p>
    </div>
  );
}
