import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { ChevronLeft, Pencil, Save } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { Evidence } from "../../facts/Evidence.tsx";
import { FailureNote } from "../../facts/FailureNote.tsx";
import { clock } from "../../facts/Time.tsx";
import { useHost } from "../../host/useAsk.ts";
import type { DraftValue, DraftView } from "../../host/wire.gen.ts";
import { type Action, useActions } from "../../kit/actions.ts";
import { Button, IconButton } from "../../kit/Button.tsx";
import { Chip } from "../../kit/Chip.tsx";
import { Note } from "../../kit/Note.tsx";
import { Segmented } from "../../kit/Segmented.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";
import type { AnyText } from "../../language/foreign.ts";
import { count } from "../../language/numbers.ts";
import { DraftSide } from "./DraftSide.tsx";
import type { TextEditorHandle } from "./editorProps.ts";
import { FieldForm } from "./FieldForm.tsx";
import { dropDraft, keepDraft, keptDraft } from "./kept.ts";
import { Leaving } from "./Leaving.tsx";
import { Preview } from "./Preview.tsx";
import TextEditor from "./TextEditor.tsx";
import { useDraftCheck } from "./useDraftCheck.ts";
import "./editing.css";
import { spelled } from "../../kit/seen.ts";
import { messageWords } from "../../language/messages.ts";

/** What is saved: the file, what was seen of it, and its new text. */
export interface Saving {
  kind: "write";
  skill: string;
  rel: string;
  seen: string;
  base: string;
  text: string;
}

interface EditorProps {
  skill: string;
  name: AnyText;
  /** The name of its folder. */
  folder: string;
  rel: string;
  /** The file as it is on disk. */
  disk: DraftView;
  /** How often something was saved here. */
  saved: number;
  /** The line to begin at, counted from 1. */
  line?: number;
  onSave: (saving: Saving) => void;
  onLeave: () => void;
  /** Sets what is asked before the reader leaves. */
  onHold: (ask: ((leave: () => void) => void) | null) => void;
}

/** Keys that the text listens for itself. */
const ofTheText: readonly Action[] = [
  { id: "text.find", name: t`Find and replace`, keys: ["Ctrl F"] },
  { id: "text.undo", name: t`Undo`, keys: ["Ctrl Z"] },
  { id: "text.redo", name: t`Redo`, keys: ["Ctrl Shift Z"] },
  { id: "text.finding", name: t`Next finding`, keys: ["F8"] },
  { id: "text.tab", name: t`Toggle Tab moves focus`, keys: ["Ctrl M"] },
];

type Look = "markdown" | "preview" | "both";

