import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import axe from "axe-core";
import { expect, test } from "vitest";
import { fakeHost } from "../../host/fake.ts";
import { HostContext, newCache } from "../../host/useAsk.ts";
import { BuiltIns } from "./BuiltIns.tsx";

async function open() {
  const host = fakeHost();
  render(
    <QueryClientProvider client={newCache()}>
      <HostContext value={host}>
        <BuiltIns />
      </HostContext>
    </QueryClientProvider>,
  );
  await userEvent.click(await screen.findByRole("button", { name: "View…" }));
  return { host, dialog: screen.getByRole("dialog", { name: "Skills included with Assay" }) };
}

test("S4-83: built-ins are listed with their tools and what they take", async () => {
  const { dialog } = await open();
  expect(screen.getByRole("region", { name: "Built-in skills", hidden: true })).toHaveTextContent(
    "3 of 4 on",
  );
  const names = within(dialog)
    .getAllByRole("switch")
    .map((one) => one.textContent);
  expect(names).toEqual(["Offer tools to agents", "calculator", "filesystem", "shell", "weather"]);
  expect(dialog).toHaveTextContent("user takes precedence over built-in");
  const taken = within(dialog).getByRole("list", { name: "Parameters of shell" });
  expect(taken).toHaveTextContent("timeout integer, optional: Seconds it may take");
  const found = await axe.run(dialog, { rules: { "color-contrast": { enabled: false } } });
  expect(found.violations.filter(({ impact }) => impact === "serious" || impact === "critical")).toEqual([]);
});

test("S4-08: what is off says why, and can be switched on", async () => {
  const { host, dialog } = await open();
  expect(dialog).toHaveTextContent("It uses a service on the network");
  const weather = within(dialog).getByRole("switch", { name: "weather" });
  expect(weather).toHaveAttribute("aria-checked", "false");
  await userEvent.click(weather);
  expect(await within(dialog).findByRole("switch", { name: "weather", checked: true })).toBeInTheDocument();
  expect(dialog).not.toHaveTextContent("It uses a service on the network");
  const asked = host.asked.find(({ name }) => name === "change_permission");
  expect(asked?.body).toEqual({ kind: "built_in", name: "weather", switch: "on" });
});

test("S4-09: without tools the group says so", async () => {
  const { dialog, host } = await open();
  await userEvent.click(within(dialog).getByRole("switch", { name: "Offer tools to agents" }));
  expect(await within(dialog).findByText(/skills have no effect on them/)).toBeInTheDocument();
  expect(screen.getByRole("region", { name: "Built-in skills", hidden: true })).toHaveTextContent(
    "tools disabled",
  );
  expect(host.asked.find(({ name }) => name === "change_permission")?.body).toEqual({
    kind: "built_in",
    name: null,
    switch: "off",
  });
});
