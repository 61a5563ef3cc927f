import { foreign } from "./foreign.ts";
// The files beside two SKILL.md, with what each shows.

import type {
  HexRow,
  Preview,
  ResourceAsk,
  ResourceKind,
  ResourceRow,
  ResourcesView,
  ResourceView,
  SkillRow,
  TurnRef,
} from "../wire.gen.ts";
import { pixir } from "./agentsOf.ts";
import { ago, today } from "./clock.ts";
import { bytesOf, digest } from "./digest.ts";
import { markdown } from "./markdown.ts";
import { skillText } from "./skills.ts";
import { windowOf } from "./window.ts";

const turn = (number: number): TurnRef => ({
  key: "release",
  session: foreign("20260918T141102-7be41d"),
  source: pixir,
  turn: number,
  at: today("14:15:20"),
});

const script = `#!/usr/bin/env python3
"""Print the text of a PDF, page by page.

Usage: extract_text.py FILE [--pages 1-3] [--layout]
"""
import argparse
import sys

from pypdf import PdfReader


def pages(spec, total):
    if not spec:
        return range(total)
    first, _, last = spec.partition("-")
    return range(int(first) - 1, int(last or first))


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("file")
    ap.add_argument("--pages")
    ap.add_argument("--layout", action="store_true")
    args = ap.parse_args()
    reader = PdfReader(args.file)
    mode = "layout" if args.layout else "plain"
    for number in pages(args.pages, len(reader.pages)):
        print(reader.pages[number].extract_text(extraction_mode=mode))


if __name__ == "__main__":
    sys.exit(main())
`;

const reference = `# Extracting text

Prefer \`extract_text.py\`; read [the form notes](forms.md) first when the file has fields.

- Scanned pages give no text.
- Tables keep their order with \`--layout\`.
`;

type Sketch = {
  rel: string;
  kind: ResourceKind;
  text?: string;
  children?: number;
  opened?: TurnRef[];
  named?: TurnRef[];
  bytes?: number;
};

const pdf: Sketch[] = [
  { rel: "references", kind: "folder", children: 3 },
  { rel: "references/extracting.md", kind: "reference", text: reference, opened: [turn(3), turn(8)] },
  {
    rel: "references/forms.md",
    kind: "reference",
    text: "# Forms\n\nFill fields by name, never by place.\n",
  },
  { rel: "references/ocr.md", kind: "reference", text: "# OCR\n\nNot needed for generated files.\n" },
  { rel: "scripts", kind: "folder", children: 3 },
  { rel: "scripts/extract_text.py", kind: "script", text: script, opened: [turn(3)] },
  {
    rel: "scripts/fill_form.py",
    kind: "script",
    text: script.replace("Print the text", "Fill the form"),
    named: [turn(8)],
  },
  { rel: "scripts/render_page.py", kind: "script", text: script.replace("Print the text", "Draw a page") },
  { rel: "assets", kind: "folder", children: 2 },
  { rel: "assets/fallback.icc", kind: "asset", bytes: 3144 },
  { rel: "assets/page-numbering.png", kind: "asset", bytes: 95, opened: [turn(8)] },
  { rel: "templates", kind: "folder", children: 0 },
];

const release: Sketch[] = [
  { rel: "references", kind: "folder", children: 2 },
  { rel: "references/breaking.md", kind: "reference", text: "# Breaking changes\n\nName the switch.\n" },
  {
    rel: "references/style.md",
    kind: "reference",
    text: "# House words\n\nSay *rejected*, not *failed*.\n",
    opened: [turn(5), turn(8)],
  },
];

function sketches(skill: SkillRow): Sketch[] {
  const main: Sketch = { rel: "SKILL.md", kind: "main", text: skillText(skill) };
  if (skill.id === "user:pdf") return [main, ...pdf];
  return skill.id === "repo:release-notes" ? [main, ...release] : [main];
}

function resourceRow({ rel, kind, text, children, opened, named, bytes }: Sketch): ResourceRow {
  const size = bytes ?? (text === undefined ? 0 : bytesOf(text));
  return {
    rel: foreign(rel),
    name: foreign(rel.split("/").at(-1) ?? rel),
    depth: rel.split("/").length - 1,
    kind,
    bytes: size,
    tokens: text === undefined ? 0 : Math.ceil(size / 4),
    executable: kind === "script",
    children: children ?? 0,
    opened: opened ?? [],
    named: named ?? [],
  };
}

export function resources(skill: SkillRow): ResourcesView {
  const rows = sketches(skill).map(resourceRow);
  const files = rows.filter((row) => row.kind !== "folder" && row.kind !== "main");
  return {
    rows,
    omitted: 0,
    opened: files.filter((row) => row.opened.length > 0).length,
    files: files.length,
    named: files.filter((row) => row.opened.length === 0 && row.named.length > 0).length,
    dead_links:
      skill.id === "user:pdf"
        ? [
            { line: 31, target: foreign("references/tables.md"), fault: null },
            { line: 58, target: foreign("../shared/fonts.md"), fault: foreign("permission denied") },
          ]
        : [],
    known_since: files.length > 0 ? ago(15, "09:12") : null,
    activations: skill.turns,
  };
}

export function resource(skill: SkillRow, ask: ResourceAsk): ResourceView | null {
  const sketch = sketches(skill).find((sketch) => sketch.rel === ask.rel);
  if (!sketch) return null;
  return {
    row: resourceRow(sketch),
    hash: sketch.kind === "folder" ? null : digest("37e01ec5"),
    modified: ago(132, "09:04"),
    encoding: sketch.text === undefined ? "binary" : "UTF-8, LF",
    mode: sketch.kind === "script" ? "755" : "644",
    named_in: sketch.rel === "scripts/extract_text.py" ? [22] : [],
    preview: preview(sketch, ask),
  };
}

const dot =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAYAAADED76LAAAAFklEQVR42mNk+M9QzwAEjDAGjgIAFl8BCQ7qfrMAAAAASUVORK5CYII=";

function preview({ rel, kind, text, bytes }: Sketch, { from, count }: ResourceAsk): Preview {
  if (kind === "folder") return { kind: "none", why: { code: "folder" } };
  if (rel.endsWith(".png")) return { kind: "image", address: dot };
  if (text === undefined) return { kind: "hex", rows: hex(bytes ?? 0), bytes: bytes ?? 0 };
  const window = windowOf(text, from, count);
  return rel.endsWith(".md")
    ? { kind: "markdown", markdown: markdown(text), window }
    : { kind: "text", window };
}

function hex(bytes: number): HexRow[] {
  return Array.from({ length: Math.min(32, Math.ceil(bytes / 16)) }, (_, row) => {
    const part = Array.from({ length: 16 }, (_, n) => (row * 31 + n * 7) % 256);
    return {
      offset: (row * 16).toString(16).padStart(6, "0"),
      bytes: part.map((byte) => byte.toString(16).padStart(2, "0")).join(" "),
      text: part.map((byte) => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : ".")).join(""),
    };
  });
}
