import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { Toast } from "./Toast.tsx";

test("what was done is told aloud, and closed by the reader", async () => {
  const onClose = vi.fn();
  render(<Toast onClose={onClose}>Saved.</Toast>);
  expect(screen.getByRole("status")).toHaveTextContent("Saved.");
  await userEvent.click(screen.getByRole("button", { name: "Dismiss" }));
  expect(onClose).toHaveBeenCalledTimes(1);
});
