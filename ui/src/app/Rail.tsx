import { plural, t } from "@lingui/core/macro";
import { SlidersHorizontal } from "lucide-react";
import { useAgent } from "../facts/agent.ts";
import { icons } from "../facts/icons.ts";
import type { Bare, Route } from "../facts/route.ts";
import type { WorkspaceView } from "../host/wire.gen.ts";
import { Icon } from "../kit/Icon.tsx";
import { count } from "../language/numbers.ts";
import "./app.css";

/** The sections, with what is in each. */
export function Rail({
  route,
  workspace,
  waiting,
  visit,
}: {
  route: Route;
  workspace: WorkspaceView | undefined;
  /** Requests that wait for a decision; nothing while that is not known. */
  waiting: number | undefined;
  visit: (screen: Bare) => void;
}) {
  const { agent, agents } = useAgent();
  const listed = agents.find(({ name }) => name === agent.name)?.skills;
  const sections = sectionsOf(workspace, waiting, { label: agent.label, skills: listed });
  const here = sectionOf(route);
  return (
    <nav className="rail column gap-4" aria-label={t`Sections`} data-pane="rail">
      {sections.map((section) => (
        <button
          key={section.word}
          type="button"
          className="column fixed in-middle gap-2 hovers text-2 type-micro-strong round anchors"
          aria-current={section.screen === here ? "page" : undefined}
          aria-keyshortcuts={section.keys}
          onClick={() => visit(section.screen)}
        >
          <Icon of={section.icon} size={18} />
          <span className="to-middle">{section.word}</span>
          <span className="unseen">, {section.means}</span>
          <span
            className="rail-count text-3 tabular"
            data-urgent={"urgent" in section && section.urgent}
            aria-hidden="true"
          >
            {section.count}
          </span>
        </button>
      ))}
    </nav>
  );
}

/** The skills are counted as the list of skills shows them. */
function sectionsOf(
  workspace: WorkspaceView | undefined,
  waiting: number | undefined,
  agent: { label: string; skills: number | undefined },
) {
  const { sessions, drifted } = workspace ?? { sessions: 0, drifted: 0 };
  const known = workspace !== undefined;
  const shown = (n: number) => (known ? count(n) : "");
  return [
    {
      screen: "skills",
      word: t`Skills`,
      icon: icons.skills,
      keys: "g s",
      count: agent.skills === undefined ? "" : count(agent.skills),
      means: t`${plural(agent.skills ?? 0, { one: "# skill", other: "# skills" })} in ${agent.label}`,
    },
    {
      screen: "sessions",
      word: t`Sessions`,
      icon: icons.sessions,
      keys: "g e",
      count: shown(sessions),
      means: plural(sessions, { one: "# session", other: "# sessions" }),
    },
    {
      screen: "drift",
      word: t`Drift`,
      icon: icons.drift,
      keys: "g d",
      count: shown(drifted),
      means: t`${plural(drifted, { one: "# skill", other: "# skills" })} changed since last used`,
    },
    {
      screen: "approvals",
      word: t`Approvals`,
      icon: icons.approvals,
      keys: "g a",
      count: waiting === undefined ? "" : count(waiting),
      means: plural(waiting ?? 0, { one: "# pending request", other: "# pending requests" }),
      urgent: (waiting ?? 0) > 0,
    },
    {
      screen: "settings",
      word: t({ message: "Settings", context: "in the rail, which has room for ten letters" }),
      icon: SlidersHorizontal,
      keys: "g ,",
      count: "",
      means: t`current settings and their sources`,
    },
  ] as const;
}

function sectionOf(route: Route): Route["screen"] {
  switch (route.screen) {
    case "skills":
    case "wins":
    case "checks":
    case "edit":
      return "skills";
    case "sessions":
    case "session":
      return "sessions";
    case "drift":
    case "diff":
      return "drift";
    case "approvals":
      return "approvals";
    case "settings":
    case "help":
      return "settings";
    default:
      return route satisfies never;
  }
}
