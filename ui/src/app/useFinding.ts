import { t } from "@lingui/core/macro";
import { Search } from "lucide-react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Route } from "../facts/route.ts";
import { EVERYWHERE, useActions } from "../kit/actions.ts";
import { nothingSought, type Query } from "../kit/find.ts";

/** What is looked for on the screen: what a search led to, or what the reader types after Ctrl F. */
export function useFinding(route: Route) {
  const within = useRef<HTMLElement>(null);
  const [query, look] = useState<Query | null>(null);
  const [focus, setFocus] = useState(0);
  const place = route.screen === "session" ? route.key : route.screen;
  const led = route.screen === "session" ? route.find : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was looked for ends with the screen
  useEffect(() => look(led ?? null), [place, led]);
  const start = useCallback(() => {
    look((before) => before ?? nothingSought);
    setFocus((times) => times + 1);
  }, []);
  useActions(EVERYWHERE, [{ id: "find", name: t`Find in text`, keys: ["Ctrl F"], icon: Search, run: start }]);
  return { within, focus, find: useMemo(() => ({ query, look }), [query]) };
}
