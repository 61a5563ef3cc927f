import { rawText } from "../../language/foreign.ts";
import { foreign, foreigns } from "./foreign.ts";
// One builder for each kind of event in the samples.

import type {
  ActivationFact,
  Clip,
  DriftFact,
  EventView,
  HydratedFact,
  Integrity,
  Letter,
  RefusedFact,
  ToolOutcome,
} from "../wire.gen.ts";
import { today } from "./clock.ts";
import { bytesOf, digest } from "./digest.ts";
import { driftFact } from "./driftFact.ts";
import type { Happening, Texts } from "./log.ts";
import { markdown } from "./markdown.ts";

/** The engine's cut: at most 12 lines. */
export function clip(text: string): Clip {
  const lines = text === "" ? [] : text.split("\n");
  return {
    text: foreign(lines.slice(0, 12).join("\n")),
    lines: lines.length,
    bytes: bytesOf(text),
    cut: lines.length > 12,
  };
}

export function event(after: number, what: EventView, texts: Texts = {}): Happening {
  return { after, lines: 1, place: () => what, texts };
}

export function user(after: number, text: string, resources: string[] = []): Happening {
  return event(
    after,
    { kind: "user_message", text: clip(text), resources: foreigns(resources), by_runtime: false },
    { text },
  );
}

export function assistant(after: number, text: string, partial: string | null = null): Happening {
  return event(
    after,
    {
      kind: "assistant_message",
      markdown: markdown(text),
      text: clip(text),
      attributed: null,
      partial: foreign(partial),
    },
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

export const identical: DriftFact = driftFact("identical");

/** The log has the whole file and says no more. */
export const wholeFile: ActivationFact = {
  kept: "whole",
  arguments: null,
  read_steps: [],
  inferred_by: null,
  given_again: false,
  stale: null,
};

export function activated(
  after: number,
  { letter, by, scope, text, path, drift, integrity }: Activation,
): Happening {
  const what: EventView = {
    kind: "skill_activation",
    letter,
    by: foreign(by),
    scope: foreign(scope),
    short_path: foreign(`${scope}:${rawText(letter.name)}/SKILL.md`),
    path: foreign(path),
    integrity: integrity ?? "verified",
    drift: drift ?? identical,
    lines: text.split("\n").length,
    bytes: bytesOf(text),
    told: wholeFile,
  };
  return event(after, what, { text });
}

export function usage(after: number, input: number, cached: number, output: number): Happening {
  const what: EventView = {
    kind: "usage",
    model: foreign("gpt-5.5"),
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
    name: foreign(name),
    head: foreign(head),
    args: clip(args),
    call_id: foreign(`call_${line}`),
    attributed: null,
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

/** A hydration that a person allowed after a look at the bytes, in Assay's companion log. */
export function hydrated(
  after: number,
  fact: Pick<HydratedFact, "command"> & Partial<HydratedFact>,
  output: string,
): Happening {
  const bytes = bytesOf(output);
  const what: EventView = {
    kind: "hydration",
    fact: {
      id: "hyd_1f0a93c2d4b5e677",
      skill: foreign("release-notes"),
      scope: foreign("repo"),
      hash: digest("c01eef18"),
      source: foreign("log"),
      title: foreign("Commits since the last release"),
      surface: foreign("command"),
      shell: null,
      cwd: foreign("/home/mara/acme/payments"),
      executable: foreign("/usr/bin/git"),
      execution: "explicit",
      mode: foreign("ask"),
      by: foreign("mara"),
      rule: null,
      lifetime: foreign("session"),
      exit_code: 0,
      ended: null,
      duration_ms: 170,
      sandbox: foreign("bubblewrap, no network, writes nothing"),
      bytes_total: bytes,
      bytes_kept: bytes,
      truncated: false,
      redactions: 0,
      replaced: 0,
      limitations: [],
      sha256: digest("e2f7dba7"),
      requester: foreign("pixir (mcp)"),
      steps: [],
      released: { to: "pixir", at: today("14:31:18") },
      ...fact,
    },
    output: clip(output),
    lost: null,
  };
  return { ...event(after, what, { output }), companion: true };
}

/** A hydration that was refused: nothing ran. */
export function refused(after: number, refused: RefusedFact): Happening {
  const what: EventView = {
    kind: "permission",
    decision: foreign("deny"),
    gate: foreign("skill_context_hydration"),
    reason: null,
    call_id: foreign("hyd_77e6b5d4c2a3f091"),
    refused,
  };
  return { ...event(after, what), companion: true };
}

export function unknown(after: number, name: string, raw: string): Happening {
  return event(after, { kind: "unknown", name: foreign(name), raw: clip(raw) }, { text: raw });
}
