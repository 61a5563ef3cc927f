import { Approvals } from "../features/approvals/Approvals.tsx";
import type { ScreenProps } from "./route.ts";

/** The queue, every decision, and what may run unasked. */
export function ApprovalsScreen({ route, go }: ScreenProps<"approvals">) {
  return (
    <Approvals
      id={route.id}
      onSelect={(id) => go({ screen: "approvals", id })}
      onTurn={(key, row) => go({ screen: "session", key, row })}
      onSkill={(id) => go({ screen: "skills", id })}
    />
  );
}
