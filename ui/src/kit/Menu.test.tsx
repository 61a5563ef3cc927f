import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { useKeys } from "./keys.ts";
import { Menu } from "./Menu.tsx";

function Screen({ onM }: { onM: () => void }) {
  useKeys({ m: onM });
  return null;
}

function drawn() {
  const onPick = vi.fn();
  const items = ["Copy", "Move"].map((label) => ({ id: label, label, onPick: () => onPick(label) }));
  render(
    <>
      <Menu label="Skill" face="…" items={items} />
      <p>beside it</p>
    </>,
  );
  return { onPick, user: userEvent.setup(), button: screen.getByRole("button", { name: "Skill" }) };
}

test("a press outside closes a menu and does nothing", async () => {
  const { user, button, onPick } = drawn();
  await user.click(button);
  await screen.findByRole("menu");
  await user.click(screen.getByText("beside it"));
  await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
  expect(onPick).not.toHaveBeenCalled();
});

test("keys walk through a menu, pick, and give the focus back", async () => {
  const { user, button, onPick } = drawn();
  button.focus();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(screen.getByRole("menuitem", { name: "Copy" })).toHaveFocus());
  await user.keyboard("{ArrowDown}{Enter}");
  expect(onPick).toHaveBeenCalledWith("Move");
  await waitFor(() => expect(button).toHaveFocus());
  await user.keyboard("{Enter}");
  await screen.findByRole("menu");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
  expect(button).toHaveFocus();
});

test("a letter leads to the line that begins with it, and does nothing else", async () => {
  const { user, button } = drawn();
  const pressed = vi.fn();
  render(<Screen onM={pressed} />);
  button.focus();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(screen.getByRole("menuitem", { name: "Copy" })).toHaveFocus());
  await user.keyboard("m");
  await waitFor(() => expect(screen.getByRole("menuitem", { name: "Move" })).toHaveFocus());
  expect(pressed).not.toHaveBeenCalled();
});
