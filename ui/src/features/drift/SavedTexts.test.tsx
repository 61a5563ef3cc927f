import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { type FakeOptions, fakeHost } from "../../host/fake.ts";
import { HostContext, newCache } from "../../host/useAsk.ts";
import { SavedTexts } from "./SavedTexts.tsx";

function drawn(options: FakeOptions = {}) {
  const host = fakeHost(options);
  render(
    <HostContext value={host}>
      <QueryClientProvider client={newCache()}>
        <SavedTexts onClose={() => {}} />
      </QueryClientProvider>
    </HostContext>,
  );
  return { host, keys: userEvent.setup() };
}

const row = async (name: string) => {
  const rows = await screen.findAllByRole("listitem");
  const found = rows.find((row) => within(row).queryByText(name) !== null);
  if (found === undefined) throw new Error(`no row of ${name}`);
  return within(found);
};

test("says of each text whether it is saved and how it stands against the disk", async () => {
  drawn();
  const gone = await row("review-notes");
  expect(gone.getByText(/saved, session deleted/)).toBeVisible();
  expect(gone.getByText(/body changed \+3 −1/)).toBeVisible();
  expect((await row("release-notes")).getByText(/not saved/)).toBeVisible();
});

test("saves only once somebody switches it on", async () => {
  const { host, keys } = drawn();
  const choice = await screen.findByRole("switch", { name: /Save skill texts/ });
  expect(choice).not.toBeChecked();
  expect(host.asked.some(({ name }) => name === "save_texts")).toBe(false);
  await keys.click(choice);
  expect(await screen.findByText(/2 texts saved/)).toBeVisible();
});

test("deletes at the second press alone", async () => {
  const { host, keys } = drawn();
  await keys.click((await row("review-notes")).getByRole("button", { name: "Delete" }));
  expect(host.asked.some(({ name }) => name === "delete_texts")).toBe(false);
  await keys.click((await row("review-notes")).getByRole("button", { name: "Delete permanently" }));
  expect(await screen.findByText(/0 texts saved/)).toBeVisible();
});
