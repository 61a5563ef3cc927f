import { useMemo } from "react";
import type { Only, SessionFilter } from "../../host/wire.gen.ts";
import { aNumber, aText, listOf, oneOf, partOf, type Reader, useKept } from "../../kit/kept.ts";
import { anySession, outcomes, states } from "./SessionFilters.tsx";

const day = 86_400_000;

/** What sessions are narrowed to, remembered under `name`; an age is counted from when it is looked at. */
export function useSessionFilter(name: string) {
  const [kept, setFilter] = useKept(`${name} filter`, anySession, readFilter);
  const [age, setAge] = useKept(`${name} age`, "", aText);
  const filter = useMemo(
    () => ({ ...kept, from: age === "" ? kept.from : Date.now() - Number(age) * day }),
    [kept, age],
  );
  return { filter, setFilter, age, setAge };
}

const texts = listOf(aText);

const readFilter: Reader<SessionFilter> = (kept) => ({
  ...anySession,
  workspaces: texts(partOf(kept, "workspaces")) ?? [],
  text: aText(partOf(kept, "text")) ?? "",
  agent: aText(partOf(kept, "agent")) ?? "",
  skill: aText(partOf(kept, "skill")) ?? "",
  drift: listOf(oneOf(states))(partOf(kept, "drift")) ?? [],
  outcomes: listOf(oneOf(outcomes))(partOf(kept, "outcomes")) ?? [],
  from: aNumber(partOf(kept, "from")) ?? null,
  to: aNumber(partOf(kept, "to")) ?? null,
  only: listOf(oneOf<Only>(["hydrated", "damaged"]))(partOf(kept, "only")) ?? [],
});
