import { t } from "@lingui/core/macro";
import { Braces } from "lucide-react";
import type { MouseEvent } from "react";
import { icons } from "../../facts/icons.ts";
import { code, quotation, words } from "../../facts/inMarkdown.ts";
import { linkOf } from "../../facts/link.ts";
import { useCopy } from "../../facts/useCopy.ts";
import type { Clip, EventRow, EventView } from "../../host/wire.gen.ts";
import type { Doable } from "../../kit/actions.ts";
import { useContextMenu } from "../../kit/ContextMenu.tsx";
import { rawText } from "../../language/foreign.ts";
import { bookkeeping, rawOf, useReading } from "./reading.ts";
import { tellEvent } from "./tellEvent.tsx";

/** Opens the menu of an event. */
export function useEventMenu(): (event: MouseEvent, of: EventRow) => void {
  const open = useContextMenu();
  const copy = useCopy();
  const reading = useReading();
  const { session, id, isOpen, toggle, openDiff } = reading;
  const menuOf = (of: EventRow): Doable[][] => {
    const name = of.what.kind === "bookkeeping" ? bookkeeping : rawOf(of);
    const raw: Doable = {
      id: "event.raw",
      name: isOpen(name) ? t`Hide raw JSON` : t`Show raw JSON`,
      keys: ["r"],
      icon: Braces,
      run: () => toggle(name),
    };
    const diff: Doable = {
      id: "event.diff",
      name: t`Compare with disk`,
      keys: ["d"],
      icon: icons.drift,
      run: () => openDiff(of.line),
    };
    const reference = of.seq === "" ? id : `${rawText(id)}#${of.seq}`;
    const link = linkOf({ screen: "session", key: session, line: of.line });
    const { title } = tellEvent(of.what, of.line, reading);
    const text = textOf(of.what);
    const head = `**${words(title)}** (${code(reference)})`;
    const copies = [
      copy("reference", reference),
      copy("link", link),
      copy("text for Markdown", text === null ? head : `${head}:\n\n${quotation(text)}`),
    ];
    return [of.what.kind === "skill_activation" ? [raw, diff] : [raw], copies];
  };
  return (event, of) => open(event, () => menuOf(of));
}

/** What a person or the model said in it. */
function textOf(what: EventView): Clip | null {
  switch (what.kind) {
    case "user_message":
    case "assistant_message":
      return what.text;
    case "reasoning":
      return rawText(what.summary.text) === "" ? null : what.summary;
    default:
      return null;
  }
}
