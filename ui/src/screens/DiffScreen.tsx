import { useChanging } from "../features/changes/useChanging.ts";
import { DiffView } from "../features/drift/DiffView.tsx";
import { Button } from "../kit/Button.tsx";
import type { ScreenProps } from "./route.ts";

/** A recorded snapshot against the disk. */
export function DiffScreen({ route, go, back }: ScreenProps<"diff">) {
  const { key, line } = route;
  const changing = useChanging();
  return (
    <DiffView
      sessionKey={key}
      line={line}
      against={route.against}
      onBack={back}
      onTurn={(turn) => go({ screen: "session", key: turn.key, turn: turn.turn })}
      onSession={() => go({ screen: "session", key, line })}
      more={(name) => (
        <Button onPress={() => changing.begin({ kind: "restore", key, line, name })}>
          Restore this version…
        </Button>
      )}
    />
  );
}
