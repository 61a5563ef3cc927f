import { t } from "@lingui/core/macro";
import { useState } from "react";
import { ActNote } from "../facts/FailureNote.tsx";
import { useGoing } from "../facts/going.ts";
import { icons } from "../facts/icons.ts";
import type { RouteOf } from "../facts/route.ts";
import { HydrateDialog } from "../features/approvals/HydrateDialog.tsx";
import { SessionInspector } from "../features/sessions/SessionInspector.tsx";
import { useAct, useAsk } from "../host/useAsk.ts";
import { IconButton } from "../kit/Button.tsx";
import { KeptOf } from "../kit/KeptOf.tsx";

/** One session: what happened, and what shaped it. */
export function SessionScreen({ route }: { route: RouteOf<"session"> }) {
  const { go } = useGoing();
  const { key, row, line, turn, find, opens } = route;
  const link = useAct("open_link");
  const [hydrated, setHydrated] = useState<number | null>(null);
  const { answer: session } = useAsk("session", { key });
  return (
    <KeptOf thing={`session ${key}`}>
      <ActNote act={link} />
      <SessionInspector
        sessionKey={key}
        row={row}
        line={line}
        turn={turn}
        onPlace={(place) => go({ screen: "session", key, opens, find, ...place })}
        onLink={(to) => link.act({ to })}
        turnActs={(turn) => (
          <IconButton icon={icons.hydration} label={t`Hydrate source…`} onPress={() => setHydrated(turn)} />
        )}
      />
      {hydrated !== null && (
        <HydrateDialog
          session={{ key, name: session?.row.title ?? key, turn: hydrated }}
          onClose={() => setHydrated(null)}
        />
      )}
    </KeptOf>
  );
}
