import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { ContextMenus, useContextMenu } from "./ContextMenu.tsx";
import { List } from "./List.tsx";

const names = ["alpha", "beta"];

function Rows({ onCopy }: { onCopy: (name: string) => void }) {
  return (
    <List
      label="Names"
      total={names.length}
      current={1}
      onCurrent={() => {}}
      nameOf={(index) => names[index] ?? ""}
      draw={(index) => names[index]}
      menuOf={(index) => [[{ id: "copy", name: "Copy name", run: () => onCopy(names[index] ?? "") }]]}
    />
  );
}

function Inside() {
  const open = useContextMenu();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is tested is the press alone
    <div onContextMenu={(event) => open(event, () => [[{ id: "outer", name: "Outer", run: () => {} }]])}>
      <p>outside</p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: as above */}
      <span onContextMenu={(event) => open(event, () => [[{ id: "inner", name: "Inner", run: () => {} }]])}>
        inside
      </span>
    </div>
  );
}

test("a right click on a row opens its menu, and the focus goes back", async () => {
  const onCopy = vi.fn();
  render(
    <ContextMenus>
      <Rows onCopy={onCopy} />
    </ContextMenus>,
  );
  const user = userEvent.setup();
  const list = screen.getByRole("listbox");
  list.focus();
  fireEvent.contextMenu(screen.getByRole("option", { name: "alpha" }), { button: 2 });
  await user.click(await screen.findByRole("menuitem", { name: "Copy name" }));
  expect(onCopy).toHaveBeenCalledWith("alpha");
  await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
  expect(list).toHaveFocus();
});

test("Shift F10 and the menu key open the menu of the current row at its first line", async () => {
  const onCopy = vi.fn();
  render(
    <ContextMenus>
      <Rows onCopy={onCopy} />
    </ContextMenus>,
  );
  const user = userEvent.setup();
  const list = screen.getByRole("listbox");
  for (const keys of ["{Shift>}{F10}{/Shift}", "{ContextMenu}"]) {
    list.focus();
    await user.keyboard(keys);
    await waitFor(() => expect(screen.getByRole("menuitem", { name: "Copy name" })).toHaveFocus());
    await user.keyboard("{Enter}");
    expect(onCopy).toHaveBeenLastCalledWith("beta");
    await waitFor(() => expect(list).toHaveFocus());
  }
  expect(onCopy).toHaveBeenCalledTimes(2);
});

test("what lies inside something else has its own menu", async () => {
  render(
    <ContextMenus>
      <Inside />
    </ContextMenus>,
  );
  fireEvent.contextMenu(screen.getByText("inside"));
  expect(await screen.findByRole("menuitem", { name: "Inner" })).toBeVisible();
  expect(screen.queryByRole("menuitem", { name: "Outer" })).toBeNull();
});

test("the web view's own menu shows in a field alone", () => {
  render(
    <ContextMenus>
      <p>words</p>
      <input aria-label="Name" />
    </ContextMenus>,
  );
  // `fireEvent` says whether the web view goes on with what it does by itself.
  expect(fireEvent.contextMenu(screen.getByText("words"))).toBe(false);
  expect(fireEvent.contextMenu(screen.getByRole("textbox"))).toBe(true);
  document.getSelection()?.selectAllChildren(screen.getByText("words"));
  expect(fireEvent.contextMenu(screen.getByText("words"))).toBe(true);
});
