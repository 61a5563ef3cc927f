import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { fakeHost } from "../../host/fake.ts";
import { HostContext, newCache } from "../../host/useAsk.ts";
import { ExportTables } from "./ExportTables.tsx";

test("tables are written below a folder, without texts unless somebody asks for them", async () => {
  const host = fakeHost();
  render(
    <HostContext value={host}>
      <QueryClientProvider client={newCache()}>
        <ExportTables onClose={() => {}} />
      </QueryClientProvider>
    </HostContext>,
  );
  const keys = userEvent.setup();
  expect(screen.getByText("Exports names and hashes only, no texts.")).toBeInTheDocument();
  await keys.click(screen.getByRole("button", { name: "Choose folder…" }));
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "31 files written to /home/mara/tables, 118,020 bytes. 24 activations, 6 sessions.",
  );
  await keys.click(screen.getByRole("checkbox", { name: /^Include prompts/ }));
  await keys.click(screen.getByRole("checkbox", { name: "All known workspaces" }));
  await keys.click(screen.getByRole("button", { name: "Choose folder…" }));
  const asked = host.asked.filter((each) => each.name === "save_tables").map(({ body }) => body);
  expect(asked).toEqual([
    { everywhere: true, texts: false },
    { everywhere: false, texts: true },
  ]);
});
