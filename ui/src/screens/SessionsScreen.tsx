import { SessionList } from "../features/sessions/SessionList.tsx";
import type { ScreenProps } from "./route.ts";

/** Every recorded session of the workspace. */
export function SessionsScreen({ go }: ScreenProps<"sessions">) {
  return <SessionList onOpen={(key) => go({ screen: "session", key })} />;
}
