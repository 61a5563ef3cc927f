// A host of the approval window that answers from samples: for pictures and for tests. Nothing ever runs.

import { type ApprovalHost, Refusal } from "./host.ts";
import { type ApprovalCase, queueOf, type SampleRequest } from "./samples/approval.ts";
import { said } from "./samples/said.ts";
import { windowOf } from "./samples/window.ts";
import type {
  ApprovalRequests,
  ApprovalView,
  Change,
  DecideAsk,
  DecideLooseningAsk,
  Loosening,
  LooseningView,
  StepView,
} from "./wire.gen.ts";

/** A host with handles for tests. */
export type FakeApproval = ApprovalHost & {
  /** Takes the request away, as an asker that withdraws, and says so. */
  withdraw(): void;
  /** Another request joins the end of the queue. */
  grow(): void;
  /** The running command ends. */
  finish(): void;
  /** A change that loosens something waits for an answer. */
  loosen(question: Loosening): void;
  /** Every decision so far, oldest first; refused ones too. */
  readonly decided: DecideAsk[];
  /** Every answer to a change that loosens something. */
  readonly loosened: DecideLooseningAsk[];
};

type Stage = "run" | "running" | "send";

export interface FakeApprovalOptions {
  name?: ApprovalCase;
  /** Where the first request stands. */
  stage?: Stage;
  /** Milliseconds a command runs; without it runs until `finish`. */
  runs?: number;
}

const armed = 400;

export function fakeApproval({
  name = "usual",
  stage = "run",
  runs,
}: FakeApprovalOptions = {}): FakeApproval {
  const listeners = new Set<(change: Change) => void>();
  const decided: DecideAsk[] = [];
  let queue = queueOf(name);
  let at: Stage = stage;
  let since = Date.now();
  let showing = 1;
  let left: string | null = null;
  let question: Loosening | null = null;
  const loosened: DecideLooseningAsk[] = [];

  const tell = () => {
    for (const listener of listeners) listener({ stale: ["approvals"], sessions: null });
  };
  const show = (next: Stage, why: string | null = null) => {
    at = next;
    left = why;
    since = Date.now();
    showing += 1;
  };
  const leave = (why: string | null) => {
    queue = queue.slice(1);
    show("run", why);
  };
  const finish = () => {
    show("send");
    tell();
  };
  const view = (): ApprovalView => ({
    showing,
    armed_after_ms: armed,
    position: queue.length === 0 ? 0 : 1,
    waiting: queue.length,
    request: requestOf(queue[0], at, since),
    left: left === null ? null : said(left),
  });
  const loosening = (): LooseningView => ({
    showing,
    armed_after_ms: armed,
    place: "~/code/payments",
    question,
  });
  const decide = ({ request, showing: seen, choice }: DecideAsk): ApprovalView => {
    if (seen !== showing || request !== queue[0]?.id) {
      throw new Refusal({
        code: "refused",
        message: said("What was on screen has changed since. Nothing was decided."),
        hint: said("Look again and decide on what is shown now."),
      });
    }
    if (choice.kind === "run") {
      show("running");
      if (runs !== undefined) setTimeout(finish, runs);
    } else leave(null);
    tell();
    return view();
  };
  const table: {
    [N in keyof ApprovalRequests]: (ask: ApprovalRequests[N]["ask"]) => ApprovalRequests[N]["answer"];
  } = {
    approval: view,
    approval_output: ({ form, from, count }) =>
      windowOf((form === "raw" ? queue[0]?.raw : queue[0]?.text) ?? "", from, count),
    decide(ask) {
      decided.push(ask);
      return decide(ask);
    },
    loosening,
    decide_loosening(ask) {
      loosened.push(ask);
      question = null;
      showing += 1;
      tell();
      return loosening();
    },
  };
  return {
    decided,
    loosened,
    finish,
    loosen(next) {
      question = next;
      showing += 1;
      tell();
    },
    withdraw() {
      leave("The asker took the last request back. Nothing was run.");
      tell();
    },
    grow() {
      queue = [...queue, ...queueOf("clean")];
      show(at);
      tell();
    },
    ask: async (name, body) => table[name](body),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function requestOf(sample: SampleRequest | undefined, stage: Stage, since: number): ApprovalView["request"] {
  if (sample === undefined) return null;
  const { id, skill, act, command } = sample;
  return { id, skill, act, command, step: stepOf(sample, stage, since) };
}

function stepOf(sample: SampleRequest, stage: Stage, since: number): StepView {
  switch (stage) {
    case "run":
      return { kind: "run", facts: sample.run };
    case "running":
      return { kind: "running", since, limit_ms: 10_000 };
    case "send":
      return { kind: "send", facts: sample.send };
    default:
      return stage satisfies never;
  }
}

const names: readonly ApprovalCase[] = [
  "usual",
  "long",
  "clean",
  "files",
  "bare",
  "activation",
  "script",
  "hook",
  "tool",
];
const stages: readonly Stage[] = ["run", "running", "send"];

/** Reads `?case=long` and `?stage=send` from the page's address; a command then runs for two seconds. */
export function fakeApprovalFor(search: string): FakeApproval {
  const asked = new URLSearchParams(search);
  return fakeApproval({
    name: names.find((one) => one === asked.get("case")),
    stage: stages.find((one) => one === asked.get("stage")),
    runs: 2000,
  });
}
