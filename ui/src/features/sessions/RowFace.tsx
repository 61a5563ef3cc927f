import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { CornerDownRight, FileText } from "lucide-react";
import { memo, type ReactNode } from "react";
import { eventKindWords } from "../../facts/contextWords.ts";
import { icons } from "../../facts/icons.ts";
import { LetterTile } from "../../facts/LetterTile.tsx";
import { unreadWords } from "../../facts/logWords.ts";
import { OutcomeWord } from "../../facts/OutcomeWord.tsx";
import { clock } from "../../facts/Time.tsx";
import type { ActivationChip, BranchMark, Segment, TimelineRow } from "../../host/wire.gen.ts";
import { Chip } from "../../kit/Chip.tsx";
import { Icon } from "../../kit/Icon.tsx";
import { Tooltip } from "../../kit/Tooltip.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";
import type { AnyText } from "../../language/foreign.ts";
import { count, decimal } from "../../language/numbers.ts";
import type { LaneTable } from "./bands.ts";
import { callerWords } from "./callerWords.ts";
import { Lanes } from "./Lanes.tsx";
import { droppedWords, titleRow } from "./nameRow.ts";
import { useNumberWord, useReading } from "./reading.ts";
import "./Timeline.css";

/** Activations named on a row; the rest is counted. */
const namedChips = 2;

/** One row of the timeline: lanes, then what it is. Its name is said by the tree. */
export const RowFace = memo(function RowFace({
  row,
  lanes,
  branches,
}: {
  row: TimelineRow | undefined;
  lanes: LaneTable;
  /** Sessions that begin in this row. */
  branches: readonly BranchMark[];
}) {
  if (row === undefined) return <span className="row-face flex grow line-below text-3">…</span>;
  const apart = row.after_break ? " row-after" : "";
  return (
    <div className={`row-face flex grow line-below row-${row.what.kind}${apart}`} aria-hidden="true">
      <Lanes lanes={lanes} row={row.row} named={namesIn(row)} />
      <Words row={row} what={row.what} branches={branches} />
    </div>
  );
});

function namesIn({ what }: TimelineRow): readonly AnyText[] {
  return what.kind === "turn" ? what.named.map(({ name }) => name) : [];
}

type RowProps = { row: TimelineRow; branches: readonly BranchMark[] };

function Words({ row, what, branches }: RowProps & { what: Segment }) {
  const number = useNumberWord();
  switch (what.kind) {
    case "turn":
      return <Turn row={row} what={what} branches={branches} />;
    case "opening":
    case "between":
      return (
        <Line>
          <span>{titleRow(what)}</span>
          <span className="cut-end text-3">
            <Verbatim text={eventKindWords(what.events)} />
          </span>
        </Line>
      );
    case "compaction":
      return (
        <Line>
          <Icon of={icons.compaction} />
          <b>{t`Compaction`}</b>
          <span className="cut-end">
            {number} {what.seq}, <Verbatim text={droppedWords(what)} />
          </span>
        </Line>
      );
    case "subagent":
      return (
        <Line>
          <Icon of={CornerDownRight} />
          <Icon of={icons.assistant} size={12} />
          <span>
            <Trans>
              subagent{" "}
              <code>
                <Verbatim text={what.agent} />
              </code>
            </Trans>
          </span>
          <span className="text-3">
            <Verbatim text={what.status} />
            {what.key === null && `, ${t`log not found`}`}
          </span>
        </Line>
      );
    case "break":
      return (
        <div className="flex at-top gap-8 padded toned tone-danger">
          <Icon of={icons.gap} />
          <span>
            <b className="block text">
              {what.lines === 1
                ? t`Line ${count(what.line)} can’t be read`
                : t`${plural(what.lines, { one: "# line", other: "# lines" })} from line ${count(what.line)} can’t be read`}
            </b>
            <span className="block text-2 type-micro">
              <Verbatim text={unreadWords(what.reason)} />
            </span>
          </span>
        </div>
      );
    default:
      return what satisfies never;
  }
}

function Line({ children }: { children: ReactNode }) {
  return <div className="row grow inset gap-8 one-line text-2 type-micro">{children}</div>;
}

function Turn({ row, what, branches }: RowProps & { what: Extract<Segment, { kind: "turn" }> }) {
  const { source } = useReading();
  const begun = (relation: string) => branches.filter((mark) => mark.relation === relation).length;
  return (
    <>
      <span className="row-number tabular fixed bold to-right text-2">{what.number}</span>
      <div className="row-words grow">
        <div className="row-prompt row narrows spread gap-8">
          <span className="cut-end">
            <Verbatim text={what.prompt} />
          </span>
          {row.at !== null && (
            <time className="fixed text-3 type-micro tabular">{clock(row.at).slice(0, 5)}</time>
          )}
        </div>
        <div className="row-chips row narrows clips gap-8 one-line text-2 type-micro">
          <Chips chips={what.activations} />
          {what.named.length > 0 && (
            <Tooltip text={t`${source.label} attributes its answers and tool calls to this skill`}>
              <span className="cut-end narrows text-3 type-micro">
                <Trans>
                  attributed to <Verbatim text={what.named.map(({ name }) => name).join(", ")} />
                </Trans>
              </span>
            </Tooltip>
          )}
          {what.templates.length > 0 && (
            <Chip icon={FileText}>
              {plural(what.templates.length, { one: "# template", other: "# templates" })}
            </Chip>
          )}
          {row.hydrations > 0 && <Chip icon={icons.hydration}>{t`${count(row.hydrations)} context`}</Chip>}
        </div>
        <div className="row-counts row narrows clips gap-8 one-line text-2 type-micro wraps">
          {row.after_break ? (
            <Chip icon={icons.gap} tone="unknown">
              {t`after the corrupt line`}
            </Chip>
          ) : (
            <OutcomeWord outcome={what.outcome} failure={what.failure} />
          )}
          <span>{plural(what.tools, { one: "# tool", other: "# tools" })}</span>
          {what.tokens !== null && <span>{t`${compact(what.tokens)} tokens`}</span>}
          {what.copied && <Chip icon={icons.fork}>{t`copied`}</Chip>}
          {begun("fork") > 0 && (
            <Chip icon={icons.fork}>{plural(begun("fork"), { one: "# fork", other: "# forks" })}</Chip>
          )}
          {begun("subagent") > 0 && (
            <Chip icon={icons.assistant}>
              {plural(begun("subagent"), { one: "# subagent", other: "# subagents" })}
            </Chip>
          )}
        </div>
      </div>
    </>
  );
}

/** `420`, from a thousand on `21.4k`. */
function compact(n: number): string {
  return n < 1000 ? count(n) : `${decimal(n / 1000)}k`;
}

function Chips({ chips }: { chips: readonly ActivationChip[] }) {
  if (chips.length === 0) return <span className="text-3">{t`no activations`}</span>;
  return (
    <>
      {chips.slice(0, namedChips).map((chip) => (
        <span key={chip.line} className="row narrows gap-4">
          <LetterTile letter={chip.letter} />
          <span className="cut-end">
            <Verbatim text={chip.letter.name} /> <span className="text-3">{callerWords(chip.by)}</span>
          </span>
        </span>
      ))}
      {chips.length > namedChips && <span className="text-3">+{chips.length - namedChips}</span>}
    </>
  );
}
