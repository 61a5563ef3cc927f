import type { RouteOf } from "../facts/route.ts";
import { Approvals } from "../features/approvals/Approvals.tsx";

/** The queue, every decision, and what may run unasked. */
export function ApprovalsScreen({ route }: { route: RouteOf<"approvals"> }) {
  return <Approvals id={route.id} />;
}
