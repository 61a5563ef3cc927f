import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Code2, Image, SquareTerminal } from "lucide-react";
import { Fragment, type ReactNode } from "react";
import type { Align, Block, Item, Markdown, Span } from "../host/wire.gen.ts";
import { Icon } from "../kit/Icon.tsx";
import { Note } from "../kit/Note.tsx";
import { Tooltip } from "../kit/Tooltip.tsx";
import { Verbatim } from "../kit/Verbatim.tsx";
import { type AnyText, rawText } from "../language/foreign.ts";
import "./MarkdownTree.css";

/** What pressing a link does; nothing where it leads nowhere that can be gone to. */
type Follow = (link: LinkSpan) => (() => void) | undefined;
type LinkSpan = Extract<Span, { kind: "link" }>;

/**
 * Markdown of a skill or a session. It never becomes HTML: headings start at h3, links are buttons that say
 * where they lead and open only when asked, images and HTML are shown as what they are, commands are not run.
 */
export function MarkdownTree({
  markdown,
  onOpen,
  onPlace,
}: {
  markdown: Markdown;
  /** Opens an address; called only for links the engine says may be opened. */
  onOpen?: (to: string) => void;
  /** What leads to a place in Assay that an address names; only for text that is Assay's own. */
  onPlace?: (to: string) => (() => void) | undefined;
}) {
  const left = leftOut(markdown);
  const follow: Follow = ({ to, opens }) =>
    opens ? onOpen && (() => onOpen(rawText(to))) : onPlace?.(rawText(to));
  return (
    <div className="markdown breaks type-read">
      {blocks(markdown.blocks, follow)}
      {left !== null && <Note tone="warn">{left}</Note>}
    </div>
  );
}

function leftOut({ omitted_blocks, omitted_bytes }: Markdown): string | null {
  const left = plural(omitted_blocks, { one: "# block", other: "# blocks" });
  const bytes = plural(omitted_bytes, { one: "# byte", other: "# bytes" });
  if (omitted_blocks > 0 && omitted_bytes > 0) {
    return t`Truncated: ${left} and ${bytes} not shown. See the source for the full text.`;
  }
  if (omitted_blocks === 0 && omitted_bytes === 0) return null;
  return t`Truncated: ${omitted_blocks > 0 ? left : bytes} not shown. See the source for the full text.`;
}

function blocks(all: readonly Block[], follow: Follow): ReactNode {
  return all.map((block, at) => <Fragment key={at}>{drawBlock(block, follow)}</Fragment>);
}

const headings = ["h1", "h2", "h3", "h4", "h5", "h6"] as const;

function drawBlock(block: Block, follow: Follow): ReactNode {
  switch (block.kind) {
    case "heading": {
      const Heading = headings[block.level + 1] ?? "h6";
      return <Heading className={`md-h${block.level}`}>{spans(block.spans, follow)}</Heading>;
    }
    case "paragraph":
      return <p>{spans(block.spans, follow)}</p>;
    case "list":
      return block.ordered ? (
        <ol start={block.start}>{items(block.items, follow)}</ol>
      ) : (
        <ul>{items(block.items, follow)}</ul>
      );
    case "quote":
      return <blockquote>{blocks(block.blocks, follow)}</blockquote>;
    case "code":
      return (
        <pre>
          {rawText(block.info) !== "" && (
            <span className="md-code-word text-3 type-micro">
              <Verbatim text={block.info} />
            </span>
          )}
          <code>
            <Verbatim text={block.text} look="text" />
          </code>
        </pre>
      );
    case "command":
      return (
        <div className="md-command-block">
          <Command text={block.text} look="text" />
        </div>
      );
    case "table":
      return <MarkdownTable align={block.align} head={block.head} rows={block.rows} follow={follow} />;
    case "rule":
      return <hr />;
    case "html":
      return (
        <pre className="md-html">
          <span className="md-code-word text-3 type-micro">{t`HTML, not rendered`}</span>
          <code>
            <Verbatim text={block.text} look="text" />
          </code>
        </pre>
      );
    default:
      return block satisfies never;
  }
}

