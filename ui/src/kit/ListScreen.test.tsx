import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ReactNode, useRef, useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { List, type ListHandle } from "./List.tsx";
import { ListScreen } from "./ListScreen.tsx";
import { useBeside } from "./useBeside.ts";

function Things({ reading, nothing }: { reading?: string; nothing?: ReactNode }) {
  const list = useRef<ListHandle>(null);
  const beside = useBeside("things", "On things");
  const [text, setText] = useState("");
  return (
    <ListScreen
      name="things"
      title="Things"
      label="All things"
      filter={{ label: "Filter things", value: text, onChange: setText }}
      reading={reading}
      nothing={nothing}
      foot="All 2 shown."
      beside={beside}
      inspector={{ label: "Thing", width: { start: 300, min: 200, max: 400 }, body: "what is known" }}
      list={list}
    >
      {reading === undefined && (
        <List
          ref={list}
          label="Things"
          total={2}
          current={0}
          onCurrent={() => {}}
          nameOf={(index) => `thing ${index}`}
          draw={(index) => index}
        />
      )}
    </ListScreen>
  );
}

function isWide(wide: boolean) {
  vi.spyOn(window, "matchMedia").mockImplementation((query) => ({
    matches: wide || query.includes("701px"),
    media: query,
    onchange: null,
    addListener: vi.fn(),
    removeListener: vi.fn(),
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
    dispatchEvent: () => false,
  }));
}

afterEach(() => vi.restoreAllMocks());

test("the list has the focus as soon as it is there, and again from the filter", async () => {
  const { rerender } = render(<Things reading="Reading the things" />);
  expect(screen.queryByRole("listbox")).toBeNull();
  rerender(<Things />);
  expect(screen.getByRole("listbox", { name: "Things" })).toHaveFocus();
  await userEvent.click(screen.getByRole("textbox", { name: "Filter things" }));
  await userEvent.keyboard("{Enter}");
  expect(screen.getByRole("listbox", { name: "Things" })).toHaveFocus();
});

test("a wide window has the inspector beside the list, until it is not wanted", async () => {
  isWide(true);
  render(<Things />);
  expect(screen.getByRole("complementary", { name: "Thing" })).toHaveTextContent("what is known");
  await userEvent.keyboard("i");
  expect(screen.queryByRole("complementary")).toBeNull();
});

test("without room the inspector is a drawer, closed at first", async () => {
  isWide(false);
  render(<Things />);
  expect(screen.queryByRole("complementary")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Inspector" }));
  expect(screen.getByRole("complementary", { name: "Thing" })).toHaveFocus();
});

test("where there is nothing to list, that stands alone", () => {
  render(<Things nothing={<p>No things yet.</p>} />);
  expect(screen.getByText("No things yet.")).toBeVisible();
  expect(screen.queryByRole("listbox")).toBeNull();
  expect(screen.queryByRole("textbox")).toBeNull();
});
