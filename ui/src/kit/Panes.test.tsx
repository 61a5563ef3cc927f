import { fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { KeptContext, newKept } from "./kept.ts";
import { Panes } from "./Panes.tsx";

afterEach(() => vi.restoreAllMocks());

const panes = [
  { id: "list", label: "List", width: { start: 200, min: 100, max: 232 }, body: "the list" },
  { id: "text", label: "Text", body: "the text" },
];

const edge = () => screen.getByRole("separator", { name: "Width of List" });

test("a pane is as wide as it may be, and as wide again when it is drawn anew", () => {
  const kept = { store: newKept(false), of: "" };
  const drawn = () =>
    render(
      <KeptContext value={kept}>
        <Panes name="test" panes={panes} />
      </KeptContext>,
    );
  const { unmount } = drawn();
  const keys = (key: string, times: number) => {
    for (let time = 0; time < times; time++) fireEvent.keyDown(edge(), { key });
  };
  keys("ArrowRight", 1);
  expect(edge()).toHaveAttribute("aria-valuenow", "216");
  keys("ArrowRight", 3);
  expect(edge()).toHaveAttribute("aria-valuenow", "232");
  unmount();
  drawn();
  expect(edge()).toHaveAttribute("aria-valuenow", "232");
  keys("ArrowLeft", 20);
  expect(edge()).toHaveAttribute("aria-valuenow", "100");
  keys("Home", 1);
  expect(edge()).toHaveAttribute("aria-valuenow", "200");
});

test("panes that have no room beside each other stand below each other, without an edge to drag", () => {
  vi.spyOn(window, "matchMedia").mockReturnValue({ ...window.matchMedia("none"), matches: false });
  render(<Panes name="test" panes={panes} />);
  expect(screen.getByRole("region", { name: "List" }).parentElement).toHaveClass("panes-stacked");
  expect(screen.queryByRole("separator")).toBeNull();
});
