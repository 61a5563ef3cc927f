import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import axe from "axe-core";
import { expect, test, vi } from "vitest";
import { foreign } from "../../host/samples/foreign.ts";
import { catalog } from "../../host/samples/skills.ts";
import type { CatalogView, ListingShare } from "../../host/wire.gen.ts";
import { budgetLayout } from "./budget.ts";
import { CatalogBudget } from "./CatalogBudget.tsx";

function of(costs: readonly number[], amount: number | null, own = 0): CatalogView {
  let at = own;
  const shares = costs.map((cost, number): ListingShare => {
    at += cost;
    const listing = amount === null || at <= amount ? "whole" : at - cost < amount ? "part" : "cut";
    return { skill: `repo:s${number}`, name: foreign(`s${number}`), cost, listing };
  });
  const left_out = shares.filter(({ listing }) => listing !== "whole").map(({ name }) => name);
  return {
    ...catalog,
    own,
    shares,
    shares_total: costs.reduce((sum, cost) => sum + cost, 0),
    listing: {
      ...catalog.listing,
      budget: amount === null ? null : { amount, unit: "bytes", over: "cuts" },
      listed: shares.length - left_out.length,
      shortened: [],
      left_out,
      recorded: null,
    },
  };
}

test("shares stand beside each other up to the limit, and what is free stays free", () => {
  const layout = budgetLayout(of([300, 200], 1000, 100));
  expect(layout).toMatchObject({ own: 10, limit: 100, beyond: 0 });
  expect(layout.segments).toEqual([
    { from: 10, wide: 30, named: true },
    { from: 40, wide: 20, named: true },
  ]);
});

test("a catalog that is too large goes on behind its limit, at most as far again", () => {
  const over = budgetLayout(of([600, 600, 40], 1000));
  expect(over.limit).toBeCloseTo(80.645, 2);
  expect(over.segments.map(({ from }) => Math.round(from))).toEqual([0, 48, 97]);
  expect(over.segments[2]?.named).toBe(false);
  const far = budgetLayout(of(Array(100).fill(100), 1000));
  expect(far).toMatchObject({ limit: 50, beyond: 80 });
  expect(far.segments).toHaveLength(20);
});

test("without a limit the whole width is what is taken", () => {
  const layout = budgetLayout(of([50, 150], null));
  expect(layout.limit).toBeNull();
  expect(layout.segments.map(({ wide }) => wide)).toEqual([25, 75]);
});

test("the bar begins with the skill that is shown, arrows name the others, Enter goes there", async () => {
  const onSkill = vi.fn();
  const view = of([600, 300, 400], 1000);
  const drawn = render(<CatalogBudget catalog={view} agent="Pixir" own="repo:s1" onSkill={onSkill} />);
  expect(screen.getByText(/300 bytes over the limit; largest:/)).toBeVisible();
  const picture = screen.getByRole("listbox", { name: "Catalog size per skill, in bytes" });
  expect(screen.getAllByRole("option").map((one) => one.textContent)).toEqual([
    "s0, 600 bytes, 60.0 % of the budget, listed",
    "s1, 300 bytes, 30.0 % of the budget, listed",
    "s2, 400 bytes, 40.0 % of the budget, listed in part",
  ]);
  const keys = userEvent.setup();
  await keys.tab();
  expect(picture).toHaveFocus();
  expect(screen.getByRole("option", { selected: true })).toHaveTextContent("s1,");
  await keys.keyboard("{ArrowRight}{Enter}");
  expect(onSkill).toHaveBeenCalledExactlyOnceWith("repo:s2");
  await keys.keyboard("{Home}{ArrowLeft}");
  expect(screen.getByRole("option", { selected: true })).toHaveTextContent("s0,");
  expect((await axe.run(drawn.container)).violations).toEqual([]);
});

test("a catalog of nothing has no bar", () => {
  const { container } = render(
    <CatalogBudget catalog={of([], 1000)} agent="Pixir" own="repo:s1" onSkill={() => {}} />,
  );
  expect(container).toBeEmptyDOMElement();
});
