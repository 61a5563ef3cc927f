import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { FailureWords } from "../facts/FailureNote.tsx";
import { useChanging } from "../features/changes/useChanging.ts";
import { BundleDialog } from "../features/sessions/BundleDialog.tsx";
import { failureOf } from "../host/host.ts";
import { useHost } from "../host/useAsk.ts";
import type { DroppedView } from "../host/wire.gen.ts";
import { useSay } from "../kit/Toasts.tsx";
import type { Way } from "./way.ts";

/**
 * Opens what is dropped onto the window: a folder, a log, skills in a zip, or a bundle, which is drawn in a layer; and
 * on demand what it was started with.
 */
export function useDropped({ go, visit }: Way): { layer: ReactNode; open: () => void } {
  const host = useHost();
  const say = useSay();
  const changing = useChanging();
  const [bundle, setBundle] = useState<Extract<DroppedView, { was: "bundle" }> | null>(null);
  const open = (dropped: DroppedView) => {
    switch (dropped.was) {
      case "nothing":
        return;
      case "workspace":
        visit("skills");
        return;
      case "import":
        visit("skills");
        changing.bringIn({ kind: "begun", import: dropped.import });
        return;
      case "bundle":
        setBundle(dropped);
        return;
      case "session":
        go({ screen: "session", key: dropped.key });
        return;
      default:
        dropped satisfies never;
    }
  };
  const opening = useRef(open);
  opening.current = open;
  const take = useCallback(() => {
    host.ask("open_dropped", {}).then(
      (dropped) => opening.current(dropped),
      (thrown) => {
        say({ words: <FailureWords failure={failureOf(thrown)} /> });
      },
    );
  }, [host, say]);
  useEffect(() => host.onDropped(take), [host, take]);
  return {
    layer: bundle === null ? null : <BundleDialog {...bundle} onClose={() => setBundle(null)} />,
    open: take,
  };
}
