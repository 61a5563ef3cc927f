// The agent whose rules the skill list follows. It is kept across starts.

import { createContext, useState } from "react";
import { useAsk } from "../../host/useAsk.ts";
import type { ConventionRow } from "../../host/wire.gen.ts";

/** Names an agent to the engine and to people. */
export interface Agent {
  name: string;
  label: string;
}

export const pixir: Agent = { name: "pixir", label: "Pixir" };

/** The agent whose rules the parts of a skill follow. */
export const AgentContext = createContext<Agent>(pixir);

const KEY = "assay.agent";

/** The chosen agent, all there are, and how to choose another. */
export function useAgent(): {
  agent: Agent;
  agents: readonly ConventionRow[];
  pick: (name: string) => void;
} {
  const [name, setName] = useState(remembered);
  const agents = useAsk("conventions", {}).answer?.rows;
  const known = agents?.find((row) => row.name === name);
  // What was kept by another version may name no agent of this one.
  const agent = known ?? (agents === undefined ? { name, label: name } : pixir);
  return {
    agent: agent.name === pixir.name ? pixir : agent,
    agents: agents ?? [],
    pick(next) {
      setName(next);
      try {
        localStorage.setItem(KEY, next);
      } catch {
        // Storage may be forbidden; the choice then lasts until the window closes.
      }
    },
  };
}

function remembered(): string {
  try {
    return localStorage.getItem(KEY) ?? pixir.name;
  } catch {
    return pixir.name;
  }
}
