import { t } from "@lingui/core/macro";
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from "react";
import { ErrorBoundary } from "./ErrorBoundary.tsx";
import { type Reader, useKept } from "./kept.ts";
import { keyName } from "./keys.ts";
import { useStacked } from "./width.ts";
import "./Panes.css";

export interface Pane {
  id: string;
  /** What the pane is called when it is read aloud. */
  label: string;
  /** Its width in pixels; a pane without takes what is left. Where there is less room it is narrower, to `min`. */
  width?: { start: number; min: number; max: number };
  /** Pixels that a pane without width keeps before others are narrower than they should be. */
  keeps?: number;
  /** Beside the main thing rather than part of it. */
  role?: "region" | "complementary";
  body: ReactNode;
}

/**
 * Panes beside each other. Their edges are dragged (← → with the edge in focus), kept under `name`,
 * and put back by a double click; where no two fit they stand below each other. F6 goes from pane to pane. One pane must have no width.
 */
export function Panes({ name, panes }: { name: string; panes: readonly Pane[] }) {
  const [widths, setWidths] = useKept(`panes ${name}`, noWidths, readWidths, "window");
  const stacked = useStacked();
  const middle = panes.findIndex((pane) => pane.width === undefined);
  const keep = (id: string, width: number | undefined) => {
    const { [id]: _, ...others } = widths;
    setWidths(width === undefined ? others : { ...others, [id]: width });
  };
  return (
    <div className={stacked ? "panes panes-stacked flex shortens" : "panes flex shortens"}>
      {panes.map((pane, index) => {
        const width = pane.width;
        const px = width === undefined ? undefined : clamp(widths[pane.id] ?? width.start, width);
        const edge = !stacked && width !== undefined && px !== undefined && (
          <Edge
            label={t`Width of ${pane.label}`}
            px={px}
            width={width}
            grows={index < middle ? 1 : -1}
            onWidth={(next) => keep(pane.id, next)}
          />
        );
        return (
          <section
            key={pane.id}
            className={
              px === undefined
                ? "pane pane-flexible column on-surface ring-inside narrows shortens anchors"
                : "pane column on-surface ring-inside shortens anchors"
            }
            role={pane.role}
            data-pane={pane.id}
            aria-label={pane.label}
            tabIndex={-1}
            style={stacked ? undefined : sizeOf(pane, px)}
          >
            {index > middle && edge}
            <ErrorBoundary>{pane.body}</ErrorBoundary>
            {index < middle && edge}
          </section>
        );
      })}
    </div>
  );
}

/** Moves the focus to the next or previous pane in sight: its first tab stop, or the pane itself. */
export function cyclePanes(by: 1 | -1): void {
  const panes = [...document.querySelectorAll<HTMLElement>("[data-pane]")].filter(isDrawn);
  const at = panes.findIndex((pane) => pane.contains(document.activeElement));
  const next = panes[at === -1 ? (by === 1 ? 0 : panes.length - 1) : (at + by + panes.length) % panes.length];
  const stop =
    next?.querySelector<HTMLElement>("[role=listbox], [role=tree], [role=grid], [data-stop]") ??
    next?.querySelector<HTMLElement>("button, a[href], input, select, [tabindex='0']");
  (stop ?? next)?.focus();
}

function Edge({
  label,
  px,
  width,
  grows,
  onWidth,
}: {
  label: string;
  px: number;
  width: { start: number; min: number; max: number };
  /** Which way makes the pane wider. */
  grows: 1 | -1;
  onWidth: (px: number | undefined) => void;
}) {
  const from = useRef<{ x: number; px: number } | null>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowRight: 16, ArrowLeft: -16 }[keyName(event) ?? ""];
    if (by !== undefined) onWidth(clamp(px + by * grows, width));
    else if (event.key === "Home") onWidth(undefined);
    else return;
    event.preventDefault();
  };
  const onMove = (event: PointerEvent) => {
    const start = from.current;
    if (start !== null) onWidth(clamp(start.px + (event.clientX - start.x) * grows, width));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: it is dragged; a rule is not
    <div
      className={grows === 1 ? "edge edge-right" : "edge edge-left"}
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={px}
      aria-valuemin={width.min}
      aria-valuemax={width.max}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        const drawn = event.currentTarget.parentElement?.getBoundingClientRect().width ?? px;
        from.current = { x: event.clientX, px: drawn };
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={onMove}
      onPointerUp={() => {
        from.current = null;
      }}
      onDoubleClick={() => onWidth(undefined)}
    />
  );
}

function sizeOf({ width, keeps = 420 }: Pane, px: number | undefined) {
  return width === undefined ? { flexBasis: keeps } : { flexBasis: px, minWidth: width.min };
}

function clamp(px: number, { min, max }: { min: number; max: number }): number {
  return Math.round(Math.min(max, Math.max(min, px)));
}

function isDrawn(element: HTMLElement): boolean {
  return element.closest("[inert]") === null && element.getClientRects().length > 0;
}

const noWidths: Readonly<Record<string, number>> = {};

const readWidths: Reader<Readonly<Record<string, number>>> = (kept) =>
  typeof kept === "object" && kept !== null
    ? Object.fromEntries(Object.entries(kept).filter(([, width]) => Number.isFinite(width)))
    : undefined;
