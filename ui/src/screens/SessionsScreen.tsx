import { useGoing } from "../facts/going.ts";
import { Sessions } from "../features/sessions/Sessions.tsx";

/** Every recorded session, and everything that was recorded in one. */
export function SessionsScreen() {
  const { go } = useGoing();
  return (
    <Sessions
      onOpen={({ key, line, find, workspace }) =>
        go({ screen: "session", key, line, find, opens: workspace ?? undefined })
      }
    />
  );
}
