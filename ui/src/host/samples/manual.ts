// The real pages of the manual, so that what leads into them is tested against them.

import type { ManualPage, ManualView } from "../wire.gen.ts";
import { markdown } from "./markdown.ts";

const texts = import.meta.glob<string>("../../../../docs/manual/*.md", {
  query: "?raw",
  import: "default",
  eager: true,
});

const pages = Object.entries(texts).map(([path, text]) => page(path.replaceAll("../", ""), text));

/** `start` first, as in the engine; the rest by name. */
export const manualView: ManualView = {
  pages: pages.sort((a, b) => Number(b.topic === "start") - Number(a.topic === "start")),
};

function page(path: string, text: string): ManualPage {
  const parts = text.replaceAll(/<picture>.*?<\/picture>\n/gsu, "").split(/^(?=#{1,3} )/mu);
  const sections = parts.map((part) => {
    const [, marks = "#", head = "", below = ""] = /^(#+) ([^\n]*)\n(.*)$/su.exec(part) ?? [];
    return { id: idOf(head), level: marks.length, head, words: below, markdown: markdown(below) };
  });
  const topic = path.replace(/^.*\//u, "").replace(/\.md$/u, "");
  return { topic, path, title: sections[0]?.head ?? "", sections };
}

function idOf(head: string): string {
  return head
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}
