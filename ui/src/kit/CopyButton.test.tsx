import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { CopyButton } from "./CopyButton.tsx";

test("the whole text is on the clipboard, as it is, and that is said", async () => {
  const user = userEvent.setup();
  render(<CopyButton label="Copy hash" text={"c7a5\u202ef1bf\n"} />);
  await user.click(screen.getByRole("button", { name: "Copy hash" }));
  expect(await screen.findByText("copied")).toBeInTheDocument();
  expect(await navigator.clipboard.readText()).toBe("c7a5\u202ef1bf\n");
});

test("a clipboard that takes nothing is said", async () => {
  const user = userEvent.setup();
  vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("forbidden"));
  render(<CopyButton label="Copy hash" text="c7a5" />);
  await user.click(screen.getByRole("button", { name: "Copy hash" }));
  expect(await screen.findByText("not copied")).toBeInTheDocument();
});
