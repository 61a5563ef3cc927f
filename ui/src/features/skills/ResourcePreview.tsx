import { plural, t } from "@lingui/core/macro";
import { type ReactNode, useState } from "react";
import { Answer, AskedNote, FailureNote } from "../../facts/FailureNote.tsx";
import { HashStrip } from "../../facts/HashStrip.tsx";
import { HexDump } from "../../facts/HexDump.tsx";
import { icons } from "../../facts/icons.ts";
import { MarkdownTree } from "../../facts/MarkdownTree.tsx";
import { Words } from "../../facts/Words.tsx";
import { useAct, useAsk } from "../../host/useAsk.ts";
import type { Markdown, NoPreview, ResourceRow, ResourceView } from "../../host/wire.gen.ts";
import { CopyButton } from "../../kit/CopyButton.tsx";
import { Icon } from "../../kit/Icon.tsx";
import { Note } from "../../kit/Note.tsx";
import { Segmented } from "../../kit/Segmented.tsx";
import { Skeleton } from "../../kit/Skeleton.tsx";
import { spelled } from "../../kit/seen.ts";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { type AnyText, rawText } from "../../language/foreign.ts";
import { count } from "../../language/numbers.ts";
import { LinesWindow, linesAtOnce } from "./SkillSource.tsx";
import "./resources.css";
import { messageWords } from "../../language/messages.ts";

interface FilePreviewProps {
  id: string;
  row: ResourceRow;
  /** What can be done to the file. */
  acts?: (file: ResourceView) => ReactNode;
}

/** One file of a skill, looked at and never run. */
export function ResourcePreview({ id, row, acts }: FilePreviewProps) {
  if (row.kind === "folder") {
    return (
      <section className="preview column narrows shortens" aria-label={spelled(row.rel)}>
        <PreviewTitle rel={row.rel} />
        <p className="preview-words quiet">{t`Folder with ${plural(row.children, { one: "# entry", other: "# entries" })}.`}</p>
      </section>
    );
  }
  return <FilePreview id={id} row={row} acts={acts} />;
}

