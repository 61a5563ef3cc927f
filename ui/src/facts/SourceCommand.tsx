import { t } from "@lingui/core/macro";
import type { SourceRow, SurfaceView } from "../host/wire.gen.ts";
import { Icon } from "../kit/Icon.tsx";
import { Verbatim } from "../kit/Verbatim.tsx";
import { rawText } from "../language/foreign.ts";
import { wasSent } from "./DecisionChip.tsx";
import { icons } from "./icons.ts";
import "./facts.css";

/** What produces facts, as it is, in a box that says whether it has ever run. */
export function SourceCommand({ surface, state }: { surface: SurfaceView; state: string }) {
  return (
    <span className="source-command gap-6 on-sunken at-top within edged round-chip">
      <Icon of={icons.hydration} size={12} />
      <span className="unseen">{kindWord(surface)} </span>
      <code>
        <Verbatim text={sourceText(surface)} look="text" />
      </code>
      <span className="source-state fixed text-3 type-micro inset-8">
        <span className="unseen">, </span>
        {state}
      </span>
    </span>
  );
}

/** The command as one would type it, the text of a shell, the path or the pattern. */
export function sourceText(surface: SurfaceView): string {
  switch (surface.kind) {
    case "run":
      return surface.argv.map((argument) => typed(rawText(argument))).join(" ");
    case "shell":
      return rawText(surface.text);
    case "read":
      return rawText(surface.pattern);
    case "resource":
      return rawText(surface.path);
    default:
      return surface satisfies never;
  }
}

/** What stands beside it: whether it has ever run, or may run unasked. */
export function sourceState({ rule, last }: SourceRow): string {
  if (rule.decision === "granted") return t`allowed by grant`;
  return last !== null && wasSent(last.decision) ? t`sent` : t`not run`;
}

/** An argument in quotes when a shell would take it for more than one word, or for none. */
function typed(argument: string): string {
  return /^[\w@%+=:,./~^-]+$/u.test(argument) ? argument : `'${argument.replaceAll("'", "'\\''")}'`;
}

function kindWord(surface: SurfaceView): string {
  switch (surface.kind) {
    case "run":
      return t`command`;
    case "shell":
      return t`shell command`;
    case "read":
      return t`files`;
    case "resource":
      return t`skill file`;
    default:
      return surface satisfies never;
  }
}
