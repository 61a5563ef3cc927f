import { DriftReport } from "../features/drift/DriftReport.tsx";
import type { Route } from "./route.ts";

/** Every recorded snapshot against the disk. */
export function DriftScreen({
  route,
  go,
}: {
  route: Extract<Route, { screen: "drift" }>;
  go: (route: Route) => void;
  back: (() => void) | undefined;
}) {
  return (
    <DriftReport
      id={route.id}
      onSelect={(id) => go({ screen: "drift", id })}
      onDiff={(key, line) => go({ screen: "diff", key, line })}
      onSession={(key, line) => go({ screen: "session", key, line })}
      onSkill={(id) => go({ screen: "skills", id })}
    />
  );
}
