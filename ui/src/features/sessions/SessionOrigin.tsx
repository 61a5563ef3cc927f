import { t } from "@lingui/core/macro";
import { originWords } from "../../facts/contextWords.ts";
import { useGoing } from "../../facts/going.ts";
import { icons } from "../../facts/icons.ts";
import type { OriginFact } from "../../host/wire.gen.ts";
import { Button } from "../../kit/Button.tsx";
import { Icon } from "../../kit/Icon.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";

/** Where a fork or a subagent comes from, and the way there. */
export function SessionOrigin({ origin }: { origin: OriginFact | null }) {
  const { go } = useGoing();
  if (origin === null) return null;
  const { parent, parent_line } = origin;
  return (
    <div className="row fixed gap-8 text-2 type-small line-below on-sunken padded-4">
      <Icon of={origin.relation === "fork" ? icons.fork : icons.assistant} />
      <span className="cut-end">
        <Verbatim text={originWords(origin)} />
      </span>
      {parent !== null && (
        <Button
          look="link"
          onPress={() => go({ screen: "session", key: parent, line: parent_line ?? undefined })}
        >
          {t`Open parent at this event`}
        </Button>
      )}
    </div>
  );
}
