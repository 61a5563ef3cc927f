import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { Drawer } from "./Drawer.tsx";

function Opener() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {open && (
        <Drawer label="Facts" onClose={() => setOpen(false)}>
          known
        </Drawer>
      )}
    </>
  );
}

test("a drawer takes the focus, Escape closes it and gives the focus back", async () => {
  render(<Opener />);
  const opener = screen.getByRole("button", { name: "Open" });
  await userEvent.click(opener);
  expect(screen.getByRole("complementary", { name: "Facts" })).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByRole("complementary")).toBeNull();
  expect(opener).toHaveFocus();
});

test("a drawer is closed by its button, too", async () => {
  render(<Opener />);
  await userEvent.click(screen.getByRole("button", { name: "Open" }));
  await userEvent.click(screen.getByRole("button", { name: "Close Facts" }));
  expect(screen.queryByRole("complementary")).toBeNull();
});
