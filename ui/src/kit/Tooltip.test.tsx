import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { Tooltip } from "./Tooltip.tsx";

test("a word more comes with the focus of the keyboard and goes with Escape", async () => {
  render(
    <Tooltip text="The first eight digits.">
      <button type="button">c7a5f1bf</button>
    </Tooltip>,
  );
  const user = userEvent.setup();
  await user.tab();
  expect(await screen.findByRole("tooltip")).toHaveTextContent("The first eight digits.");
  expect(screen.getByRole("button")).toHaveAccessibleDescription("The first eight digits.");
  await act(() => user.keyboard("{Escape}"));
  expect(screen.queryByRole("tooltip")).toBeNull();
});
