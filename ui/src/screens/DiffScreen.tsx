import { useChanging } from "../features/changes/useChanging.tsx";
import { DiffView } from "../features/drift/DiffView.tsx";
import { Button } from "../kit/Button.tsx";
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
  const { key, line } = route;
  const changing = useChanging();
  return (
    <>
      <DiffView
        sessionKey={route.key}
        line={route.line}
        onBack={back}
        onSession={() => go({ screen: "session", key: route.key, line: route.line })}
        more={(name) => (
          <Button onPress={() => changing.begin({ kind: "restore", key, line, name })}>
            Restore this version…
          </Button>
        )}
      />
      {changing.layers}
    </>
  );
}
