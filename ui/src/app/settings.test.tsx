import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import axe from "axe-core";
import { expect, test, vi } from "vitest";
import { terms } from "../facts/terms.ts";
import { fakeHost } from "../host/fake.ts";
import { App } from "./App.tsx";

vi.setConfig({ testTimeout: 30_000 });

async function open() {
  const host = fakeHost();
  render(<App host={host} start={{ screen: "settings" }} />);
  await screen.findByRole("heading", { level: 2, name: "Index" });
  return { host, user: userEvent.setup() };
}

test("the fifth section holds every setting, with its value and where it comes from", async () => {
  await open();
  const here = within(screen.getByRole("navigation", { name: "Sections" })).getByRole("button", {
    current: "page",
  });
  expect(here).toHaveTextContent("Settings");
  const parts = within(screen.getByRole("navigation", { name: "Settings sections" }));
  expect(parts.getAllByRole("button").map((button) => button.textContent)).toEqual([
    "Appearance",
    "Workspaces and sessions",
    "Skill folders",
    "Permissions",
    "Hydration and sandbox",
    "Index",
    "Help",
    "About",
  ]);
  const about = screen.getByRole("region", { name: "About" });
  expect(about).toHaveTextContent("Version");
  expect(about).toHaveTextContent("0.1.0");
  expect(about).toHaveTextContent("MIT");
  const hydration = screen.getByRole("region", { name: "Hydration and sandbox" });
  expect(hydration).toHaveTextContent("10 s");
  expect(hydration).toHaveTextContent("32,768 bytes");
  expect(hydration).toHaveTextContent("TZ not set");
  const { violations } = await axe.run(document.body, {
    rules: { region: { enabled: false }, "color-contrast": { enabled: false } },
  });
  const bad = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  expect(bad.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
});

test("a word narrows the settings, and what is said of a part stays with it", async () => {
  const { user } = await open();
  await user.keyboard("/");
  const field = screen.getByRole("textbox", { name: "Search settings" });
  expect(field).toHaveFocus();
  await user.keyboard("dark");
  expect(screen.getAllByRole("heading", { level: 3 }).map((head) => head.textContent)).toEqual(["Theme"]);
  await user.clear(field);
  await user.type(field, "zzz");
  expect(screen.getByText("No results for “zzz”.")).toBeInTheDocument();
});

test("what can be changed today is changed there", async () => {
  const { host, user } = await open();
  await user.click(screen.getByRole("button", { name: "Rebuild index" }));
  expect(host.asked).toContainEqual({ name: "set_indexing", body: { act: "rebuild" } });
  await user.click(screen.getByRole("button", { name: "Visibility…" }));
  expect(screen.getByRole("dialog", { name: "Skill visibility" })).toBeInTheDocument();
  await user.click(
    within(screen.getByRole("dialog")).getAllByRole("button", { name: "Close" })[0] ?? document.body,
  );
  await user.click(screen.getByRole("button", { name: "Show keyboard shortcuts" }));
  expect(screen.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeInTheDocument();
});

test("Ctrl +, Ctrl − and Ctrl 0 change the text size, and Settings shows it", async () => {
  const { host, user } = await open();
  const size = () => screen.getByRole("combobox", { name: "Text size" });
  await user.keyboard("{Control>}={/Control}");
  await vi.waitFor(() => expect(size()).toHaveValue("110"));
  await user.keyboard("{Control>}-{/Control}{Control>}-{/Control}");
  await vi.waitFor(() => expect(size()).toHaveValue("90"));
  await user.keyboard("{Control>}0{/Control}");
  await vi.waitFor(() => expect(size()).toHaveValue("100"));
  await user.selectOptions(size(), "200");
  expect(host.asked).toContainEqual({ name: "set_text_size", body: { percent: 200 } });
});

test("the words of the evidence explain themselves on focus", async () => {
  await open();
  await userEvent.tab();
  const word = within(screen.getByRole("contentinfo")).getByText("reconstructed").closest("button");
  if (!(word instanceof HTMLElement)) throw new Error("It takes no focus.");
  word.focus();
  expect(await screen.findByRole("tooltip")).toHaveTextContent(terms.reconstructed.means);
});
