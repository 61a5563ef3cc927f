import { t } from "@lingui/core/macro";
import type { SettingsView } from "../../host/wire.gen.ts";
import { Button } from "../../kit/Button.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { licences } from "./licences.ts";
import type { SettingPart } from "./setting.ts";

/** The manual and the keys. */
export function helpPart(onManual: () => void, onKeys: () => void): SettingPart {
  return {
    id: "help",
    head: t`Help`,
    settings: [
      {
        name: t`Manual`,
        words: t`Screens, terms and how-tos.`,
        also: t`documentation guide glossary meaning words`,
        value: (
          <Button action="help" onPress={onManual}>
            {t`Open manual`}
          </Button>
        ),
      },
      {
        name: t`Keyboard shortcuts`,
        words: t`Every action has a keyboard shortcut or can be reached by keyboard.`,
        also: t`shortcuts keyboard`,
        value: <Button onPress={onKeys}>{t`Show keyboard shortcuts`}</Button>,
      },
    ],
  };
}

/** What this program is, whether there is a newer one, and under which licences. */
export function aboutPart(view: SettingsView, onLink: (to: string) => void): SettingPart {
  const { releases } = view;
  return {
    id: "about",
    head: t`About`,
    settings: [
      {
        name: t`Version`,
        words:
          releases === null
            ? t`Assay doesn’t check for updates. Use your system’s package manager.`
            : t`Assay doesn’t check for updates. Releases open in your browser.`,
        also: t`update release`,
        value: (
          <>
            <Verbatim text={view.version} mono />
            {releases !== null && <Button onPress={() => onLink(releases)}>{t`View releases`}</Button>}
          </>
        ),
      },
      {
        name: t`Commit`,
        words: view.commit === null ? t`Not a release build.` : t`Commit of this build.`,
        also: t`build`,
        value: view.commit === null ? t`not recorded` : <Verbatim text={view.commit} mono />,
      },
      {
        name: t`Pixir’s rules`,
        words: t`The Pixir release whose rules apply by default. It doesn’t have to be installed.`,
        value: <Verbatim text={view.rules} />,
      },
      {
        name: t`Licenses`,
        words: t`Assay is licensed under MIT. Its engine uses Rust crates under MIT, Apache-2.0, BSD-3-Clause, ISC, Zlib, Unicode-3.0, CC0-1.0 and MPL-2.0; its window uses the packages below.`,
        also: t`license open source libraries fonts`,
        below: (
          <ul className="stack gap-4" aria-label={t`Window packages`}>
            {licences.map(({ name, version, licence }) => (
              <li key={name} className="flex wraps spread gap-4-12">
                <span>
                  {name} {version}
                </span>
                <span className="text-2">{licence}</span>
              </li>
            ))}
          </ul>
        ),
      },
    ],
  };
}
