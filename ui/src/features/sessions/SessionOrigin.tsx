import { icons } from "../../facts/icons.ts";
import type { OriginFact } from "../../host/wire.gen.ts";
import { Button } from "../../kit/Button.tsx";
import { Icon } from "../../kit/Icon.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";

/** Where a fork or a subagent comes from, and the way there. */
export function SessionOrigin({
  origin,
  onOpen,
}: {
  origin: OriginFact | null;
  onOpen: (key: string, line?: number) => void;
}) {
  if (origin === null) return null;
  const { parent, parent_line } = origin;
  return (
    <div className="session-origin">
      <Icon of={origin.relation === "fork" ? icons.fork : icons.assistant} />
      <span className="cut-end">
        <Verbatim text={origin.words} />
      </span>
      {parent !== null && (
        <Button look="link" onPress={() => onOpen(parent, parent_line ?? undefined)}>
          Open parent at the event
        </Button>
      )}
    </div>
  );
}
