// What jsdom lacks and the page uses.
import "@testing-library/jest-dom/vitest";
import { i18n } from "@lingui/core";
import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

configure({
  // The whole document is no answer to what was not found.
  getElementError: (message) => new Error(message ?? "not found"),
  asyncUtilTimeout: 5000,
});
afterEach(cleanup);
// English stands in the sources; tests read it there.
i18n.loadAndActivate({ locale: "en", messages: {} });

class NoObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

class NoPointer extends MouseEvent {}

globalThis.ResizeObserver ??= NoObserver;
if (!("PointerEvent" in globalThis)) Object.assign(globalThis, { PointerEvent: NoPointer });
// Without layout nothing has a size, and a list that draws only what is in sight would draw nothing.
Object.defineProperty(Element.prototype, "clientHeight", { configurable: true, get: () => 800 });
Object.defineProperty(Element.prototype, "clientWidth", { configurable: true, get: () => 400 });
// Accessibility checks look whether letters are icons; without a canvas they are not.
HTMLCanvasElement.prototype.getContext = () => null;
Element.prototype.scrollIntoView ??= () => {};
Element.prototype.scrollTo ??= () => {};
window.matchMedia ??= (query: string) => ({
  matches: query.startsWith("(min-width"),
  media: query,
  onchange: null,
  addListener() {},
  removeListener() {},
  addEventListener() {},
  removeEventListener() {},
  dispatchEvent: () => false,
});

HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
  this.open = true;
};

// The editor measures its text; jsdom lays nothing out.
const none: DOMRect[] = [];
Range.prototype.getBoundingClientRect = () => new DOMRect();
Range.prototype.getClientRects = () => Object.assign(none, { item: () => null });
