import { Copy } from "lucide-react";
import { useCallback } from "react";
import type { Doable } from "../kit/actions.ts";
import { useSay } from "../kit/Toasts.tsx";

/** An action that puts a text on the clipboard, as it is, and says so. */
export function useCopy(): (what: string, text: string) => Doable {
  const say = useSay();
  return useCallback(
    (what, text) => ({
      id: `copy.${what}`,
      name: `Copy ${what}`,
      icon: Copy,
      run: () => {
        navigator.clipboard.writeText(text).then(
          () => say({ words: `The ${what} is on the clipboard.` }),
          () => say({ words: `The ${what} could not be copied.` }),
        );
      },
    }),
    [say],
  );
}
