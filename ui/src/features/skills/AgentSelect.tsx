import { t } from "@lingui/core/macro";
import type { AgentChoice } from "../../facts/agent.ts";
import { Select } from "../../kit/Select.tsx";

/** By whose rules skills are shown, in the whole window. */
export function AgentSelect({
  choice: { agent, agents },
  onPick,
}: {
  choice: AgentChoice;
  onPick: (name: string) => void;
}) {
  const options =
    agents.length === 0
      ? [{ value: agent.name, label: agent.label }]
      : agents.map((row) => ({ value: row.name, label: row.label }));
  return <Select label={t`Agent`} value={agent.name} options={options} onPick={onPick} />;
}
