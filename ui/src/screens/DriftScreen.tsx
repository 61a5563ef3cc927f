import { useChanging } from "../features/changes/useChanging.ts";
import { DriftReport } from "../features/drift/DriftReport.tsx";
import { Button } from "../kit/Button.tsx";
import type { ScreenProps } from "./route.ts";

/** Every recorded snapshot against the disk. */
export function DriftScreen({ route, go }: ScreenProps<"drift">) {
  const changing = useChanging();
  return (
    <DriftReport
      id={route.id}
      onSelect={(id) => go({ screen: "drift", id })}
      onDiff={(key, line) => go({ screen: "diff", key, line })}
      onSession={(key, line) => go({ screen: "session", key, line })}
      onSkill={(id) => go({ screen: "skills", id })}
      acts={({ name, latest: { key, line } }) => (
        <Button onPress={() => changing.begin({ kind: "restore", key, line, name })}>
          Restore this version…
        </Button>
      )}
    />
  );
}
