import { type RefObject, useEffect } from "react";

// No ring where the reader has not yet used the keyboard; browsers that do not know the word draw one.
const quietly = { preventScroll: true, focusVisible: false };

/** A list takes the focus when it appears and nothing else has it, so that its keys work at once. */
export function useFirstFocus(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (document.activeElement === document.body) list.current?.focus(quietly);
  }, [list]);
}
