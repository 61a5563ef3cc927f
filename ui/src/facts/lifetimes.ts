import { t } from "@lingui/core/macro";
import type { LifetimeKind } from "../host/wire.gen.ts";

/** How long a permission holds. */
export const lifetimeWords: Record<LifetimeKind, string> = {
  once: t`once`,
  session: t`this session`,
  bytes: t`until the skill or command changes`,
  output: t`this exact version and output`,
};
