import { i18n } from "@lingui/core";
import { TransNoContext } from "@lingui/react/server";
import type { ComponentProps } from "react";

/** A sentence with elements inside. What `<Trans>` of the macro becomes: it needs no provider around it. */
export function Trans(
  props: Pick<ComponentProps<typeof TransNoContext>, "id" | "message" | "values" | "components">,
) {
  return <TransNoContext {...props} lingui={{ i18n }} />;
}
