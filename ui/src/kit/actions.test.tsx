import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { X } from "lucide-react";
import { expect, test, vi } from "vitest";
import { type Action, printed, useActionGroups, useActions } from "./actions.ts";
import { Button, IconButton } from "./Button.tsx";

function Screen({ actions, head = "Here" }: { actions: readonly Action[]; head?: string }) {
  useActions(head, actions);
  return null;
}

function Told() {
  const groups = useActionGroups();
  return <p>{groups.map(({ head, actions }) => `${head}: ${actions.map(({ name }) => name).join(", ")}`)}</p>;
}

test("an action is told, its keys do it, and both end with its screen", async () => {
  const run = vi.fn();
  const edit: Action = { id: "edit", name: "Edit", keys: ["e", "Alt ArrowUp"], run };
  const { rerender } = render(
    <>
      <Screen actions={[edit]} />
      <Told />
    </>,
  );
  expect(screen.getByText("Here: Edit")).toBeVisible();
  const user = userEvent.setup();
  await user.keyboard("e{Alt>}{ArrowUp}{/Alt}");
  expect(run).toHaveBeenCalledTimes(2);
  rerender(<Told />);
  expect(screen.queryByText(/Edit/)).toBeNull();
  await user.keyboard("e");
  expect(run).toHaveBeenCalledTimes(2);
});

test("what cannot be done now is not told and its keys do nothing", async () => {
  const run = vi.fn();
  const edit = (when: boolean): Action => ({ id: "edit", name: "Edit", keys: ["e"], when, run });
  const both = (when: boolean) => (
    <>
      <Screen actions={[edit(when)]} />
      <Told />
    </>
  );
  const { rerender } = render(both(false));
  await userEvent.keyboard("e");
  expect(run).not.toHaveBeenCalled();
  expect(screen.queryByText(/Edit/)).toBeNull();
  rerender(both(true));
  expect(screen.getByText("Here: Edit")).toBeVisible();
  await userEvent.keyboard("e");
  expect(run).toHaveBeenCalledOnce();
});

test("two lists on one screen tell their keys once", () => {
  const next: Action = { id: "list.next", name: "Next", keys: ["j"] };
  render(
    <>
      <Screen head="In lists" actions={[next]} />
      <Screen head="In lists" actions={[next]} />
      <Told />
    </>,
  );
  expect(screen.getByText("In lists: Next")).toBeVisible();
});

test("a button shows the keys of the action it does", () => {
  render(
    <>
      <Screen actions={[{ id: "back", name: "Back", keys: ["Alt ArrowLeft"], run: () => {} }]} />
      <Button action="back" onPress={() => {}}>
        Back
      </Button>
      <IconButton action="gone" icon={X} label="Gone" onPress={() => {}} />
    </>,
  );
  const [alt, arrow] = screen.getByRole("button", { name: "Back" }).querySelectorAll("kbd");
  expect([alt?.textContent, arrow?.textContent]).toEqual(["Alt", "←"]);
});

test("Ctrl Z is left to a field in which one types", async () => {
  const run = vi.fn();
  render(
    <>
      <Screen actions={[{ id: "undo", name: "Undo", keys: ["Ctrl Z"], run }]} />
      <input aria-label="Name" />
    </>,
  );
  await userEvent.click(screen.getByRole("textbox"));
  await userEvent.keyboard("{Control>}z{/Control}");
  expect(run).not.toHaveBeenCalled();
  await userEvent.tab();
  await userEvent.keyboard("{Control>}z{/Control}");
  expect(run).toHaveBeenCalledOnce();
});

test("keys are shown as they are printed", () => {
  expect(printed("g s")).toEqual(["g", "s"]);
  expect(printed("Alt ArrowLeft")).toEqual(["Alt", "←"]);
});
