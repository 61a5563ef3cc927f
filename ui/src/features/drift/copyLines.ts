import type { ClipboardEvent } from "react";
import { originalOf } from "../../kit/Verbatim.tsx";

/** Copies the selected text of one side, or of the column: no numbers, no signs, what is unseen as it was. */
export function copyLines(event: ClipboardEvent<HTMLElement>): void {
  const selection = document.getSelection();
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return;
  const fragment = selection.getRangeAt(0).cloneContents();
  const text = textOf(fragment, event.currentTarget.dataset.select ?? "");
  if (text === null) return;
  event.clipboardData.setData("text/plain", text);
  event.preventDefault();
  event.stopPropagation();
}

/** The lines of a piece of the page; `null` when it holds no whole line and is copied as any text is. */
export function textOf(fragment: DocumentFragment, side: string): string | null {
  const lines = [...fragment.querySelectorAll(".diff-text")].filter((line) => {
    const its = line.closest<HTMLElement>("[data-side]")?.dataset.side;
    return side === "" || its === undefined || its === side;
  });
  return lines.length === 0 ? null : lines.map(originalOf).join("\n");
}
