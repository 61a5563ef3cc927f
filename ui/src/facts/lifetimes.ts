import { t } from "@lingui/core/macro";
import type { LifetimeKind } from "../host/wire.gen.ts";

/** How long a permission holds. */
export const lifetimeWords: Record<LifetimeKind, string> = {
  once: t`once`,
  session: t`this session`,
  bytes: t`while these bytes stay the same`,
  output: t`these bytes and this output`,
};
