import { useEffect, useRef } from "react";
import { leadsNowhere, placeOf } from "../facts/link.ts";
import type { Route } from "../facts/route.ts";
import { useHost } from "../host/useAsk.ts";
import { useSay } from "../kit/Toasts.tsx";

/**
 * Goes to the place of an address with which somebody came, at the start or later, and says so where there is none; and
 * opens the file that the window was started with.
 */
export function useArrived(go: (route: Route) => void, open: () => void): void {
  const host = useHost();
  const say = useSay();
  const ways = useRef({ go, open });
  ways.current = { go, open };
  useEffect(() => {
    const look = () => {
      host.ask("arrived", {}).then(
        ({ address, dropped }) => {
          if (dropped) ways.current.open();
          if (address === null) return;
          const route = placeOf(address);
          if (route === null) say({ words: leadsNowhere });
          else ways.current.go(route);
        },
        // Whoever came without an address is where they are.
        () => undefined,
      );
    };
    look();
    return host.onArrived(look);
  }, [host, say]);
}
