import { plural, t } from "@lingui/core/macro";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { AgentMark } from "../../facts/AgentMark.tsx";
import { ActNote, AskedNote } from "../../facts/FailureNote.tsx";
import { Problems } from "../../facts/Problems.tsx";
import { zone } from "../../facts/parts.ts";
import { useAct, useAsk } from "../../host/useAsk.ts";
import type { IndexingView, LetterCase, SearchHit, SearchView, SearchWay } from "../../host/wire.gen.ts";
import { Button } from "../../kit/Button.tsx";
import { Checkbox } from "../../kit/Choice.tsx";
import { aFlag, aNumber, aText, oneOf, useKept } from "../../kit/kept.ts";
import type { ListHandle } from "../../kit/List.tsx";
import { ListScreen } from "../../kit/ListScreen.tsx";
import { Select } from "../../kit/Select.tsx";
import { spelled } from "../../kit/seen.ts";
import { Table } from "../../kit/Table.tsx";
import { Gap } from "../../kit/Toolbar.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { rawText } from "../../language/foreign.ts";
import { count } from "../../language/numbers.ts";
import { anySession, SessionFilters } from "./SessionFilters.tsx";
import { SessionTimes } from "./SessionTimes.tsx";
import { type Target, targetOf } from "./scope.ts";
import { useSessionFilter } from "./useSessionFilter.ts";
import "./SessionTable.css";

const ways: readonly { value: SearchWay; label: string }[] = [
  { value: "exact", label: t`Exact text` },
  { value: "pattern", label: t`Regular expression` },
  { value: "ranked", label: t`Words, by relevance` },
];
const hitColumns = [{ id: "hit", head: t`Session and match`, width: "minmax(0, 1fr)" }];
/** Hits of one answer. */
const shown = 200;
/** Milliseconds until the words are taken as meant, and between two looks at a search that goes on. */
const pause = 150;

/** Everything that was said, called and printed in any session, searched; a hit opens at its event. */
export function SearchSessions({ head, onOpen }: { head: ReactNode; onOpen: (target: Target) => void }) {
  const [words, setWords] = useKept("search", "", aText);
  const [meant, setMeant] = useState(words);
  const [way, setWay] = useKept("search way", "exact", oneOf(ways.map(({ value }) => value)));
  const [cased, setCased] = useKept("search cased", false, aFlag);
  const letters: LetterCase = cased ? "exact" : "any";
  const { filter, setFilter, age, setAge } = useSessionFilter("search");
  const [current, setCurrent] = useKept("search current", 0, aNumber);
  useEffect(() => {
    const timer = setTimeout(() => setMeant(words), pause);
    return () => clearTimeout(timer);
  }, [words]);
  const query = { words: meant, way, letters };
  const ask = meant === "" ? null : { ...query, filter, zone: zone(), first: 0, count: shown };
  const asked = useAsk("search", ask);
  const { answer, again } = asked;
  const facets = useAsk("all_sessions", { filter: anySession, sort: "newest", first: 0, count: 0 }).answer;
  const stop = useAct("stop_search");
  const table = useRef<ListHandle>(null);
  const going = ask !== null && answer !== undefined && !answer.done;
  useEffect(() => {
    if (!going) return;
    const timer = setInterval(again, pause);
    return () => clearInterval(timer);
  }, [going, again]);
  const hits = ask === null ? [] : (answer?.hits ?? []);
  return (
    <ListScreen
      name="sessions"
      title={t`Sessions`}
      label={t`Hits in sessions`}
      about={head}
      filter={{ label: t`Search messages, calls, results and skills`, value: words, onChange: setWords }}
      tools={
        <>
          <Select label={t`Match by`} value={way} options={ways} onPick={setWay} />
          {way !== "ranked" && (
            <Checkbox checked={cased} onCheck={setCased}>
              {t`match case`}
            </Checkbox>
          )}
        </>
      }
      narrowing={
        <>
          <SessionFilters
            filter={filter}
            age={age}
            agents={facets?.agents ?? []}
            workspaces={facets?.workspaces ?? []}
            skills={facets?.skills ?? []}
            onFilter={setFilter}
            onAge={setAge}
          />
          {ask !== null && answer !== undefined && (
            <SessionTimes
              times={answer.times}
              since={filter.from}
              until={filter.to}
              onSpan={(from, to) => {
                setAge("");
                setFilter({ ...filter, from, to });
              }}
            />
          )}
        </>
      }
      notes={
        <>
          <AskedNote asked={asked} />
          <ActNote act={stop} />
          {answer !== undefined && <Problems problems={answer.problems} where={t`in the search`} />}
        </>
      }
      foot={
        <>
          <p role="status">
            {ask === null ? t`Enter a search term.` : said(answer, hits.length)}
            {ask !== null && facets !== undefined && stillTaking(facets.indexing, way)}
          </p>
          {going && (
            <Button look="link" onPress={() => stop.act({})}>
              {t`Stop search`}
            </Button>
          )}
        </>
      }
      list={table}
    >
      {hits.length === 0 ? (
        <Gap />
      ) : (
        <Table
          ref={table}
          label={t`Hits`}
          columns={hitColumns}
          total={hits.length}
          rowHeight={58}
          current={Math.min(current, hits.length - 1)}
          onCurrent={setCurrent}
          onOpen={(index) => {
            const hit = hits[index];
            if (hit !== undefined) onOpen(targetOf(hit, query));
          }}
          nameOf={(index) => nameOf(hits[index])}
          cell={(index) => {
            const hit = hits[index];
            return hit === undefined ? null : <Hit hit={hit} onOpen={() => onOpen(targetOf(hit, query))} />;
          }}
        />
      )}
    </ListScreen>
  );
}

