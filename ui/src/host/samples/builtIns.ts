// The skills made of code that come with Assay, as they stand at first.

import { Refusal } from "../host.ts";
import type { BuiltInParameter, BuiltInRow, BuiltInsView, BuiltInTool, SwitchWord } from "../wire.gen.ts";
import { digest } from "./digest.ts";
import { foreign } from "./foreign.ts";
import { bothSaid, said } from "./said.ts";

export type BuiltInAnswers = {
  built_ins(): BuiltInsView;
  /** Turns one, or all tools, on or off. */
  turn(ask: { name: string | null; switch: SwitchWord }): void;
};

const text = (name: string, words: string, required = true): BuiltInParameter => ({
  name,
  kind: "string",
  required,
  words,
});
const count = (name: string, words: string): BuiltInParameter => ({
  name,
  kind: "integer",
  required: false,
  words,
});
const tool = (
  name: string,
  description: string,
  reach: string,
  parameters: BuiltInParameter[],
): BuiltInTool => ({ name, description, reach, parameters });

const weatherOff = bothSaid(
  "It uses a service on the network, so it is disabled by default.",
  "Run `assay built-ins --on weather` to enable it.",
);

function skill(
  name: string,
  description: string,
  tools: BuiltInTool[],
  more: Partial<BuiltInRow> = {},
): BuiltInRow {
  return {
    name,
    description,
    scope: "built-in",
    switch: "on",
    why_off: null,
    shadowed: null,
    content_hash: digest(name === "shell" ? "5e11ab7c" : "b01d77aa"),
    prompt: null,
    tools,
    ...more,
  };
}

const rows: readonly BuiltInRow[] = [
  skill(
    "calculator",
    "Adds, subtracts, multiplies and divides two numbers. Use it instead of calculating yourself.",
    ["add", "subtract", "multiply", "divide"].map((name) =>
      tool(
        name,
        `Gives the result of ${name}.`,
        "reads",
        ["a", "b"].map((one) => ({
          name: one,
          kind: "number",
          required: true,
          words: one === "a" ? "The first number" : "The second number",
        })),
      ),
    ),
    { prompt: "Reckon with the tools add, subtract, multiply and divide." },
  ),
  skill(
    "filesystem",
    "Reads, writes and lists files of this workspace only.",
    [
      tool("read_file", "Gives a text file of the workspace, page by page; at most 1 MiB.", "reads", [
        text("path", "The file, from the workspace's folder"),
        count("from", "The first byte wanted; an answer says where to read on"),
      ]),
      tool("write_file", "Replaces a text file of the workspace, or makes it.", "writes", [
        text("path", "The file, from the workspace's folder"),
        text("content", "All of its new text"),
      ]),
      tool("list_dir", "Lists a folder of the workspace.", "reads", [
        text("path", "The folder; the workspace itself if absent", false),
      ]),
    ],
    {
      shadowed: {
        by: foreign("user:filesystem/SKILL.md"),
        rule: { code: "scope", args: { winner: "user", loser: "built-in" } },
      },
    },
  ),
  skill("shell", "Runs a command line in this workspace, under its permission mode.", [
    tool(
      "shell",
      "Runs a command line with bash in the workspace, contained and without a network.",
      "runs",
      [
        text("command", "The command line"),
        count("timeout", "Seconds it may take, at most 120 [default: 30]"),
      ],
    ),
  ]),
  skill(
    "weather",
    "Gives the weather of a place now. Needs the network.",
    [
      tool("get_weather", "Gives the weather of a place now.", "network", [
        text("place", "A town or region, such as Berlin"),
      ]),
    ],
    { switch: "off", why_off: weatherOff },
  ),
];

const withoutTools =
  "Tools are disabled, so agents are offered none and skills have no effect on them. Run `assay built-ins --tools on` to enable them.";

/** Answers about skills made of code; what is switched stays switched while the fake host is used. */
export function builtInAnswers(): BuiltInAnswers {
  let view: BuiltInsView = {
    tools: "on",
    without_tools: null,
    rows: [...rows],
    skill_count: 38,
    kept_in: "~/.local/share/assay/built-ins.json",
    problem: null,
  };
  return {
    built_ins: () => view,
    turn({ name, switch: wanted }) {
      if (name === null) {
        view = { ...view, tools: wanted, without_tools: wanted === "off" ? said(withoutTools) : null };
        return;
      }
      if (!view.rows.some((row) => row.name === name)) {
        throw new Refusal({
          code: "wrong_use",
          message: said(`${name} is not a built-in skill`),
        });
      }
      const why =
        name === "weather"
          ? weatherOff
          : bothSaid("Disabled by you.", `Run \`assay built-ins --on ${name}\` to enable it.`);
      const turned = (row: BuiltInRow): BuiltInRow =>
        row.name === name ? { ...row, switch: wanted, why_off: wanted === "off" ? why : null } : row;
      view = { ...view, rows: view.rows.map(turned) };
    },
  };
}
