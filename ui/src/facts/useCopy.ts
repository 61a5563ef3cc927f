import { t } from "@lingui/core/macro";
import { Copy } from "lucide-react";
import { useCallback } from "react";
import type { Doable } from "../kit/actions.ts";
import { useSay } from "../kit/Toasts.tsx";
import { type AnyText, rawText } from "../language/foreign.ts";

/** What can be put on the clipboard. */
const copied = {
  command: t`command`,
  hash: t`hash`,
  link: t`link`,
  name: t`name`,
  path: t`path`,
  prompt: t`prompt`,
  reference: t`reference`,
  title: t`title`,
  "first eight digits": t`first eight digits`,
  "recorded path": t`recorded path`,
  "text for Markdown": t`text for Markdown`,
};

export type Copied = keyof typeof copied;

/** An action that puts a text on the clipboard, as it is, and says so. */
export function useCopy(): (what: Copied, text: AnyText) => Doable {
  const say = useSay();
  return useCallback(
    (what, text) => ({
      id: `copy.${what}`,
      name: t`Copy ${copied[what]}`,
      icon: Copy,
      run: () => {
        navigator.clipboard.writeText(rawText(text)).then(
          () => say({ words: t`Copied ${copied[what]}.` }),
          () => say({ words: t`Couldn’t copy ${copied[what]}.` }),
        );
      },
    }),
    [say],
  );
}
