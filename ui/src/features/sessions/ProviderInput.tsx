import { plural, t } from "@lingui/core/macro";
import { useState } from "react";
import { itemWords } from "../../facts/contextWords.ts";
import { Evidence } from "../../facts/Evidence.tsx";
import { Answer, AskedNote } from "../../facts/FailureNote.tsx";
import { useAsk } from "../../host/useAsk.ts";
import type { ItemRow, MomentView, SkillTexts } from "../../host/wire.gen.ts";
import { Button } from "../../kit/Button.tsx";
import { Note } from "../../kit/Note.tsx";
import { Segmented } from "../../kit/Segmented.tsx";
import { spelled } from "../../kit/seen.ts";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { rawText } from "../../language/foreign.ts";
import { count } from "../../language/numbers.ts";
import "./ModelView.css";
import "./Provenance.css";

/** Items asked for at once; the latest first, since what is new stands at the end. */
const itemsAtOnce = 20;
/** Lines of an item asked for at once. */
const linesAtOnce = 400;

interface Point {
  session: string;
  row: number;
  step: number;
  /** What becomes of the texts of skills at a compaction. */
  texts: SkillTexts;
}

const ways: { value: SkillTexts; label: string }[] = [
  { value: "as_recorded", label: t`as recorded` },
  { value: "protect", label: t`kept` },
  { value: "reference", label: t`by reference` },
];

/** What was sent to the provider, item by item, as it follows from the log. */
export function ProviderInput({ session, of }: { session: string; of: MomentView }) {
  const [texts, setTexts] = useState<SkillTexts>("as_recorded");
  const { row, step, summary } = of;
  // Asked of sources whose rules of sending are known.
  const items = of.items ?? 0;
  const items_outliving = of.items_outliving ?? 0;
  const listed = texts === "as_recorded" ? items : items_outliving;
  return (
    <>
      {summary !== null && (
        <div className="input-ways row wraps text-2 type-small gap-4-8">
          <span>{t`Skill texts at a compaction`}</span>
          <Segmented label={t`Skill texts at a compaction`} value={texts} options={ways} onPick={setTexts} />
        </div>
      )}
      {summary !== null && texts !== "as_recorded" && (
        <Note tone="warn">{otherwise(texts, summary.seq, items_outliving - items)}</Note>
      )}
      <Listed key={texts} session={session} row={row} step={step} texts={texts} total={listed} />
    </>
  );
}

/** What is shown instead of what was sent. */
function otherwise(texts: "protect" | "reference", seq: string, dropped: number): string {
  if (dropped === 0) {
    return t`Not the actual input. The compaction at event ${seq} dropped no skill texts, so there is no difference.`;
  }
  const covered = plural(dropped, { one: "# skill text", other: "# skill texts" });
  switch (texts) {
    case "protect":
      return t`Not the actual input: Pixir drops compacted texts. Another host would keep ${covered} of the compaction at event ${seq} in full.`;
    case "reference":
      return t`Not the actual input: Pixir drops compacted texts. Another host would keep ${covered} of the compaction at event ${seq} by name only.`;
    default:
      return texts satisfies never;
  }
}

function Listed({ total, ...point }: Point & { total: number }) {
  const [windows, setWindows] = useState(1);
  const ends = Array.from({ length: windows }, (_, at) => total - at * itemsAtOnce).filter((end) => end > 0);
  const first = Math.max(0, total - windows * itemsAtOnce);
  if (total === 0) return <p className="text-3">{t`Nothing sent`}</p>;
  return (
    <>
      <p className="text-3">
        {plural(total, { one: "# item", other: "# items" })},{" "}
        {point.texts === "as_recorded"
          ? t`in the order they are sent, reconstructed by Pixir’s rules`
          : t`in the order another host would send them`}
      </p>
      {first > 0 && (
        <Button look="link" onPress={() => setWindows(windows + 1)}>
          {t`Show ${count(Math.min(first, itemsAtOnce))} earlier of ${plural(total, { one: "# item", other: "# items" })}`}
        </Button>
      )}
      <ol className="above-4" aria-label={t`Provider input`}>
        {ends.reverse().map((end) => (
          <Items key={end} {...point} from={Math.max(0, end - itemsAtOnce)} to={end} />
        ))}
      </ol>
    </>
  );
}

function Items({ from, to, ...point }: Point & { from: number; to: number }) {
  const { session, row, step, texts } = point;
  const asked = useAsk("moment_items", {
    key: session,
    row,
    step,
    from,
    count: to - from,
    skill_texts: texts,
  });
  const { answer, failure } = asked;
  const come = answer?.from === from ? answer : undefined;
  return (
    <>
      {failure !== null && (
        <li>
          <AskedNote asked={asked} />
        </li>
      )}
      {come === undefined && failure === null && <li className="text-3">…</li>}
      {come?.rows.map((item) => (
        <Item key={item.number} item={item} {...point} />
      ))}
    </>
  );
}

function Item({ item, ...point }: Point & { item: ItemRow }) {
  const [open, setOpen] = useState(false);
  const named = [itemWords(item.kind), spelled(item.name)].filter((words) => words !== "").join(" ");
  return (
    <li className="input-item breaks">
      <div className="provenance-line row narrows wraps gap-4-8">
        <span className="input-number tabular text-3 to-right">{count(item.number + 1)}</span>
        <Button look="link" expanded={open} onPress={() => setOpen(!open)}>
          <Verbatim text={named} />
        </Button>
        {rawText(item.role) !== "" && <span className="text-3">{t`as ${spelled(item.role)}`}</span>}
        <span className="text-3">{t`event ${item.seq}`}</span>
        {item.known !== "reconstructed" && <Evidence of={item.known} />}
      </div>
      {open ? (
        <Whole item={item} {...point} />
      ) : (
        <p className="input-first cut-end one-line text-2">
          <Verbatim text={rawText(item.text.text).slice(0, 400).trim().replace(/\s+/gu, " ").slice(0, 160)} />
        </p>
      )}
    </li>
  );
}

function Whole({ item, ...point }: Point & { item: ItemRow }) {
  const [windows, setWindows] = useState(1);
  if (item.known === "unknown") return <p className="text-3">{t`Its log line can’t be read.`}</p>;
  if (item.text.bytes === 0) return <p className="text-3">{t`Empty`}</p>;
  if (!item.text.cut) return <Verbatim text={item.text.text} look="text" />;
  const left = item.text.lines - windows * linesAtOnce;
  return (
    <>
      {Array.from({ length: windows }, (_, at) => (
        <Lines key={at} {...point} item={item.number} from={at * linesAtOnce} />
      ))}
      {left > 0 && (
        <Button look="link" onPress={() => setWindows(windows + 1)}>
          {t`Show ${count(Math.min(left, linesAtOnce))} more of ${plural(item.text.lines, { one: "# line", other: "# lines" })}`}
        </Button>
      )}
    </>
  );
}

function Lines({ session, row, step, texts, item, from }: Point & { item: number; from: number }) {
  const asked = useAsk("item_text", {
    key: session,
    row,
    step,
    item,
    from,
    count: linesAtOnce,
    skill_texts: texts,
  });
  return (
    <Answer asked={asked} waiting={<span className="text-3">…</span>}>
      {(answer) =>
        answer.from === from ? (
          <Verbatim text={answer.lines.join("\n")} look="text" />
        ) : (
          <span className="text-3">…</span>
        )
      }
    </Answer>
  );
}
