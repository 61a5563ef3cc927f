import { t } from "@lingui/core/macro";
import { useDeferredValue, useEffect, useState } from "react";
import { Answer, FailureNote } from "../../facts/FailureNote.tsx";
import { MarkdownTree } from "../../facts/MarkdownTree.tsx";
import { useAct, useAsk } from "../../host/useAsk.ts";
import "./editing.css";

/** Milliseconds without a key until the text is drawn again. */
const REST = 250;

/** The body as it would be drawn; nothing in it is loaded or run. */
export function Preview({ text }: { text: string }) {
  const [asked, setAsked] = useState(text);
  const open = useAct("open_link");
  const now = useDeferredValue(text);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(now), REST);
    return () => clearTimeout(timer);
  }, [now]);
  const drawn = useAsk("draft_preview", { text: asked });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: text is scrolled by keys
    <section className="editing-preview grow ring-inside scrolls-both" aria-label={t`Preview`} tabIndex={0}>
      <Answer asked={drawn}>
        {({ markdown }) => <MarkdownTree markdown={markdown} onOpen={(to) => open.act({ to })} />}
      </Answer>
      {open.failure !== null && <FailureNote failure={open.failure} />}
    </section>
  );
}
