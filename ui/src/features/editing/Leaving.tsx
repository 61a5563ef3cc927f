import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "../../kit/Button.tsx";
import { Dialog } from "../../kit/Dialog.tsx";
import { spelled } from "../../kit/seen.ts";
import type { AnyText } from "../../language/foreign.ts";

/** The reader leaves an unsaved text: what shall become of it. */
export function Leaving({
  of,
  onStay,
  onKeep,
  onDiscard,
}: {
  of: AnyText;
  onStay: () => void;
  onKeep: () => void;
  onDiscard: () => void;
}) {
  return (
    <Dialog
      title={spelled(t`Leave ${spelled(of)}`)}
      width={480}
      onClose={onStay}
      foot={
        <>
          <Button onPress={onKeep}>{t`Save draft and leave`}</Button>
          <Button onPress={onDiscard}>{t`Discard changes`}</Button>
          <Button onPress={onStay}>{t`Keep editing`}</Button>
        </>
      }
    >
      <p>
        <Trans>
          You have unsaved changes. A draft is restored the next time you edit this file, even after
          restarting Assay.
        </Trans>
      </p>
    </Dialog>
  );
}
