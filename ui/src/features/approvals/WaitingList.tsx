import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { askerWords, changedWords, waitingWords } from "../../facts/approvalWords.ts";
import { FailureNote } from "../../facts/FailureNote.tsx";
import { HashStrip } from "../../facts/HashStrip.tsx";
import { icons } from "../../facts/icons.ts";
import { Time } from "../../facts/Time.tsx";
import { useCopy } from "../../facts/useCopy.ts";
import { useAct } from "../../host/useAsk.ts";
import type { WaitingRow } from "../../host/wire.gen.ts";
import type { Doable } from "../../kit/actions.ts";
import { Button } from "../../kit/Button.tsx";
import { Chip } from "../../kit/Chip.tsx";
import { useContextMenu } from "../../kit/ContextMenu.tsx";
import { Icon } from "../../kit/Icon.tsx";
import { spelled } from "../../kit/seen.ts";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { turnWords } from "./turnWords.ts";
import "./approvals.css";

/** Requests that wait, in the order they came. They are decided in the approval window, never here. */
export function WaitingList({ waiting }: { waiting: readonly WaitingRow[] }) {
  const show = useAct("show_approval");
  const withdraw = useAct("withdraw");
  const open = useContextMenu();
  const copy = useCopy();
  const menuOf = (row: WaitingRow): Doable[][] => [
    [
      { id: "waiting.decide", name: t`Decide…`, icon: icons.approvals, run: () => show.act({ id: row.id }) },
      ...(row.own
        ? [
            {
              id: "waiting.back",
              name: t`Withdraw`,
              icon: icons.withdrawn,
              run: () => withdraw.act({ id: row.id }),
            },
          ]
        : []),
    ],
    [copy("command", row.command), copy("name", row.skill.name), copy("hash", row.skill.hash)],
  ];
  const failure = show.failure ?? withdraw.failure;
  return (
    <section className="fixed" aria-label={t`Pending`}>
      <div className="approvals-head row fixed gap-8 text-2 type-small line-below on-sunken tabular inset toned tone-warn">
        <Icon of={icons.approvals} />
        <h2 className="text type-small-strong">{t`Pending`}</h2>
        <span>{waiting.length}</span>
        <span className="text-3">
          {waiting.length === 0 ? t`no pending requests` : t`the agent is waiting for your decision`}
        </span>
      </div>
      {failure !== null && <FailureNote failure={failure} />}
      <ul>
        {waiting.map((row) => (
          <li
            key={row.id}
            className="waiting-row row gap-8 line-below padded-6"
            onContextMenu={(event) => open(event, () => menuOf(row))}
          >
            <span className="sign tone-warn">
              <Icon of={icons.approvals} />
            </span>
            <div className="grow">
              <code className="block medium">
                <Verbatim text={row.command} look="text" />
              </code>
              <Facts row={row} />
            </div>
            {row.own && (
              <Button onPress={() => withdraw.act({ id: row.id })}>
                {t`Withdraw`}
                <Of row={row} />
              </Button>
            )}
            <Button onPress={() => show.act({ id: row.id })}>
              {t`Decide…`}
              <Of row={row} />
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Facts({ row }: { row: WaitingRow }) {
  return (
    <span className="waiting-facts row narrows wraps text-2 type-small">
      <Verbatim text={row.skill.name} />
      <HashStrip hash={row.skill.hash} of="SKILL.md" />
      <span>
        {turnWords(row.turn)}, <Time at={row.asked} />
      </span>
      {row.state !== "waits" && (
        <Chip icon={icons.waiting} tone="warn">
          {waitingWords(row.state)}
        </Chip>
      )}
      {row.changed.length > 0 && (
        <Chip icon={icons.bodyChanged} tone="warn">
          <Trans>
            changed since last allowed: <Verbatim text={row.changed.map(changedWords).join(", ")} />
          </Trans>
        </Chip>
      )}
      {row.invisible > 0 && (
        <Chip icon={icons.warning} tone="danger">
          {t`${plural(row.invisible, { one: "# invisible character", other: "# invisible characters" })} made visible`}
        </Chip>
      )}
      <span className="waiting-asker text-3">
        <Trans>
          requested by <Verbatim text={askerWords(row.asker)} />
        </Trans>
      </span>
    </span>
  );
}

/** The same words stand in every row; read aloud, they say of what. */
function Of({ row }: { row: WaitingRow }) {
  return <span className="unseen">, {spelled(row.command)}</span>;
}
