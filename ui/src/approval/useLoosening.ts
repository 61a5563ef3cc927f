import type { ApprovalHost } from "../host/host.ts";
import type { LooseningView } from "../host/wire.gen.ts";
import { type Question, type Showing, useShowing } from "./useShowing.ts";

export type LooseningAsked = Showing<LooseningView, boolean>;

const LOOSENING: Question<LooseningView, boolean> = {
  read: (host) => host.ask("loosening", {}),
  answer: (host, { question, showing }, yes) =>
    question === null ? null : host.ask("decide_loosening", { showing, yes }),
};

/** A change that would let agents do more without asking, as the engine asks about it, and the way to answer. */
export const useLoosening = (host: ApprovalHost): LooseningAsked => useShowing(host, LOOSENING);
