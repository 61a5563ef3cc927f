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
        words: t`What each screen shows, what each word means, and how everything else works.`,
        also: t`documentation guide glossary meaning words`,
        value: (
          <Button action="help" onPress={onManual}>
            {t`Open the manual`}
          </Button>
        ),
      },
      {
        name: t`Keys`,
        words: t`Everything can be done with the keyboard.`,
        also: t`shortcuts keyboard`,
        value: <Button onPress={onKeys}>{t`Show all keys`}</Button>,
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
            ? t`It looks for no newer one; packages of your system are brought up to date by the system.`
            : t`It looks for no newer one by itself: your browser shows which there are.`,
        also: t`update release`,
        value: (
          <>
            <Verbatim text={view.version} mono />
            {releases !== null && (
              <Button onPress={() => onLink(releases)}>{t`Look for a newer version`}</Button>
            )}
          </>
        ),
      },
      {
        name: t`Commit`,
        words:
          view.commit === null
            ? t`A release names the commit it was built from. This is none, or it was built outside a checkout.`
            : t`The commit this was built from.`,
        also: t`build`,
        value: view.commit === null ? t`not recorded` : <Verbatim text={view.commit} mono />,
      },
      {
        name: t`Pixir’s rules`,
        words: t`The release whose rules decide where nothing else is said. It need not be installed.`,
        value: <Verbatim text={view.rules} />,
      },
      {
        name: t`Licences`,
        words: t`Assay is under the MIT licence. Its engine is built of Rust crates under MIT, Apache-2.0, BSD-3-Clause, ISC, Zlib, Unicode-3.0, CC0-1.0 and MPL-2.0, its page of these packages.`,
        also: t`license open source libraries fonts`,
        below: (
          <ul className="stack gap-4" aria-label={t`Packages of the page`}>
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
