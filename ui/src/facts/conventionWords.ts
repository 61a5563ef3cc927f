// Who wins by the rules of each agent, in words.

import { t } from "@lingui/core/macro";
import type { ConventionName } from "../host/wire.gen.ts";

interface RuleTexts {
  /** In three words or so. */
  rule: string;
  /** The same in sentences. */
  words: string;
}

const firstScope = t`first scope wins`;

export const conventionTexts: Record<ConventionName, RuleTexts> = {
  pixir: {
    rule: firstScope,
    words: t`Pixir takes the first scope that has the name: repo, then user, then pixir-global. Inside one scope the first path wins.`,
  },
  "claude-code": {
    rule: t`personal beats project`,
    words: t`Claude Code uses the skills an organisation manages first, then the user’s own, then the project’s. A skill is called by its folder’s name; a name in the frontmatter is listed with it. Of folders above the workspace the nearer comes first, up to the repository or, without one, to the top. Skills of enabled plugins are called by the plugin’s name, a colon and their own.`,
  },
  codex: {
    rule: t`all stay listed`,
    words: t`Codex removes only the same file found twice; several skills of one name stay in its list, sorted built-in, admin, repo, user, and a skill inside another is one as well. agents/openai.yaml beside a skill can keep it from the list. Skills of enabled plugins are called by the plugin’s name, a colon and their own.`,
  },
  "gemini-cli": {
    rule: t`last scope wins`,
    words: t`Gemini CLI loads the user’s skills, then the workspace’s when its folder is trusted, and what is loaded later overrides. In both, .agents/skills comes after .gemini/skills. Two of one name in one folder have no fixed order. Skills of extensions are not read.`,
  },
  opencode: {
    rule: t`order not fixed`,
    words: t`OpenCode loads folders at once. Which one wins is not fixed. Paths and addresses from its settings are not read.`,
  },
  pi: {
    rule: t`project over user`,
    words: t`Pi keeps the first skill it finds of a name: those of a trusted project, then the user’s. In one folder the first by path wins. Packages and paths from its settings are not read.`,
  },
  copilot: {
    rule: t`.github, .agents, .claude, then the user’s`,
    words: t`Copilot takes the first skill of a name: of .github/skills, then of .agents/skills, then of .claude/skills, each from the workspace up to the repository or, without one, to the top, and then the user’s own in .copilot/skills and .agents/skills. A user’s .claude/skills is not read. Extensions, plugins and folders from its settings are not read.`,
  },
  "agent-skills": {
    rule: t`project over user`,
    words: t`A skill of the project overrides one of the user, once the project is trusted. Inside one folder the last by path wins.`,
  },
  pipeline: {
    rule: t`last by path wins`,
    words: t`Skill Pipeline reads the folder skills of the workspace alone. Of two skills with one id the last by path wins.`,
  },
  echo: {
    rule: firstScope,
    words: t`Echo takes the first scope that has the name: the project’s skills and .agents/skills, then the user’s. Inside one folder the last by path wins.`,
  },
  merged: {
    rule: t`first root wins`,
    words: t`The first root that has the id wins: repo, user, custom, pixir-global. Inside one root the last by path wins. Skills of a repository wait until it is trusted.`,
  },
};
