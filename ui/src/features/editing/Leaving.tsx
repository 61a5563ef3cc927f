import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "../../kit/Button.tsx";
import { Dialog } from "../../kit/Dialog.tsx";
import { spelled } from "../../kit/seen.ts";

/** The reader leaves an unsaved text: what shall become of it. */
export function Leaving({
  of,
  onStay,
  onKeep,
  onDiscard,
}: {
  of: string;
  onStay: () => void;
  onKeep: () => void;
  onDiscard: () => void;
}) {
  return (
    <Dialog
      title={spelled(t`Leave ${of}`)}
      width={480}
      onClose={onStay}
      foot={
        <>
          <Button onPress={onKeep}>{t`Keep draft and leave`}</Button>
          <Button onPress={onDiscard}>{t`Discard changes`}</Button>
          <Button onPress={onStay}>{t`Go on editing`}</Button>
        </>
      }
    >
      <p>
        <Trans>
          The text has changes that are not saved. A kept draft is here again when you edit this file, until
          it is saved or discarded, also when Assay is closed in between.
        </Trans>
      </p>
    </Dialog>
  );
}
