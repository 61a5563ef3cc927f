// The agent whose rules the skill list follows. It is kept across starts.

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext } from "react";
import { useAsk } from "../host/useAsk.ts";
import type { ConventionRow } from "../host/wire.gen.ts";
import { memory } from "../kit/memory.ts";

/** Names an agent to the engine and to people. */
export interface Agent {
  name: string;
  label: string;
}

export const pixir: Agent = { name: "pixir", label: "Pixir" };

/** The agent whose rules the parts of a skill follow. */
export const AgentContext = createContext<Agent>(pixir);

const KEY = "assay.agent";

/** Whom a person picked: in this run, or in one before; null where nobody has. */
interface Picked {
  name: string | null;
  now: boolean;
}

/** Whose rules are followed, and who would be if that one found a skill here. */
export interface AgentChoice {
  agent: Agent;
  /** The agent that gives way because it finds no skill here and another does. */
  instead: Agent | null;
  agents: readonly ConventionRow[];
  pick: (name: string) => void;
}

/** The chosen agent, all there are, and how to choose another. Rail and screen share it through the cache. */
export function useAgent(): AgentChoice {
  const cache = useQueryClient();
  const { data: picked = remembered() } = useQuery({ queryKey: [KEY], queryFn: remembered });
  const agents = useAsk("conventions", {}).answer?.rows;
  // Until somebody picks one, it is the agent that worked here last.
  const last = useAsk("workspace", {}).answer?.agent;
  const wanted = wantedOf(picked.name ?? last ?? pixir.name, agents);
  const agent = picked.now ? wanted : withSkills(wanted, agents);
  return {
    agent,
    instead: agent.name === wanted.name ? null : wanted,
    agents: agents ?? [],
    pick(name) {
      cache.setQueryData<Picked>([KEY], { name, now: true });
      try {
        memory().setItem(KEY, name);
      } catch {
        // Storage may be forbidden; the choice then lasts until the window closes.
      }
    },
  };
}

/** What was kept by another version may name no agent of this one. */
function wantedOf(name: string, agents: readonly ConventionRow[] | undefined): Agent {
  if (name === pixir.name) return pixir;
  if (agents === undefined) return { name, label: name };
  return agents.find((row) => row.name === name) ?? pixir;
}

/** An agent that finds no skill here gives way to the one that finds the most. */
function withSkills(wanted: Agent, agents: readonly ConventionRow[] = []): Agent {
  const found = agents.find(({ name }) => name === wanted.name)?.skills ?? 0;
  const [most] = [...agents].sort((a, b) => b.skills - a.skills);
  return found > 0 || most === undefined || most.skills === 0 ? wanted : most;
}

function remembered(): Picked {
  try {
    return { name: memory().getItem(KEY), now: false };
  } catch {
    return { name: null, now: false };
  }
}
