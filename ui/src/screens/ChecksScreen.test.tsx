import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import axe from "axe-core";
import { expect, test } from "vitest";
import { GoingContext } from "../facts/going.ts";
import { noting } from "../facts/noting.ts";
import type { Route } from "../facts/route.ts";
import { Changing } from "../features/changes/Changing.tsx";
import { fakeHost } from "../host/fake.ts";
import { HostContext, newCache } from "../host/useAsk.ts";
import { Toasts } from "../kit/Toasts.tsx";
import { ChecksScreen } from "./ChecksScreen.tsx";

function open(host = fakeHost()) {
  const gone: Route[] = [];
  render(
    <HostContext value={host}>
      <QueryClientProvider client={newCache()}>
        <main>
          <GoingContext value={noting(gone)}>
            <Toasts>
              <Changing>
                <ChecksScreen />
              </Changing>
            </Toasts>
          </GoingContext>
        </main>
      </QueryClientProvider>
    </HostContext>,
  );
  const asked = (name: string) => host.asked.filter((each) => each.name === name).map(({ body }) => body);
  return { gone, asked, keys: userEvent.setup() };
}

const findings = () => screen.getAllByRole("row", { name: /^(error|warning|note), / });

test("every finding of every skill stands below its rule, counted", async () => {
  open();
  expect(await screen.findByText(/^7 findings in 3 skills of 16/)).toBeVisible();
  expect(findings()).toHaveLength(7);
  expect(findings()[0]).toHaveAccessibleName(/^error, name-missing, api-changelog, .* quick fix available$/);
  expect(screen.getByText("Showing all 7 findings.")).toBeVisible();
  expect(screen.getByRole("row", { name: /^quotes 2 findings in 2 skills/ })).toBeVisible();
});

test("severity, rule, words and grouping narrow and order them", async () => {
  const { keys, asked } = open();
  await screen.findByRole("row", { name: /^error, / });
  await keys.click(screen.getByRole("button", { name: /^note/ }));
  await waitFor(() => expect(findings().every((row) => /^note/.test(row.ariaLabel ?? ""))).toBe(true));
  await keys.selectOptions(screen.getByRole("combobox", { name: "Rule" }), "quotes");
  await waitFor(() => expect(findings()).toHaveLength(2));
  expect(screen.getByText("Showing 2 of 7 findings.")).toBeVisible();
  await keys.click(screen.getByRole("radio", { name: "Skill" }));
  await waitFor(() =>
    expect(asked("checks").at(-1)).toMatchObject({ group: "skill", severities: ["note"], rules: ["quotes"] }),
  );
  await keys.type(screen.getByRole("textbox", { name: "Filter" }), "nothing has this");
  await screen.findByText(/^No findings match the filters \(7 findings total\)/);
  await keys.click(screen.getByRole("button", { name: "Show all findings" }));
  await waitFor(() => expect(findings()).toHaveLength(7));
});

test("a finding leads to its line", async () => {
  const { gone, keys } = open();
  await screen.findByRole("row", { name: /^error, / });
  screen.getByRole("grid", { name: "Findings" }).focus();
  await keys.keyboard("{Enter}");
  expect(gone).toEqual([{ screen: "edit", id: "repo:api-changelog", rel: "SKILL.md", line: 4 }]);
  await keys.click(screen.getAllByRole("button", { name: "scripts/tags.sh" })[0] ?? document.body);
  expect(gone.at(-1)).toMatchObject({ screen: "skills", tab: "resources", rel: "scripts/tags.sh" });
});

test("one finding is fixed, and one rule over all skills, each as a plan that was shown", async () => {
  const { asked, keys } = open();
  await keys.click(await screen.findByRole("button", { name: /^Fix… name-missing of api-changelog/ }));
  await screen.findByRole("dialog", { name: "Fix name-missing of api-changelog" });
  await screen.findByText("Writes the field so that Pixir and YAML read the same.");
  expect(asked("plan")).toEqual([
    {
      kind: "fix",
      convention: "pixir",
      skills: ["repo:api-changelog"],
      rules: ["name-missing"],
      rel: "SKILL.md",
      line: 4,
    },
  ]);
  expect(asked("carry_out")).toEqual([]);
  await keys.click(screen.getByRole("button", { name: "Fix" }));
  expect(asked("carry_out")).toHaveLength(1);
  expect(await screen.findByText(/^Fixed name-missing of 1 skills/)).toBeInTheDocument();
  const head = screen.getByRole("row", { name: /^quotes 2 findings/ });
  await keys.click(within(head).getByRole("button", { name: "Fix… quotes" }));
  await screen.findByRole("dialog", { name: "Fix quotes in all skills" });
  await waitFor(() => expect(asked("plan")).toHaveLength(2));
  expect(asked("plan").at(-1)).toEqual({
    kind: "fix",
    convention: "pixir",
    skills: [],
    rules: ["quotes"],
    rel: null,
    line: null,
  });
});

test("where nothing is found the list says how much was looked at", async () => {
  open(fakeHost({ state: "empty" }));
  expect(await screen.findByText("No findings. Checked 0 skills.")).toBeVisible();
});

test("nothing stands in the way of who cannot see", async () => {
  open();
  await screen.findByRole("row", { name: /^error, / });
  const { violations } = await axe.run(document.body, { rules: { "color-contrast": { enabled: false } } });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
}, 20_000);
