import { t } from "@lingui/core/macro";
import { ArrowLeft, ArrowRight } from "lucide-react";
import { useEffect, useRef } from "react";
import { IconButton } from "../kit/Button.tsx";
import type { Way } from "./way.ts";

/** Back and forward: as buttons, and by the side buttons of a mouse. */
export function WayButtons({ way: { back, forward } }: { way: Way }) {
  useSideButtons(back, forward);
  return (
    <div className="way fixed flex">
      <IconButton
        icon={ArrowLeft}
        label={t`Back`}
        action="back"
        offBecause={back === undefined ? t`Nothing to go back to.` : null}
        onPress={() => back?.()}
      />
      <IconButton
        icon={ArrowRight}
        label={t`Forward`}
        action="forward"
        offBecause={forward === undefined ? t`Nothing to go forward to.` : null}
        onPress={() => forward?.()}
      />
    </div>
  );
}

/** The numbers that the side buttons of a mouse have. */
const sides = { back: 3, forward: 4 };

function useSideButtons(back: Way["back"], forward: Way["forward"]) {
  const now = useRef({ back, forward });
  now.current = { back, forward };
  useEffect(() => {
    const onUp = (event: MouseEvent) => {
      if (event.button !== sides.back && event.button !== sides.forward) return;
      // The page has one address; the window's own history would leave it.
      event.preventDefault();
      if (document.querySelector("dialog[open]") !== null) return;
      if (event.button === sides.back) now.current.back?.();
      else now.current.forward?.();
    };
    window.addEventListener("mouseup", onUp);
    return () => window.removeEventListener("mouseup", onUp);
  }, []);
}
