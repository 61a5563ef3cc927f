import { plural } from "@lingui/core/macro";
import { code, words } from "../../facts/inMarkdown.ts";
import { linkOf } from "../../facts/link.ts";
import { useCopy } from "../../facts/useCopy.ts";
import { useOutside } from "../../facts/useOutside.tsx";
import type { SessionRow } from "../../host/wire.gen.ts";
import type { Doable } from "../../kit/actions.ts";

/** What can be taken from a session to somewhere else: words for the clipboard, and its log. */
export function useSessionMenu(): (row: SessionRow) => { copies: Doable[]; files: Doable[] } {
  const copy = useCopy();
  const outside = useOutside();
  return ({ key, id, title, source, turns }) => ({
    copies: [
      copy("title", title),
      copy("reference", id),
      copy("link", linkOf({ screen: "session", key })),
      copy(
        "text for Markdown",
        `**${words(title)}** (${source.label}, ${plural(turns, { one: "# turn", other: "# turns" })}, ${code(id)})`,
      ),
    ],
    files: outside({ of: "session", key }),
  });
}
