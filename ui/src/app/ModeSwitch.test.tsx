import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { type FakeHost, fakeHost } from "../host/fake.ts";
import { Refusal } from "../host/host.ts";
import { said } from "../host/samples/said.ts";
import type { SandboxView } from "../host/wire.gen.ts";
import { App } from "./App.tsx";

async function open(host: FakeHost = fakeHost()) {
  render(<App host={host} start={{ screen: "sessions" }} />);
  await screen.findByRole("radiogroup", { name: "Permission mode" });
  const set = () => host.asked.filter(({ name }) => name === "change_permission").map(({ body }) => body);
  return { host, set, keys: userEvent.setup() };
}

const picked = () =>
  within(screen.getByRole("radiogroup", { name: "Permission mode" })).getByRole("radio", { checked: true });

test("another mode is set, and the configuration is followed again", async () => {
  const { set, keys } = await open();
  expect(picked()).toHaveTextContent("ask");
  await keys.click(screen.getByRole("radio", { name: "read-only" }));
  await waitFor(() => expect(picked()).toHaveTextContent("read-only"));
  await keys.click(
    screen.getByRole("button", { name: "Current mode: read-only, set for this workspace in Assay" }),
  );
  await keys.click(await screen.findByRole("menuitemradio", { name: /^Use Pixir’s setting/ }));
  await waitFor(() => expect(picked()).toHaveTextContent("auto"));
  expect(set()).toEqual([
    { kind: "mode", mode: "read_only" },
    { kind: "mode", mode: null },
  ]);
  expect(
    await screen.findByRole("button", { name: /^Current mode: auto, permission_default in ~\/.pixir/ }),
  ).toBeInTheDocument();
});

test("a mode that could not be set is told", async () => {
  const host = fakeHost();
  const ask = host.ask;
  host.ask = async (name, body) => {
    if (name === "change_permission") {
      throw new Refusal({ code: "failed", message: said("The mode could not be written.") });
    }
    return ask(name, body);
  };
  const { keys } = await open(host);
  await keys.click(screen.getByRole("radio", { name: "read-only" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("The mode could not be written.");
  expect(picked()).toHaveTextContent("ask");
});

test("arrow keys move the focus and nothing else", async () => {
  const { set, keys } = await open();
  screen.getByRole("radio", { name: "ask" }).focus();
  await keys.keyboard("{ArrowLeft}");
  expect(screen.getByRole("radio", { name: "auto" })).toHaveFocus();
  await keys.keyboard("{ArrowLeft}{ArrowLeft}{ArrowRight}");
  expect(screen.getByRole("radio", { name: "read-only" })).toHaveFocus();
  expect(picked()).toHaveTextContent("ask");
  expect(set()).toEqual([]);
});

test("the mode in force is not set once more", async () => {
  const { set, keys } = await open();
  screen.getByRole("radio", { name: "ask" }).focus();
  await keys.keyboard("{Enter} ");
  await keys.click(screen.getByRole("radio", { name: "ask" }));
  expect(set()).toEqual([]);
});

test("a looser mode is in force when the window that decides says so, and then taken back", async () => {
  const host = fakeHost({ loosens: false });
  const { keys, set } = await open(host);
  await keys.click(screen.getByRole("radio", { name: "auto" }));
  await waitFor(() => expect(set()).toEqual([{ kind: "mode", mode: "auto" }]));
  expect(picked()).toHaveTextContent("ask");
  expect(screen.queryByText(/^Permission mode set to/)).toBeNull();
  host.loosen();
  await waitFor(() => expect(picked()).toHaveTextContent("auto"));
  await keys.click(await screen.findByRole("button", { name: /^Undo/ }));
  await waitFor(() => expect(picked()).toHaveTextContent("ask"));
  expect(set()).toEqual([
    { kind: "mode", mode: "auto" },
    { kind: "mode", mode: "ask" },
  ]);
});

test.each(["button", "key"])("a change of the mode is taken back by %s", async (by) => {
  const { set, keys } = await open();
  await keys.click(screen.getByRole("radio", { name: "read-only" }));
  const toast = await screen.findByText("Permission mode set to read-only.");
  expect(toast).toBeInTheDocument();
  if (by === "button") await keys.click(screen.getByRole("button", { name: /^Undo/ }));
  else await keys.keyboard("{Control>}z{/Control}");
  await waitFor(() => expect(picked()).toHaveTextContent("ask"));
  expect(set()).toEqual([
    { kind: "mode", mode: "read_only" },
    { kind: "mode", mode: "ask" },
  ]);
  expect(screen.queryByText(/^Permission mode set to/)).toBeNull();
  await keys.keyboard("{Control>}z{/Control}");
  expect(set()).toHaveLength(2);
});

test("the palette sets the mode, too", async () => {
  const { set, keys } = await open();
  await keys.keyboard("{Control>}k{/Control}");
  await keys.type(screen.getByRole("combobox", { name: /^Search/ }), ">mode: read");
  await keys.keyboard("{Enter}");
  expect(set()).toEqual([{ kind: "mode", mode: "read_only" }]);
});

test("what waits is counted in the header and the rail, and leads there", async () => {
  const { keys } = await open();
  const rail = screen.getByRole("navigation", { name: "Sections" });
  expect(within(rail).getByRole("button", { name: /^Approvals ?, 3 pending requests$/ })).toBeInTheDocument();
  await keys.click(screen.getByRole("button", { name: "3 waiting" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Approvals" })).toBeInTheDocument();
  expect(within(rail).getByRole("button", { current: "page" })).toHaveTextContent("Approvals");
});

test("the status bar says what would contain a command", async () => {
  const check = async (sandbox: SandboxView, words: string) => {
    const host = fakeHost();
    const ask = host.ask;
    host.ask = async (name, body) => {
      const answer = await ask(name, body);
      return name === "mode" ? { ...answer, sandbox } : answer;
    };
    const { unmount } = render(<App host={host} start={{ screen: "sessions" }} />);
    await waitFor(() => expect(screen.getByRole("contentinfo")).toHaveTextContent(words));
    unmount();
  };
  await check({ level: "walls" }, "Sandbox: Landlock, seccomp");
  await check({ level: "none" }, "No sandbox on this machine. A command would run with your rights.");
});
