import { SessionInspector } from "../features/sessions/SessionInspector.tsx";
import { useAct } from "../host/useAsk.ts";
import type { ScreenProps } from "./route.ts";

/** One session: what happened, and what shaped it. */
export function SessionScreen({ route, go, back }: ScreenProps<"session">) {
  const { key, row, line } = route;
  const link = useAct("open_link");
  return (
    <SessionInspector
      sessionKey={key}
      row={row}
      line={line}
      onPlace={(place) => go({ screen: "session", key, ...place })}
      onBack={back ?? (() => go({ screen: "sessions" }))}
      onDiff={(line) => go({ screen: "diff", key, line })}
      onSession={(key) => go({ screen: "session", key })}
      onLink={(to) => link.act({ to })}
    />
  );
}