function items(all: readonly Item[], follow: Follow): ReactNode {
  return all.map((item, at) => (
    <li key={at} className={item.done === null ? undefined : "md-task"}>
      {item.done !== null && (
        <span role="img" aria-label={item.done ? t`done` : t`not done`}>
          {item.done ? "☑" : "☐"}
        </span>
      )}
      <div>{blocks(item.blocks, follow)}</div>
    </li>
  ));
}

function MarkdownTable({
  align,
  head,
  rows,
  follow,
}: {
  align: readonly Align[];
  head: readonly (readonly Span[])[];
  rows: readonly (readonly (readonly Span[])[])[];
  follow: Follow;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keys
    // biome-ignore lint/a11y/useSemanticElements: a section would be a landmark
    <div className="md-table" role="group" aria-label={t`Table`} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head.map((cell, at) => (
              <th key={at} scope="col" className={`md-${align[at] ?? "left"}`}>
                {spans(cell, follow)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {row.map((cell, column) => (
                <td key={column} className={`md-${align[column] ?? "left"}`}>
                  {spans(cell, follow)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function spans(all: readonly Span[], follow: Follow): ReactNode {
  return all.map((span, at) => <Fragment key={at}>{drawSpan(span, follow)}</Fragment>);
}

function drawSpan(span: Span, follow: Follow): ReactNode {
  switch (span.kind) {
    case "text":
      return <Verbatim text={span.text} />;
    case "strong":
      return <strong>{spans(span.spans, follow)}</strong>;
    case "emphasis":
      return <em>{spans(span.spans, follow)}</em>;
    case "strike":
      return <s>{spans(span.spans, follow)}</s>;
    case "code":
      return (
        <code>
          <Verbatim text={span.text} />
        </code>
      );
    case "command":
      return <Command text={span.text} look="line" />;
    case "link":
      return <Target link={span} follow={follow} />;
    case "image":
      return (
        <span className="md-image inline-row gap-4 text-2 type-small">
          <Icon of={Image} />
          <span>
            <Trans>
              image <Verbatim text={span.alt} /> <Verbatim text={span.source} mono />
            </Trans>
          </span>
        </span>
      );
    case "break":
      return <br />;
    case "html":
      return (
        <span className="md-html-span inline-row gap-4 text-2 type-small">
          <Icon of={Code2} size={12} />
          <code>
            <Verbatim text={span.text} />
          </code>
        </span>
      );
    default:
      return span satisfies never;
  }
}

/** A declared source of context: the exact command, and that nothing ran. */
function Command({ text, look }: { text: AnyText; look: "line" | "text" }) {
  return (
    <span className={`md-command inline-row gap-4 on-sunken md-command-${look}`}>
      <Icon of={SquareTerminal} size={12} />
      <code>
        <span className="unseen">{t`command`} </span>
        <Verbatim text={text} look={look} />
      </code>
      <span className="md-command-state fixed text-3 type-micro">{t`not run`}</span>
    </span>
  );
}

function Target({ link, follow }: { link: LinkSpan; follow: Follow }) {
  const { to, opens } = link;
  const act = follow(link);
  // A link in a link leads nowhere.
  const text = spans(link.spans, () => undefined);
  const says = opens && act !== undefined ? t`opens` : t`links to`;
  const words = (
    <>
      {text}
      <span className="unseen">
        {" "}
        {says} <Verbatim text={to} />
      </span>
    </>
  );
  return (
    <Tooltip text={<Verbatim text={`${says === "opens" ? t`Opens` : says} ${rawText(to)}`} mono />}>
      {act === undefined ? (
        <span className="md-target">{words}</span>
      ) : (
        <button type="button" className="md-link" onClick={act}>
          {words}
        </button>
      )}
    </Tooltip>
  );
}
