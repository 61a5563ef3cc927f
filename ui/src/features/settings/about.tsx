import type { SettingsView } from "../../host/wire.gen.ts";
import { Button } from "../../kit/Button.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { licences } from "./licences.ts";
import type { SettingPart } from "./setting.ts";

/** The manual and the keys. */
export function helpPart(onManual: () => void, onKeys: () => void): SettingPart {
  return {
    id: "help",
    head: "Help",
    settings: [
      {
        name: "Manual",
        words: "What each screen shows, what each word means, and how everything else works.",
        also: "documentation guide glossary meaning words",
        value: (
          <Button action="help" onPress={onManual}>
            Open the manual
          </Button>
        ),
      },
      {
        name: "Keys",
        words: "Everything can be done with the keyboard.",
        also: "shortcuts keyboard",
        value: <Button onPress={onKeys}>Show all keys</Button>,
      },
    ],
  };
}

/** What this program is, and under which licences. */
export function aboutPart(view: SettingsView): SettingPart {
  return {
    id: "about",
    head: "About",
    settings: [
      {
        name: "Version",
        words: "It looks for no newer one: Assay talks to no network.",
        also: "update release",
        value: <Verbatim text={view.version} mono />,
      },
      {
        name: "Commit",
        words:
          view.commit === null
            ? "A release names the commit it was built from. This is none, or it was built outside a checkout."
            : "The commit this was built from.",
        also: "build",
        value: view.commit === null ? "not recorded" : <Verbatim text={view.commit} mono />,
      },
      {
        name: "Pixir’s rules",
        words: "The release whose rules decide where nothing else is said. It need not be installed.",
        value: <Verbatim text={view.rules} />,
      },
      {
        name: "Licences",
        words:
          "Assay is under the MIT licence. Its engine is built of Rust crates under MIT, Apache-2.0, BSD-3-Clause, ISC, Zlib, Unicode-3.0, CC0-1.0 and MPL-2.0, its page of these packages.",
        also: "license open source libraries fonts",
        below: (
          <ul className="stack gap-4" aria-label="Packages of the page">
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
