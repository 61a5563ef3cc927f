import { ownMessage } from "../language/messages.ts";
import type { ApprovalRequests, Change, Code, Failure, Requests } from "./wire.gen.ts";

/** What the page asks; the reports belong to the terminal. */
export type RequestName = keyof Requests;

/** The one way from the page to the engine. */
export interface Host {
  /** Asks one request; rejects with a {@link Refusal}. */
  ask<N extends RequestName>(name: N, body: Requests[N]["ask"]): Promise<Requests[N]["answer"]>;
  /** Calls `listener` whenever something may be stale; the answer stops it. */
  onChange(listener: (change: Change) => void): () => void;
  /** Calls `listener` whenever something was dropped onto the window; `open_dropped` opens it. */
  onDropped(listener: () => void): () => void;
  /** Calls `listener` whenever somebody came with the address of a place; `arrived` tells which. */
  onArrived(listener: () => void): () => void;
}

/** The one way from the approval window to the engine; no other window has it. */
export interface ApprovalHost {
  /** Asks one request; rejects with a {@link Refusal}. */
  ask<N extends keyof ApprovalRequests>(
    name: N,
    body: ApprovalRequests[N]["ask"],
  ): Promise<ApprovalRequests[N]["answer"]>;
  /** Calls `listener` whenever something may be stale; the answer stops it. */
  onChange(listener: (change: Change) => void): () => void;
}

/** A `Failure` of the engine, as something that can be thrown. */
export class Refusal extends Error {
  readonly code: Code;
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message.text);
    this.name = "Refusal";
    this.code = failure.code;
    this.failure = failure;
  }
}

/** What to tell the reader about anything that was thrown. */
export function failureOf(thrown: unknown): Failure {
  if (thrown instanceof Refusal) return thrown.failure;
  if (isFailure(thrown)) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return { code: "failed", message: ownMessage(message) };
}

const codes: readonly string[] = [
  "wrong_use",
  "denied",
  "refused",
  "not_found",
  "damaged",
  "failed",
  "not_here",
] satisfies readonly Code[];

function isFailure(thrown: unknown): thrown is Failure {
  return (
    typeof thrown === "object" &&
    thrown !== null &&
    "code" in thrown &&
    typeof thrown.code === "string" &&
    codes.includes(thrown.code) &&
    "message" in thrown &&
    isMessage(thrown.message) &&
    (!("hint" in thrown) || isMessage(thrown.hint))
  );
}

function isMessage(sent: unknown): boolean {
  return (
    typeof sent === "object" &&
    sent !== null &&
    "text" in sent &&
    typeof sent.text === "string" &&
    "template" in sent &&
    typeof sent.template === "string"
  );
}
