import { t } from "@lingui/core/macro";
import { FlaskConical } from "lucide-react";
import { useAct } from "../host/useAsk.ts";
import { Button } from "../kit/Button.tsx";
import { isExample } from "../kit/memory.ts";
import { ActNote } from "./FailureNote.tsx";

/** Opens the example, for whoever has nothing to look at yet; nothing in the window of the example itself. */
export function ExampleButton() {
  const example = useAct("open_example");
  if (isExample()) return null;
  return (
    <>
      <Button icon={FlaskConical} onPress={() => example.act({})}>
        {t`Open the example`}
      </Button>
      <ActNote act={example} />
    </>
  );
}
