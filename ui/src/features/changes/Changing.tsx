import { t } from "@lingui/core/macro";
import { Undo2 } from "lucide-react";
import { type ReactNode, useCallback, useMemo, useRef, useState } from "react";
import { FailureWords } from "../../facts/FailureNote.tsx";
import { Words } from "../../facts/Words.tsx";
import { failureOf } from "../../host/host.ts";
import { useAct, useHost } from "../../host/useAsk.ts";
import type { JournalRow } from "../../host/wire.gen.ts";
import { EVERYWHERE, useActions } from "../../kit/actions.ts";
import { useSay } from "../../kit/Toasts.tsx";
import { messageWords } from "../../language/messages.ts";
import { Changes } from "./Changes.tsx";
import { ExportSkills } from "./ExportSkills.tsx";
import { ImportDialog, type Importing } from "./ImportDialog.tsx";
import { PlanDialog } from "./PlanDialog.tsx";
import type { Subject } from "./subject.ts";
import { type Changing as Begins, ChangingContext, type Done } from "./useChanging.ts";

/** The newest changes among which the last that can be taken back is looked for. */
const LOOKED_AT = 50;

/** Whatever is changed is planned, shown and carried out here, so that it outlives the screen it began on. */
export function Changing({ children }: { children: ReactNode }) {
  const host = useHost();
  const say = useSay();
  const [subject, setSubject] = useState<Subject | null>(null);
  const [listed, setListed] = useState(false);
  const [importing, setImporting] = useState<Importing | null>(null);
  const [saving, setSaving] = useState<readonly string[] | null>(null);
  const end = useAct("end_import");
  const listeners = useRef(new Set<Done>());
  /** What lies in quarantine goes when its plan is carried out or given up. */
  const letGo = (of: Subject) => {
    if (of.kind === "import" || of.kind === "update") end.act({ import: of.import });
  };
  const begin = useCallback(
    (next: Subject) => {
      say(null);
      setListed(false);
      setSubject(next);
    },
    [say],
  );
  const undo = ({ id, words }: JournalRow) => begin({ kind: "undo", entry: id, words: messageWords(words) });
  const undoLast = () => {
    host.ask("journal", { from: 0, count: LOOKED_AT }).then(
      ({ rows }) => {
        const last = rows.find(({ state, undoes }) => state === "done" && undoes === null);
        if (last === undefined) say({ words: t`Nothing to undo.` });
        else undo(last);
      },
      (thrown) => say({ words: <FailureWords failure={failureOf(thrown)} /> }),
    );
  };
  useActions(EVERYWHERE, [
    {
      id: "change.undo",
      name: t`Undo last change…`,
      words: t`journal revert roll back`,
      keys: ["Ctrl Z"],
      icon: Undo2,
      run: undoLast,
    },
  ]);
  const begins = useMemo<Begins>(
    () => ({
      begin,
      list: () => setListed(true),
      bringIn: setImporting,
      save: setSaving,
      onDone(listener) {
        listeners.current.add(listener);
        return () => listeners.current.delete(listener);
      },
    }),
    [begin],
  );
  return (
    <ChangingContext value={begins}>
      {children}
      {listed && <Changes onChange={begin} onClose={() => setListed(false)} />}
      {importing !== null && (
        <ImportDialog
          importing={importing}
          onPlan={(next) => {
            setImporting(null);
            begin(next);
          }}
          onClose={() => setImporting(null)}
        />
      )}
      {saving !== null && <ExportSkills skills={saving} onClose={() => setSaving(null)} />}
      {subject !== null && (
        <PlanDialog
          subject={subject}
          onClose={() => {
            letGo(subject);
            setSubject(null);
          }}
          onDone={(entry, skill, convention) => {
            letGo(subject);
            setSubject(null);
            say({
              words: <Words text={messageWords(entry.words)} />,
              offer: { word: t`Undo`, run: () => undo(entry) },
            });
            for (const listener of listeners.current) listener(subject, skill, convention);
          }}
        />
      )}
    </ChangingContext>
  );
}
