import { useState } from "react";
import { Bytes } from "../../facts/Bytes.tsx";
import { count, counted } from "../../facts/Count.tsx";
import { FailureNote } from "../../facts/FailureNote.tsx";
import { Problems } from "../../facts/Problems.tsx";
import { Time } from "../../facts/Time.tsx";
import { useAct, useAsk } from "../../host/useAsk.ts";
import type { JournalRow, JournalState, TrashRow, TrashView } from "../../host/wire.gen.ts";
import { Button } from "../../kit/Button.tsx";
import { Dialog } from "../../kit/Dialog.tsx";
import { Skeleton } from "../../kit/Skeleton.tsx";
import { TabPanel, Tabs } from "../../kit/Tabs.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";
import type { Subject } from "./subject.ts";
import "./changes.css";
import { Words } from "../../facts/Words.tsx";

/** Rows drawn; older ones are counted. */
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
  const trash = useAsk("trash", { from: 0, count: ROWS });
  const items = trash.answer?.total;
  return (
    <Dialog title="Changes" width={760} onClose={onClose}>
      <Tabs
        name="changes"
        label="Changes and trash"
        tabs={[
          { id: "journal", label: "Journal" },
          {
            id: "trash",
            label: "Trash",
            ...(items === undefined ? {} : { count: count(items), countMeans: counted(items, "item") }),
          },
        ]}
        current={tab}
        onPick={setTab}
      />
      <TabPanel name="changes" current={tab}>
        {tab === "journal" ? (
          <Journal onChange={onChange} />
        ) : trash.failure !== null ? (
          <FailureNote failure={trash.failure} onAgain={trash.again} />
        ) : trash.answer === undefined ? (
          <Skeleton label="Reading the trash" rows={4} />
        ) : (
          <Trash view={trash.answer} onChange={onChange} />
        )}
      </TabPanel>
    </Dialog>
  );
}

function Journal({ onChange }: { onChange: (subject: Subject) => void }) {
  const { answer: view, failure, again } = useAsk("journal", { from: 0, count: ROWS });
  if (failure !== null) return <FailureNote failure={failure} onAgain={again} />;
  if (view === undefined) return <Skeleton label="Reading the journal" rows={4} />;
  if (view.total === 0) return <p className="plan-words">Nothing has been changed yet.</p>;
  return (
    <>
      <ul className="changes-list">
        {view.rows.map((row) => (
          <Entry key={row.id} row={row} onChange={onChange} />
        ))}
      </ul>
      {view.rows.length < view.total && (
        <p className="plan-words">
          Newest {count(view.rows.length)} of {count(view.total)} shown.
        </p>
      )}
      <Problems problems={view.problems} where="in the journal" />
    </>
  );
}

const states: Record<JournalState, string> = {
  done: "",
  undone: "undone",
  taken_back: "taken back",
  left: "not ended",
  open: "under way",
};

function Entry({ row, onChange }: { row: JournalRow; onChange: (subject: Subject) => void }) {
  const state = states[row.state];
  return (
    <li>
      <Time at={row.at} />
      <span className="changes-what">
        <Words text={row.words} />
        <span className="plan-words">
          {" "}
          by {row.by}
          {state !== "" && `, ${state}`}
        </span>
        {row.why !== "" && (
          <p className="plan-words">
            <Words text={row.why} />
          </p>
        )}
      </span>
      {row.state === "done" && (
        <Button size={24} onPress={() => onChange({ kind: "undo", entry: row.id, words: row.words })}>
          Undo…
        </Button>
      )}
    </li>
  );
}

function Trash({ view, onChange }: { view: TrashView; onChange: (subject: Subject) => void }) {
  const [sure, setSure] = useState(false);
  const empty = useAct("empty_trash");
  if (view.total === 0) return <p className="plan-words">The trash is empty.</p>;
  return (
    <>
      <ul className="changes-list">
        {view.rows.map((row) => (
          <Item key={row.id} row={row} onChange={onChange} />
        ))}
      </ul>
      {view.rows.length < view.total && (
        <p className="plan-words">
          Newest {count(view.rows.length)} of {count(view.total)} shown.
        </p>
      )}
      {empty.failure !== null && <FailureNote failure={empty.failure} />}
      <div className="changes-foot">
        <span className="plan-words">
          {counted(view.total, "item")}, <Bytes n={view.bytes} />, in{" "}
          <code>
            <Verbatim text={view.path} />
          </code>
        </span>
        {sure ? (
          <>
            <Button size={24} onPress={() => empty.act({ items: null })}>
              Remove all for good
            </Button>
            <Button size={24} onPress={() => setSure(false)}>
              Keep them
            </Button>
          </>
        ) : (
          <Button size={24} onPress={() => setSure(true)}>
            Empty trash…
          </Button>
        )}
      </div>
      <Problems problems={view.problems} where="in the trash" />
    </>
  );
}

function Item({ row, onChange }: { row: TrashRow; onChange: (subject: Subject) => void }) {
  const item = { id: row.id, origin: row.origin, folder: row.kind === "folder" };
  return (
    <li>
      <Time at={row.at} />
      <span className="changes-what">
        <code>
          <Verbatim text={row.origin} />
        </code>
        <p className="plan-words">
          <Verbatim text={row.reason} />, {counted(row.files, "file")}, <Bytes n={row.bytes} />
          {row.occupied && ", something stands there now"}
        </p>
      </span>
      <Button size={24} onPress={() => onChange({ kind: "put_back", item })}>
        Put back…
      </Button>
    </li>
  );
}
