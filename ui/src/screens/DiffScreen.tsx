import { t } from "@lingui/core/macro";
import type { RouteOf } from "../facts/route.ts";
import { useChanging } from "../features/changes/useChanging.ts";
import { DiffView } from "../features/drift/DiffView.tsx";
import { Button } from "../kit/Button.tsx";

/** A recorded snapshot against the disk. */
export function DiffScreen({ route }: { route: RouteOf<"diff"> }) {
  const { key, line } = route;
  const changing = useChanging();
  return (
    <DiffView
      sessionKey={key}
      line={line}
      against={route.against}
      more={(name) => (
        <Button onPress={() => changing.begin({ kind: "restore", key, line, name })}>
          {t`Restore this version…`}
        </Button>
      )}
    />
  );
}
