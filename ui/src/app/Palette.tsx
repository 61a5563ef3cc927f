import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Search } from "lucide-react";
import { Fragment, type KeyboardEvent, useDeferredValue, useEffect, useId, useRef, useState } from "react";
import { FailureWords } from "../facts/FailureNote.tsx";
import { isLink, leadsNowhere } from "../facts/link.ts";
import type { Route } from "../facts/route.ts";
import { useAsk } from "../host/useAsk.ts";
import { EVERYWHERE, printed, useActionGroups } from "../kit/actions.ts";
import { Icon } from "../kit/Icon.tsx";
import { Keys } from "../kit/Keys.tsx";
import { aText, listOf, useKept } from "../kit/kept.ts";
import { Layer } from "../kit/Layer.tsx";
import { Verbatim } from "../kit/Verbatim.tsx";
import { count } from "../language/numbers.ts";
import {
  actionItems,
  eventItem,
  type Item,
  type Kind,
  linkItem,
  referenceOf,
  sessionItem,
  skillItem,
  type Typed,
  turnItem,
  turnOf,
  typedOf,
} from "./paletteItems.ts";
import { type Match, type Piece, plain, search } from "./paletteSearch.ts";
import "./Palette.css";

/** How many skills and sessions are known here; of more than these the engine is asked for what was typed. */
const KNOWN = { skills: 500, sessions: 200 };
/** Rows shown at most, and of each kind before anything is typed. */
const MOST = 50;
const AT_FIRST = { recent: 6, skills: 5, sessions: 5 };
/** How many of what was opened from here are remembered. */
const REMEMBERED = 20;

/** Everything that can be reached or done, by typing. */
export function Palette({
  route,
  go,
  onClose,
}: {
  /** What is on the screen. */
  route: Route;
  go: (route: Route) => void;
  onClose: () => void;
}) {
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const [recent, setRecent] = useKept("palette recent", [], listOf(aText));
  const typed = typedOf(text);
  const { sections, total, failure } = useFound(typed, route, go, recent);
  const rows = sections.flatMap((section) => section.rows);
  const current = Math.min(at, Math.max(0, rows.length - 1));

  const run = (item: Item) => {
    setRecent([item.id, ...recent.filter((id) => id !== item.id)].slice(0, REMEMBERED));
    onClose();
    item.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const row = rows[current];
    if (by !== undefined && rows.length > 0) setAt((current + by + rows.length) % rows.length);
    else if (event.key === "Enter" && row !== undefined && !event.nativeEvent.isComposing) run(row.item);
    else return;
    event.preventDefault();
  };
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  let index = 0;
  return (
    <Layer label={t`Command palette`} className="palette" onClose={onClose}>
      <div className="palette-head row fixed gap-8 line-below inset toned tone-neutral">
        <Icon of={Search} size={16} />
        <input
          ref={input}
          className="frameless grow"
          type="text"
          role="combobox"
          aria-label={t`Search skills, sessions and actions`}
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={rows.length === 0 ? undefined : `${id}-${current}`}
          placeholder={t`Search skills, sessions and actions`}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
        />
        <span className="one-line text-2 type-small tabular" role="status">
          {rows.length === total
            ? plural(total, { one: "# result", other: "# results" })
            : t`${count(rows.length)} of ${plural(total, { one: "# result", other: "# results" })}`}
        </span>
        <Keys keys={["Esc"]} />
      </div>
      <div
        id={`${id}-list`}
        className="palette-list shrinks shortens scrolls"
        role="listbox"
        aria-label={t`Results`}
      >
        {sections.map(({ head, rows }, section) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form
          <div key={head} role="group" aria-labelledby={`${id}-head-${section}`}>
            <div
              id={`${id}-head-${section}`}
              className="palette-group text-3 type-micro-strong"
              role="presentation"
            >
              {head}
            </div>
            {rows.map((match) => {
              const place = index++;
              return (
                <Row
                  key={match.item.id}
                  id={`${id}-${place}`}
                  match={match}
                  current={place === current}
                  onPress={() => run(match.item)}
                />
              );
            })}
          </div>
        ))}
      </div>
      {rows.length === 0 && text !== "" && (
        <p className="palette-none breaks type-small text-2">
          {isLink(typed.words) ? (
            leadsNowhere
          ) : (
            <Trans>
              No results for “<Verbatim text={typed.words === "" ? text : typed.words} />
              ”.
            </Trans>
          )}
        </p>
      )}
      {failure !== null && failure.code !== "not_here" && (
        <p className="palette-failure breaks type-small text-danger" role="alert">
          <FailureWords failure={failure} />
        </p>
      )}
      <Foot />
    </Layer>
  );
}

interface Section {
  head: string;
  rows: readonly Match[];
}

