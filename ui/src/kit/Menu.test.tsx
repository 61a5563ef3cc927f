import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { Menu } from "./Menu.tsx";

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
  await user.click(screen.getByText("beside it"));
  expect(screen.queryByRole("menu")).toBeNull();
  expect(onPick).not.toHaveBeenCalled();
});

test("keys walk through a menu, pick, and give the focus back", async () => {
  const { user, button, onPick } = drawn();
  await user.click(button);
  expect(screen.getByRole("menuitem", { name: "Copy" })).toHaveFocus();
  await user.keyboard("{ArrowDown}{Enter}");
  expect(onPick).toHaveBeenCalledWith("Move");
  expect(button).toHaveFocus();
  await user.keyboard("{Enter}{Escape}");
  expect(screen.queryByRole("menu")).toBeNull();
  expect(button).toHaveFocus();
});
