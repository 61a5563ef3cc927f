import { ChevronRight } from "lucide-react";
import { HashStrip } from "../facts/HashStrip.tsx";
import { icons } from "../facts/icons.ts";
import { ScopeBadge } from "../facts/ScopeBadge.tsx";
import type { ApprovalView, RequestView, StepView } from "../host/wire.gen.ts";
import { Icon } from "../kit/Icon.tsx";
import { Verbatim } from "../kit/Verbatim.tsx";

/** Which skill asks, for what, where the request stands, and how many wait. */
export function Identity({ view, request }: { view: ApprovalView; request: RequestView }) {
  const second = request.step.kind === "send";
  return (
    <header className="identity">
      <span className="identity-sign">
        <Icon of={icons.approvals} size={16} />
      </span>
      <div className="identity-words">
        <h1>
          <Verbatim text={request.skill.name} />
        </h1>
        <ScopeBadge scope={request.skill.scope} />
        <HashStrip hash={request.skill.hash} of="SKILL.md" />
        <p>{standing(request)}</p>
      </div>
      <ol className="identity-steps" aria-label="Steps">
        <li aria-current={second ? undefined : "step"}>1 Run</li>
        <li aria-hidden="true">
          <Icon of={ChevronRight} size={12} />
        </li>
        <li aria-current={second ? "step" : undefined}>2 Send</li>
      </ol>
      <span className="identity-place">
        {view.position} of {view.waiting}
      </span>
    </header>
  );
}

/** A request without arguments wants files, not a command's output. */
export function wants(request: RequestView): string {
  return request.command.argv.length === 0 ? "the text of files" : "the output of one command";
}

function standing(request: RequestView): string {
  switch (request.step.kind) {
    case "run":
      return `asks for ${wants(request)}`;
    case "running":
      return "runs, nothing sent yet";
    case "send":
      return "output captured, nothing sent yet";
    default:
      return request.step satisfies never;
  }
}

/** Steps are told apart by their kind; what happens inside one does not make it another. */
export type StepKind = StepView["kind"];
