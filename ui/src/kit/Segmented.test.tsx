import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { Segmented } from "./Segmented.tsx";

const options = ["one", "two", "three"].map((value) => ({ value, label: value }));

test("arrows pick the next and go around, and the focus goes with them", async () => {
  const onPick = vi.fn();
  render(<Segmented label="Few" value="three" options={options} onPick={onPick} />);
  await userEvent.tab();
  expect(screen.getByRole("radio", { name: "three" })).toHaveFocus();
  await userEvent.keyboard("{ArrowRight}");
  expect(onPick).toHaveBeenLastCalledWith("one");
  expect(screen.getByRole("radio", { name: "one" })).toHaveFocus();
});

test("what only a press picks is not picked by an arrow", async () => {
  const onPick = vi.fn();
  render(<Segmented label="Few" picks="press" value="two" options={options} onPick={onPick} />);
  await userEvent.tab();
  await userEvent.keyboard("{ArrowLeft}");
  expect(screen.getByRole("radio", { name: "one" })).toHaveFocus();
  expect(onPick).not.toHaveBeenCalled();
  await userEvent.keyboard("{Enter}");
  expect(onPick).toHaveBeenCalledExactlyOnceWith("one");
});
