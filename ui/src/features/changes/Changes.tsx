import { plural, t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { Bytes } from "../../facts/Bytes.tsx";
import { Answer, FailureNote } from "../../facts/FailureNote.tsx";
import { Problems } from "../../facts/Problems.tsx";
import { Time } from "../../facts/Time.tsx";
import { useAct, useRows } from "../../host/useAsk.ts";
import type { JournalRow, JournalState, Requests, TrashRow, TrashView } from "../../host/wire.gen.ts";
import { Button } from "../../kit/Button.tsx";
import { Dialog } from "../../kit/Dialog.tsx";
import { Skeleton } from "../../kit/Skeleton.tsx";
import { TabPanel, Tabs } from "../../kit/Tabs.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { count } from "../../language/numbers.ts";
import type { Subject } from "./subject.ts";
import "./changes.css";
import { Words } from "../../facts/Words.tsx";
import { messageWords } from "../../language/messages.ts";

/** Rows asked for at once; older ones are counted, and come when they are asked for. */
const ROWS = 100;

/** What was changed, and what the trash keeps. */
export function Changes({
  onChange,
  onClose,
}: {
  onChange: (subject: Subject) => void;
  onClose: () => void;
}) {
  const [tab, setTab] = useState<"journal" | "trash">("journal");
  const trash = useGrowing("trash", (answer) => answer.rows);
  const items = trash.first.answer?.total;
  return (
    <Dialog title={t`Changes`} width={760} onClose={onClose}>
      <Tabs
        name="changes"
        label={t`Changes and trash`}
        tabs={[
          { id: "journal", label: t`History` },
          {
            id: "trash",
            label: t`Trash`,
            ...(items === undefined
              ? {}
              : { count: count(items), countMeans: plural(items, { one: "# item", other: "# items" }) }),
          },
        ]}
        current={tab}
        onPick={setTab}
      />
      <TabPanel name="changes" current={tab}>
        {tab === "journal" ? (
          <Journal onChange={onChange} />
        ) : (
          <Answer asked={trash.first} waiting={<Skeleton label={t`Loading trash…`} rows={4} />}>
            {(view) => <Trash view={view} rows={trash} onChange={onChange} />}
          </Answer>
        )}
      </TabPanel>
    </Dialog>
  );
}

function Journal({ onChange }: { onChange: (subject: Subject) => void }) {
  const rows = useGrowing("journal", (answer) => answer.rows);
  return (
    <Answer asked={rows.first} waiting={<Skeleton label={t`Loading history…`} rows={4} />}>
      {(view) => (
        <>
          {view.total === 0 && <p className="text-2 type-small">{t`No changes yet.`}</p>}
          <ul className="changes-list ruled type-control">
            {rows.shown.map((row) => (
              <Entry key={row.id} row={row} onChange={onChange} />
            ))}
          </ul>
          <More rows={rows} total={view.total} />
          <Problems problems={view.problems} where={t`in the change history`} />
        </>
      )}
    </Answer>
  );
}

/** The newest rows of a list, and as many older ones as were asked for. */
function useGrowing<N extends "journal" | "trash", R>(
  name: N,
  rowsOf: (answer: Requests[N]["answer"]) => readonly R[],
) {
  const [wanted, setWanted] = useState(ROWS);
  const { first, at, see } = useRows(name, (from, count) => ({ from, count }), rowsOf, ROWS);
  useEffect(() => see(0, wanted), [see, wanted]);
  const shown = Array.from({ length: wanted }, (_, index) => at(index)).filter((row) => row !== undefined);
  return { first, shown, more: () => setWanted(wanted + ROWS) };
}

/** How many are shown, and the way to the next. */
function More({ rows, total }: { rows: { shown: readonly unknown[]; more: () => void }; total: number }) {
  const left = total - rows.shown.length;
  if (left <= 0) return null;
  return (
    <p className="text-2 type-small">
      {t`Newest ${count(rows.shown.length)} of ${count(total)} shown.`}{" "}
      <Button look="link" onPress={rows.more}>
        {t`Show ${count(Math.min(ROWS, left))} more`}
      </Button>
    </p>
  );
}

const states: Record<JournalState, string> = {
  done: "",
  undone: t`undone`,
  taken_back: t`rolled back`,
  left: t`unfinished`,
  open: t`in progress`,
};

function Entry({ row, onChange }: { row: JournalRow; onChange: (subject: Subject) => void }) {
  const state = states[row.state];
  return (
    <li>
      <Time at={row.at} />
      <span className="narrows breaks">
        <Words text={messageWords(row.words)} />
        <span className="text-2 type-small">
          {" "}
          {t`by ${row.by}`}
          {state !== "" && `, ${state}`}
        </span>
        {row.why !== null && (
          <p className="text-2 type-small">
            <Words text={messageWords(row.why)} />
          </p>
        )}
      </span>
      {row.state === "done" && (
        <Button
          size={24}
          onPress={() => onChange({ kind: "undo", entry: row.id, words: messageWords(row.words) })}
        >
          {t`Undo…`}
        </Button>
      )}
    </li>
  );
}

function Trash({
  view,
  rows,
  onChange,
}: {
  view: TrashView;
  rows: { shown: readonly TrashRow[]; more: () => void };
  onChange: (subject: Subject) => void;
}) {
  const [sure, setSure] = useState(false);
  const empty = useAct("empty_trash");
  if (view.total === 0) return <p className="text-2 type-small">{t`The trash is empty.`}</p>;
  return (
    <>
      <ul className="changes-list ruled type-control">
        {rows.shown.map((row) => (
          <Item key={row.id} row={row} onChange={onChange} />
        ))}
      </ul>
      <More rows={rows} total={view.total} />
      {empty.failure !== null && <FailureNote failure={empty.failure} />}
      <div className="changes-foot row gap-8">
        <span className="text-2 type-small">
          <Trans>
            <Plural value={view.total} one="# item" other="# items" />, <Bytes n={view.bytes} />, in{" "}
            <code>
              <Verbatim text={view.path} />
            </code>
          </Trans>
        </span>
        {sure ? (
          <>
            <Button size={24} onPress={() => empty.act({ items: null })}>
              {t`Delete permanently`}
            </Button>
            <Button size={24} onPress={() => setSure(false)}>
              {t`Keep`}
            </Button>
          </>
        ) : (
          <Button size={24} onPress={() => setSure(true)}>
            {t`Empty trash…`}
          </Button>
        )}
      </div>
      <Problems problems={view.problems} where={t`in the trash`} />
    </>
  );
}

function Item({ row, onChange }: { row: TrashRow; onChange: (subject: Subject) => void }) {
  const item = { id: row.id, origin: row.origin, folder: row.kind === "folder" };
  return (
    <li>
      <Time at={row.at} />
      <span className="narrows breaks">
        <code>
          <Verbatim text={row.origin} />
        </code>
        <p className="text-2 type-small">
          <Verbatim text={messageWords(row.reason)} />,{" "}
          {plural(row.files, { one: "# file", other: "# files" })}, <Bytes n={row.bytes} />
          {row.occupied && `, ${t`destination already exists`}`}
        </p>
      </span>
      <Button size={24} onPress={() => onChange({ kind: "put_back", item })}>
        {t`Restore…`}
      </Button>
    </li>
  );
}
