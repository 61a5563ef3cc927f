import { useQueryClient } from "@tanstack/react-query";
import { useAsk, useHost } from "../../host/useAsk.ts";
import type { TextSize } from "../../host/wire.gen.ts";

/** Every size there is, in percent. */
export const sizes = [80, 90, 100, 110, 125, 150, 175, 200] as const;

/** How large everything is drawn, and how to have it larger or smaller. The engine remembers it for every window. */
export function useTextSize() {
  const host = useHost();
  const cache = useQueryClient();
  const percent = useAsk("text_size", {}).answer?.percent ?? 100;
  const set = (wanted: number) => {
    void host.ask("set_text_size", { percent: wanted }).then(
      (answer) => cache.setQueryData<TextSize>(["text_size", {}], answer),
      // A door without a window has no size to change.
      () => {},
    );
  };
  return { percent, set, step: (by: 1 | -1) => set(stepped(percent, by)) };
}

/** The next size up or down; at the ends it stays. */
export function stepped(percent: number, by: 1 | -1): number {
  const next =
    by === 1 ? sizes.find((size) => size > percent) : sizes.filter((size) => size < percent).at(-1);
  return next ?? percent;
}
