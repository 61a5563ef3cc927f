import { i18n } from "@lingui/core";
import { TransNoContext } from "@lingui/react/server";
import type { ComponentProps } from "react";
import { spelled } from "./seen.ts";

/**
 * A sentence with elements inside. What `<Trans>` of the macro becomes: it needs no provider around it. It makes elements
 * past JSX, so that texts in it are spelled here.
 */
export function Trans(
  props: Pick<ComponentProps<typeof TransNoContext>, "id" | "message" | "values" | "components">,
) {
  const values = props.values && Object.fromEntries(Object.entries(props.values).map(drawn));
  return <TransNoContext {...props} values={values} lingui={{ i18n }} />;
}

function drawn([name, value]: [string, unknown]): [string, unknown] {
  return [name, typeof value === "string" ? spelled(value) : value];
}