function FilePreview({ id, row, acts }: FilePreviewProps) {
  const [windows, setWindows] = useState(1);
  const [view, setView] = useState<"rendered" | "source">("rendered");
  const found = useAsk("resource", { id, rel: rawText(row.rel), from: 0, count: linesAtOnce });
  const file = found.answer;
  if (file === undefined) {
    return found.failure === null ? (
      <Skeleton label={t`Loading ${spelled(row.rel)}…`} />
    ) : (
      <AskedNote asked={found} />
    );
  }
  const more = () => setWindows(windows + 1);
  return (
    <section className="preview column narrows shortens" aria-label={spelled(row.rel)}>
      <PreviewTitle rel={row.rel} acts={acts?.(file)} />
      <AskedNote asked={found} />
      <FileFacts file={file} />
      <div className="preview-promise row fixed wraps type-small on-sunken gap-4-8 padded-4 line-above line-below toned tone-info">
        <Icon of={icons.locked} />
        <span>{t`Preview only. Assay never runs this file.`}</span>
        {file.preview.kind === "markdown" && (
          <Segmented
            label={t`Preview`}
            value={view}
            options={[
              { value: "rendered", label: t`Rendered` },
              { value: "source", label: t`Source` },
            ]}
            onPick={setView}
          />
        )}
        {file.row.kind !== "main" && <span className="text-3 pushed">{namedWords(file.named_in)}</span>}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a section would be one landmark more */}
      <div
        className="preview-scroll fill ring-inside scrolls-both"
        role="group"
        aria-label={t`Text of ${spelled(row.rel)}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: text is scrolled by keys
        tabIndex={0}
      >
        <PreviewBody file={file} view={view} onMore={windows === 1 ? more : undefined} />
        {Array.from({ length: windows - 1 }, (_, at) => (
          <FurtherLines
            key={at}
            id={id}
            rel={rawText(row.rel)}
            from={(at + 1) * linesAtOnce}
            onMore={at === windows - 2 ? more : undefined}
          />
        ))}
      </div>
    </section>
  );
}

function PreviewTitle({ rel, acts }: { rel: AnyText; acts?: ReactNode }) {
  return (
    <div className="preview-title fixed spread gap-8 flex at-top">
      <h3 className="mono narrows breaks">
        <Verbatim text={rel} />
      </h3>
      <span className="fixed gap-2 flex">
        <CopyButton label={t`Copy path`} text={rel} />
        {acts}
      </span>
    </div>
  );
}

function FileFacts({ file }: { file: ResourceView }) {
  return (
    <p className="preview-facts fixed wraps text-2 type-small flex">
      {file.hash !== null && <HashStrip hash={file.hash} of={file.row.name} />}
      <span>{sizeWords(file)}</span>
      <span>{file.encoding}</span>
      {file.mode !== "" && <span>{t`mode ${file.mode}`}</span>}
    </p>
  );
}

function sizeWords({ row, preview }: ResourceView): string {
  const bytes = plural(row.bytes, { one: "# byte", other: "# bytes" });
  const isText = preview.kind === "text" || preview.kind === "markdown";
  return isText ? `${bytes}, ${plural(preview.window.total, { one: "# line", other: "# lines" })}` : bytes;
}

function namedWords(lines: readonly number[]): string {
  if (lines.length === 0) return t`not referenced in SKILL.md`;
  const shown = lines.slice(0, 4).join(", ");
  if (lines.length > 4) return t`SKILL.md lines ${shown} and ${count(lines.length - 4)} more`;
  return plural(lines.length, { one: `SKILL.md line ${shown}`, other: `SKILL.md lines ${shown}` });
}

function PreviewBody({
  file,
  view,
  onMore,
}: {
  file: ResourceView;
  view: "rendered" | "source";
  onMore: (() => void) | undefined;
}) {
  const { preview, row } = file;
  const lines = t`Lines of ${spelled(row.rel)}`;
  switch (preview.kind) {
    case "text":
      return <LinesWindow label={lines} window={preview.window} onMore={onMore} />;
    case "markdown":
      return view === "rendered" ? (
        <RenderedFile markdown={preview.markdown} />
      ) : (
        <LinesWindow label={lines} window={preview.window} onMore={onMore} />
      );
    case "image":
      return (
        <div className="preview-image">
          <img className="block within" src={preview.address} alt={t`Preview of ${spelled(row.rel)}`} />
        </div>
      );
    case "hex":
      return (
        <>
          <HexDump label={t`Bytes of ${spelled(row.rel)}`} rows={preview.rows} />
          <p className="preview-words quiet">
            {t`Showing ${plural(preview.rows.length, { one: "# row", other: "# rows" })} of 16 bytes, ${plural(preview.bytes, { one: "# byte", other: "# bytes" })} in total.`}
          </p>
        </>
      );
    case "beginning":
      return (
        <>
          <LinesWindow label={lines} window={preview.window} onMore={undefined} />
          <p className="preview-words quiet">
            {t`Showing the first ${plural(preview.window.bytes, { one: "# byte", other: "# bytes" })} of ${plural(preview.bytes, { one: "# byte", other: "# bytes" })}.`}
          </p>
        </>
      );
    case "none":
      return (
        <div className="preview-words">
          <Note tone="unknown">
            <Words text={noPreviewWords(preview.why)} />
          </Note>
        </div>
      );
    default:
      return preview satisfies never;
  }
}

function RenderedFile({ markdown }: { markdown: Markdown }) {
  const link = useAct("open_link");
  return (
    <div className="preview-markdown">
      <MarkdownTree markdown={markdown} onOpen={(to) => link.act({ to })} />
      {link.failure !== null && <FailureNote failure={link.failure} />}
    </div>
  );
}

function FurtherLines({
  id,
  rel,
  from,
  onMore,
}: {
  id: string;
  rel: string;
  from: number;
  onMore: (() => void) | undefined;
}) {
  const found = useAsk("resource", { id, rel, from, count: linesAtOnce });
  return (
    <Answer asked={found} waiting={<Skeleton label={t`Loading ${rel}…`} />}>
      {({ preview }) =>
        (preview.kind === "text" || preview.kind === "markdown") && (
          <LinesWindow label={t`Lines of ${rel}`} window={preview.window} onMore={onMore} />
        )
      }
    </Answer>
  );
}

function noPreviewWords(why: NoPreview): string {
  switch (why.code) {
    case "folder":
      return t`This is a folder.`;
    case "large_image": {
      const [bytes, most] = [count(why.args.bytes), count(why.args.most)];
      return t`An image of ${bytes} bytes; Assay shows images of at most ${most}.`;
    }
    case "unreadable":
      return spelled(messageWords(why.args.fault));
    default:
      return why satisfies never;
  }
}
