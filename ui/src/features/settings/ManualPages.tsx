import { plural, t } from "@lingui/core/macro";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { MarkdownTree } from "../../facts/MarkdownTree.tsx";
import type { ManualPage, ManualSection } from "../../host/wire.gen.ts";
import { FilterField } from "../../kit/Field.tsx";
import { foundIn, placeOf } from "./manual.ts";
import "./settings.css";

const headings = ["h1", "h2", "h3", "h4", "h5", "h6"] as const;

interface ManualPagesProps {
  pages: readonly ManualPage[];
  /** The page that is shown; the first when absent. */
  topic: string | undefined;
  /** The part of it that is gone to. */
  section: string | undefined;
  onPick: (topic: string, section?: string) => void;
  /** Opens an address outside of Assay. */
  onOpen: (to: string) => void;
  /** What else helps, above the list of pages. */
  beside: ReactNode;
}

/** The manual: its pages at the left, or the parts in which every word that is typed stands; one page beside them. */
export function ManualPages({ pages, topic, section, onPick, onOpen, beside }: ManualPagesProps) {
  const [text, setText] = useState("");
  const list = useRef<HTMLUListElement>(null);
  const read = useRef<HTMLDivElement>(null);
  const page = pages.find((one) => one.topic === topic) ?? pages[0];
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page begins at its top
  useEffect(() => {
    const head = section === undefined ? null : headOf(read.current, section);
    if (head === null) read.current?.scrollTo({ top: 0 });
    else {
      head.scrollIntoView({ block: "start" });
      head.focus({ preventScroll: true });
    }
  }, [page?.topic, section]);
  const found = text.trim() === "" ? undefined : foundIn(pages, text);
  const choices =
    found?.map(({ page, section }) => ({
      key: `${page.topic} ${section.id}`,
      current: false,
      words: section === page.sections[0] ? page.title : `${page.title}: ${section.head}`,
      onPress: () => onPick(page.topic, section === page.sections[0] ? undefined : section.id),
    })) ??
    pages.map((one) => ({
      key: one.topic,
      current: one === page,
      words: one.title,
      onPress: () => onPick(one.topic),
    }));
  return (
    <div className="settings fill stack">
      <nav className="settings-parts column gap-8 on-sunken" aria-label={t`Manual pages`} data-pane="pages">
        <FilterField
          label={t`Search manual`}
          value={text}
          onChange={setText}
          onLeave={() => list.current?.querySelector("button")?.focus()}
        />
        {beside}
        <p className="text-3 type-micro" role="status">
          {found !== undefined &&
            (found.length === 0
              ? t`No results for “${text}”.`
              : plural(found.length, { one: "# part", other: "# parts" }))}
        </p>
        <ul ref={list} lang="en">
          {choices.map(({ key, current, words, onPress }) => (
            <li key={key}>
              <button
                type="button"
                className={`wide hovers padded-4 round ${current ? "type-strong on-surface" : "text-2"}`}
                aria-current={current ? "page" : undefined}
                onClick={onPress}
              >
                {words}
              </button>
            </li>
          ))}
        </ul>
      </nav>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it */}
      <div ref={read} className="settings-page" lang="en" data-pane="manual" data-stop tabIndex={0}>
        {page?.sections.map((part, at) => (
          <Part
            key={`${page.topic} ${part.id}`}
            part={part}
            isFirst={at === 0}
            onOpen={onOpen}
            onPlace={(to) => {
              const place = placeOf(pages, page, to);
              return place && (() => onPick(place.topic, place.section));
            }}
          />
        ))}
      </div>
    </div>
  );
}

function headOf(page: HTMLElement | null, section: string): HTMLElement | null {
  return page?.querySelector<HTMLElement>(`[data-part="${CSS.escape(section)}"] > :first-child`) ?? null;
}

function Part({
  part: { id, level, head, markdown },
  isFirst,
  onOpen,
  onPlace,
}: {
  part: ManualSection;
  isFirst: boolean;
  onOpen: (to: string) => void;
  onPlace: (to: string) => (() => void) | undefined;
}) {
  const Heading = (isFirst ? "h1" : headings[level - 1]) ?? "h6";
  return (
    <section className="settings-part" data-part={id} aria-label={head}>
      <Heading tabIndex={-1} className={level > 2 ? "type-strong" : undefined}>
        {head}
      </Heading>
      <MarkdownTree markdown={markdown} onOpen={onOpen} onPlace={onPlace} />
    </section>
  );
}
