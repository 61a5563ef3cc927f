import { DiffView } from "../features/drift/DiffView.tsx";
import type { Route } from "./route.ts";

/** A recorded snapshot against the disk. */
export function DiffScreen({
  route,
  go,
  back,
}: {
  route: Extract<Route, { screen: "diff" }>;
  go: (route: Route) => void;
  back: (() => void) | undefined;
}) {
  return (
    <DiffView
      sessionKey={route.key}
      line={route.line}
      against={route.against}
      onBack={back}
      onTurn={({ key, turn }) => go({ screen: "session", key, turn })}
      onSession={() => go({ screen: "session", key: route.key, line: route.line })}
    />
  );
}
