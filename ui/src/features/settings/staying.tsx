import { t } from "@lingui/core/macro";
import { ActNote } from "../../facts/FailureNote.tsx";
import { Words } from "../../facts/Words.tsx";
import { useAct, useAsk } from "../../host/useAsk.ts";
import { Note } from "../../kit/Note.tsx";
import { Segmented } from "../../kit/Segmented.tsx";
import { messageWords } from "../../language/messages.ts";
import type { Setting } from "./setting.ts";

/** What becomes of Assay when its last window is closed. */
export function useStaying(): Setting {
  const { answer } = useAsk("staying", {});
  const change = useAct("set_staying");
  const problem = answer !== undefined && answer.problem !== null && (
    <Note tone="warn">
      <Words text={messageWords(answer.problem)} />
    </Note>
  );
  return {
    name: t`When the last window closes`,
    words: t`Quit Assay and deny pending requests, or keep running while agents are connected. A status icon then reopens the window or quits Assay.`,
    also: t`tray status icon background close quit`,
    value: answer !== undefined && (
      <Segmented
        label={t`When the last window closes`}
        picks="press"
        value={answer.stays ? "stays" : "ends"}
        options={[
          { value: "ends", label: t`Quit` },
          { value: "stays", label: t`Keep running` },
        ]}
        onPick={(next) => change.act({ stays: next === "stays" })}
      />
    ),
    below: change.failure !== null ? <ActNote act={change} /> : problem || undefined,
  };
}
