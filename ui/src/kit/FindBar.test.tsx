import { render, screen } from "@testing-library/react";
import { useRef } from "react";
import { expect, test, vi } from "vitest";
import { FilterField } from "./Field.tsx";
import { FindBar } from "./FindBar.tsx";
import { List } from "./List.tsx";

function Sample({ total, words, filter }: { total: number; words: string; filter: boolean }) {
  const within = useRef<HTMLElement>(null);
  return (
    <main ref={within}>
      <FindBar
        find={{ query: { words, way: "exact", letters: "any" }, look: () => {} }}
        within={within}
        focus={0}
      />
      {filter && <FilterField label="Filter" value="" onChange={() => {}} />}
      <List
        label="Letters"
        total={total}
        current={null}
        onCurrent={() => {}}
        nameOf={(index) => `row ${index}`}
        draw={(index) => <b>letter {index}</b>}
      />
    </main>
  );
}

const said = () => screen.getByRole("status");

test("every row of a short list is looked through", async () => {
  render(<Sample total={200} words="letter 199" filter={false} />);
  await vi.waitFor(() => expect(said()).toHaveTextContent(/^1 of 1$/));
});

test("rows of a long list that are not drawn are not passed over in silence", async () => {
  const { rerender } = render(<Sample total={5000} words="letter 4999" filter={false} />);
  await vi.waitFor(() =>
    expect(said()).toHaveTextContent(/^No matches, 4,9\d\d rows not loaded, not searched$/),
  );
  rerender(<Sample total={5000} words="letter 3" filter />);
  await vi.waitFor(() => expect(said()).toHaveTextContent(/^1 of \d+, 4,9\d\d rows .*; \/ to filter all$/));
});
