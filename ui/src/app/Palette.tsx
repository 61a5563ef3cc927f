import {
  Archive,
  CircleQuestionMark,
  FolderOpen,
  Keyboard,
  Monitor,
  Moon,
  RefreshCw,
  Search,
  SlidersHorizontal,
  Sun,
} from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { count } from "../facts/Count.tsx";
import { icons } from "../facts/icons.ts";
import { useAct, useAsk } from "../host/useAsk.ts";
import type { ModeWord } from "../host/wire.gen.ts";
import { type Glyph, Icon } from "../kit/Icon.tsx";
import { Keys } from "../kit/Keys.tsx";
import { Layer } from "../kit/Layer.tsx";
import { chooseTheme, type Theme, themes } from "../kit/theme.ts";
import { Verbatim } from "../kit/Verbatim.tsx";
import type { Bare, Route } from "../screens/route.ts";
import { type Group, type Item, itemsOf, referenceOf, SEARCHED, typedOf } from "./paletteItems.ts";
import { modes } from "./useModeChange.tsx";
import "./Palette.css";
import { FailureWords } from "../facts/FailureNote.tsx";

/** Everything that can be reached, by typing. */
export function Palette({
  go,
  visit,
  onClose,
  onMode,
  onLookAgain,
  onKeys,
  onTexts,
}: {
  go: (route: Route) => void;
  visit: (screen: Bare) => void;
  /** Sets the permission mode; nothing follows Pixir's configuration. */
  onMode: (mode: ModeWord | null) => void;
  onClose: () => void;
  onLookAgain: () => void;
  onKeys: () => void;
  onTexts: () => void;
}) {
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const typed = typedOf(text);
  const { words } = typed;
  const actsOnly = typed.kind === "actions";
  const skills = useAsk(
    "skills",
    actsOnly ? null : { text: words, state: "any", sort: "last_used", from: 0, count: SEARCHED },
  );
  const sessions = useAsk(
    "sessions",
    typed.kind === "all" ? { text: words, agent: "", sort: "newest", from: 0, count: 20 } : null,
  );
  const reference = referenceOf(words);
  const found = useAsk("reference", reference === null ? null : { text: reference });
  const choose = useAct("choose_workspace");
  const { items, total } = itemsOf(
    typed,
    skills.answer,
    sessions.answer,
    actions(),
    go,
    reference === null ? undefined : found.answer,
  );
  const current = Math.min(at, Math.max(0, items.length - 1));
  const failure = choose.failure ?? skills.failure ?? sessions.failure;

  function actions(): Item[] {
    const act = (label: string, icon: Glyph, run: () => void, keys?: readonly string[], note = ""): Item => ({
      id: `action ${label}`,
      group: "Actions",
      icon,
      label,
      note,
      keys,
      run,
    });
    return [
      act("Go to Skills", icons.skills, () => visit("skills"), ["g", "s"]),
      act("Who wins", icons.skills, () => visit("wins")),
      act("Checks of all skills", icons.skills, () => visit("checks")),
      act("Go to Sessions", icons.sessions, () => visit("sessions"), ["g", "e"]),
      act("Go to Drift", icons.drift, () => visit("drift"), ["g", "d"]),
      act("Go to Approvals", icons.approvals, () => visit("approvals"), ["g", "a"]),
      act("Go to Settings", SlidersHorizontal, () => visit("settings"), ["g", ","]),
      act("About, licences and words", CircleQuestionMark, () => visit("settings")),
      ...modes.map(({ value, label }) => act(`Mode: ${label}`, icons.locked, () => onMode(value))),
      act("Mode: follow Pixir’s configuration", icons.locked, () => onMode(null)),
      act("Saved skill texts…", Archive, onTexts),
      act("Look again", RefreshCw, onLookAgain, ["Ctrl", "R"]),
      ...(choose.failure?.code === "not_here"
        ? []
        : [act("Open folder…", FolderOpen, () => choose.act({}, { onSuccess: onClose }))]),
      ...themes.map((theme) => act(`Theme: ${theme}`, themeIcons[theme], () => chooseTheme(theme))),
      act("Show all keys", Keyboard, onKeys, ["?"]),
    ];
  }

  const run = (item: Item) => {
    // The folder is chosen in a window of the system; until then the palette stays to say if that failed.
    if (item.label !== "Open folder…") onClose();
    item.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const item = items[current];
    if (by !== undefined && items.length > 0) setAt((current + by + items.length) % items.length);
    else if (event.key === "Enter" && item !== undefined && !event.nativeEvent.isComposing) run(item);
    else return;
    event.preventDefault();
  };
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return (
    <Layer label="Palette" className="palette" onClose={onClose}>
      <div className="palette-head">
        <Icon of={Search} size={16} />
        <input
          ref={input}
          type="text"
          role="combobox"
          aria-label="Search skills, sessions and actions"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={items.length === 0 ? undefined : `${id}-${current}`}
          placeholder="Search skills, sessions and actions"
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
        />
        <span className="palette-count" role="status">
          {items.length === total ? counted(total) : `${count(items.length)} of ${counted(total)}`}
        </span>
        <Keys keys={["Esc"]} />
      </div>
      <div id={`${id}-list`} className="palette-list" role="listbox" aria-label="Results">
        {groupsOf(items).map(([group, its]) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form
          <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
            <div id={`${id}-${group}`} className="palette-group" role="presentation">
              {group}
            </div>
            {its.map(({ item, index }) => (
              <Row
                key={item.id}
                id={`${id}-${index}`}
                item={item}
                words={words}
                current={index === current}
                onPress={() => run(item)}
              />
            ))}
          </div>
        ))}
      </div>
      {items.length === 0 && (
        <p className="palette-none">
          Nothing matches “<Verbatim text={words} />
          ”.
        </p>
      )}
      {failure !== null && failure.code !== "not_here" && (
        <p className="palette-failure" role="alert">
          <FailureWords failure={failure} />
        </p>
      )}
      <Foot />
    </Layer>
  );
}

