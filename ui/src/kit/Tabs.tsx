import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import { keyName } from "./keys.ts";
import { OverflowMenu } from "./OverflowMenu.tsx";
import { useOverflow } from "./useOverflow.ts";
import "./Tabs.css";

export interface Tab<T extends string> {
  id: T;
  label: string;
  count?: string;
  /** What the count says when it is read aloud, such as `2 findings`. */
  countMeans?: string;
}

/** The heads of a few panels of one thing; `name` ties them to their {@link TabPanel}. */
export function Tabs<T extends string>({
  name,
  label,
  tabs,
  current,
  onPick,
}: {
  name: string;
  label: string;
  tabs: readonly Tab<T>[];
  current: T;
  onPick: (id: T) => void;
}) {
  const list = useRef<HTMLDivElement>(null);
  const out = useOverflow(list);
  const words = tabs.map(({ label, count = "" }) => `${label} ${count}`).join();
  // The head of what is shown is in sight, however one came to it and however little room is left.
  // biome-ignore lint/correctness/useExhaustiveDependencies: counts that arrive push it out of sight
  useEffect(() => {
    const row = list.current;
    if (row === null) return;
    const head = row.querySelector(`#${CSS.escape(`${name}-tab-${current}`)}`);
    const show = () => head?.scrollIntoView?.({ block: "nearest", inline: "nearest" });
    const sizes = new ResizeObserver(show);
    show();
    sizes.observe(row);
    return () => sizes.disconnect();
  }, [name, current, words]);
  const step = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.id === current);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[keyName(event) ?? ""];
    if (to === undefined) return;
    event.preventDefault();
    const next = tabs[(to + tabs.length) % tabs.length];
    if (next === undefined) return;
    onPick(next.id);
    list.current?.querySelectorAll("button")[tabs.indexOf(next)]?.focus();
  };
  const hidden = out.flatMap((at) => tabs[at] ?? []);
  return (
    <div className="tabs-row fixed gap-12 line-below flex">
      <div ref={list} className="tabs grow flex" role="tablist" aria-label={label} onKeyDown={step}>
        {tabs.map((tab, at) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            data-out={out.includes(at)}
            id={`${name}-tab-${tab.id}`}
            aria-controls={`${name}-panel`}
            aria-selected={tab.id === current}
            tabIndex={tab.id === current ? 0 : -1}
            onClick={() => onPick(tab.id)}
          >
            {tab.label}
            {tab.count !== undefined && (
              <span className="tabs-count text-3 tabular" aria-hidden={tab.countMeans !== undefined}>
                {tab.count}
              </span>
            )}
            {tab.countMeans !== undefined && <span className="unseen">, {tab.countMeans}</span>}
          </button>
        ))}
      </div>
      <OverflowMenu
        label={label}
        items={hidden.map((tab) => ({
          id: tab.id,
          label: tab.label,
          note: tab.countMeans,
          onPick: () => onPick(tab.id),
        }))}
      />
    </div>
  );
}

/** What the current tab shows. */
export function TabPanel({
  name,
  current,
  children,
}: {
  name: string;
  current: string;
  children: ReactNode;
}) {
  return (
    <div
      className="tab-panel column fill"
      role="tabpanel"
      id={`${name}-panel`}
      aria-labelledby={`${name}-tab-${current}`}
    >
      {children}
    </div>
  );
}
