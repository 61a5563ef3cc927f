import { invoke } from "@tauri-apps/api/core";
import { listen } from "@tauri-apps/api/event";
import { getCurrentWebviewWindow } from "@tauri-apps/api/webviewWindow";
import { type ApprovalHost, failureOf, type Host, Refusal } from "./host.ts";
import type { Change } from "./wire.gen.ts";

/** The engine behind a window on a workspace. This file is the only one that knows Tauri. */
export function tauriHost(): Host {
  return { ask: (name, body) => answerOf("ask", name, body), onChange, onDropped, onArrived };
}

/** The engine behind the approval window: another command, which only that window may call. */
export function approvalHost(): ApprovalHost {
  return { ask: (name, body) => answerOf("approve", name, body), onChange };
}

/** The engine's answer is JSON; Tauri has parsed it on the way, and its shape is the engine's word. */
async function answerOf<A>(command: "ask" | "approve", name: string, body: unknown): Promise<A> {
  try {
    return await invoke(command, { name, body: JSON.stringify(body) });
  } catch (thrown) {
    throw new Refusal(failureOf(thrown));
  }
}

function onChange(listener: (change: Change) => void): () => void {
  return heard<Change>("changed", listener);
}

function onDropped(listener: () => void): () => void {
  return heard("dropped", listener);
}

function onArrived(listener: () => void): () => void {
  return heard("arrived", listener);
}

function heard<P>(event: string, listener: (payload: P) => void): () => void {
  // What is said to another window is not for this one.
  const target = getCurrentWebviewWindow().label;
  const stopping = listen<P>(event, ({ payload }) => listener(payload), { target });
  return () => {
    stopping.then((stop) => stop());
  };
}
