import { t } from "@lingui/core/macro";
import type { AgentChoice } from "../../facts/agent.ts";
import { conventionTexts } from "../../facts/conventionWords.ts";
import { Evidence } from "../../facts/Evidence.tsx";
import { Tooltip } from "../../kit/Tooltip.tsx";
import "./skills.css";

/** By whose rules the list stands, and who wins by them. */
export function AgentRule({ choice: { agent, agents, instead } }: { choice: AgentChoice }) {
  const rules = agents.find((row) => row.name === agent.name);
  if (rules === undefined && instead === null) return null;
  return (
    <div className="agent-rule fixed stack gap-2 line-below">
      {instead !== null && (
        <p className="quiet" role="status">
          {t`${instead.label} finds no skills here, so this list shows the skills of ${agent.label}.`}
        </p>
      )}
      {rules !== undefined && (
        <div className="row narrows spread gap-8 text-3 type-micro">
          <Tooltip text={conventionTexts[rules.name].words}>
            <span className="cut-end">{conventionTexts[rules.name].rule}</span>
          </Tooltip>
          <Evidence of={rules.confidence} />
        </div>
      )}
    </div>
  );
}
