import { plural, t } from "@lingui/core/macro";
import { type ReactNode, useRef, useState } from "react";
import { Button } from "../../kit/Button.tsx";
import { FilterField } from "../../kit/Field.tsx";
import { narrowed, type SettingPart } from "./setting.ts";
import "./settings.css";

/** Where the settings will stand, before there is an answer. */
export function SettingsFrame({ children }: { children: ReactNode }) {
  return (
    <div className="settings-page">
      <h1>{t`Settings`}</h1>
      {children}
    </div>
  );
}

/** Every setting in one place: the parts at the left, all of them below each other, and a field that narrows them. */
export function SettingsPage({ parts }: { parts: readonly SettingPart[] }) {
  const [text, setText] = useState("");
  const page = useRef<HTMLDivElement>(null);
  const shown = narrowed(parts, text);
  const found = shown.reduce((sum, { settings }) => sum + settings.length, 0);
  const show = (id: string) => {
    const head = page.current?.querySelector<HTMLElement>(`[data-part="${id}"] h2`);
    head?.scrollIntoView({ block: "start" });
    head?.focus({ preventScroll: true });
  };
  return (
    <div className="settings fill stack">
      <nav
        className="settings-parts column gap-8 on-sunken"
        aria-label={t`Settings sections`}
        data-pane="parts"
      >
        <FilterField label={t`Search settings`} value={text} onChange={setText} />
        <ul>
          {shown.map(({ id, head }) => (
            <li key={id}>
              <button type="button" className="wide hovers padded-4 text-2 round" onClick={() => show(id)}>
                {head}
              </button>
            </li>
          ))}
        </ul>
      </nav>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it */}
      <div ref={page} className="settings-page" data-pane="settings" data-stop tabIndex={0}>
        <h1>{t`Settings`}</h1>
        <p className="settings-found text-3 type-micro" role="status">
          {text !== "" && found > 0 && plural(found, { one: "# setting", other: "# settings" })}
          {text !== "" && found === 0 && (
            <>
              {t`No results for “${text}”.`}{" "}
              <Button look="link" onPress={() => setText("")}>
                {t`Clear filter`}
              </Button>
            </>
          )}
        </p>
        {shown.map((part) => (
          <Part key={part.id} part={part} />
        ))}
      </div>
    </div>
  );
}

function Part({ part: { id, head, settings } }: { part: SettingPart }) {
  return (
    <section className="settings-part" data-part={id} aria-label={head}>
      <h2 tabIndex={-1}>{head}</h2>
      {settings.map(({ name, words, value, below }) => (
        <div key={name} className="setting padded stack in-middle">
          <div>
            <h3 className="type-base-strong">{name}</h3>
            <div className="breaks text-2 type-small">{words}</div>
          </div>
          {value !== undefined && (
            <div className="setting-value row wraps breaks at-end gap-6-8">{value}</div>
          )}
          {below !== undefined && <div className="setting-below type-small">{below}</div>}
        </div>
      ))}
    </section>
  );
}
