import { t } from "@lingui/core/macro";
import { useEffect } from "react";
import { FailureNote, FailureWords } from "../facts/FailureNote.tsx";
import { icons } from "../facts/icons.ts";
import type { ApprovalHost } from "../host/host.ts";
import type { ApprovalView, Choice, RequestView } from "../host/wire.gen.ts";
import { EmptyState } from "../kit/EmptyState.tsx";
import { Note } from "../kit/Note.tsx";
import { spelled } from "../kit/seen.ts";
import { copyOriginals, Verbatim } from "../kit/Verbatim.tsx";
import { asksOf, Identity, wants } from "./Identity.tsx";
import { LooseningQuestion } from "./LooseningQuestion.tsx";
import { RunningStep } from "./RunningStep.tsx";
import { RunStep } from "./RunStep.tsx";
import { SendStep } from "./SendStep.tsx";
import { type Approval, useApproval } from "./useApproval.ts";
import { type Arming, useArming } from "./useArming.ts";
import { useLoosening } from "./useLoosening.ts";
import "./approval.css";
import { messageWords } from "../language/messages.ts";

/** One decision on one exact command. The window itself is the dialog; the shell opens, sizes and closes it. */
export function ApprovalWindow({ host }: { host: ApprovalHost }) {
  const loosening = useLoosening(host);
  useEffect(() => {
    document.addEventListener("copy", copyOriginals);
    return () => document.removeEventListener("copy", copyOriginals);
  }, []);
  const { view } = loosening;
  return (
    <main className="high">
      {loosening.failure !== null && <FailureNote failure={loosening.failure} onAgain={loosening.again} />}
      {view !== null && view.question !== null && (
        <LooseningQuestion asked={loosening} view={view} question={view.question} />
      )}
      {view !== null && view.question === null && <Requests host={host} />}
    </main>
  );
}

/** What skills and agents ask for, one after the other. */
function Requests({ host }: { host: ApprovalHost }) {
  const approval = useApproval(host);
  const { view } = approval;
  const arming = useArming(view?.showing, view?.armed_after_ms ?? 0);
  if (view?.request == null) return <Nothing approval={approval} />;
  return <Asked host={host} approval={approval} view={view} request={view.request} arming={arming} />;
}

function Asked({
  host,
  approval,
  view,
  request,
  arming,
}: {
  host: ApprovalHost;
  approval: Approval;
  view: ApprovalView;
  request: RequestView;
  arming: Arming;
}) {
  const { deciding, decide } = approval;
  return (
    <div
      className={`approval column approval-${request.step.kind} high on-raised`}
      role="alertdialog"
      aria-label={nameOf(request)}
      aria-busy={deciding}
    >
      <Identity view={view} request={request} />
      <Said approval={approval} view={view} />
      <Step key={request.id} host={host} request={request} arming={arming} onDecide={decide} />
    </div>
  );
}

function Step({
  host,
  request,
  arming,
  onDecide,
}: {
  host: ApprovalHost;
  request: RequestView;
  arming: Arming;
  onDecide: (choice: Choice) => void;
}) {
  const { step } = request;
  const same = { request, arming, onDecide };
  switch (step.kind) {
    case "run":
      return <RunStep {...same} facts={step.facts} />;
    case "running":
      return <RunningStep {...same} since={step.since} limit={step.limit_ms} />;
    case "send":
      return <SendStep {...same} host={host} facts={step.facts} />;
    default:
      return step satisfies never;
  }
}

/** What happened that the reader did not do: a decision not taken, a request that left. */
function Said({ approval: { refused, failure, again }, view }: { approval: Approval; view: ApprovalView }) {
  if (refused === null && failure === null && view.left === null) return null;
  return (
    <div className="approval-said fixed stack gap-6">
      {refused !== null && (
        <Note tone="warn" alert>
          <FailureWords failure={refused} />
        </Note>
      )}
      {failure !== null && <FailureNote failure={failure} onAgain={again} />}
      {view.left !== null && (
        <Note tone="info" alert>
          <Verbatim text={messageWords(view.left)} />
        </Note>
      )}
    </div>
  );
}

/** No request is on screen. The shell closes the window soon; until then it says why. */
function Nothing({ approval: { view, failure, again } }: { approval: Approval }) {
  return (
    <div
      className="approval approval-none column high on-raised"
      aria-busy={view === null && failure === null}
    >
      <h1 className="unseen">{t`Approval`}</h1>
      {failure !== null && <FailureNote failure={failure} onAgain={again} />}
      {view !== null && (
        <EmptyState icon={icons.approvals} title={t`No pending requests`}>
          <span role="status">
            {view.left !== null && (
              <>
                <Verbatim text={messageWords(view.left)} />{" "}
              </>
            )}
            {t`Requests appear here when a skill needs the output of a command.`}
          </span>
        </EmptyState>
      )}
    </div>
  );
}

/** Letters of a command in the window's name; the whole command stands in its box. */
const NAMED = 300;

function nameOf(request: RequestView): string {
  const { text, argv } = request.command;
  const command = spelled(text);
  const whole = command.length > NAMED ? t`${command.slice(0, NAMED)}… and more` : command;
  if (request.act !== "hydration") return `${spelled(request.skill.name)} ${asksOf(request)}: ${whole}`;
  const name = spelled(request.skill.name);
  return argv.length === 0
    ? t`${name} asks for ${wants(request)} ${whole}`
    : t`${name} asks for the output of ${whole}`;
}
