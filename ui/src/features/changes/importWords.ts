import { t } from "@lingui/core/macro";
import type { DivergenceWho, ImportStage, OriginState } from "../../host/wire.gen.ts";

/** Whether an import still goes on. */
export function isRunning(stage: ImportStage): boolean {
  return stage === "fetching" || stage === "laying" || stage === "looking";
}

/** How far an import is. */
export const stages: Record<ImportStage, string> = {
  fetching: t`Fetching…`,
  laying: t`Copying to quarantine…`,
  looking: t`Checking files in quarantine…`,
  ready: t`In quarantine. Nothing was run or installed.`,
  refused: t`Import blocked. See the reasons below.`,
  stopped: t`Stopped.`,
  failed: t`Import failed.`,
};

/** Who changed a skill since it was imported. */
export const states: Record<OriginState, string> = {
  neither: t`No changes here or at the source.`,
  here: t`Changed here only. No updates at the source.`,
  there: t`Changed at the source only.`,
  both: t`Changed here and at the source.`,
};

/** Who changed a file, and what an update does about it. */
export const whos: Record<DivergenceWho, string> = {
  here: t`changed here, will be kept`,
  there: t`changed at the source, will be updated`,
  both: t`changed here and at the source`,
  alike: t`same change here and at the source`,
};