const themeIcons: Record<Theme, Glyph> = { system: Monitor, light: Sun, dark: Moon };

function Row({
  id,
  item,
  words,
  current,
  onPress,
}: {
  id: string;
  item: Item;
  words: string;
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
      className="palette-row"
      role="option"
      aria-selected={current}
      onClick={onPress}
      onPointerDown={(event) => event.preventDefault()}
    >
      <Icon of={item.icon} />
      <span className="palette-label">
        <Found text={item.label} words={words} />
      </span>
      <span className="palette-note">
        <Verbatim text={item.note} />
      </span>
      {current ? <Keys keys={["Enter"]} /> : item.keys !== undefined && <Keys keys={item.keys} />}
    </div>
  );
}

/** A name with the part that was typed. */
function Found({ text, words }: { text: string; words: string }) {
  const lower = text.toLowerCase();
  const from = words === "" || lower.length !== text.length ? -1 : lower.indexOf(words.toLowerCase());
  if (from === -1) return <Verbatim text={text} />;
  const to = from + words.length;
  return (
    <>
      <Verbatim text={text.slice(0, from)} />
      <b>
        <Verbatim text={text.slice(from, to)} />
      </b>
      <Verbatim text={text.slice(to)} />
    </>
  );
}

function Foot() {
  const words: readonly (readonly [keys: readonly string[], does: string])[] = [
    [["↑", "↓"], "move"],
    [["Enter"], "open"],
    [[">"], "actions only"],
    [["@"], "scope"],
  ];
  return (
    <div className="palette-foot">
      {words.map(([keys, does]) => (
        <span key={does}>
          <Keys keys={keys} />
          <span className="unseen">{keys.join(" ")}</span> {does}
        </span>
      ))}
    </div>
  );
}

function groupsOf(items: readonly Item[]): [Group, { item: Item; index: number }[]][] {
  const groups = new Map<Group, { item: Item; index: number }[]>();
  for (const [index, item] of items.entries()) {
    const its = groups.get(item.group) ?? [];
    its.push({ item, index });
    groups.set(item.group, its);
  }
  return [...groups];
}

function counted(results: number): string {
  return results === 1 ? "1 result" : `${count(results)} results`;
}
