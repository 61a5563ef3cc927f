import { plural, t } from "@lingui/core/macro";
import { CaseSensitive, ChevronDown, ChevronUp, Regex, X } from "lucide-react";
import { type KeyboardEvent, type RefObject, useEffect, useRef } from "react";
import { count } from "../language/numbers.ts";
import { EVERYWHERE, useActions } from "./actions.ts";
import { IconButton } from "./Button.tsx";
import { expressionOf, type Find } from "./find.ts";
import { type Found, most, useFound } from "./useFound.ts";
import "./FindBar.css";

/** Finds words in every text that is read inside `within`: how often, the next, the one before. Esc ends it. */
export function FindBar({
  find: { query, look },
  within,
  focus,
}: {
  find: Find;
  within: RefObject<HTMLElement | null>;
  /** Changes each time the reader asks for the bar; it then takes the focus. */
  focus: number;
}) {
  const input = useRef<HTMLInputElement>(null);
  const sought = expressionOf(query);
  const { step, ...found } = useFound(within, sought instanceof RegExp ? sought : null);
  const opener = useRef<Element | null>(null);
  useEffect(() => {
    if (focus === 0) return;
    if (document.activeElement !== input.current) opener.current = document.activeElement;
    input.current?.select();
    input.current?.focus();
  }, [focus]);
  const close = () => {
    look(null);
    if (opener.current instanceof HTMLElement) opener.current.focus();
  };
  useActions(EVERYWHERE, [
    { id: "find.next", name: t`Next match`, keys: ["F3"], when: query !== null, run: () => step(1) },
    {
      id: "find.previous",
      name: t`Previous match`,
      keys: ["Shift F3"],
      when: query !== null,
      run: () => step(-1),
    },
  ]);
  if (query === null) return null;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") close();
    else if (event.key === "Enter" && event.target === input.current) step(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <search className="find-bar row gap-4 on-raised edged round-card" data-find onKeyDown={onKeyDown}>
      <input
        ref={input}
        type="text"
        aria-label={t`Find in this text`}
        placeholder={t`Find in this text`}
        autoComplete="off"
        spellCheck={false}
        value={query.words}
        onChange={(event) => look({ ...query, words: event.target.value })}
      />
      <span className="find-said text-2 type-micro tabular inset-4" role="status">
        {typeof sought === "string" ? sought : said(query.words, found)}
      </span>
      <IconButton
        icon={CaseSensitive}
        label={t`Match case`}
        pressed={query.letters === "exact"}
        onPress={() => look({ ...query, letters: query.letters === "exact" ? "any" : "exact" })}
      />
      <IconButton
        icon={Regex}
        label={t`Regular expression`}
        pressed={query.way === "pattern"}
        onPress={() => look({ ...query, way: query.way === "pattern" ? "exact" : "pattern" })}
      />
      <IconButton
        icon={ChevronUp}
        label={t`Previous match`}
        action="find.previous"
        onPress={() => step(-1)}
      />
      <IconButton icon={ChevronDown} label={t`Next match`} action="find.next" onPress={() => step(1)} />
      <IconButton icon={X} label={t`Close find`} keys={["Esc"]} onPress={close} />
    </search>
  );
}

function said(words: string, { total, at, beyond, undrawn, filters }: Omit<Found, "step">): string {
  if (words === "") return "";
  const all = total === most ? `${count(total)}+` : count(total);
  const place = at === null ? all : t`${count(at + 1)} of ${all}`;
  const parts = [total === 0 ? t`No matches` : place];
  if (beyond > 0)
    parts.push(plural(beyond, { one: "# long text not searched", other: "# long texts not searched" }));
  // The list's own filter goes through all of its rows.
  const narrow = filters ? `; ${t`/ to filter all`}` : "";
  if (undrawn > 0) parts.push(t`${count(undrawn)} rows not loaded, not searched` + narrow);
  return parts.join(", ");
}
