import { t } from "@lingui/core/macro";
import { useEffect, useMemo, useRef, useState } from "react";
import { relativesWords } from "../../facts/contextWords.ts";
import { diffOf, useGoing } from "../../facts/going.ts";
import { icons } from "../../facts/icons.ts";
import { shortTime, span } from "../../facts/Time.tsx";
import type { TreeRow } from "../../host/wire.gen.ts";
import { Button } from "../../kit/Button.tsx";
import { Dialog } from "../../kit/Dialog.tsx";
import { type Glyph, Icon } from "../../kit/Icon.tsx";
import type { ListHandle } from "../../kit/List.tsx";
import { spelled } from "../../kit/seen.ts";
import { Tree } from "../../kit/Tree.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { rawText } from "../../language/foreign.ts";
import { type Course, coursesOf, endsOf } from "./courses.ts";
import { ForkSkills } from "./ForkSkills.tsx";
import { relationWords } from "./relationWords.ts";
import "./SessionTree.css";

/** Parents, forks and subagents of a session. Enter opens one whose log is here. */
export function SessionTree({
  session,
  rows,
  onClose,
}: {
  /** The key of the session shown. */
  session: string;
  rows: readonly TreeRow[];
  onClose: () => void;
}) {
  const { go } = useGoing();
  const openAt = (key: string, line?: number) => go({ screen: "session", key, line });
  const [current, setCurrent] = useState(
    Math.max(
      0,
      rows.findIndex((row) => row.current),
    ),
  );
  const courses = useMemo(() => coursesOf(rows), [rows]);
  const [compared, setCompared] = useState<string | null>(null);
  const tree = useRef<ListHandle>(null);
  // After the dialog has opened and taken the focus itself.
  useEffect(() => tree.current?.focus(), []);
  const open = (index: number) => {
    const row = rows[index];
    if (row === undefined || row.key === null) return;
    onClose();
    if (!row.current) openAt(row.key);
  };
  return (
    <Dialog
      title={t`Session tree`}
      // Beside a name there is room for an id and for a course.
      width={courses.some((course) => course !== undefined) ? 860 : undefined}
      onClose={onClose}
      foot={
        <Foot
          row={rows[current]}
          compares={compared !== null}
          onParent={(key, line) => {
            onClose();
            openAt(key, line);
          }}
          onCompare={setCompared}
        />
      }
    >
      <Axis rows={rows} />
      <div className="session-tree flex clips" data-pane="tree">
        <Tree
          ref={tree}
          label={t`Session tree`}
          total={rows.length}
          placeOf={(index) => ({ level: (rows[index]?.depth ?? 0) + 1 })}
          current={current}
          onCurrent={setCurrent}
          onOpen={open}
          nameOf={(index) => nameOf(rows[index])}
          draw={(index) => <Face row={rows[index]} course={courses[index]} />}
        />
      </div>
      {compared !== null && (
        <ForkSkills
          session={compared}
          onText={(key, line) => {
            onClose();
            openAt(key === "" ? session : key, line);
          }}
          onDiff={(recorded, against) => {
            onClose();
            go(diffOf(recorded, against));
          }}
        />
      )}
    </Dialog>
  );
}

/** What can be done with the row that is chosen. */
function Foot({
  row,
  compares,
  onParent,
  onCompare,
}: {
  row: TreeRow | undefined;
  compares: boolean;
  onParent: (key: string, line: number) => void;
  onCompare: (key: string | null) => void;
}) {
  if (row === undefined) return null;
  const { key, parent, parent_line, relation } = row;
  const related = relation === "fork" || relation === "subagent";
  return (
    <span className="gap-8 flex">
      <span>{t`Press Enter or double-click to open a session.`}</span>
      {parent !== null && parent_line !== null && (
        <Button onPress={() => onParent(parent, parent_line)}>{t`Open parent at this event`}</Button>
      )}
      {related && key !== null && parent !== null && (
        <Button expanded={compares} onPress={() => onCompare(compares ? null : key)}>
          {t`Compare skills with parent`}
        </Button>
      )}
    </span>
  );
}

function nameOf(row: TreeRow | undefined): string {
  if (row === undefined) return "";
  return spelled(
    [
      wordsOf(row),
      row.id,
      timeWords(row),
      row.current ? t`this session` : row.key === null ? t`can’t be opened` : "",
    ]
      .filter((words) => words !== "")
      .join(", "),
  );
}

function timeWords({ started, ended }: TreeRow): string {
  if (started === null) return "";
  if (ended === null) return t`started ${shortTime(started)}`;
  return t`started ${shortTime(started)}, ran for ${span(ended - started)}`;
}

/** When the first session began and the last one ended, above their courses. */
function Axis({ rows }: { rows: readonly TreeRow[] }) {
  const ends = endsOf(rows);
  if (ends === null) return null;
  return (
    <div className="session-tree-axis spread text-3 type-micro flex pushed" aria-hidden="true">
      <span>{shortTime(ends.from)}</span>
      <span>{t`${span(ends.to - ends.from)} later`}</span>
    </div>
  );
}

function wordsOf({ relation, facts }: TreeRow): string {
  return facts.length === 0 ? relationWords(relation) : relativesWords(facts);
}

function Face({ row, course }: { row: TreeRow | undefined; course: Course | null | undefined }) {
  if (row === undefined) return null;
  return (
    <span
      className={
        row.key === null ? "session-tree-row is-absent row grow gap-8" : "session-tree-row row grow gap-8"
      }
      aria-hidden="true"
    >
      <Icon of={iconOf(row)} />
      <span className="cut-end">
        <Verbatim text={wordsOf(row)} />
        {row.place !== null && <Verbatim text={`, ${rawText(row.place)}`} />}
      </span>
      {row.current && <b>{t`this session`}</b>}
      <code className="cut-end pushed text-3">
        <Verbatim text={row.id} />
      </code>
      {course !== undefined && <Track course={course} current={row.current} />}
    </span>
  );
}

/** From when to when a session went, beside all the others. */
function Track({ course, current }: { course: Course | null; current: boolean }) {
  return (
    <span className="session-track fixed line-below anchors" data-current={current}>
      {course !== null && (
        <i style={{ left: `${course.from}%`, width: `${course.wide}%` }} data-open={course.open} />
      )}
    </span>
  );
}

function iconOf({ relation }: TreeRow): Glyph {
  switch (relation) {
    case "fork":
      return icons.fork;
    case "subagent":
      return icons.assistant;
    default:
      return icons.sessions;
  }
}
