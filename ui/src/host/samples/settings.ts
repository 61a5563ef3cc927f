import type { SettingsView } from "../wire.gen.ts";
import { foreign } from "./foreign.ts";
import { skillPlaces } from "./skills.ts";

export const settingsView: SettingsView = {
  version: "0.1.0",
  commit: null,
  releases: null,
  rules: "Pixir 0.1.12",
  home: "/home/mara",
  kept: "/home/mara/.local/share/assay",
  roots: skillPlaces,
  folders: {
    project: "/home/mara/acme/payments",
    claude_folders: "off",
    named: [],
    conventions: ["merged", "echo"],
    problem: null,
  },
  places: [
    {
      path: foreign("/home/mara/acme/payments/.pixir/sessions"),
      kind: { code: "sessions", args: { agent: "Pixir" } },
      outcome: { code: "logs", args: { count: 6 } },
      readable: true,
      exists: true,
    },
  ],
  sources: [
    { name: "pixir", label: "Pixir" },
    { name: "claude-code", label: "Claude Code" },
    { name: "codex", label: "Codex" },
  ],
  limits: { time_ms: 10_000, time_most_ms: 120_000, bytes: 32_768, bytes_most: 262_144, waiting_most: 32 },
  passed: ["PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ"].map((name) => ({ name, set: name !== "TZ" })),
};
