import type { ApprovalHost } from "../host/host.ts";
import type { ApprovalView, Choice } from "../host/wire.gen.ts";
import { type Question, type Showing, useShowing } from "./useShowing.ts";

export type Approval = Showing<ApprovalView, Choice>;

const REQUEST: Question<ApprovalView, Choice> = {
  read: (host) => host.ask("approval", {}),
  answer: (host, { request, showing }, choice) =>
    request === null ? null : host.ask("decide", { request: request.id, showing, choice }),
};

/** What a skill or an agent asks for, as the engine shows it, and the way to decide on exactly that. */
export const useApproval = (host: ApprovalHost): Approval => useShowing(host, REQUEST);
