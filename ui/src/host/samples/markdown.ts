import { foreign } from "./foreign.ts";
// Just enough Markdown to draw the samples' own texts; the engine reads the real thing.

import type { Block, Item, Markdown, Span } from "../wire.gen.ts";

export function markdown(source: string): Markdown {
  return { blocks: blocks(source.split("\n")), omitted_blocks: 0, omitted_bytes: 0 };
}

function blocks(lines: string[]): Block[] {
  const found: Block[] = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at] ?? "";
    const heading = /^(#{1,6}) (.*)$/.exec(line);
    if (line.trim() === "") {
      at += 1;
    } else if (heading) {
      found.push({ kind: "heading", level: heading[1]?.length ?? 1, spans: spans(heading[2] ?? "") });
      at += 1;
    } else if (line.startsWith("```")) {
      const end = lines.indexOf("```", at + 1);
      const stop = end < 0 ? lines.length : end;
      const info = line.slice(3);
      const text = lines.slice(at + 1, stop).join("\n");
      found.push(
        info === "!"
          ? { kind: "command", text: foreign(text) }
          : { kind: "code", info: foreign(info), text: foreign(text) },
      );
      at = stop + 1;
    } else if (marker.test(line)) {
      const items: Item[] = [];
      const ordered = /^\d/.test(line);
      while (at < lines.length && marker.test(lines[at] ?? "")) {
        items.push(item((lines[at] ?? "").replace(marker, "")));
        at += 1;
      }
      found.push({ kind: "list", ordered, start: 1, items });
    } else {
      const from = at;
      while (at < lines.length && (lines[at] ?? "").trim() !== "" && !marker.test(lines[at] ?? "")) at += 1;
      found.push({ kind: "paragraph", spans: spans(lines.slice(from, at).join(" ")) });
    }
  }
  return found;
}

const marker = /^(?:- |\d+\. )/;

function item(text: string): Item {
  return { done: null, blocks: [{ kind: "paragraph", spans: spans(text) }] };
}

const inline = /!`([^`]+)`|`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\(([^)\s]+)\)|(<\/?[a-z][^>]*>)/gu;

function spans(text: string): Span[] {
  const found: Span[] = [];
  let from = 0;
  for (const hit of text.matchAll(inline)) {
    if (hit.index > from) found.push({ kind: "text", text: foreign(text.slice(from, hit.index)) });
    found.push(span(hit));
    from = hit.index + hit[0].length;
  }
  if (from < text.length) found.push({ kind: "text", text: foreign(text.slice(from)) });
  return found;
}

function span(hit: RegExpMatchArray): Span {
  const [whole, command, code, strong, label, to, html] = hit;
  if (command !== undefined) return { kind: "command", text: foreign(command) };
  if (code !== undefined) return { kind: "code", text: foreign(code) };
  if (strong !== undefined) return { kind: "strong", spans: [{ kind: "text", text: foreign(strong) }] };
  if (html !== undefined) return { kind: "html", text: foreign(html) };
  if (label === undefined || to === undefined) return { kind: "text", text: foreign(whole) };
  const opens = /^(?:https?|mailto):/u.test(to);
  return { kind: "link", to: foreign(to), opens, spans: [{ kind: "text", text: foreign(label) }] };
}
