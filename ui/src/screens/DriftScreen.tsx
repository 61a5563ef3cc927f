import type { RouteOf } from "../facts/route.ts";
import { useChanging } from "../features/changes/useChanging.ts";
import { DriftReport } from "../features/drift/DriftReport.tsx";
import { Button } from "../kit/Button.tsx";

/** Every recorded snapshot against the disk. */
export function DriftScreen({ route }: { route: RouteOf<"drift"> }) {
  const changing = useChanging();
  return (
    <DriftReport
      id={route.id}
      acts={({ name, latest: { key, line } }) => (
        <Button onPress={() => changing.begin({ kind: "restore", key, line, name })}>
          Restore this version…
        </Button>
      )}
    />
  );
}
