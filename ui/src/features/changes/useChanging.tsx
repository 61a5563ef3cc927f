import { type ReactNode, useState } from "react";
import { Words } from "../../facts/Words.tsx";
import { useAct } from "../../host/useAsk.ts";
import type { JournalRow } from "../../host/wire.gen.ts";
import { Button } from "../../kit/Button.tsx";
import { Toast } from "../../kit/Toast.tsx";
import { Changes } from "./Changes.tsx";
import { ExportSkills } from "./ExportSkills.tsx";
import { ImportDialog, type Importing } from "./ImportDialog.tsx";
import { PlanDialog } from "./PlanDialog.tsx";
import type { Subject } from "./subject.ts";

/**
 * What a screen needs to change something: how to begin, the list of changes, and the layers to draw.
 * `onDone` hears what was carried out, and which skill stands there now.
 */
export function useChanging(onDone?: (subject: Subject, skill: string | null) => void): {
  begin: (subject: Subject) => void;
  list: () => void;
  /** Brings skills in from elsewhere, or an imported one up to its source. */
  bringIn: (importing: Importing) => void;
  /** Saves skills as a zip, at first these. */
  save: (skills: readonly string[]) => void;
  layers: ReactNode;
} {
  const [subject, setSubject] = useState<Subject | null>(null);
  const [listed, setListed] = useState(false);
  const [importing, setImporting] = useState<Importing | null>(null);
  const [saving, setSaving] = useState<readonly string[] | null>(null);
  const end = useAct("end_import");
  /** What lies in quarantine goes when its plan is carried out or given up. */
  const letGo = (of: Subject) => {
    if (of.kind === "import" || of.kind === "update") end.act({ import: of.import });
  };
  const [done, setDone] = useState<JournalRow | null>(null);
  const begin = (next: Subject) => {
    setListed(false);
    setSubject(next);
  };
  const layers = (
    <>
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
          onDone={(entry, skill) => {
            letGo(subject);
            setSubject(null);
            setDone(entry);
            onDone?.(subject, skill);
          }}
        />
      )}
      {done !== null && (
        <Toast
          onClose={() => setDone(null)}
          action={
            <Button
              look="link"
              onPress={() => {
                setDone(null);
                begin({ kind: "undo", entry: done.id, words: done.words });
              }}
            >
              Undo
            </Button>
          }
        >
          <Words text={done.words} />
        </Toast>
      )}
    </>
  );
  return {
    begin,
    list: () => setListed(true),
    bringIn: setImporting,
    save: setSaving,
    layers,
  };
}
