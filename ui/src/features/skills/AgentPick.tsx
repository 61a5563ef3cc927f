import { useState } from "react";
import { Evidence } from "../../facts/Evidence.tsx";
import { Button } from "../../kit/Button.tsx";
import { Select } from "../../kit/Select.tsx";
import { Tooltip } from "../../kit/Tooltip.tsx";
import type { AgentChoice } from "./agent.ts";
import { VisibilityDialog } from "./VisibilityDialog.tsx";
import "./skills.css";

/** By whose rules the list stands, who wins by them, and what agents may see at all. */
export function AgentPick({
  choice: { agent, agents, instead },
  onPick,
}: {
  choice: AgentChoice;
  onPick: (name: string) => void;
}) {
  const [open, setOpen] = useState(false);
  const rules = agents.find((row) => row.name === agent.name);
  const options =
    agents.length === 0
      ? [{ value: agent.name, label: agent.label }]
      : agents.map((row) => ({ value: row.name, label: row.label }));
  return (
    <div className="agent-pick">
      <div>
        <span aria-hidden="true">As read by</span>
        <Select label="As read by" value={agent.name} options={options} onPick={onPick} />
        <span className="gap" />
        <Button size={24} onPress={() => setOpen(true)}>
          Visibility…
        </Button>
      </div>
      {instead !== null && (
        <p className="quiet" role="status">
          {instead.label} finds no skill here, so these are shown as {agent.label} reads them.
        </p>
      )}
      {rules !== undefined && (
        <div className="agent-rule">
          <Tooltip text={rules.words}>
            <span className="cut-end">{rules.rule}</span>
          </Tooltip>
          <Evidence of={rules.confidence} />
        </div>
      )}
      {open && <VisibilityDialog onClose={() => setOpen(false)} />}
    </div>
  );
}
