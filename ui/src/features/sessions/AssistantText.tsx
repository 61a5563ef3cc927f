import { plural, t } from "@lingui/core/macro";
import { MarkdownTree } from "../../facts/MarkdownTree.tsx";
import type { Clip, Markdown } from "../../host/wire.gen.ts";
import { Button } from "../../kit/Button.tsx";
import { EventText } from "./EventText.tsx";
import { useFoundIn, useOpen, useReading } from "./reading.ts";

/** Lines of an answer that are drawn without being asked for. */
const drawnLines = 40;
/** Blocks drawn of a longer one. */
const drawnBlocks = 6;

/** An answer, drawn; a long one is closed and counted, and what the tree left out can be read as written. */
export function AssistantText({ line, markdown, clip }: { line: number; markdown: Markdown; clip: Clip }) {
  const { openLink } = useReading();
  const long = clip.lines > drawnLines;
  const { found, beyond } = useFoundIn(clip, line);
  const [opened, toggle] = useOpen(t`answer ${line}`, found && long);
  const open = opened || !long;
  const left = markdown.blocks.length - drawnBlocks;
  const shown = open
    ? markdown
    : { blocks: markdown.blocks.slice(0, drawnBlocks), omitted_blocks: 0, omitted_bytes: 0 };
  return (
    <>
      <MarkdownTree markdown={shown} onOpen={openLink} />
      {long && left > 0 && (
        <div className="type-small above-4" data-beyond={(beyond && !open) || undefined}>
          <Button look="link" expanded={opened} onPress={toggle}>
            {opened
              ? t`Show less of answer`
              : t`Show the full answer (${plural(clip.lines, { one: "# line", other: "# lines" })})`}
          </Button>
        </div>
      )}
      {open && (markdown.omitted_blocks > 0 || markdown.omitted_bytes > 0) && (
        <EventText line={line} part="text" clip={clip} look="block" of={t`raw answer`} />
      )}
    </>
  );
}