/** What fits, by what was typed; before that what was opened last, and the first of everything. */
function useFound(typed: Typed, route: Route, go: (route: Route) => void, recent: readonly string[]) {
  const { words } = typed;
  const groups = useActionGroups();
  const known = useAsk("skills", {
    text: "",
    state: "any",
    sort: "last_used",
    from: 0,
    count: KNOWN.skills,
  });
  const listed = useAsk("sessions", {
    text: "",
    agent: "",
    sort: "newest",
    from: 0,
    count: KNOWN.sessions,
  });
  const sought = useDeferredValue(words);
  const seeksMore = (all: { matching: number } | undefined, held: number) =>
    sought !== "" && all !== undefined && all.matching > held;
  const moreSkills = useAsk(
    "skills",
    seeksMore(known.answer, KNOWN.skills)
      ? { text: sought, state: "any", sort: "last_used", from: 0, count: MOST }
      : null,
  );
  const moreSessions = useAsk(
    "sessions",
    seeksMore(listed.answer, KNOWN.sessions)
      ? { text: sought, agent: "", sort: "newest", from: 0, count: MOST }
      : null,
  );
  const reference = referenceOf(words);
  const found = useAsk("reference", reference === null ? null : { text: reference });
  const failure = known.failure ?? listed.failure;

  const actions = actionItems(groups, EVERYWHERE);
  if (typed.kind === "actions")
    return { ...told([{ head: t`Actions`, rows: search(actions, words) }]), failure };
  const rows = [...(known.answer?.rows ?? []), ...(words === "" ? [] : (moreSkills.answer?.rows ?? []))];
  if (typed.kind === "scope") {
    const its = rows.filter((row) => row.scope.toLowerCase().startsWith(typed.scope));
    return {
      ...told([
        {
          head: t`Skills`,
          rows: search(once(its.map((row) => skillItem(row, go))), words),
        },
      ]),
      failure,
    };
  }
  const skills = once(rows.map((row) => skillItem(row, go)));
  const logs = [...(listed.answer?.rows ?? []), ...(words === "" ? [] : (moreSessions.answer?.rows ?? []))];
  const sessions = once(logs.map((row) => sessionItem(row, go)));
  const all = [...skills, ...sessions, ...actions];
  if (words === "") return { ...told(beginning(skills, sessions, actions, recent)), failure };
  const turn = turnOf(words);
  const exact = [
    ...(isLink(words) ? [linkItem(words, go)] : []),
    ...(reference === null || found.answer === undefined ? [] : [eventItem(found.answer, go)]),
    ...(turn === null ? [] : [turnItem(turn, route, go)]),
  ].filter((item) => item !== null);
  return {
    ...told([{ head: t`Best matches`, rows: [...exact.map(plain), ...search(all, words)] }]),
    failure,
  };
}

function beginning(
  skills: readonly Item[],
  sessions: readonly Item[],
  actions: readonly Item[],
  recent: readonly string[],
): Section[] {
  const all = [...skills, ...sessions, ...actions];
  const before = recent.flatMap((id) => all.find((item) => item.id === id) ?? []).slice(0, AT_FIRST.recent);
  const rest = (items: readonly Item[]) => items.filter((item) => !before.includes(item));
  const own = actions.filter(({ note }) => note !== "");
  return [
    { head: t`Recent`, rows: before.map(plain) },
    { head: t`On this screen`, rows: rest(own).map(plain) },
    { head: t`Skills`, rows: rest(skills).slice(0, AT_FIRST.skills).map(plain) },
    { head: t`Sessions`, rows: rest(sessions).slice(0, AT_FIRST.sessions).map(plain) },
    { head: EVERYWHERE, rows: rest(actions.filter(({ note }) => note === "")).map(plain) },
  ];
}

/** As many as are shown, without empty sections. */
function told(sections: readonly Section[]): { sections: Section[]; total: number } {
  const total = sections.reduce((sum, { rows }) => sum + rows.length, 0);
  const first = sections.map(({ head, rows }) => ({ head, rows: rows.slice(0, MOST) }));
  return { sections: first.filter(({ rows }) => rows.length > 0), total };
}

const kindWords: Record<Exclude<Kind, "Action">, string> = {
  Skill: t`Skill`,
  Session: t`Session`,
  Event: t`Event`,
  Turn: t`Turn`,
};

function once(items: readonly Item[]): Item[] {
  return [...new Map(items.map((item) => [item.id, item])).values()];
}

function Row({
  id,
  match: { item, label, note },
  current,
  onPress,
}: {
  id: string;
  match: Match;
  current: boolean;
  onPress: () => void;
}) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (current) row.current?.scrollIntoView({ block: "nearest" });
  }, [current]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the field holds the focus and names this row
    <div
      ref={row}
      id={id}
      className="palette-row row one-line gap-8 hovers inset-8 toned tone-info"
      role="option"
      aria-selected={current}
      onClick={onPress}
      onPointerDown={(event) => event.preventDefault()}
    >
      <Icon of={item.icon} />
      <span className="palette-label narrows shrinks cut-end">
        <Pieces of={label} />
      </span>
      <span className="palette-note text-2 type-small cut-end">
        <Pieces of={note} />
      </span>
      {item.kind !== "Action" && <span className="fixed text-3 type-micro">{kindWords[item.kind]}</span>}
      {current ? <Keys keys={["Enter"]} /> : item.keys !== undefined && <Keys keys={printed(item.keys)} />}
    </div>
  );
}

/** A text with the parts that were typed. */
function Pieces({ of }: { of: readonly Piece[] }) {
  return of.map(({ text, hit }, at) => (
    <Fragment key={at}>
      {hit ? (
        <b>
          <Verbatim text={text} />
        </b>
      ) : (
        <Verbatim text={text} />
      )}
    </Fragment>
  ));
}

function Foot() {
  const words: readonly (readonly [keys: readonly string[], does: string])[] = [
    [["↑", "↓"], t`move`],
    [["Enter"], t({ message: "open", context: "to open it" })],
    [[">"], t`actions only`],
    [["@"], t`scope`],
    [["#"], t`turn`],
  ];
  return (
    <div className="palette-foot fixed wraps text-2 type-small line-above on-sunken flex padded">
      {words.map(([keys, does]) => (
        <span key={does} className="inline-row gap-6">
          <Keys keys={keys} />
          <span className="unseen">{keys.join(" ")}</span> {does}
        </span>
      ))}
    </div>
  );
}
