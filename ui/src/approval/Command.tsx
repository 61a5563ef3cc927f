import { plural, t } from "@lingui/core/macro";
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { commandKindWords } from "../facts/approvalWords.ts";
import { icons } from "../facts/icons.ts";
import type { CommandView } from "../host/wire.gen.ts";
import { Chip } from "../kit/Chip.tsx";
import { CopyButton } from "../kit/CopyButton.tsx";
import { charactersUnseenIn } from "../kit/seen.ts";
import { Verbatim } from "../kit/Verbatim.tsx";
import { type AnyText, rawText } from "../language/foreign.ts";
import "./approval.css";

/**
 * The exact command, whole. What does not fit is scrolled, and `onRead` is called once its end has been in
 * sight; nothing is left out and nothing stands beside the box. What Assay adds stands folded below it.
 */
export function Command({ command, onRead }: { command: CommandView; onRead?: () => void }) {
  const box = useRef<HTMLElement>(null);
  const { longer, read } = useReadToEnd(box, rawText(command.text));
  const told = useRef(onRead);
  told.current = onRead;
  useEffect(() => {
    if (read) told.current?.();
  }, [read]);
  const unseen = charactersUnseenIn(command.text);
  return (
    <div className="command anchors">
      <section
        ref={box}
        className="command-box on-sunken scrolls round-card"
        aria-label={t`Exact command`}
        tabIndex={longer ? 0 : undefined}
        data-stop={longer ? "" : undefined}
      >
        <code className="command-text block">
          <Verbatim text={command.text} look="text" />
        </code>
        <div className="gap-6 text-2 type-small flex on-baseline above-8">
          <span className="fixed text-3">{commandKindWords(command.kind)}</span>
          {command.argv.length > 0 && <Arguments label={t`Arguments`} of={command.argv} from={0} />}
        </div>
      </section>
      <span className="command-copy">
        <CopyButton label={t`Copy command`} text={command.text} />
      </span>
      {command.added.length > 0 && (
        <details className="command-added text-2 type-small above-6">
          <summary>
            {t`Assay adds ${plural(command.added.length, { one: "# argument", other: "# arguments" })} so that the repository can’t start programs of its own`}
          </summary>
          <Arguments label={t`Arguments added by Assay`} of={command.added} />
        </details>
      )}
      {unseen > 0 && (
        <p className="text-2 type-small above-6">
          <Chip icon={icons.warning} tone="warn">
            {t`${plural(unseen, { one: "# invisible character", other: "# invisible characters" })} made visible`}
          </Chip>
        </p>
      )}
      {longer && (
        <p className="text-2 type-small above-6" role="status">
          {read
            ? t`End of the command reached.`
            : t`The command is longer than this box. Scroll to its end to enable Run and preview.`}
        </p>
      )}
    </div>
  );
}

function Arguments({ label, of, from }: { label: string; of: readonly AnyText[]; from?: number }) {
  return (
    <ol className="arguments narrows wraps gap-4 flex" aria-label={label}>
      {of.map((argument, at) => (
        <li key={at} className="flex narrows on-raised edged round-chip">
          {from !== undefined && (
            <span className="argument-number fixed text-3 type-micro tabular not-selectable inset-4">
              {from + at}
            </span>
          )}
          <code className="narrows text size-small">
            <Verbatim text={argument} />
          </code>
        </li>
      ))}
    </ol>
  );
}

/** Whether a box must be scrolled, and whether its end has been in sight. Another `text` begins anew. */
function useReadToEnd(box: RefObject<HTMLElement | null>, text: string): { longer: boolean; read: boolean } {
  const [longer, setLonger] = useState(false);
  const [readText, setRead] = useState<string | null>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const look = () => {
      const left = element.scrollHeight - element.clientHeight - element.scrollTop;
      setLonger(element.scrollHeight > element.clientHeight + 1);
      if (left <= 2) setRead(text);
    };
    look();
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    element.addEventListener("scroll", look, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener("scroll", look);
    };
  }, [box, text]);
  return { longer, read: readText === text };
}
