// What is wrong with how a skill declares its hooks, in words.

import { t } from "@lingui/core/macro";
import type { AllowedFlaw, HookFlaw, HookObstacle, InertHook } from "../host/wire.gen.ts";
import { count } from "../language/numbers.ts";
import { quoted } from "./quoted.ts";

export function hookFlawWords(flaw: HookFlaw): string {
  switch (flaw.code) {
    case "no_events":
      return t`\`hooks\` is not a mapping from events to rules, so it does nothing.`;
    case "event": {
      const event = quoted(flaw.args.event);
      return t`The event ${event} is not supported, so its hooks do nothing.`;
    }
    case "not_a_list": {
      const event = quoted(flaw.args.event);
      return t`${event} is text and not a list of rules, so it does nothing.`;
    }
    case "not_a_mapping":
      return t`A rule of the hooks is not a mapping, so it does nothing.`;
    case "matcher":
      return t`A matcher is not text, so its rule does nothing.`;
    case "no_hooks":
      return t`A rule of the hooks has no list \`hooks\`, so it does nothing.`;
    case "too_many":
      return t`There are more than ${count(flaw.args.most)} hooks; the rest is ignored.`;
    case "inert": {
      const why = inertWords(flaw.args.why);
      return t`A hook does nothing: ${why}`;
    }
    case "too_long": {
      const most = count(flaw.args.most);
      return t`A hook asks for more than ${most} seconds; it gets ${most}.`;
    }
    case "bad_timeout":
      return t`A hook’s timeout is not a number of seconds above 0; it gets 10.`;
    default:
      return flaw satisfies never;
  }
}

function inertWords(why: InertHook): string {
  switch (why.code) {
    case "event": {
      const event = quoted(why.args.event);
      return t`The event ${event} is not supported.`;
    }
    case "not_a_rule":
      return t`It is text and not a rule.`;
    case "not_a_mapping":
      return t`It is not a mapping with a \`type\`.`;
    case "no_command":
      return t`It has no command.`;
    case "command":
      return t`Its command has more than 32 KiB, or a NUL byte.`;
    case "no_prompt":
      return t`It has no prompt.`;
    case "decision":
      return t`Its \`decision\` is not \`allow\`, \`ask\` or \`deny\`.`;
    case "no_type":
      return t`It has no \`type\`.`;
    case "kind": {
      const kind = quoted(why.args.kind);
      return t`Its type ${kind} is not supported.`;
    }
    default:
      return why satisfies never;
  }
}

/** What stands in the way of a hook. */
export function obstacleWords(obstacle: HookObstacle): string {
  switch (obstacle.code) {
    case "never":
      return inertWords(obstacle.args.why);
    case "from_server":
      return t`Blocked: its skill came from an MCP server, so its hooks never run.`;
    case "unknown_origin":
      return t`Blocked: Assay’s record of imports can’t be read, so its skill may have come from an MCP server. Run \`assay doctor\`.`;
    case "not_trusted":
      return t`Its project is not trusted.`;
    case "only_active":
      return t`It runs only in turns in which its skill is active.`;
    case "needs_approval":
      return t`Assay asks you about its exact text before it runs the first time.`;
    default:
      return obstacle satisfies never;
  }
}

export function allowedFlawWords(flaw: AllowedFlaw): string {
  switch (flaw.code) {
    case "other_name":
      return t`${quoted(flaw.args.field)} is not \`allowed-tools\`, so it restricts nothing.`;
    case "empty_part":
      return t`A part of \`allowed-tools\` is empty.`;
    case "not_text":
      return t`A part of \`allowed-tools\` is not text, so it is ignored.`;
    case "no_text":
      return t`No part of \`allowed-tools\` is text, so it allows no tool.`;
    case "mapping":
      return t`\`allowed-tools\` is a mapping, not a list, so it allows no tool.`;
    case "parentheses":
      return t`${quoted(flaw.args.rule)} has parentheses that do not close, so it matches only a tool of exactly this name.`;
    default:
      return flaw satisfies never;
  }
}