function Hit({ hit, onOpen }: { hit: SearchHit; onOpen: () => void }) {
  return (
    <div className="hit narrows">
      <div className="row narrows gap-8">
        <button type="button" className="session-open cut-end narrows medium" tabIndex={-1} onClick={onOpen}>
          <Verbatim text={hit.title} />
        </button>
        <AgentMark source={hit.source} />
        <span className="text-3">
          <Verbatim text={hit.workspace.name} />
        </span>
      </div>
      <div className="cut-end text-2 type-small">
        <span className="text-3">{placeOf(hit)}</span> {hit.before > 0 && "…"}
        {hit.snippet.map((part, at) =>
          part.hit ? (
            <mark key={at}>
              <Verbatim text={part.text} />
            </mark>
          ) : (
            <Verbatim key={at} text={part.text} />
          ),
        )}
        {hit.after > 0 && "…"}
      </div>
    </div>
  );
}

function placeOf({ seq, kind, line }: SearchHit): string {
  return seq === "" ? t`line ${line}, no event` : `#${seq} ${spelled(rawText(kind).replaceAll("_", " "))}`;
}

function nameOf(hit: SearchHit | undefined): string {
  if (hit === undefined) return t`loading…`;
  return `${spelled(hit.title)}, ${hit.source.label}, ${spelled(hit.workspace.name)}, ${placeOf(hit)}: ${spelled(hit.snippet.map((part) => part.text).join(""))}`;
}

function stillTaking({ stage, done, total }: IndexingView, way: SearchWay): string {
  if (stage === "complete") return "";
  if (stage === "not_started" || stage === "sessions") return ` ${t`Sessions are still loading.`}`;
  if (way !== "ranked") return "";
  return ` ${t`Word search covers ${count(done)} of ${count(total)} sessions so far; exact text search covers all.`}`;
}

function said(answer: SearchView | undefined, drawn: number): string {
  if (answer === undefined) return t`Searching…`;
  const matches = plural(answer.matching, { one: "# match", other: "# matches" });
  const sessions = plural(answer.logs, { one: "# session", other: "# sessions" });
  const found = t`${answer.cut ? t`More than ${matches}` : matches} in ${count(answer.sessions)} of ${sessions}`;
  return [
    answer.done ? `${found}.` : `${found}, ${t`${count(answer.logs_done)} searched so far…`}`,
    drawn < answer.matching && t`Showing the first ${count(drawn)}. Refine your search to see fewer.`,
    answer.too_long > 0 &&
      plural(answer.too_long, {
        one: "# line over 64 MiB was not searched.",
        other: "# lines over 64 MiB were not searched.",
      }),
    answer.dropped > 0 && t`${count(answer.dropped)} are missing from their logs.`,
  ]
    .filter(Boolean)
    .join(" ");
}
