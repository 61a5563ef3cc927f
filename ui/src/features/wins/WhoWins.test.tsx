import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import axe from "axe-core";
import { expect, test } from "vitest";
import { GoingContext } from "../../facts/going.ts";
import { noting } from "../../facts/noting.ts";
import type { Route } from "../../facts/route.ts";
import { fakeHost } from "../../host/fake.ts";
import { HostContext, newCache } from "../../host/useAsk.ts";
import { WhoWins } from "./WhoWins.tsx";

function open() {
  const gone: Route[] = [];
  const host = fakeHost();
  render(
    <HostContext value={host}>
      <QueryClientProvider client={newCache()}>
        <main>
          <GoingContext value={noting(gone)}>
            <WhoWins />
          </GoingContext>
        </main>
      </QueryClientProvider>
    </HostContext>,
  );
  return { gone, host };
}

const inspector = () => screen.getByRole("group", { name: "Selected cell" });
const headed = (name: string) => within(inspector()).findByRole("heading", { name });

test("every cell says its name, its agent and what wins", async () => {
  open();
  expect(
    await screen.findByRole("gridcell", { name: "code-review, Pixir: repo, over user" }),
  ).toHaveAttribute("aria-selected", "true");
  expect(screen.getByRole("gridcell", { name: "code-review, Claude Code: not read" })).toBeVisible();
  expect(
    screen.getByRole("gridcell", { name: "code-review, OpenCode: order not fixed, 2 candidates" }),
  ).toBeVisible();
  expect(screen.getByText("8 names, 11 entries, 7 agents")).toBeVisible();
});

test("arrows go from cell to cell, and the inspector says the rule in words", async () => {
  const { gone } = open();
  await screen.findByRole("gridcell", { name: /^code-review, Pixir/ });
  const keys = userEvent.setup();
  screen.getByRole("grid").focus();
  expect(await headed("Pixir, code-review")).toBeVisible();
  expect(within(inspector()).getByText(/repo takes precedence over user/)).toBeVisible();
  await keys.keyboard("{ArrowRight}{ArrowRight}{ArrowDown}");
  expect(await headed("Codex, pdf")).toBeVisible();
  await keys.keyboard("{End}{ArrowRight}");
  expect(await headed("Copilot CLI, pdf")).toBeVisible();
  await keys.keyboard("{Home}{ArrowUp}{ArrowUp}");
  expect(await headed("Pixir, code-review")).toBeVisible();
  await keys.click(within(inspector()).getByRole("button", { name: "Open skill" }));
  expect(gone).toEqual([{ screen: "skills", id: "repo:code-review" }]);
});

test("the rows are narrowed to where agents differ", async () => {
  const { host } = open();
  await screen.findByRole("gridcell", { name: /^repo-survey, Pixir/ });
  await userEvent.click(screen.getByRole("checkbox", { name: "Only differences between agents" }));
  await waitFor(() => expect(screen.queryByRole("gridcell", { name: /^repo-survey/ })).toBeNull());
  expect(screen.getByRole("gridcell", { name: /^release-notes, Pixir/ })).toBeVisible();
  expect(host.asked.at(-1)?.body).toMatchObject({ only: ["differing"] });
});

test("where no name matches, one press clears what narrows the table", async () => {
  open();
  await screen.findByRole("gridcell", { name: /^repo-survey, Pixir/ });
  const keys = userEvent.setup();
  await keys.click(screen.getByRole("checkbox", { name: "Only differences between agents" }));
  await keys.type(screen.getByRole("textbox", { name: "Filter names" }), "nothing like it");
  await keys.click(await screen.findByRole("button", { name: "Clear filter" }));
  expect(await screen.findByRole("gridcell", { name: /^repo-survey, Pixir/ })).toBeVisible();
});

test("the table is saved as it is narrowed, for programs or for people", async () => {
  const { host } = open();
  await screen.findByRole("gridcell", { name: /^code-review, Pixir/ });
  const keys = userEvent.setup();
  await keys.click(screen.getByRole("checkbox", { name: "Only differences between agents" }));
  for (const [item, form, path] of [
    [/^CSV/, "csv", "/home/mara/who-wins.csv"],
    [/^Markdown/, "markdown", "/home/mara/who-wins.md"],
  ] as const) {
    await keys.click(screen.getByRole("button", { name: "Export table" }));
    await keys.click(await screen.findByRole("menuitem", { name: item }));
    expect(await screen.findByText(path)).toBeVisible();
    expect(host.asked.filter(({ name }) => name === "save_wins").at(-1)?.body).toEqual({
      text: "",
      only: ["differing"],
      form,
    });
  }
});

test("nothing stands in the way of who cannot see", async () => {
  open();
  await screen.findByRole("gridcell", { name: /^code-review, Pixir/ });
  const { violations } = await axe.run(document.body, { rules: { "color-contrast": { enabled: false } } });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
}, 20_000);
