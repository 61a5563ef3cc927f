import { plural, t } from "@lingui/core/macro";
import { useMemo, useState } from "react";
import { compact } from "../../facts/Count.tsx";
import { useAsk } from "../../host/useAsk.ts";
import type { OverviewStretch, OverviewView, SessionView } from "../../host/wire.gen.ts";
import { Picture } from "../../kit/Picture.tsx";
import { lastFrom } from "../../kit/scale.ts";
import { spelled } from "../../kit/seen.ts";
import { count } from "../../language/numbers.ts";
import { type StripLayout, stretchOf, stripLayout } from "./strip.ts";
import "./SessionStrip.css";

/** Stretches of a strip: about two to a millimetre of a wide window. */
const stretches = 240;
/** Of a session with fewer events, its turns below are all in sight. */
const worthIt = 40;

/** A whole session on one line: what was in context, the texts of skills in it, and where something went wrong. */
export function SessionStrip({
  session,
  current,
  onPlace,
}: {
  session: SessionView;
  /** The row that is read. */
  current: number | undefined;
  onPlace: (place: { row: number; line?: number }) => void;
}) {
  const { key, events } = session.row;
  const asked = useAsk("overview", events < worthIt ? null : { key, stretches });
  if (events < worthIt) return null;
  const view = asked.answer;
  return (
    // As high as it will be, before it has come: what stands below must not jump.
    <section
      className="strip fixed line-below"
      aria-label={t`The whole session`}
      style={{ minHeight: heightOf(Math.min(8, session.letters.length)) }}
    >
      {view !== undefined && view.stretches.length > 0 && (
        <Drawn view={view} turns={session.row.turns} current={current} onPlace={onPlace} />
      )}
    </section>
  );
}

function Drawn({
  view,
  turns,
  current,
  onPlace,
}: {
  view: OverviewView;
  turns: number;
  current: number | undefined;
  onPlace: (place: { row: number; line?: number }) => void;
}) {
  const layout = useMemo(() => stripLayout(view), [view]);
  const [picked, setPicked] = useState<number | null>(null);
  const at = stretchOf(view.stretches, current, picked);
  const go = (index: number, line?: number) => {
    const stretch = view.stretches[index];
    if (stretch === undefined) return;
    setPicked(index);
    onPlace(line === undefined ? { row: stretch.row } : { row: stretch.row, line });
  };
  return (
    <Picture
      label={t`Session timeline`}
      total={view.stretches.length}
      nameOf={(index) => nameOf(view, index)}
      current={at}
      onCurrent={(index) => go(index)}
      onOpen={(index) => go(index, view.stretches[index]?.line)}
      hit={(x) => lastFrom(layout.starts, x)}
      heads={<Heads layout={layout} />}
      resting={summary(view, turns, layout)}
    >
      {(shown) => (
        <>
          <Tokens layout={layout} />
          {layout.lanes.length > 0 && (
            <div className="strip-lanes">
              {layout.lanes.map(({ colour, spans }, lane) => (
                <div key={lane} className={`strip-lane anchors band-${colour}`}>
                  {spans.map(({ from, wide }) => (
                    <i key={from} style={{ left: `${from}%`, width: `${wide}%` }} />
                  ))}
                </div>
              ))}
            </div>
          )}
          <div className="strip-marks anchors">
            <Marks kind="failed" places={layout.failures} />
            <Marks kind="hydrated" places={layout.hydrations} />
          </div>
          {layout.cliffs.map((place) => (
            <i key={place} className="strip-cliff" style={{ left: `${place}%` }} />
          ))}
          <Place look="here" of={view} at={at} />
          {shown !== at && <Place look="shown" of={view} at={shown} />}
        </>
      )}
    </Picture>
  );
}

