import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { Dialog } from "./Dialog.tsx";

function Opener({ field }: { field: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Rename…
      </button>
      {open && (
        <Dialog title="Rename" foot={<button type="button">Do it</button>} onClose={() => setOpen(false)}>
          <p>Words before it</p>
          {field && <input aria-label="Name" />}
        </Dialog>
      )}
    </>
  );
}

test("a dialog opens on its first field, and gives the focus back", async () => {
  const user = userEvent.setup();
  render(<Opener field />);
  const opener = screen.getByRole("button", { name: "Rename…" });
  await user.click(opener);
  await user.keyboard("notes");
  expect(screen.getByRole("textbox", { name: "Name" })).toHaveValue("notes");
  await user.click(screen.getByRole("button", { name: "Close" }));
  expect(opener).toHaveFocus();
});

test("a dialog without a field opens on what is read, not on a button that a key would press", async () => {
  const user = userEvent.setup();
  render(<Opener field={false} />);
  await user.click(screen.getByRole("button", { name: "Rename…" }));
  expect(screen.getByRole("region", { name: "Rename" })).toHaveFocus();
  await user.keyboard("{Enter}");
  expect(screen.getByRole("dialog", { name: "Rename" })).toBeInTheDocument();
});
