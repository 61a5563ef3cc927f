import { plural, t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { useState } from "react";
import { AgentMark } from "../../facts/AgentMark.tsx";
import { DriftChip } from "../../facts/DriftChip.tsx";
import { AskedNote, FailureNote } from "../../facts/FailureNote.tsx";
import { Problems } from "../../facts/Problems.tsx";
import { useAct, useAsk } from "../../host/useAsk.ts";
import type { SavedTextRow, SavedTextsView } from "../../host/wire.gen.ts";
import { Button } from "../../kit/Button.tsx";
import { Dialog } from "../../kit/Dialog.tsx";
import { Note } from "../../kit/Note.tsx";
import { Skeleton } from "../../kit/Skeleton.tsx";
import { Switch } from "../../kit/Switch.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";
import "./SavedTexts.css";

/** The texts of skills that sessions of other agents hold, and those of them that are saved. */
export function SavedTexts({ onClose }: { onClose: () => void }) {
  const texts = useAsk("saved_texts", {});
  return (
    <Dialog title={t`Saved skill texts`} width={760} onClose={onClose}>
      <AskedNote asked={texts} />
      {texts.answer === undefined ? (
        texts.failure === null && <Skeleton label={t`Loading sessions…`} />
      ) : (
        <Texts view={texts.answer} />
      )}
    </Dialog>
  );
}

function Texts({ view }: { view: SavedTextsView }) {
  const save = useAct("save_texts");
  const erase = useAct("delete_texts");
  const failure = save.failure ?? erase.failure;
  const on = view.saving === "on";
  const saved = view.texts.filter((text) => text.saved !== null);
  return (
    <div className="saved-texts stack gap-12">
      <p>
        <Trans>
          Other agents delete old sessions, and the recorded skill texts with them. Claude Code does so after
          30 days by default. Saved texts can still be compared with the files on disk.
        </Trans>
      </p>
      <Switch
        label={t`Save skill texts automatically`}
        on={on}
        onSwitch={(wanted) => save.act({ saving: wanted ? "on" : "off" })}
      />
      <p className="text-2">
        <Trans>
          <Plural value={saved.length} one="# text" other="# texts" /> saved,{" "}
          <Plural value={view.saved_bytes} one="# byte" other="# bytes" />; {view.texts.length - saved.length}{" "}
          not saved, <Plural value={view.unsaved_bytes} one="# byte" other="# bytes" />. Stored one file per
          text, readable only by you, in <span className="mono">{<Verbatim text={view.folder} />}</span>
        </Trans>
      </p>
      {failure !== null && <FailureNote failure={failure} />}
      <Problems problems={view.problems} where={t`in the saved texts`} />
      {view.texts.length === 0 ? (
        <Note tone="info">{t`No skill texts found in sessions of other agents.`}</Note>
      ) : (
        <ul className="saved-texts-rows ruled">
          {view.texts.map((text) => (
            <Row key={text.id} text={text} onErase={() => erase.act({ ids: [text.id] })} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Row({ text, onErase }: { text: SavedTextRow; onErase: () => void }) {
  const [sure, setSure] = useState(false);
  const isSaved = text.saved !== null;
  return (
    <li>
      <span className="saved-texts-name stack gap-2-8">
        <b className="cut-end">
          <Verbatim text={text.name} />
        </b>
        <AgentMark source={text.source} />
        <small className="cut-end mono">
          <Verbatim text={text.path} />
        </small>
      </span>
      <span className="saved-texts-state stack gap-2">
        <DriftChip fact={text.drift} look="quiet" />
        <small>
          {plural(text.bytes, { one: "# byte", other: "# bytes" })}, {isSaved ? t`saved` : t`not saved`}
          {text.has_log ? "" : `, ${t`session deleted`}`}
        </small>
      </span>
      {isSaved && (
        <Button look={sure ? "plain" : "link"} onPress={sure ? onErase : () => setSure(true)}>
          {sure ? t`Delete permanently` : t`Delete`}
        </Button>
      )}
    </li>
  );
}
