import { useDoable } from "./actions.ts";
import { Button } from "./Button.tsx";

/** The button of an action, by its id; nothing where it cannot be done now. */
export function ActionButton({ of }: { of: string }) {
  const action = useDoable(of);
  if (action === undefined) return null;
  return (
    <Button icon={action.icon} onPress={action.run}>
      {action.name}
    </Button>
  );
}
