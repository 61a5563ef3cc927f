/** What floats stands inside an open dialog that holds its anchor: everything outside that is covered and inert. */
export function layerOf(anchor: Element | null): HTMLElement {
  return anchor?.closest("dialog") ?? document.body;
}
