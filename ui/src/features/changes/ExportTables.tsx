import { useEffect, useState } from "react";
import { Bytes } from "../../facts/Bytes.tsx";
import { count, counted } from "../../facts/Count.tsx";
import { FailureNote } from "../../facts/FailureNote.tsx";
import { useAct, useAsk } from "../../host/useAsk.ts";
import type { TablesView } from "../../host/wire.gen.ts";
import { Button } from "../../kit/Button.tsx";
import { Checkbox } from "../../kit/Choice.tsx";
import { Dialog } from "../../kit/Dialog.tsx";
import { Note } from "../../kit/Note.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";
import "./changes.css";

/** How often it is asked how far an export is, in milliseconds. */
const pause = 250;

/** Everything that is known, as tables for engines that hold the facts of many machines. */
export function ExportTables({ onClose }: { onClose: () => void }) {
  const [everywhere, setEverywhere] = useState(true);
  const [texts, setTexts] = useState(false);
  const save = useAct("save_tables");
  const written = save.answer?.written ?? null;
  return (
    <Dialog
      title="Export tables"
      width={560}
      onClose={onClose}
      foot={
        <>
          <Button
            offBecause={save.acting ? "They are being written." : null}
            onPress={() => save.act({ everywhere, texts })}
          >
            Choose folder…
          </Button>
          <Button onPress={onClose}>Close</Button>
        </>
      }
    >
      <div className="plan stack narrows gap-12">
        {save.failure !== null && <FailureNote failure={save.failure} />}
        {written !== null && <Written tables={written} />}
        {save.acting && <Going />}
        <p className="text-2 type-small">
          Sessions, turns, activations, versions, drift, decisions and findings as Parquet, for DuckDB,
          ClickHouse and Spark. Files of several machines lie in one folder. A day that is over is written
          once: the next export goes on where this one ends.
        </p>
        <Checkbox checked={everywhere} onCheck={setEverywhere}>
          Of every known workspace
        </Checkbox>
        <Checkbox checked={texts} onCheck={setTexts}>
          With prompts, titles and texts of skills, without likely secrets
        </Checkbox>
        {!texts && <p className="text-2 type-small">Names and hashes leave, no texts.</p>}
      </div>
    </Dialog>
  );
}

function Written({ tables }: { tables: TablesView }) {
  return (
    <Note tone="info" alert>
      {counted(tables.files, "file")} written below <Verbatim text={tables.folder} mono />,{" "}
      <Bytes n={tables.bytes} />
      {tables.since !== "" && `, from ${tables.since} on`}
      {tables.kept > 0 && `; ${counted(tables.kept, "file")} there already`}:{" "}
      {tables.tables.map((table) => `${count(table.rows)} ${table.name}`).join(", ")}.
    </Note>
  );
}

function Going() {
  const { answer, again } = useAsk("saving_tables", {});
  const stop = useAct("stop_saving_tables");
  useEffect(() => {
    const timer = setInterval(again, pause);
    return () => clearInterval(timer);
  }, [again]);
  const going = answer?.going ?? null;
  if (going === null) return null;
  return (
    <div className="plan-going row gap-12" role="status">
      <progress aria-label="Workspaces written" value={going.done} max={going.of} />
      <span className="tabular">
        {count(going.done)} of {counted(going.of, "workspace")}, {counted(going.steps, "step")}
      </span>
      <Button offBecause={going.stopped ? "Stopping." : null} onPress={() => stop.act({})}>
        Stop
      </Button>
    </div>
  );
}
