import { t } from "@lingui/core/macro";
import { lazy, Suspense, useCallback, useState } from "react";
import { AskedNote } from "../facts/FailureNote.tsx";
import { useGoing } from "../facts/going.ts";
import type { RouteOf } from "../facts/route.ts";
import { useChanging } from "../features/changes/useChanging.ts";
import { useAsk } from "../host/useAsk.ts";
import { Skeleton } from "../kit/Skeleton.tsx";
import { rawText } from "../language/foreign.ts";

// The editor is large, and most readers only read.
const Editor = lazy(() => import("../features/editing/Editor.tsx"));

/** One file of a skill, edited; saving is a plan like every other change. */
export function EditScreen({
  route: { id, rel, line },
  hold,
}: {
  route: RouteOf<"edit">;
  /** What is asked before the reader leaves; `leave` goes on. Nothing is asked when it is null. */
  hold: (ask: ((leave: () => void) => void) | null) => void;
}) {
  const { go, back } = useGoing();
  const [saved, setSaved] = useState(0);
  const changing = useChanging((subject) => {
    if (subject.kind === "write" || subject.kind === "undo") setSaved((times) => times + 1);
  });
  const draft = useAsk("draft", { skill: id, rel });
  const leave = useCallback(
    () =>
      back === undefined
        ? go({ screen: "skills", id, tab: rel === "SKILL.md" ? "instructions" : "resources", rel })
        : back(),
    [back, go, id, rel],
  );
  return (
    <>
      <AskedNote asked={draft} />
      {draft.failure === null && draft.answer === undefined && (
        <Skeleton label={t`Loading ${rel}…`} rows={10} />
      )}
      {draft.answer !== undefined && (
        <Suspense fallback={<Skeleton label={t`Loading editor…`} rows={10} />}>
          <Editor
            skill={id}
            name={draft.answer.name}
            folder={rawText(draft.answer.folder)}
            rel={rel}
            disk={draft.answer}
            saved={saved}
            line={line}
            onSave={changing.begin}
            onLeave={leave}
            onHold={hold}
          />
        </Suspense>
      )}
    </>
  );
}
