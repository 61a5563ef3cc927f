// Two versions of one skill, told line by line, so that texts, hashes and the diff agree.

/** A line that stayed, or what stood on each side. */
export type Told = { same: string } | { left: string | null; right: string | null };

const same = (...lines: string[]): Told[] => lines.map((line) => ({ same: line }));
const changed = (left: string | null, right: string | null): Told => ({ left, right });

const examples = Array.from({ length: 38 }, (_, n) =>
  n % 4 === 3 ? "" : `- Example ${n + 1}: rounded totals, one entry, one pull request.`,
);

/** Frontmatter lines 1–10 are told apart, field by field; this is everything from line 11. */
export const body: Told[] = [
  ...same(
    "# Release notes",
    "",
    "Write for the people who deploy this service, not for the people who wrote it.",
    "",
    "## Gather",
    "",
  ),
  ...same("1. Find the range. Prefer the last annotated tag; if there is none, ask."),
  changed(
    "2. Read the commit list: !`git log --oneline -50`",
    "2. Read the commit list: !`git log --oneline v4.1.0..HEAD`",
  ),
  changed(
    "3. Sort the changes.",
    "3. Open the diff when a title is vague. Do not guess a change from its title: !`git diff HEAD`",
  ),
  ...same("", "Leave merges out.", "Leave version bumps out.", "", "Ask once when the range is empty.", ""),
  ...same(
    "```",
    "mix deps.get",
    "mix test",
    "```",
    "",
    "Stop when the tests fail.",
    "Say which one.",
    "",
    "## Sort",
    "",
  ),
  ...same("- **Breaking**, **Added**, **Fixed**, **Internal**. Leave out Internal unless asked."),
  changed(
    "- For each breaking change say what the reader must do.",
    "- For each breaking change say what the reader must do, in one sentence, and name the exact setting or endpoint.",
  ),
  changed("- At most 20 entries.", "- At most 12 entries. Sum up the rest in one line with a count."),
  ...same(
    "",
    "## Breaking changes",
    "",
    "Name the old behaviour, the new one, and the switch between them.",
    "",
    ...examples,
    "",
  ),
  ...same(
    "## Style",
    "",
    "Past tense, active voice, one line per entry. Link the pull request as `(#1234)`.",
  ),
  changed(null, "See `references/style.md` for the house words, and `references/breaking.md` before"),
  changed(null, "you call anything breaking."),
  changed("No emoji. ", "No emoji."),
  changed("No marketing words.\t", "No marketing words."),
  ...same("", "## Examples", "", "See [the last release](https://example.com/acme/payments/releases/4.1.3)."),
];

const recordedHead = [
  "---",
  "description: Draft release notes for a tagged range. Use when the user asks for release notes or a changelog entry.",
  "name: release-notes",
  "license: Apache-2.0",
  "metadata:",
  "  version: 3",
  "allowed-tools: Bash(git log:*) Bash(git diff:*) Read",
  "---",
  "",
];

const diskHead = [...recordedHead];
diskHead[1] =
  "description: Draft release notes for a tagged range. Use when the user asks for release notes, a changelog entry, or “what changed since”.";
diskHead[5] = "  version: 4";

/** The file's line at which `body` starts, counted from 1. */
export const bodyStart = recordedHead.length + 1;

function side(pick: "left" | "right"): string[] {
  return body.flatMap((told) => ("same" in told ? [told.same] : (told[pick] ?? [])));
}

export const recordedText = [...recordedHead, ...side("left"), ""].join("\n");
export const diskText = [...diskHead, ...side("right"), ""].join("\n");

/** A short SKILL.md for every other skill. */
export function plainText(name: string, description: string): string {
  const title = name.replaceAll("-", " ");
  return `---
name: ${name}
description: ${description}
---

# ${title.charAt(0).toUpperCase()}${title.slice(1)}

${description}

## Steps

1. Read what is there before you write anything.
2. Say what you found, with paths and lines.
3. Change one thing at a time and run the tests after each.

## Limits

- Ask when two readings are possible.
- Stop after three failed attempts and say what was tried.
`;
}