function Heads({ layout: { most, lanes, failures, hydrations } }: { layout: StripLayout }) {
  return (
    <>
      <div className="strip-head-tokens">
        {most === null ? t`tokens not recorded` : t`${compact(most.tokens)} tokens`}
      </div>
      {lanes.length > 0 && <div style={{ height: lanesHeight(lanes.length) }}>{t`skills`}</div>}
      <div className="strip-head-marks row at-end gap-6">
        {failures.length > 0 && <span className="text-danger">{t`failed`}</span>}
        {hydrations.length > 0 && <span className="text-accent">{t`hydrated`}</span>}
      </div>
    </>
  );
}

/** In pixels. */
function lanesHeight(lanes: number): number {
  return Math.max(16, lanes * 5 + 4);
}

function heightOf(lanes: number): number {
  return 75 + (lanes === 0 ? 0 : lanesHeight(lanes));
}

function Tokens({ layout: { outlines } }: { layout: StripLayout }) {
  return (
    <svg
      className="strip-tokens block wide line-below"
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {outlines.map(({ from, path }) => (
        <path key={from} d={path} />
      ))}
    </svg>
  );
}

function Marks({ kind, places }: { kind: "failed" | "hydrated"; places: readonly number[] }) {
  return places.map((place) => <i key={place} className={`strip-${kind}`} style={{ left: `${place}%` }} />);
}

/** The stretch that is read, or pointed at. */
function Place({ look, of, at }: { look: "here" | "shown"; of: OverviewView; at: number | null }) {
  const stretch = at === null ? undefined : of.stretches[at];
  if (stretch === undefined) return null;
  const part = (event: number) => `${(event / of.events) * 100}%`;
  return (
    <i
      className={`strip-place strip-${look}`}
      style={{ left: part(stretch.from), width: part(stretch.to - stretch.from) }}
    />
  );
}

/** What the whole strip says. */
function summary(view: OverviewView, turns: number, { most }: StripLayout): string {
  const sum = (of: (stretch: OverviewStretch) => number) =>
    view.stretches.reduce((all, stretch) => all + of(stretch), 0);
  const happened = told(
    sum((one) => one.compactions),
    sum((one) => one.failures),
    0,
    sum((one) => one.hydrations),
  );
  const turn = most === null ? null : (view.stretches[most.at]?.turn ?? null);
  return [
    t`${plural(view.events, { one: "# event", other: "# events" })} in ${plural(turns, { one: "# turn", other: "# turns" })}`,
    ...happened,
    ...(most === null
      ? []
      : [
          turn === null
            ? t`peak context ${plural(most.tokens, { one: "# token", other: "# tokens" })}`
            : t`peak context ${plural(most.tokens, { one: "# token", other: "# tokens" })} in turn ${turn}`,
        ]),
    ...(view.lanes_left_out > 0 ? [t`${count(view.lanes_left_out)} more skill texts not shown`] : []),
  ].join(", ");
}

function told(compactions: number, failures: number, activations: number, hydrations: number): string[] {
  return [
    compactions > 0 && plural(compactions, { one: "# compaction", other: "# compactions" }),
    failures > 0 && plural(failures, { one: "# failed turn", other: "# failed turns" }),
    activations > 0 && plural(activations, { one: "# activation", other: "# activations" }),
    hydrations > 0 && plural(hydrations, { one: "# hydration", other: "# hydrations" }),
  ].filter((words) => words !== false);
}

function nameOf(view: OverviewView, index: number): string {
  const stretch = view.stretches[index];
  if (stretch === undefined) return "";
  const { from, to, turn, tokens, compactions, failures, activations, hydrations } = stretch;
  const texts = view.lanes
    .filter(({ spans }) => spans.some((span) => span.from < to && span.to > from))
    .map(({ letter: { name, version, versions } }) => (versions > 1 ? `${spelled(name)} v${version}` : name));
  return [
    turn === null ? t`Between turns` : t`Turn ${turn}`,
    to - from === 1 ? t`event ${count(to)}` : t`events ${count(from + 1)} to ${count(to)}`,
    tokens === null ? t`tokens not recorded here` : t`${count(tokens)} tokens sent`,
    ...told(compactions, failures, activations, hydrations),
    ...(texts.length > 0 ? [t`in context ${spelled(texts.join(", "))}`] : []),
  ].join(", ");
}
