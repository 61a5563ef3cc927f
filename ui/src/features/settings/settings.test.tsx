import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import packageLock from "../../../package-lock.json?raw";
import { settingsView } from "../../host/samples/settings.ts";
import { aboutPart } from "./about.tsx";
import { licences } from "./licences.ts";
import { narrowed, type SettingPart } from "./setting.ts";
import { sizes, stepped } from "./textSize.ts";

interface Locked {
  version?: string;
  license?: string;
  dependencies?: Record<string, string>;
}

test("every package the page is built of is listed with its licence", () => {
  const lock: { packages: Record<string, Locked> } = JSON.parse(packageLock);
  const found = new Map<string, Locked>();
  const walk = (name: string) => {
    const one = lock.packages[`node_modules/${name}`];
    if (one === undefined || found.has(name)) return;
    found.set(name, one);
    for (const below of Object.keys(one.dependencies ?? {})) walk(below);
  };
  for (const name of Object.keys(lock.packages[""]?.dependencies ?? {})) walk(name);
  const wanted = [...found].map(([name, { version, license }]) => ({ name, version, licence: license }));
  const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);
  expect([...licences].sort(byName)).toEqual(wanted.sort(byName));
});

const parts: SettingPart[] = [
  { id: "a", head: "Appearance", settings: [{ name: "Theme", words: "Light or dark.", also: "colour" }] },
  {
    id: "b",
    head: "Index",
    settings: [
      { name: "Index", words: "A file." },
      { name: "Rebuild index", words: "Made anew." },
    ],
  },
];
const names = (text: string) =>
  narrowed(parts, text).flatMap(({ settings }) => settings.map((one) => one.name));

test("settings are found by name, by what they do, by their part and by other words for them", () => {
  expect(names("")).toEqual(["Theme", "Index", "Rebuild index"]);
  expect(names("DARK")).toEqual(["Theme"]);
  expect(names("colour")).toEqual(["Theme"]);
  expect(names("index anew")).toEqual(["Rebuild index"]);
  expect(names("nothing")).toEqual([]);
});

test("text size goes by steps from 80 to 200 % and stays at the ends", () => {
  expect(stepped(100, 1)).toBe(110);
  expect(stepped(100, -1)).toBe(90);
  expect(stepped(130, 1)).toBe(150);
  expect([stepped(200, 1), stepped(80, -1)]).toEqual([200, 80]);
  expect([sizes[0], sizes.at(-1)]).toEqual([80, 200]);
});

test("a newer version is looked for in the browser, and only where a build names the page of releases", async () => {
  const opened: string[] = [];
  const version = (releases: string | null) =>
    aboutPart({ ...settingsView, releases }, (to) => opened.push(to)).settings[0]?.value;
  const { rerender } = render(version(null));
  expect(screen.queryByRole("button")).toBeNull();
  rerender(version("https://example.org/releases"));
  await userEvent.setup().click(screen.getByRole("button", { name: "View releases" }));
  expect(opened).toEqual(["https://example.org/releases"]);
});
