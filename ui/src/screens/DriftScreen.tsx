import { t } from "@lingui/core/macro";
import { RotateCcw } from "lucide-react";
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
      more={({ name, latest: { key, line } }) => [
        {
          id: "snapshot.restore",
          name: t`Restore this version…`,
          icon: RotateCcw,
          run: () => changing.begin({ kind: "restore", key, line, name }),
        },
      ]}
      acts={({ name, latest: { key, line } }) => (
        <Button onPress={() => changing.begin({ kind: "restore", key, line, name })}>
          {t`Restore this version…`}
        </Button>
      )}
    />
  );
}
