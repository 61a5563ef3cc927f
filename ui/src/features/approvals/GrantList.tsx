import { plural, t } from "@lingui/core/macro";
import { Clock } from "lucide-react";
import { heldWords } from "../../facts/approvalWords.ts";
import { FailureNote } from "../../facts/FailureNote.tsx";
import { HashStrip } from "../../facts/HashStrip.tsx";
import { icons } from "../../facts/icons.ts";
import { lifetimeWords } from "../../facts/lifetimes.ts";
import { fullTime } from "../../facts/Time.tsx";
import { useAct } from "../../host/useAsk.ts";
import type { GrantRow, LifetimeKind } from "../../host/wire.gen.ts";
import { Button } from "../../kit/Button.tsx";
import { Chip, type Tone } from "../../kit/Chip.tsx";
import type { Glyph } from "../../kit/Icon.tsx";
import { spelled } from "../../kit/seen.ts";
import { Tooltip } from "../../kit/Tooltip.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";
import "./approvals.css";

/** Permissions in force, each with the way to end it. */
export function GrantList({ grants }: { grants: readonly GrantRow[] }) {
  const revoke = useAct("revoke_grant");
  return (
    <section className="fixed" aria-label={t`Active grants`}>
      <div className="approvals-head row fixed gap-8 text-2 type-small line-below on-sunken tabular inset">
        <h2 className="text type-small-strong">{t`Active grants`}</h2>
        <span>{grants.length}</span>
        <span className="text-3">
          {grants.length === 0 ? t`none` : t`ends when the skill or command changes`}
        </span>
      </div>
      {revoke.failure !== null && <FailureNote failure={revoke.failure} />}
      <ul>
        {grants.map((grant) => (
          <li key={grant.id} className="grant line-below stack in-middle gap-0-12 padded-4">
            <Chip icon={lifetimes[grant.lifetime].icon} tone={lifetimes[grant.lifetime].tone}>
              {lifetimeWords[grant.lifetime]}
              {grant.session !== null && `, …${grant.session.slice(-6)}`}
            </Chip>
            <span>
              <code className="block narrows size-small">
                <Verbatim text={grant.command} look="text" />
              </code>
              <span className="block text-2 type-small">
                <Verbatim text={heldWords(grant.covers)} />
              </span>
            </span>
            <span className="mark-of-skill row narrows gap-8">
              <span className="cut-end narrows">
                <Verbatim text={grant.skill.name} />
              </span>
              <HashStrip hash={grant.skill.hash} of="SKILL.md" />
            </span>
            <Tooltip text={timesOf(grant)}>
              <span className="text-2 type-small">{usedWords(grant.used)}</span>
            </Tooltip>
            <Button look="link" onPress={() => revoke.act({ id: grant.id })}>
              {t`Revoke`}
              <span className="unseen">, {spelled(grant.command)}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

const lifetimes: Record<LifetimeKind, { icon: Glyph; tone: Tone }> = {
  once: { icon: icons.grant, tone: "neutral" },
  session: { icon: Clock, tone: "accent" },
  bytes: { icon: icons.grant, tone: "accent" },
  output: { icon: icons.grant, tone: "accent" },
};

function usedWords(used: number): string {
  switch (used) {
    case 0:
      return t`never used`;
    case 1:
      return t`used once`;
    default:
      return plural(used, { one: "used # time", other: "used # times" });
  }
}

function timesOf({ given, last_used }: GrantRow): string {
  const used = last_used === null ? [] : [t`last used ${fullTime(last_used)}`];
  return [t`given ${fullTime(given)}`, ...used].join("\n");
}
