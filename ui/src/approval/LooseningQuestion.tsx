import { t } from "@lingui/core/macro";
import { useRef } from "react";
import { FailureWords } from "../facts/FailureNote.tsx";
import { icons } from "../facts/icons.ts";
import type { Loosening, LooseningView } from "../host/wire.gen.ts";
import { Button } from "../kit/Button.tsx";
import { Icon } from "../kit/Icon.tsx";
import { Note } from "../kit/Note.tsx";
import { Verbatim } from "../kit/Verbatim.tsx";
import { Foot, useCarefulFocus } from "./Foot.tsx";
import { looseningWords } from "./looseningWords.ts";
import { useArming, useStepKeys } from "./useArming.ts";
import type { LooseningAsked } from "./useLoosening.ts";
import "./approval.css";

/** A change that lets agents do more without asking: what follows from it, and a yes or a no. */
export function LooseningQuestion({
  asked,
  view,
  question,
}: {
  asked: LooseningAsked;
  view: LooseningView;
  question: Loosening;
}) {
  const words = looseningWords(question);
  const arming = useArming(view.showing, view.armed_after_ms);
  const careful = useRef<HTMLButtonElement>(null);
  useCarefulFocus(careful, String(view.showing));
  const yes = () => asked.decide(true);
  const no = () => asked.decide(false);
  useStepKeys(arming, { a: yes, A: yes, Escape: no });
  return (
    <div
      className="approval column high on-raised"
      role="alertdialog"
      aria-label={words.title}
      aria-busy={asked.deciding}
    >
      <header className="identity row fixed gap-8">
        <span className="sign tone-warn">
          <Icon of={icons.approvals} size={16} />
        </span>
        <div className="identity-words row grow wraps gap-0-8">
          <h1 className="narrows breaks">
            <Verbatim text={words.title} />
          </h1>
          <p>
            <Verbatim text={view.place} mono />
          </p>
        </div>
      </header>
      {asked.refused !== null && (
        <div className="approval-said fixed stack gap-6">
          <Note tone="warn" alert>
            <FailureWords failure={asked.refused} />
          </Note>
        </div>
      )}
      <section
        className="approval-body loosening fill stack gap-8"
        aria-label={t`Consequences`}
        data-pane="request"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: many sentences are scrolled by keys
        tabIndex={0}
      >
        {words.follows.map((sentence) => (
          <p key={sentence}>
            <Verbatim text={sentence} />
          </p>
        ))}
      </section>
      <Foot on={arming.on}>
        <Button keys={["A"]} onPress={yes}>
          {words.yes}
        </Button>
        <Button ref={careful} keys={["Esc"]} onPress={no}>
          {words.no}
        </Button>
      </Foot>
    </div>
  );
}
