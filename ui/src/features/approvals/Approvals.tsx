import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useDeferredValue, useRef } from "react";
import { Evidence } from "../../facts/Evidence.tsx";
import { AskedNote, isRead } from "../../facts/FailureNote.tsx";
import { useGoing } from "../../facts/going.ts";
import { icons } from "../../facts/icons.ts";
import { useCopy } from "../../facts/useCopy.ts";
import { useRows } from "../../host/useAsk.ts";
import type { ApprovalsView, DecidedRow } from "../../host/wire.gen.ts";
import type { Doable } from "../../kit/actions.ts";
import { Button } from "../../kit/Button.tsx";
import { EmptyState } from "../../kit/EmptyState.tsx";
import { aText, useKept } from "../../kit/kept.ts";
import type { ListHandle } from "../../kit/List.tsx";
import { ListScreen } from "../../kit/ListScreen.tsx";
import { Gap } from "../../kit/Toolbar.tsx";
import { useBeside } from "../../kit/useBeside.ts";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { useWidth } from "../../kit/width.ts";
import { count } from "../../language/numbers.ts";
import { DecidedTable } from "./DecidedTable.tsx";
import { DecisionInspector } from "./DecisionInspector.tsx";
import { EvidenceKeeping } from "./EvidenceKeeping.tsx";
import { GrantList } from "./GrantList.tsx";
import { WaitingList } from "./WaitingList.tsx";
import "./approvals.css";
import { messageWords } from "../../language/messages.ts";

/** Rows asked for at once. */
const WINDOW = 200;

/** What waits, what was decided, and what may run unasked. */
export function Approvals({
  id,
}: {
  /** The decision in the inspector; the first one unless told. */
  id: string | undefined;
}) {
  const { go } = useGoing();
  const width = useWidth();
  const beside = useBeside("approvals", t`Approvals`);
  const [text, setText] = useKept("approvals text", "", aText);
  const asking = useDeferredValue(text);
  const table = useRef<ListHandle>(null);
  const { first, at, see } = useRows(
    "approvals",
    (from, number) => ({ text: asking, from, count: number }),
    (answer) => answer.decided,
    WINDOW,
  );
  const view = first.answer;
  const selected = id ?? at(0)?.id;
  const copy = useCopy();
  const menuOf = ({ command, skill, turn }: DecidedRow): Doable[][] => {
    const { id: skillId } = skill;
    const key = turn?.key ?? null;
    const toTurn: Doable = {
      id: "decision.turn",
      name: t`Go to turn`,
      icon: icons.sessions,
      run: () => key !== null && go({ screen: "session", key, row: turn?.row ?? undefined }),
    };
    const toSkill: Doable = {
      id: "decision.skill",
      name: t`Go to skill`,
      icon: icons.skills,
      run: () => skillId !== null && go({ screen: "skills", id: skillId }),
    };
    return [
      [...(key === null ? [] : [toTurn]), ...(skillId === null ? [] : [toSkill])],
      [copy("command", command), copy("name", skill.name), copy("hash", skill.hash)],
    ];
  };
  return (
    <ListScreen
      name="approvals"
      title={t`Approvals`}
      label={t`Requests, decisions and grants`}
      filter={{ label: t`Filter by command or skill`, value: text, onChange: setText }}
      tools={<EvidenceKeeping />}
      notes={<AskedNote asked={first} />}
      reading={isRead(first) ? undefined : t`Loading decisions…`}
      nothing={view !== undefined && isEmpty(view) ? <NothingYet view={view} /> : undefined}
      beside={beside}
      inspector={{
        label: t`Decision`,
        width: { start: 320, min: 280, max: 480 },
        body: selected !== undefined && <DecisionInspector id={selected} />,
      }}
      list={table}
    >
      {view !== undefined && (
        <div className="column fill scrolls">
          <WaitingList waiting={view.waiting} />
          <section className="decided column shrinks" aria-label={t`Decided`}>
            <div className="approvals-head row fixed gap-8 text-2 type-small line-below on-sunken tabular inset">
              <h2 className="text type-small-strong">{t`Decided`}</h2>
              <span>{count(view.total)}</span>
              <Gap />
              <Evidence of="recorded" />
            </div>
            {view.matching > 0 && (
              <DecidedTable
                ref={table}
                total={view.matching}
                at={at}
                width={width}
                current={placeOf(selected, view.matching, at)}
                onCurrent={(index) => {
                  const row = at(index);
                  if (row !== undefined) go({ screen: "approvals", id: row.id });
                }}
                onOpen={() => beside.open()}
                onSeen={see}
                menuOf={menuOf}
              />
            )}
            <Shown view={view} text={text} onClear={() => setText("")} />
          </section>
          <GrantList grants={view.grants} />
        </div>
      )}
    </ListScreen>
  );
}

function isEmpty({ waiting, total, grants }: ApprovalsView): boolean {
  return waiting.length === 0 && total === 0 && grants.length === 0;
}

function NothingYet({ view }: { view: ApprovalsView }) {
  return (
    <EmptyState icon={icons.approvals} title={t`No decisions yet`}>
      <Trans>
        There are no pending requests and no active grants. When a skill needs the output of a command, the
        request and your decision appear here. <Verbatim text={view.notes.map(messageWords).join(" ")} />
      </Trans>
    </EmptyState>
  );
}

/** How many of all are listed, and what is not known of the rest. */
function Shown({ view, text, onClear }: { view: ApprovalsView; text: string; onClear: () => void }) {
  return (
    <p className="fixed breaks text-2 type-small padded line-above" role="status">
      {view.matching === 0 && view.total > 0 ? (
        <>
          <Trans>
            No decisions match “<Verbatim text={text} />” ({count(view.total)} total).
          </Trans>{" "}
          <Button look="link" onPress={onClear}>
            {t`Clear filter`}
          </Button>{" "}
        </>
      ) : (
        `${shownWords(view)} `
      )}
      <Verbatim text={view.notes.map(messageWords).join(" ")} />
    </p>
  );
}

function shownWords({ matching, total }: ApprovalsView): string {
  if (total === 0) return t`No decisions yet.`;
  return matching === total
    ? t`Showing all ${plural(total, { one: "# decision", other: "# decisions" })}.`
    : t`Showing ${count(matching)} of ${plural(total, { one: "# decision", other: "# decisions" })}.`;
}

/** The row of a decision, when it is among those that have arrived. */
function placeOf(
  id: string | undefined,
  total: number,
  at: (index: number) => { id: string } | undefined,
): number | null {
  for (let index = 0; id !== undefined && index < total; index++) if (at(index)?.id === id) return index;
  return null;
}
