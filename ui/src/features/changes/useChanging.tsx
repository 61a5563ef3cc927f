import { type ReactNode, useState } from "react";
import type { JournalRow } from "../../host/wire.gen.ts";
import { Button } from "../../kit/Button.tsx";
import { Toast } from "../../kit/Toast.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { Changes } from "./Changes.tsx";
import { PlanDialog } from "./PlanDialog.tsx";
import type { Subject } from "./subject.ts";

/**
 * What a screen needs to change something: how to begin, the list of changes, and the layers to draw.
 * `onDone` hears what was carried out, and which skill stands there now.
 */
export function useChanging(onDone?: (subject: Subject, skill: string | null) => void): {
  begin: (subject: Subject) => void;
  list: () => void;
  layers: ReactNode;
} {
  const [subject, setSubject] = useState<Subject | null>(null);
  const [listed, setListed] = useState(false);
  const [done, setDone] = useState<JournalRow | null>(null);
  const begin = (next: Subject) => {
    setListed(false);
    setSubject(next);
  };
  const layers = (
    <>
      {listed && <Changes onChange={begin} onClose={() => setListed(false)} />}
      {subject !== null && (
        <PlanDialog
          subject={subject}
          onClose={() => setSubject(null)}
          onDone={(entry, skill) => {
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
          <Verbatim text={done.words} />
        </Toast>
      )}
    </>
  );
  return { begin, list: () => setListed(true), layers };
}
