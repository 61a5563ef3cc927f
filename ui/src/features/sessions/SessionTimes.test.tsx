import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import axe from "axe-core";
import { expect, test, vi } from "vitest";
import type { Times } from "../../host/wire.gen.ts";
import { SessionTimes } from "./SessionTimes.tsx";

const day = 86_400_000;
const first = new Date(2026, 8, 14).getTime();
const times: Times = {
  edges: [0, 1, 2, 3, 4].map((at) => first + at * day),
  unit: "day",
  counts: [3, 0, 1, 6],
  before: 2,
  undated: 1,
};

function open(since: number | null = null, until: number | null = null) {
  const onSpan = vi.fn();
  const drawn = render(<SessionTimes times={times} since={since} until={until} onSpan={onSpan} />);
  return { onSpan, drawn, keys: userEvent.setup() };
}

test("each day has a column as high as its count, and says it", async () => {
  const { drawn } = open();
  const columns = [...drawn.container.querySelectorAll<HTMLElement>(".over-row i")];
  expect(columns.map(({ style }) => style.height)).toEqual([
    "max(2px, 50%)",
    "0px",
    `max(2px, ${(1 / 6) * 100}%)`,
    "max(2px, 100%)",
  ]);
  expect(screen.getAllByRole("option").map((one) => one.textContent)).toEqual([
    "14 Sep: 3 sessions",
    "15 Sep: 0 sessions",
    "16 Sep: 1 session",
    "17 Sep: 6 sessions",
  ]);
  expect(
    screen.getByText(
      "Sessions per day, at most 6; drag to select a range; 2 before; 1 session without a time",
    ),
  ).toBeVisible();
  expect((await axe.run(drawn.container)).violations).toEqual([]);
});

test("arrows and Enter take a span, Escape lets it go", async () => {
  const { onSpan, keys } = open();
  await keys.tab();
  expect(screen.getByRole("listbox", { name: "Sessions per day" })).toHaveFocus();
  await keys.keyboard("{ArrowLeft}{Enter}");
  expect(onSpan).toHaveBeenLastCalledWith(first + 2 * day, first + 3 * day);
  await keys.keyboard("{Shift>}{ArrowLeft}{ArrowLeft}{/Shift}{Enter}");
  expect(onSpan).toHaveBeenLastCalledWith(first, first + 3 * day);
  await keys.keyboard("{Escape}");
  expect(onSpan).toHaveBeenLastCalledWith(null, null);
});

test("a drag takes the days it goes over", async () => {
  const { onSpan, keys } = open();
  const picture = screen.getByRole("listbox");
  picture.getBoundingClientRect = () => new DOMRect(0, 0, 400, 40);
  await keys.pointer([
    { keys: "[MouseLeft>]", target: picture, coords: { clientX: 310, clientY: 5 } },
    { target: picture, coords: { clientX: 120, clientY: 5 } },
    { keys: "[/MouseLeft]", target: picture, coords: { clientX: 120, clientY: 5 } },
  ]);
  expect(onSpan).toHaveBeenCalledExactlyOnceWith(first + day, first + 4 * day);
});

test("a span that is taken stands out, is said, and is let go by a button", async () => {
  const { drawn, onSpan, keys } = open(first + 2 * day, first + 4 * day);
  const out = [...drawn.container.querySelectorAll<HTMLElement>(".over-row i")].map(
    ({ dataset }) => dataset.out,
  );
  expect(out).toEqual(["true", "true", "false", "false"]);
  expect(screen.getByText("Active: 16 Sep to 17 Sep")).toBeVisible();
  await keys.click(screen.getByRole("button", { name: "Any time" }));
  expect(onSpan).toHaveBeenLastCalledWith(null, null);
});

test("sessions of one day have no picture", () => {
  const { container } = render(
    <SessionTimes
      times={{ ...times, edges: [first, first + day], counts: [4] }}
      since={null}
      until={null}
      onSpan={() => {}}
    />,
  );
  expect(container).toBeEmptyDOMElement();
});
