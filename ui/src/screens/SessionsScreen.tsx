import { Sessions } from "../features/sessions/Sessions.tsx";
import type { ScreenProps } from "./route.ts";

/** Every recorded session, and everything that was recorded in one. */
export function SessionsScreen({ go }: ScreenProps<"sessions">) {
  return (
    <Sessions
      onOpen={({ key, line, find, workspace }) =>
        go({ screen: "session", key, line, find, opens: workspace ?? undefined })
      }
    />
  );
}