/** A file of a skill as a form and a text; nothing is written before its plan was shown. */
export default function Editor(props: EditorProps) {
  const { skill, name, folder, rel, disk, saved, line, onSave, onLeave, onHold } = props;
  const host = useHost();
  const [{ seen, base, at: openedAt }, setBase] = useState(() => {
    const kept = keptDraft(skill, rel);
    return { seen: kept?.seen ?? disk.hash, base: kept?.base ?? disk.text, at: disk.read_at };
  });
  const [text, setText] = useState(() => keptDraft(skill, rel)?.text ?? disk.text);
  const [look, setLook] = useState<Look>("markdown");
  const [place, setPlace] = useState({ line: 1, column: 1 });
  const [leaving, setLeaving] = useState<(() => void) | null>(null);
  const editor = useRef<TextEditorHandle>(null);
  const isSkill = rel === "SKILL.md";
  const isMarkdown = isSkill || rel.endsWith(".md");
  const dirty = text !== base;
  const { check, failure } = useDraftCheck(isSkill ? { skill, seen, text } : null);
  const moved = isSkill ? check !== null && check.disk !== "as_seen" : disk.hash !== seen;

  const now = useRef(text);
  now.current = text;
  useEffect(() => {
    if (line !== undefined) editor.current?.goTo(line);
  }, [line]);
  const put = (next: string) => {
    now.current = next;
    setText(next);
    editor.current?.set(next);
  };

  // What was saved is what stands on disk now; further edits begin there.
  const wasSaved = useRef(saved);
  useEffect(() => {
    if (wasSaved.current === saved) return;
    wasSaved.current = saved;
    let wanted = true;
    host.ask("draft", { skill, rel }).then(
      (fresh) => {
        if (!wanted) return;
        setBase({ seen: fresh.hash, base: fresh.text, at: fresh.read_at });
        // An undo brings another text back; it is shown unless the reader typed on.
        if (now.current === base) {
          setText(fresh.text);
          editor.current?.set(fresh.text);
        }
      },
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [saved, host, skill, rel, base]);

  useEffect(() => {
    if (!dirty) {
      dropDraft(skill, rel);
      onHold(null);
      return;
    }
    keepDraft(skill, rel, { seen, base, text });
    onHold((leave) => setLeaving(() => leave));
  }, [dirty, skill, rel, seen, base, text, onHold]);
  useEffect(() => () => onHold(null), [onHold]);

  // What is typed into a field and not yet in the text is put there first.
  const pending = useRef<Promise<unknown>>(Promise.resolve());
  const save = async () => {
    const active = document.activeElement;
    if (active instanceof HTMLElement && active.closest(".field-form") !== null) {
      active.blur();
      active.focus();
    }
    await pending.current;
    if (now.current !== base) onSave({ kind: "write", skill, rel, seen, base, text: now.current });
  };
  useActions(t`Editor`, [
    { id: "draft.save", name: t`Review and save…`, keys: ["Ctrl S"], icon: Save, run: () => void save() },
    ...ofTheText,
  ]);
  const setInText = async (key: string, value: DraftValue) => {
    const before = now.current;
    try {
      const { text: next, refused } = await host.ask("draft_field", { text: before, key, value });
      if (refused !== null) return spelled(messageWords(refused));
      if (now.current !== before) return t`The text has changed. Try again.`;
      if (next !== null && next !== before) put(next);
      return null;
    } catch {
      return t`Couldn’t set the field.`;
    }
  };
  const setField = (key: string, value: DraftValue) => {
    const set = setInText(key, value);
    pending.current = set;
    return set;
  };
  const start = useMemo(() => keptDraft(skill, rel)?.text ?? disk.text, [skill, rel, disk.text]);
  const first = useRef(start);

  return (
    <div className="column fill on-surface">
      <div className="editing-head row fixed gap-8 line-below inset">
        <IconButton icon={ChevronLeft} label={t`Back`} onPress={onLeave} />
        <div className="editing-title clips">
          <h1 className="cut-end">
            <Trans>
              Edit <Verbatim text={isSkill ? name : rel} />
            </Trans>
          </h1>
          <p className="mono cut-end text-3 size-micro">
            <Verbatim text={disk.path} />
          </p>
        </div>
        {dirty && (
          <Chip icon={Pencil} look="filled">
            {t`unsaved`}
            {check !== null && isSkill && `, +${check.change.added} −${check.change.removed}`}
          </Chip>
        )}
        <span className="gap" />
        <span className="editing-disk cut-end narrows text-3 type-small">
          {moved ? t`Changed on disk` : t`File unchanged since ${clock(openedAt)}`}
        </span>
        <Button offBecause={dirty ? null : t`No changes.`} onPress={() => put(base)}>
          {t`Discard changes`}
        </Button>
        <Button
          look="primary"
          action="draft.save"
          offBecause={dirty ? null : t`No changes.`}
          onPress={() => void save()}
        >
          {t`Review and save…`}
        </Button>
      </div>
      {moved && (
        <MovedNote
          dirty={dirty}
          onCompare={() => void save()}
          onTake={() => {
            setBase({ seen: disk.hash, base: disk.text, at: disk.read_at });
            put(disk.text);
          }}
          onKeep={() => setBase({ seen: disk.hash, base: disk.text, at: disk.read_at })}
        />
      )}
      <div className="editing-body flex fill">
        <div className="column grow">
          {isSkill && check !== null && <FieldForm check={check} folder={folder} onSet={setField} />}
          <div className="editing-bar row fixed gap-12 text-3 type-small line-below inset">
            {isMarkdown && (
              <Segmented
                label={t`View`}
                value={look}
                options={[
                  { value: "markdown", label: t`Markdown` },
                  { value: "preview", label: t`Preview` },
                  { value: "both", label: t`Both` },
                ]}
                onPick={setLook}
              />
            )}
            <span className="gap" />
            <span className="tabular">{t`Ln ${place.line}, Col ${place.column}`}</span>
            {check !== null && isSkill && (
              <>
                <span className="tabular">
                  {t`${plural(check.activated, { one: "# token", other: "# tokens" })} when activated`}
                  {check.activated_change !== 0 &&
                    `, ${check.activated_change > 0 ? "+" : "−"}${count(Math.abs(check.activated_change))}`}
                </span>
                <Evidence of="inferred" />
              </>
            )}
          </div>
          <div className="editing-texts flex gap" data-look={look}>
            <div className="grow" hidden={look === "preview"}>
              <TextEditor
                ref={editor}
                label={t`Text of ${rel}`}
                start={first.current}
                markdown={isMarkdown}
                findings={check?.findings ?? []}
                onChange={(next) => {
                  now.current = next;
                  setText(next);
                }}
                onPlace={(line, column) => setPlace({ line, column })}
              />
            </div>
            {look !== "markdown" && isMarkdown && <Preview text={text} />}
          </div>
        </div>
        {isSkill && (
          <aside
            className="editing-side column fixed on-sunken shortens line-before"
            aria-label={t`Checks and changes`}
          >
            {failure !== null && <FailureNote failure={failure} />}
            {check !== null && (
              <DraftSide check={check} dirty={dirty} onLine={(line) => editor.current?.goTo(line)} />
            )}
          </aside>
        )}
      </div>
      {leaving !== null && (
        <Leaving
          of={isSkill ? name : rel}
          onStay={() => setLeaving(null)}
          onKeep={leaving}
          onDiscard={() => {
            dropDraft(skill, rel);
            leaving();
          }}
        />
      )}
    </div>
  );
}

function MovedNote({
  dirty,
  onCompare,
  onTake,
  onKeep,
}: {
  dirty: boolean;
  onCompare: () => void;
  onTake: () => void;
  onKeep: () => void;
}) {
  return (
    <div className="fixed line-below padded">
      <Note tone="warn" alert>
        {t`The file changed on disk while you were editing. Compare before saving.`}{" "}
        {dirty && (
          <Button look="link" onPress={onCompare}>
            {t`Compare…`}
          </Button>
        )}{" "}
        <Button look="link" onPress={onTake}>
          {t`Use version on disk`}
        </Button>{" "}
        {dirty && (
          <Button look="link" onPress={onKeep}>
            {t`Overwrite with my version`}
          </Button>
        )}
      </Note>
    </div>
  );
}
