// A change that lets agents do more without asking, in words: what it is, what follows, and its two buttons.

import { plural, t } from "@lingui/core/macro";
import { modeWords } from "../facts/modeWords.ts";
import type { Loosening, Mode, MoreVisible, ToolReach, WaitingSkills } from "../host/wire.gen.ts";
import { spelled } from "../kit/seen.ts";

export interface LooseningWords {
  title: string;
  /** The consequences, a sentence each. */
  follows: string[];
  yes: string;
  no: string;
}

export function looseningWords(question: Loosening): LooseningWords {
  switch (question.code) {
    case "mode": {
      const { from, to, is_set } = question.args;
      return {
        title: t`From ${modeWords[from]} to ${modeWords[to]}: fewer questions`,
        follows: modeFollows[to],
        yes: is_set ? t`Set mode to ${modeWords[to]}` : t`Use Pixir’s configuration: ${modeWords[to]}`,
        no: t`Keep ${modeWords[from]}`,
      };
    }
    case "trust":
      return {
        title: t`Trust this project`,
        follows: [
          t`Agents that Assay serves and that ask for trust will see the skills of this project and may activate them.`,
          t`Nothing runs because of this. Scripts and hooks are still asked about, depending on the mode.`,
          ...question.args.waiting.map(waitingWords),
        ],
        yes: t`Trust`,
        no: t`Don’t trust`,
      };
    case "tools":
      return {
        title: t`Offer tools to agents`,
        follows: [
          t`Agents will be offered the tools of every skill that is enabled here and was named for them.`,
        ],
        yes: t`Offer tools`,
        no: t`Keep them off`,
      };
    case "built_in": {
      const { name, reaches } = question.args;
      return {
        title: t`Enable ${name}`,
        follows: reaches.map((reach) => reachWords(name, reach)),
        yes: t`Enable ${name}`,
        no: t`Keep it disabled`,
      };
    }
    case "visibility":
      return {
        title: t`Let agents see more skills`,
        follows: question.args.more.map(moreWords),
        yes: t`Allow`,
        no: t`Don’t allow`,
      };
    default:
      return question satisfies never;
  }
}

const modeFollows: Record<Mode, string[]> = {
  auto: [
    t`In auto, context sources that provably only read run without asking you. Their output is sent without being shown to you, unless likely secrets are found in it.`,
    t`Agents activate skills, run scripts that can be sandboxed on this machine, and use the tools of enabled built-in skills, including those that write files of the workspace, without asking you.`,
    t`Context sources that do not provably only read still wait for your approval.`,
  ],
  ask: [
    t`Mode ask asks you about everything that mode read-only refuses: context sources that may change something, scripts, hooks and tools that write.`,
    t`Each of them waits for your approval.`,
  ],
  read_only: [],
};

function waitingWords({ agent, skills }: WaitingSkills): string {
  return plural(skills, {
    one: `${agent}: # skill waits for this trust.`,
    other: `${agent}: # skills wait for this trust.`,
  });
}

function reachWords(name: string, reach: ToolReach): string {
  switch (reach) {
    case "changes_files":
      return t`Agents that ${name} was named for may change files, depending on the mode.`;
    case "runs_commands":
      return t`Agents that ${name} was named for may run commands, depending on the mode.`;
    case "uses_network":
      return t`Agents that ${name} was named for may use the network, depending on the mode.`;
    default:
      return reach satisfies never;
  }
}

function moreWords(more: MoreVisible): string {
  switch (more.code) {
    case "enabled":
      return t`${spelled(more.args.name)} will be enabled.`;
    case "permitted":
      return t`${spelled(more.args.name)} will not be denied any more.`;
    case "allowed":
      return t`${spelled(more.args.name)} will be added to the list of allowed skills.`;
    case "all":
      return t`Agents will see every skill that is neither disabled nor denied.`;
    case "file_reads":
      return t`When an agent reads the SKILL.md of a skill it sees, that will activate the skill.`;
    default:
      return more satisfies never;
  }
}
