import { t } from "@lingui/core/macro";
import type { Mode } from "../host/wire.gen.ts";

/** The permission modes in words. */
export const modeWords: Record<Mode, string> = { auto: t`auto`, ask: t`ask`, read_only: t`read-only` };
