import { plural, t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { useState } from "react";
import { AgentMark } from "../../facts/AgentMark.tsx";
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
import { count } from "../../language/numbers.ts";
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
    return first.failure === null ? <Skeleton label={t`Loading versions…`} /> : <AskedNote asked={first} />;
  if (view.total === 0) return <NoVersions />;
  const row = at(current);
  return (
    <>
      <AskedNote asked={first} />
      <Toolbar label={t`Versions`}>
        <span className="costs inline-row narrows gap-8 text-2 type-small tabular">
          <span className="cut-end">
            <Trans>
              <b>
                <Plural value={view.total} one="# recorded version" other="# recorded versions" />
              </b>
              , in context in{" "}
              <b>
                <Plural value={view.in_force} one="# turn" other="# turns" />
              </b>{" "}
              of <Plural value={view.sessions} one="# session" other="# sessions" />
            </Trans>
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
        label={t`Recorded versions`}
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
  { id: "version", head: t({ message: "Version", context: "of a text" }), width: "58px" },
  { id: "hash", head: t`Hash`, width: "92px" },
  {
    id: "state",
    head: t`State`,
    width: "minmax(110px, 1fr)",
    beside: (
      <Evidence of="reconstructed">
        <span className="unseen">{t`reconstructed`}</span>
      </Evidence>
    ),
  },
  { id: "force", head: t`In context`, width: "76px", align: "right" },
  { id: "turns", head: t`Activated`, width: "64px", align: "right" },
  { id: "sessions", head: t`Sessions`, width: "60px", align: "right" },
  { id: "first", head: t`First`, width: "62px" },
  { id: "last", head: t`Last used`, width: "70px" },
];

function Cell({ row, column }: { row: VersionRow; column: string }) {
  switch (column) {
    case "version":
      return <span className="tabular">{row.number}</span>;
    case "hash":
      return <HashStrip hash={row.hash} of={t`the recorded text`} />;
    case "state":
      return row.on_disk && row.drift.state === "identical" ? (
        <Chip icon={icons.identical} tone="ok">
          {t`on disk now`}
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
  if (row === undefined) return t`loading…`;
  const used = row.latest.at === null ? t`not recorded` : shortTime(row.latest.at);
  return [
    t`version ${row.number}`,
    row.hash === "" ? t`no hash` : row.hash.slice(0, 8),
    row.on_disk ? t`on disk now` : driftWords(row.drift),
    t`in context in ${plural(row.in_force, { one: "# turn", other: "# turns" })}`,
    t`activated in ${plural(row.turns, { one: "# turn", other: "# turns" })} of ${plural(row.sessions, { one: "# session", other: "# sessions" })}`,
    t`last used ${used}`,
  ].join(", ");
}

/** What can be done with one version. */
function Picked({ row, view }: { row: VersionRow; view: VersionsView }) {
  const { go } = useGoing();
  const others = view.rows.filter((other) => other.number !== row.number);
  const [against, setAgainst] = useState("disk");
  const [lined, setLined] = useState(false);
  const options = [
    { value: "disk", label: t`the file on disk` },
    ...others.map((other) => ({
      value: String(other.number),
      label: t`version ${other.number}, ${other.hash === "" ? t`no hash` : other.hash.slice(0, 8)}`,
    })),
  ];
  return (
    <section className="version column fixed gap-8 line-above" aria-label={t`Version ${row.number}`}>
      <div className="version-head row wraps">
        <h3>{t`Version ${row.number}`}</h3>
        <CopiedHash hash={row.hash} of={t`the recorded text`} />
        <IntegrityChip verdict={row.integrity} />
        <span className="quiet tabular">
          {plural(row.lines, { one: "# line", other: "# lines" })},{" "}
          {plural(row.bytes, { one: "# byte", other: "# bytes" })}
        </span>
      </div>
      <p className="quiet">
        <Trans>
          Recorded at <Verbatim text={row.paths.join(", ")} mono />
        </Trans>
      </p>
      <div className="version-acts row wraps">
        <span>{t`Compare with`}</span>
        <Select label={t`Compare with`} value={against} options={options} onPick={setAgainst} />
        <Button
          icon={icons.drift}
          onPress={() =>
            go(diffOf(row.latest, others.find((other) => String(other.number) === against)?.latest))
          }
        >
          {t`Open diff`}
        </Button>
        <Button icon={icons.opened} onPress={() => setLined(true)}>
          {t`Lines in context…`}
        </Button>
        <AgentMark source={row.latest.source} />
        <Button icon={icons.sessions} onPress={() => go(sessionOf(row.latest))}>
          {t`Open session`}
        </Button>
      </div>
      <p className="quiet">
        <Trans>
          “In context” counts turns with the text in the model’s context, until a compaction dropped it. Its
          effect is not recorded.
        </Trans>
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
      aria-label={t`Versions`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: text is scrolled by keys
      tabIndex={0}
    >
      <p className="quiet">{t`No recorded versions. A version is recorded when a session activates this skill.`}</p>
    </div>
  );
}
