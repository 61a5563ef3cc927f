import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { Select } from "./Select.tsx";

test("one of several is picked by its word, and the picked word is in sight", async () => {
  const onPick = vi.fn();
  const options = [
    { value: "new", label: "Newest" },
    { value: "old", label: "Oldest" },
  ];
  render(<Select label="Order" value="new" options={options} onPick={onPick} />);
  const select = screen.getByRole("combobox", { name: "Order" });
  expect(select.parentElement?.firstElementChild).toHaveTextContent(/^Newest$/);
  await userEvent.selectOptions(select, "Oldest");
  expect(onPick).toHaveBeenCalledExactlyOnceWith("old");
});
