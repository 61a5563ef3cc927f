import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { Capped } from "./Capped.tsx";

test("the first are drawn, and all once they are asked for", async () => {
  const all = ["a", "b", "c"];
  render(<Capped of={all} first={2} draw={(items) => <p>{items.join(" ")}</p>} />);
  expect(screen.getByText("a b")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Show all" }));
  expect(screen.getByText("a b c")).toBeVisible();
  expect(screen.queryByRole("button")).toBeNull();
});
