import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { List } from "./List.tsx";

function Sample({ total, onOpen }: { total: number; onOpen?: (index: number) => void }) {
  const [current, setCurrent] = useState<number | null>(null);
  return (
    <List
      label="Letters"
      total={total}
      groups={[
        { from: 0, label: "first", head: "first" },
        { from: 2, label: "second", head: "second" },
      ]}
      current={current}
      onCurrent={setCurrent}
      onOpen={onOpen}
      nameOf={(index) => `row ${index}`}
      draw={(index) => <b>{index}</b>}
    />
  );
}

function currentName(): string | null {
  const id = screen.getByRole("listbox").getAttribute("aria-activedescendant");
  return id === null ? null : (document.getElementById(id)?.firstChild?.textContent ?? null);
}

test("keys move through the rows and stop at the ends", async () => {
  const onOpen = vi.fn();
  render(<Sample total={5} onOpen={onOpen} />);
  const user = userEvent.setup();
  expect(screen.getByRole("listbox")).toHaveFocus();
  const steps: [keys: string, lands: string][] = [
    ["{ArrowDown}", "row 0"],
    ["j", "row 1"],
    ["{ArrowUp}", "row 0"],
    ["k", "row 0"],
    ["G", "row 4"],
    ["j", "row 4"],
    ["gg", "row 0"],
    ["{End}", "row 4"],
    ["{Home}", "row 0"],
    ["{PageDown}", "row 4"],
  ];
  for (const [keys, lands] of steps) {
    await user.keyboard(keys);
    expect(currentName(), keys).toBe(lands);
  }
  await user.keyboard("{Enter}");
  expect(onOpen).toHaveBeenCalledWith(4);
});

test("a list is one tab stop and says where each row stands", async () => {
  render(
    <>
      <Sample total={5} />
      <button type="button">after</button>
    </>,
  );
  await userEvent.tab();
  expect(screen.getByRole("button", { name: "after" })).toHaveFocus();
  const third = screen.getByRole("option", { name: "row 2" });
  expect(third).toHaveAttribute("aria-posinset", "3");
  expect(third).toHaveAttribute("aria-setsize", "5");
});

test("up to 200 rows all are drawn, above only some", () => {
  const few = render(<Sample total={198} />);
  expect(screen.getAllByRole("option")).toHaveLength(198);
  few.unmount();
  render(<Sample total={5000} />);
  const drawn = screen.getAllByRole("option");
  expect(drawn.length).toBeGreaterThan(5);
  expect(drawn.length).toBeLessThan(100);
  expect(drawn[0]).toHaveAttribute("aria-setsize", "5000");
});
