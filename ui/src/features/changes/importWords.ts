import type { DivergenceWho, ImportStage, OriginState } from "../../host/wire.gen.ts";

/** Whether an import still goes on. */
export function isRunning(stage: ImportStage): boolean {
  return stage === "fetching" || stage === "laying" || stage === "looking";
}

/** How far an import is. */
export const stages: Record<ImportStage, string> = {
  fetching: "Fetching",
  laying: "Laying into quarantine",
  looking: "Reading what lies in quarantine",
  ready: "In quarantine. Nothing of it has been run, and nothing has landed.",
  refused: "Nothing of it lands, for the reasons below.",
  stopped: "Stopped.",
  failed: "It could not be brought in.",
};

/** Who changed a skill since it was imported. */
export const states: Record<OriginState, string> = {
  neither: "Changed neither here nor at its source.",
  here: "Changed here. Its source has nothing new.",
  there: "Changed at its source, not here.",
  both: "Changed here and at its source.",
};

/** Who changed a file, and what an update does about it. */
export const whos: Record<DivergenceWho, string> = {
  here: "changed here, stays",
  there: "changed at the source, follows",
  both: "changed here and at the source",
  alike: "changed alike",
};
