// One builder for each kind of event in the samples.

import type { Clip, DriftFact, EventView, Integrity, Letter, ToolOutcome } from "../wire.gen.ts";
import { bytesOf } from "./digest.ts";
import type { Happening, Texts } from "./log.ts";
import { markdown } from "./markdown.ts";

/** The engine's cut: at most 12 lines. */
export function clip(text: string): Clip {
  const lines = text === "" ? [] : text.split("\n");
  return {
    text: lines.slice(0, 12).join("\n"),
    lines: lines.length,
    bytes: bytesOf(text),
    cut: lines.length > 12,
  };
}

export function event(after: number, what: EventView, texts: Texts = {}): Happening {
  return { after, lines: 1, place: () => what, texts };
}

export function user(after: number, text: string, resources: string[] = []): Happening {
  return event(after, { kind: "user_message", text: clip(text), resources, by_runtime: false }, { text });
}

export function assistant(after: number, text: string, partial: string | null = null): Happening {
  return event(
    after,
    { kind: "assistant_message", markdown: markdown(text), text: clip(text), partial },
    { text },
  );
}

export function reasoning(after: number, encrypted_bytes: number, summary = ""): Happening {
  return event(after, { kind: "reasoning", summary: clip(summary), encrypted_bytes }, { text: summary });
}

export type Activation = {
  letter: Letter;
  by: string;
  scope: string;
  text: string;
  path: string;
  drift?: DriftFact;
  integrity?: Integrity;
};

export const identical: DriftFact = { state: "identical", added: 0, removed: 0, note: "" };

export function activated(
  after: number,
  { letter, by, scope, text, path, drift, integrity }: Activation,
): Happening {
  const what: EventView = {
    kind: "skill_activation",
    letter,
    by,
    scope,
    short_path: `${scope}:${letter.name}/SKILL.md`,
    path,
    integrity: integrity ?? "verified",
    drift: drift ?? identical,
    lines: text.split("\n").length,
    bytes: bytesOf(text),
  };
  return event(after, what, { text });
}

export function usage(after: number, input: number, cached: number, output: number): Happening {
  const what: EventView = {
    kind: "usage",
    model: "gpt-5.5",
    input,
    cached,
    output,
    index_hash: null,
    pressure: null,
  };
  return event(after, what);
}

/** A call whose result is the next line. */
export function tool(
  after: number,
  name: string,
  head: string,
  output: string,
  outcome: Partial<ToolOutcome> = {},
): Happening {
  const args = JSON.stringify(name === "bash" ? { command: head } : { path: head }, null, 2);
  const place = (line: number): EventView => ({
    kind: "tool_call",
    name,
    head,
    args: clip(args),
    call_id: `call_${line}`,
    result: {
      line: line + 1,
      seq: String(line),
      ok: true,
      exit_code: name === "bash" ? 0 : null,
      error: null,
      output: clip(output),
      ...outcome,
    },
  });
  return { after, lines: 2, place, texts: { args, output } };
}

export function unknown(after: number, name: string, raw: string): Happening {
  return event(after, { kind: "unknown", name, raw: clip(raw) }, { text: raw });
}
