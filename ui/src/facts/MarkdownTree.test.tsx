import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { foreign } from "../host/samples/foreign.ts";
import type { Block, Markdown, Span } from "../host/wire.gen.ts";
import { MarkdownTree } from "./MarkdownTree.tsx";

function tree(...blocks: Block[]): Markdown {
  return { blocks, omitted_blocks: 0, omitted_bytes: 0 };
}

const text = (words: string): Span => ({ kind: "text", text: foreign(words) });
const says = (...spans: Span[]): Block => ({ kind: "paragraph", spans });

const hostile = tree(
  { kind: "html", text: foreign("<script>alert(1)</script>") },
  says(
    { kind: "html", text: foreign('<img src=x onerror="alert(1)">') },
    { kind: "image", alt: foreign("a cat"), source: foreign("https://example.com/cat.png") },
    { kind: "link", to: foreign("javascript:alert(1)"), opens: false, spans: [text("press me")] },
    { kind: "link", to: foreign("https://example.com/\u202Egnp"), opens: true, spans: [text("the guide")] },
  ),
  { kind: "code", text: foreign("</code><script>1</script>"), info: foreign("html") },
  { kind: "command", text: foreign("git diff HEAD") },
);

test("nothing in it becomes a script, an image or a link of the page", () => {
  const { container } = render(<MarkdownTree markdown={hostile} onOpen={() => {}} />);
  expect(container.querySelector("script, img, a, iframe, object, embed, style")).toBeNull();
  expect(container).toHaveTextContent("<script>alert(1)</script>");
  expect(container).toHaveTextContent("https://example.com/cat.png");
  expect(container).toHaveTextContent("git diff HEADnot run");
});

test("a link opens only when the engine says it may, and says where it leads", async () => {
  const onOpen = vi.fn();
  render(<MarkdownTree markdown={hostile} onOpen={onOpen} />);
  expect(screen.getAllByRole("button")).toHaveLength(1);
  const link = screen.getByRole("button", {
    name: /^the guide opens https:\/\/example\.com\/ ?U\+202E ?gnp$/,
  });
  await userEvent.click(link);
  expect(onOpen).toHaveBeenCalledExactlyOnceWith("https://example.com/\u202Egnp");
  await userEvent.click(screen.getByText("press me"));
  expect(onOpen).toHaveBeenCalledTimes(1);
  expect(screen.getByText("press me").closest(".md-target")).toHaveTextContent(
    "links to javascript:alert(1)",
  );
});

test("headings start at h3 and never go below h6", () => {
  const heads: Block[] = [1, 2, 6].map((level) => ({
    kind: "heading",
    level,
    spans: [text(`level ${level}`)],
  }));
  render(<MarkdownTree markdown={tree(...heads)} />);
  for (const [name, level] of [
    ["level 1", 3],
    ["level 2", 4],
    ["level 6", 6],
  ] as const) {
    expect(screen.getByRole("heading", { name, level })).toBeInTheDocument();
  }
});

test("what is left out is counted", () => {
  render(<MarkdownTree markdown={{ ...tree(), omitted_blocks: 1, omitted_bytes: 2048 }} />);
  expect(screen.getByRole("note")).toHaveTextContent("1 block and 2,048 bytes not shown");
});

test("lists keep their first number and their boxes", () => {
  render(
    <MarkdownTree
      markdown={tree(
        { kind: "list", ordered: true, start: 4, items: [{ done: null, blocks: [says(text("four"))] }] },
        {
          kind: "list",
          ordered: false,
          start: 1,
          items: [
            { done: true, blocks: [says(text("a"))] },
            { done: false, blocks: [says(text("b"))] },
          ],
        },
      )}
    />,
  );
  expect(screen.getAllByRole("list")[0]).toHaveAttribute("start", "4");
  expect(screen.getByRole("img", { name: "done" })).toBeInTheDocument();
  expect(screen.getByRole("img", { name: "not done" })).toBeInTheDocument();
});
