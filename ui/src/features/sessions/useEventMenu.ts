import { Braces } from "lucide-react";
import type { MouseEvent } from "react";
import { icons } from "../../facts/icons.ts";
import { linkOf } from "../../facts/link.ts";
import { useCopy } from "../../facts/useCopy.ts";
import type { EventRow } from "../../host/wire.gen.ts";
import type { Doable } from "../../kit/actions.ts";
import { useContextMenu } from "../../kit/ContextMenu.tsx";
import { bookkeeping, rawOf, useReading } from "./reading.ts";

/** Opens the menu of an event. */
export function useEventMenu(): (event: MouseEvent, of: EventRow) => void {
  const open = useContextMenu();
  const copy = useCopy();
  const { session, id, isOpen, toggle, openDiff } = useReading();
  const menuOf = (of: EventRow): Doable[][] => {
    const name = of.what.kind === "bookkeeping" ? bookkeeping : rawOf(of);
    const raw: Doable = {
      id: "event.raw",
      name: isOpen(name) ? "Hide the raw JSON" : "Show the raw JSON",
      keys: ["r"],
      icon: Braces,
      run: () => toggle(name),
    };
    const diff: Doable = {
      id: "event.diff",
      name: "Diff to disk",
      keys: ["d"],
      icon: icons.drift,
      run: () => openDiff(of.line),
    };
    const reference = of.seq === "" ? id : `${id}#${of.seq}`;
    const link = linkOf({ screen: "session", key: session, line: of.line });
    const copies = [copy("reference", reference), copy("link", link)];
    return [of.what.kind === "skill_activation" ? [raw, diff] : [raw], copies];
  };
  return (event, of) => open(event, () => menuOf(of));
}
