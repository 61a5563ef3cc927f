import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { FilterField } from "./Field.tsx";

function Narrowing({ onLeave }: { onLeave: () => void }) {
  const [value, setValue] = useState("");
  return <FilterField label="Filter" value={value} onChange={setValue} onLeave={onLeave} />;
}

test("Escape clears what narrows a list, and leaves the field when it is empty", async () => {
  render(<Narrowing onLeave={() => {}} />);
  const field = screen.getByRole("textbox", { name: "Filter" });
  await userEvent.type(field, "re");
  await userEvent.keyboard("{Escape}");
  expect(field).toHaveValue("");
  expect(field).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  expect(field).not.toHaveFocus();
});

test("a button clears the field and leaves the focus in it; the arrow down leads to the list", async () => {
  const onLeave = vi.fn();
  render(<Narrowing onLeave={onLeave} />);
  const field = screen.getByRole("textbox", { name: "Filter" });
  await userEvent.type(field, "re");
  await userEvent.click(screen.getByRole("button", { name: "Clear field" }));
  expect(field).toHaveValue("");
  expect(field).toHaveFocus();
  await userEvent.keyboard("{ArrowDown}");
  expect(onLeave).toHaveBeenCalledTimes(1);
});
