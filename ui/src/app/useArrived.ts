import { useEffect, useRef } from "react";
import { leadsNowhere, placeOf } from "../facts/link.ts";
import type { Route } from "../facts/route.ts";
import { useHost } from "../host/useAsk.ts";
import { useSay } from "../kit/Toasts.tsx";

/** Goes to the place of an address with which somebody came, at the start or later, and says so where there is none. */
export function useArrived(go: (route: Route) => void): void {
  const host = useHost();
  const say = useSay();
  const going = useRef(go);
  going.current = go;
  useEffect(() => {
    const look = () => {
      host.ask("arrived", {}).then(
        ({ address }) => {
          if (address === null) return;
          const route = placeOf(address);
          if (route === null) say({ words: leadsNowhere });
          else going.current(route);
        },
        // Whoever came without an address is where they are.
        () => undefined,
      );
    };
    look();
    return host.onArrived(look);
  }, [host, say]);
}
