import { t } from "@lingui/core/macro";
import { ChevronRight } from "lucide-react";
import { HashStrip } from "../facts/HashStrip.tsx";
import { icons } from "../facts/icons.ts";
import { ScopeBadge } from "../facts/ScopeBadge.tsx";
import type { ApprovalAct, ApprovalView, RequestView, StepView } from "../host/wire.gen.ts";
import { Icon } from "../kit/Icon.tsx";
import { Verbatim } from "../kit/Verbatim.tsx";
import "./approval.css";

/** Which skill asks, for what, where the request stands, and how many wait. */
export function Identity({ view, request }: { view: ApprovalView; request: RequestView }) {
  const second = request.step.kind === "send";
  const words = acts[request.act];
  return (
    <header className="identity row fixed gap-8">
      <span className="sign tone-warn">
        <Icon of={icons.approvals} size={16} />
      </span>
      <div className="identity-words row grow wraps gap-0-8">
        <h1 className="narrows breaks">
          <Verbatim text={request.skill.name} />
        </h1>
        <ScopeBadge scope={request.skill.scope} />
        <HashStrip hash={request.skill.hash} of="SKILL.md" />
        <p className="wide text-2 type-control">{standing(request)}</p>
      </div>
      {words.step === null ? (
        <ol className="identity-steps row fixed gap-4 text-2 type-control" aria-label={t`Steps`}>
          <li aria-current={second ? undefined : "step"}>{t`1 Run`}</li>
          <li aria-hidden="true">
            <Icon of={ChevronRight} size={12} />
          </li>
          <li aria-current={second ? "step" : undefined}>{t`2 Send`}</li>
        </ol>
      ) : (
        <ol className="identity-steps row fixed gap-4 text-2 type-control" aria-label={t`Steps`}>
          <li aria-current="step">{words.step}</li>
        </ol>
      )}
      <span className="fixed type-micro-strong tabular inset-8 edged round-chip">
        {t`${view.position} of ${view.waiting}`}
      </span>
    </header>
  );
}

/** What is wanted of a person, in words; `step` where one yes is all there is to give. */
const acts: Record<
  ApprovalAct,
  { asks: (request: RequestView) => string; yes: string; step: string | null }
> = {
  hydration: { asks: (request) => t`asks for ${wants(request)}`, yes: t`Run and preview`, step: null },
  activation: {
    asks: () => t`wants to load this skill; nothing runs`,
    yes: t`Load skill`,
    step: t`Load skill`,
  },
  script: { asks: () => t`has a script that an agent wants to run`, yes: t`Run script`, step: t`Run script` },
  hook: {
    asks: () => t`wants to run a command before or after tool calls`,
    yes: t`Allow hook`,
    step: t`Allow hook`,
  },
  tool: { asks: () => t`has a tool that an agent wants to use`, yes: t`Use tool`, step: t`Use tool` },
};

/** The word of the button that says yes. */
export function yesOf(request: RequestView): string {
  return acts[request.act].yes;
}

/** What the cards of the lifetimes go on from. */
export function holdsOf(request: RequestView): string {
  return request.act === "activation"
    ? t`Permission if you load it`
    : request.act === "hook" || request.act === "tool"
      ? t`Permission if you allow it`
      : t`Permission if you run it`;
}

/** Who wants what, in words. */
export function asksOf(request: RequestView): string {
  return acts[request.act].asks(request);
}

/** A request without arguments wants files, not a command's output. */
export function wants(request: RequestView): string {
  return request.command.argv.length === 0 ? t`the text of files` : t`the output of one command`;
}

function standing(request: RequestView): string {
  switch (request.step.kind) {
    case "run":
      return asksOf(request);
    case "running":
      return t`running, nothing sent yet`;
    case "send":
      return t`output captured, nothing sent yet`;
    default:
      return request.step satisfies never;
  }
}

/** Steps are told apart by their kind; what happens inside one does not make it another. */
export type StepKind = StepView["kind"];
