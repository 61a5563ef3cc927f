import { t } from "@lingui/core/macro";
import type { DivergenceWho, ImportStage, OriginState } from "../../host/wire.gen.ts";

/** Whether an import still goes on. */
export function isRunning(stage: ImportStage): boolean {
  return stage === "fetching" || stage === "laying" || stage === "looking";
}

/** How far an import is. */
export const stages: Record<ImportStage, string> = {
  fetching: t`Fetching`,
  laying: t`Laying into quarantine`,
  looking: t`Reading what lies in quarantine`,
  ready: t`In quarantine. Nothing of it has been run, and nothing has landed.`,
  refused: t`Nothing of it lands, for the reasons below.`,
  stopped: t`Stopped.`,
  failed: t`It could not be brought in.`,
};

/** Who changed a skill since it was imported. */
export const states: Record<OriginState, string> = {
  neither: t`Changed neither here nor at its source.`,
  here: t`Changed here. Its source has nothing new.`,
  there: t`Changed at its source, not here.`,
  both: t`Changed here and at its source.`,
};

/** Who changed a file, and what an update does about it. */
export const whos: Record<DivergenceWho, string> = {
  here: t`changed here, stays`,
  there: t`changed at the source, follows`,
  both: t`changed here and at the source`,
  alike: t`changed alike`,
};
