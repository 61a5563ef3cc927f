import { t } from "@lingui/core/macro";
import { code, words } from "../../facts/inMarkdown.ts";
import { linkOf } from "../../facts/link.ts";
import { useCopy } from "../../facts/useCopy.ts";
import { useOutside } from "../../facts/useOutside.tsx";
import type { DriftRow } from "../../host/wire.gen.ts";
import type { Doable } from "../../kit/actions.ts";
import { rawText } from "../../language/foreign.ts";

/** What can be taken from a recorded snapshot to somewhere else, and the log it stands in. */
export function useSnapshotMenu(): (row: DriftRow) => { copies: Doable[]; files: Doable[] } {
  const copy = useCopy();
  const outside = useOutside();
  return ({ name, hash, recorded_path, latest: { key, session, seq, line } }) => {
    const reference = seq === "" ? session : `${rawText(session)}#${seq}`;
    return {
      copies: [
        copy("name", name),
        ...(hash === "" ? [] : [copy("hash", hash)]),
        ...(rawText(recorded_path) === "" ? [] : [copy("recorded path", recorded_path)]),
        copy("reference", reference),
        copy("link", linkOf({ screen: "diff", key, line })),
        copy(
          "text for Markdown",
          t`**${words(name)}** ${hash === "" ? t`no hash` : code(hash)}, recorded in ${code(reference)}`,
        ),
      ],
      files: outside({ of: "session", key }),
    };
  };
}
