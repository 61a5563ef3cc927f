import { plural, t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { Bytes } from "../../facts/Bytes.tsx";
import { FailureNote } from "../../facts/FailureNote.tsx";
import { useAct, useAsk } from "../../host/useAsk.ts";
import type { TablesView } from "../../host/wire.gen.ts";
import { Button } from "../../kit/Button.tsx";
import { Checkbox } from "../../kit/Choice.tsx";
import { Dialog } from "../../kit/Dialog.tsx";
import { Note } from "../../kit/Note.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { count } from "../../language/numbers.ts";
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
      title={t`Export tables`}
      width={560}
      onClose={onClose}
      foot={
        <>
          <Button
            offBecause={save.acting ? t`Writing tables…` : null}
            onPress={() => save.act({ everywhere, texts })}
          >
            {t`Choose folder…`}
          </Button>
          <Button onPress={onClose}>{t`Close`}</Button>
        </>
      }
    >
      <div className="plan stack narrows gap-12">
        {save.failure !== null && <FailureNote failure={save.failure} />}
        {written !== null && <Written tables={written} />}
        {save.acting && <Going />}
        <p className="text-2 type-small">
          <Trans>
            Parquet files with sessions, turns, activations, versions, drift, decisions and findings, for
            DuckDB, ClickHouse and Spark. Several machines can export to the same folder. Past days are
            written once; the next export continues where this one ends.
          </Trans>
        </p>
        <Checkbox checked={everywhere} onCheck={setEverywhere}>
          {t`All known workspaces`}
        </Checkbox>
        <Checkbox checked={texts} onCheck={setTexts}>
          {t`Include prompts, titles and skill texts (likely secrets removed)`}
        </Checkbox>
        {!texts && <p className="text-2 type-small">{t`Exports names and hashes only, no texts.`}</p>}
      </div>
    </Dialog>
  );
}

function Written({ tables }: { tables: TablesView }) {
  return (
    <Note tone="info" alert>
      <Trans>
        <Plural value={tables.files} one="# file" other="# files" /> written to{" "}
        <Verbatim text={tables.folder} mono />, <Bytes n={tables.bytes} />.
      </Trans>
      {tables.since !== "" && <> {t`First day: ${tables.since}.`}</>}
      {tables.kept > 0 && (
        <> {t`${plural(tables.kept, { one: "# file", other: "# files" })} already there.`}</>
      )}{" "}
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
      <progress aria-label={t`Exported workspaces`} value={going.done} max={going.of} />
      <span className="tabular">
        {t`${count(going.done)} of ${plural(going.of, { one: "# workspace", other: "# workspaces" })}, ${plural(going.steps, { one: "# step", other: "# steps" })}`}
      </span>
      <Button offBecause={going.stopped ? t`Stopping…` : null} onPress={() => stop.act({})}>
        {t`Stop`}
      </Button>
    </div>
  );
}
