import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ErrorBoundary } from "./ErrorBoundary.tsx";
import { Panes } from "./Panes.tsx";

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => {});
});
afterEach(() => vi.restoreAllMocks());

function Row({ name }: { name: string | null }) {
  if (name === null) throw new Error("the row has no name.");
  return <p>row {name}</p>;
}

test("a part that cannot be drawn says so, and the rest stays", () => {
  render(
    <>
      <p>the rest</p>
      <ErrorBoundary>
        <Row name={null} />
      </ErrorBoundary>
    </>,
  );
  expect(screen.getByRole("alert")).toHaveTextContent("failed to load: the row has no name.");
  expect(screen.getByText("the rest")).toBeInTheDocument();
});

test("a pane that cannot be drawn leaves the pane beside it", () => {
  const panes = (name: string | null) => [
    { id: "list", label: "List", width: { start: 200, min: 100, max: 300 }, body: <p>the list</p> },
    { id: "row", label: "Row", body: <Row name={name} /> },
  ];
  const { rerender } = render(<Panes name="test" panes={panes(null)} />);
  expect(screen.getByRole("alert")).toHaveTextContent("failed to load: the row has no name.");
  expect(screen.getByText("the list")).toBeInTheDocument();
  rerender(<Panes name="test" panes={panes("b")} />);
  expect(screen.getByText("row b")).toBeInTheDocument();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("details are copied for whoever mends it", async () => {
  const user = userEvent.setup();
  render(
    <ErrorBoundary>
      <Row name={null} />
    </ErrorBoundary>,
  );
  await user.click(screen.getByRole("button", { name: "Copy details" }));
  const details = await navigator.clipboard.readText();
  expect(details).toMatch(/^the row has no name\.\n/);
  expect(details).toMatch(/at Row /);
});
