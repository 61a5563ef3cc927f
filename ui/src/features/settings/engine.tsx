import { plural, t } from "@lingui/core/macro";
import type { IndexingView, SettingsView } from "../../host/wire.gen.ts";
import { Button } from "../../kit/Button.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { PlaceList } from "./Places.tsx";
import type { Setting, SettingPart } from "./setting.ts";

/** Where skills are looked for. */
export function rootsPart({ roots, folders }: SettingsView, agent: Setting): SettingPart {
  return {
    id: "roots",
    head: t`Skill roots`,
    settings: [
      agent,
      {
        name: t`Roots`,
        words: t`Where Pixir’s rules look, in the order in which they win. They are Pixir’s own and are not set here.`,
        also: t`folders scope repo user`,
        below: <PlaceList label={t`Roots`} places={roots} />,
      },
      {
        name: t`Claude’s folders`,
        words: t`Whether .claude/skills of the project and of the user are looked at too. Set at the terminal: assay folders.`,
        also: t`roots extra`,
        value:
          folders.claude_folders === "on"
            ? t`on`
            : folders.claude_folders === "off"
              ? t`off`
              : folders.claude_folders,
      },
      {
        name: t`Further folders`,
        words: t`Folders a person named for this project. Set at the terminal: assay folders.`,
        also: t`roots extra`,
        value:
          folders.named.length === 0
            ? t`none`
            : plural(folders.named.length, { one: "# folder", other: "# folders" }),
        below: folders.named.length > 0 && (
          <PlaceList
            label={t`Further folders`}
            places={folders.named.map(({ path, found }) => ({
              path,
              source: "named",
              found: found ? t`there` : t`folder does not exist`,
              readable: found,
              exists: found,
            }))}
          />
        ),
      },
    ],
  };
}

/** What a command that fetches fresh facts may take, and what contains it. */
export function hydrationPart(view: SettingsView, sandbox: string): SettingPart {
  const { limits, passed } = view;
  const own = t`Built in; a skill may ask for another value in its declaration, up to`;
  return {
    id: "hydration",
    head: t`Hydration and sandbox`,
    settings: [
      {
        name: t`Longest run`,
        words: t`A command is stopped after this time. ${own} ${limits.time_most_ms / 1000} s.`,
        also: t`timeout limit`,
        value: `${limits.time_ms / 1000} s`,
      },
      {
        name: t`Bytes kept`,
        words: t`The rest is cut, and the cut is stated. ${own} ${plural(limits.bytes_most, { one: "# byte", other: "# bytes" })}.`,
        also: t`output limit`,
        value: plural(limits.bytes, { one: "# byte", other: "# bytes" }),
      },
      {
        name: t`Requests that wait`,
        words: t`More are refused until some are decided. Built in.`,
        also: t`queue limit`,
        value: t`at most ${limits.waiting_most}`,
      },
      {
        name: t`Environment names passed on`,
        words: t`A declared command gets these variables and no others; values are never shown. Built in.`,
        also: t`variables path`,
        value: (
          <ul className="wraps flex gap-4-12" aria-label={t`Names passed on`}>
            {passed.map(({ name, set }) => (
              <li key={name}>
                <code>{name}</code>
                {!set && t` not set`}
              </li>
            ))}
          </ul>
        ),
      },
      {
        name: t`Sandbox`,
        words: t`What contains a command on this machine.`,
        also: t`bubblewrap landlock seccomp network`,
        value: <Verbatim text={sandbox} />,
      },
    ],
  };
}

const stages: Record<IndexingView["stage"], string> = {
  not_started: t`not begun`,
  sessions: t`reading sessions`,
  words: t`reading words`,
  complete: t`complete`,
  held: t`held`,
};

/** The file behind lists and searches over all sessions. */
export function indexPart(view: IndexingView, set: (act: "hold" | "go_on" | "rebuild") => void): SettingPart {
  const { stage, size, file } = view;
  return {
    id: "index",
    head: t`Index`,
    settings: [
      {
        name: t`Index`,
        words: t`The file behind lists and searches over all sessions. It can be deleted any time and is made anew.`,
        also: t`search size rebuild database`,
        value: `${stages[stage]}, ${file === null ? t`in memory` : plural(size, { one: "# byte", other: "# bytes" })}`,
        below: file !== null && <Verbatim text={file} mono />,
      },
      {
        name: t`Rebuild`,
        words: t`Throws the index away and makes it anew. Nothing is lost but time.`,
        also: t`index hold`,
        value: (
          <>
            {stage !== "complete" && stage !== "not_started" && (
              <Button onPress={() => set(stage === "held" ? "go_on" : "hold")}>
                {stage === "held" ? t`Go on` : t`Hold`}
              </Button>
            )}
            <Button onPress={() => set("rebuild")}>{t`Rebuild index`}</Button>
          </>
        ),
      },
    ],
  };
}
