import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { Tabs } from "./Tabs.tsx";

afterEach(() => vi.restoreAllMocks());

/** Each tab is 100 wide; the row has room for `room`. */
function laidOut(room: number) {
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (this: Element) {
    const at = [...(this.parentElement?.children ?? [])].indexOf(this);
    return this.getAttribute("role") === "tab"
      ? new DOMRect(at * 100, 0, 100, 36)
      : new DOMRect(0, 0, room, 36);
  });
}

const tabs = ["Instructions", "Usage", "Hooks"].map((label) => ({ id: label, label }));

test("tabs that do not fit are in a menu beside them", async () => {
  laidOut(150);
  const onPick = vi.fn();
  render(<Tabs name="skill" label="Parts" tabs={tabs} current="Instructions" onPick={onPick} />);
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Parts: 2 more" }));
  expect((await screen.findAllByRole("menuitem")).map((item) => item.textContent)).toEqual([
    "Usage",
    "Hooks",
  ]);
  await user.click(screen.getByRole("menuitem", { name: "Hooks" }));
  expect(onPick).toHaveBeenCalledWith("Hooks");
});

test("where all tabs fit there is no menu", () => {
  laidOut(300);
  render(<Tabs name="skill" label="Parts" tabs={tabs} current="Instructions" onPick={vi.fn()} />);
  expect(screen.queryByRole("button")).toBeNull();
});

test("the head of what is shown stays in sight when counts arrive and push it away", () => {
  laidOut(150);
  const shown = vi.fn();
  Element.prototype.scrollIntoView = function (this: Element) {
    shown(this.textContent);
  };
  const heads = (count?: string) => (
    <Tabs
      name="skill"
      label="Parts"
      tabs={tabs.map((tab) => (count === undefined ? tab : { ...tab, count }))}
      current="Hooks"
      onPick={vi.fn()}
    />
  );
  const { rerender } = render(heads());
  const before = shown.mock.calls.length;
  rerender(heads());
  expect(shown.mock.calls.length, "nothing is pushed").toBe(before);
  rerender(heads("12"));
  expect(shown.mock.calls.length).toBe(before + 1);
  expect(shown).toHaveBeenLastCalledWith("Hooks12");
});
