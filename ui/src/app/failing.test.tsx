import { rawText } from "../language/foreign.ts";
// What could not be read again stays as it was read, and says so; nothing fails in silence.

import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import axe from "axe-core";
import { expect, test, vi } from "vitest";
import type { Route } from "../facts/route.ts";
import { fakeHost } from "../host/fake.ts";
import { Refusal } from "../host/host.ts";
import { said } from "../host/samples/said.ts";
import type { Requests, Tag } from "../host/wire.gen.ts";
import { requestTags } from "../host/wire.gen.ts";
import { App } from "./App.tsx";

vi.setConfig({ testTimeout: 30_000 });

/** A host whose requests of a name can be made to fail. */
function failing() {
  const host = fakeHost();
  const broken = new Set<string>();
  const ask = host.ask;
  host.ask = async (name, body) => {
    if (broken.has(name)) throw new Refusal({ code: "failed", message: said("The disk is gone.") });
    return ask(name, body);
  };
  return { host, broken };
}

async function keyOf(host: ReturnType<typeof fakeHost>, title: RegExp): Promise<string> {
  const { rows } = await host.ask("sessions", { text: "", agent: "", sort: "newest", from: 0, count: 20 });
  return rows.find((row) => title.test(rawText(row.title)))?.key ?? "";
}

const session = /Draft 4.2/;

/** The note that says this, in however many pieces. */
async function alert(words: RegExp): Promise<HTMLElement> {
  const said = () => screen.queryAllByRole("alert").find((one) => words.test(one.textContent ?? ""));
  await waitFor(() => expect(said()).toBeDefined());
  return said() ?? document.body;
}

/** What keeps somebody from reading or using the page. */
async function barriers(): Promise<string[]> {
  const { violations } = await axe.run(document.body, {
    preload: false,
    rules: { "color-contrast": { enabled: false } },
  });
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  return serious.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}

const screens: readonly [
  name: keyof Requests,
  route: (key: string) => Route,
  shown: () => Promise<HTMLElement>,
][] = [
  [
    "skills",
    () => ({ screen: "skills" }),
    () => screen.findByRole("option", { name: /^release-notes, repo/ }),
  ],
  [
    "who_wins",
    () => ({ screen: "wins" }),
    () => screen.findByRole("gridcell", { name: /^release-notes, Pixir/ }),
  ],
  ["checks", () => ({ screen: "checks" }), () => screen.findByRole("grid", { name: "Findings" })],
  ["sessions", () => ({ screen: "sessions" }), () => screen.findByRole("row", { name: session })],
  ["drift", () => ({ screen: "drift" }), () => screen.findByRole("grid", { name: "Recorded snapshots" })],
  ["approvals", () => ({ screen: "approvals" }), () => screen.findByRole("grid", { name: "Decided" })],
  ["session", (key) => ({ screen: "session", key }), () => screen.findByRole("tree", { name: "Turns" })],
  ["timeline", (key) => ({ screen: "session", key }), () => screen.findByRole("tree", { name: "Turns" })],
  ["events", (key) => ({ screen: "session", key }), () => screen.findByRole("feed", { name: "Events" })],
  [
    "skill_body",
    () => ({ screen: "skills", id: "repo:release-notes" }),
    () => screen.findByRole("group", { name: "release-notes, rendered" }),
  ],
  [
    "skill_usage",
    () => ({ screen: "skills", id: "repo:release-notes", tab: "usage" }),
    () => screen.findByRole("grid", { name: "Sessions with activations" }),
  ],
  [
    "versions",
    () => ({ screen: "skills", id: "repo:release-notes", tab: "versions" }),
    () => screen.findByRole("grid", { name: "Recorded versions" }),
  ],
  [
    "resources",
    () => ({ screen: "skills", id: "repo:release-notes", tab: "resources" }),
    () => screen.findByRole("tree", { name: "Files of the skill" }),
  ],
  [
    "catalog",
    () => ({ screen: "skills", id: "repo:release-notes", tab: "catalog" }),
    () => screen.findByRole("button", { name: "Copy catalog" }),
  ],
];

test.each(screens)(
  "%s: what was read stays, dated, until it can be read again",
  async (name, route, shown) => {
    const { host, broken } = failing();
    render(<App host={host} start={route(await keyOf(host, session))} />);
    await shown();
    broken.add(name);
    const stale: readonly Tag[] = requestTags[name];
    host.push({ stale: [...stale], sessions: null });
    const note = await alert(/The disk is gone\..* Last read at \d\d:\d\d:\d\d\./);
    await shown();
    expect(await barriers()).toEqual([]);
    broken.clear();
    await userEvent.click(within(note).getByRole("button", { name: "Refresh" }));
    await waitFor(() => expect(screen.queryByText(/The disk is gone/)).toBeNull());
    await shown();
  },
);

test("a link of a session that cannot be opened says why", async () => {
  const { host, broken } = failing();
  broken.add("open_link");
  render(<App host={host} start={{ screen: "session", key: "hostile", row: 0 }} />);
  await userEvent.click(await screen.findByRole("button", { name: /^a page/ }));
  await alert(/The disk is gone/);
});

test("a move to another turn that fails says why", async () => {
  const { host, broken } = failing();
  render(<App host={host} start={{ screen: "session", key: await keyOf(host, session) }} />);
  await screen.findByRole("feed", { name: "Events" });
  broken.add("timeline");
  await userEvent.keyboard("[[");
  expect(await screen.findByText(/The disk is gone/)).toBeInTheDocument();
});

test("a place that cannot be gone to says why", async () => {
  const { host, broken } = failing();
  render(<App host={host} start={{ screen: "session", key: await keyOf(host, session) }} />);
  await screen.findByRole("feed", { name: "Events" });
  await userEvent.keyboard("{Control>}g{/Control}");
  broken.add("place");
  await userEvent.type(await screen.findByRole("textbox", { name: /^Turn \(8\)/ }), "2{Enter}");
  expect(await screen.findByText(/The disk is gone/)).toBeInTheDocument();
});

test("settings that cannot be read have their heading, and what failed with the workspace is said once", async () => {
  const { host, broken } = failing();
  broken.add("settings");
  broken.add("workspace");
  render(<App host={host} start={{ screen: "settings" }} />);
  expect(await screen.findByRole("heading", { level: 1, name: "Settings" })).toBeInTheDocument();
  await alert(/The disk is gone/);
  expect(screen.getAllByText(/The disk is gone/)).toHaveLength(1);
  broken.delete("workspace");
  host.push({ stale: ["workspace"], sessions: null });
  await waitFor(() => expect(screen.getAllByRole("alert")).toHaveLength(1));
  expect(screen.getByRole("alert")).toHaveTextContent("The disk is gone.");
});
