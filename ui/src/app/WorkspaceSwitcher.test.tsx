import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { fakeHost } from "../host/fake.ts";
import { type Host, Refusal } from "../host/host.ts";
import { said } from "../host/samples/said.ts";
import { HostContext, newCache } from "../host/useAsk.ts";
import type { Code } from "../host/wire.gen.ts";
import { WorkspaceSwitcher } from "./WorkspaceSwitcher.tsx";

async function opened(host: Host) {
  render(
    <HostContext value={host}>
      <QueryClientProvider client={newCache()}>
        <WorkspaceSwitcher />
      </QueryClientProvider>
    </HostContext>,
  );
  const keys = userEvent.setup();
  const open = () => keys.click(screen.getByRole("button", { name: /^(Workspace |All workspaces,)/ }));
  await screen.findByRole("button", { name: /^Workspace acme\/payments/ });
  await open();
  await screen.findByRole("menu");
  return { keys, open };
}

function refusing(code: Code): Host {
  const fake = fakeHost();
  return {
    onChange: fake.onChange,
    onDropped: fake.onDropped,
    onArrived: fake.onArrived,
    async ask(name, body) {
      if (name === "choose_workspace") throw new Refusal({ code, message: said("No window is open.") });
      return fake.ask(name, body);
    },
  };
}

test("the workspaces opened before are listed, missing ones in words", async () => {
  const host = fakeHost();
  const { keys } = await opened(host);
  const items = screen.getAllByRole("menuitemradio");
  expect(items.map((item) => item.getAttribute("aria-checked"))).toEqual(["false", "true", "false", "false"]);
  expect(items[3]?.textContent).toContain("folder does not exist");
  await keys.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}{Enter}");
  expect(host.asked.some((each) => each.name === "switch_workspace")).toBe(true);
});

test("with Control held a workspace opens in a window of its own", async () => {
  const host = fakeHost();
  const { keys } = await opened(host);
  await keys.keyboard("{Control>}");
  await keys.click(screen.getByRole("menuitemradio", { name: /^acme\/billing/ }));
  await keys.keyboard("{/Control}");
  expect(host.asked.map(({ name }) => name)).toContain("open_window");
  expect(host.asked.map(({ name }) => name)).not.toContain("switch_workspace");
});

test("everywhere is chosen where the workspace is, and a workspace leaves it", async () => {
  const host = fakeHost();
  const { keys, open } = await opened(host);
  await keys.click(screen.getByRole("menuitemradio", { name: /^All workspaces/ }));
  await screen.findByRole("button", { name: /^All workspaces, opened in acme\/payments/ });
  await open();
  const checked = await screen.findAllByRole("menuitemradio", { checked: true });
  expect(checked.map((item) => item.textContent)).toEqual([expect.stringContaining("All workspaces")]);
  await keys.click(screen.getByRole("menuitemradio", { name: /^acme\/payments/ }));
  await screen.findByRole("button", { name: /^Workspace acme\/payments/ });
});

test("a way that is not here is taken away", async () => {
  const { keys, open } = await opened(refusing("not_here"));
  await keys.click(screen.getByRole("menuitem", { name: "Open folder…" }));
  await open();
  await waitFor(() => expect(screen.queryByRole("menuitem")).toBeNull());
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a folder that could not be opened is told", async () => {
  const { keys } = await opened(refusing("failed"));
  await keys.click(screen.getByRole("menuitem", { name: "Open folder…" }));
  expect((await screen.findByRole("alert")).textContent).toContain("No window is open.");
  await keys.click(screen.getByRole("button", { name: "Close" }));
  expect(screen.queryByRole("alert")).toBeNull();
});
