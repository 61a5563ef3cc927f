import { t } from "@lingui/core/macro";
import { ExternalLink, FolderSearch } from "lucide-react";
import { useCallback } from "react";
import { failureOf } from "../host/host.ts";
import { useHost } from "../host/useAsk.ts";
import type { HandedView, ShownFile } from "../host/wire.gen.ts";
import type { Doable } from "../kit/actions.ts";
import { useSay } from "../kit/Toasts.tsx";
import { FailureWords } from "./FailureNote.tsx";

/** Actions that hand a shown file to other programs of this machine. */
export function useOutside(): (file: ShownFile) => Doable[] {
  const host = useHost();
  const say = useSay();
  return useCallback(
    (file) => {
      const told = (answer: Promise<HandedView>) => {
        answer.then(
          ({ instead }) => instead !== null && say({ words: instead }),
          (thrown) => say({ words: <FailureWords failure={failureOf(thrown)} /> }),
        );
      };
      return [
        {
          id: "file.show",
          name: t`Show in file manager`,
          words: t`reveal folder finder explorer`,
          icon: FolderSearch,
          run: () => told(host.ask("show_in_folder", { file })),
        },
        {
          id: "file.open",
          name: t`Open in editor`,
          words: t`external`,
          icon: ExternalLink,
          run: () => told(host.ask("open_file", { file })),
        },
      ];
    },
    [host, say],
  );
}
