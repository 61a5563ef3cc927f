import { code, words } from "../../facts/inMarkdown.ts";
import { linkOf } from "../../facts/link.ts";
import { useCopy } from "../../facts/useCopy.ts";
import { useOutside } from "../../facts/useOutside.tsx";
import type { SkillRow } from "../../host/wire.gen.ts";
import type { Doable } from "../../kit/actions.ts";

/** What can be taken from a skill to somewhere else: words for the clipboard, and its file. */
export function useSkillMenu(): (row: SkillRow) => { copies: Doable[]; files: Doable[] } {
  const copy = useCopy();
  const outside = useOutside();
  return ({ id, name, short_path, description }) => ({
    copies: [
      copy("name", name),
      copy("path", short_path),
      copy("link", linkOf({ screen: "skills", id })),
      copy("text for Markdown", `**${words(name)}** (${code(short_path)}): ${words(description)}`),
    ],
    files: outside({ of: "skill", id, rel: "SKILL.md" }),
  });
}
