import { plural, t } from "@lingui/core/macro";
import { indexNoteWords } from "../../facts/logWords.ts";
import type { IndexingView, SettingsView } from "../../host/wire.gen.ts";
import { Button } from "../../kit/Button.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { listedPlaces, PlaceList } from "./Places.tsx";
import type { Setting, SettingPart } from "./setting.ts";

/** Where skills are looked for. */
export function rootsPart({ roots, folders }: SettingsView, agent: Setting): SettingPart {
  return {
    id: "roots",
    head: t`Skill folders`,
    settings: [
      agent,
      {
        name: t`Search folders`,
        words: t`Where Pixir looks for skills, in order of precedence. Fixed by Pixir.`,
        also: t`folders scope repo user`,
        below: <PlaceList label={t`Search folders`} places={listedPlaces(roots)} />,
      },
      {
        name: t`Claude folders`,
        words: t`Also search .claude/skills in the project and home folder. Set in the terminal with assay folders.`,
        also: t`roots extra`,
        value:
          folders.claude_folders === "on"
            ? t`on`
            : folders.claude_folders === "off"
              ? t`off`
              : folders.claude_folders,
      },
      {
        name: t`Additional folders`,
        words: t`Additional folders for this project. Set them in the terminal with assay folders.`,
        also: t`roots extra`,
        value:
          folders.named.length === 0
            ? t`none`
            : plural(folders.named.length, { one: "# folder", other: "# folders" }),
        below: folders.named.length > 0 && (
          <PlaceList
            label={t`Additional folders`}
            places={folders.named.map(({ path, found }) => ({
              path,
              kind: t`named`,
              found: found ? t`found` : t`folder does not exist`,
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
  const most = plural(limits.bytes_most, { one: "# byte", other: "# bytes" });
  return {
    id: "hydration",
    head: t`Hydration and sandbox`,
    settings: [
      {
        name: t`Time limit`,
        words: t`Commands are stopped after this time. Skills can request up to ${limits.time_most_ms / 1000} s.`,
        also: t`timeout longest run`,
        value: `${limits.time_ms / 1000} s`,
      },
      {
        name: t`Output limit`,
        words: t`Longer output is truncated and marked. Skills can request up to ${most}.`,
        also: t`bytes kept truncate`,
        value: plural(limits.bytes, { one: "# byte", other: "# bytes" }),
      },
      {
        name: t`Pending requests`,
        words: t`Further requests are denied until you decide some. Built in.`,
        also: t`queue limit`,
        value: t`at most ${limits.waiting_most}`,
      },
      {
        name: t`Environment variables`,
        words: t`Only these variables are passed to declared commands. Values are never shown. Built in.`,
        also: t`variables path`,
        value: (
          <ul className="wraps flex gap-4-12" aria-label={t`Passed variables`}>
            {passed.map(({ name, set }) => (
              <li key={name}>
                <code>{name}</code>
                {!set && <> {t`not set`}</>}
              </li>
            ))}
          </ul>
        ),
      },
      {
        name: t`Sandbox`,
        words: t`How commands are sandboxed here.`,
        also: t`bubblewrap landlock seccomp network`,
        value: <Verbatim text={sandbox} />,
      },
    ],
  };
}

const stages: Record<IndexingView["stage"], string> = {
  not_started: t`not started`,
  sessions: t`reading sessions…`,
  words: t`indexing words…`,
  complete: t`complete`,
  held: t`paused`,
};

/** The file behind lists and searches over all sessions. */
export function indexPart(view: IndexingView, set: (act: "hold" | "go_on" | "rebuild") => void): SettingPart {
  const { stage, size, file, notes } = view;
  return {
    id: "index",
    head: t`Index`,
    settings: [
      {
        name: t`Index`,
        words: t`Used for lists and search across all sessions. It can be deleted at any time and is rebuilt.`,
        also: t`search size rebuild database`,
        value: `${stages[stage]}, ${file === null ? t`in memory` : plural(size, { one: "# byte", other: "# bytes" })}`,
        below: (
          <>
            {file !== null && <Verbatim text={file} mono />}
            {notes.map((note, at) => (
              <p key={at} className="text-2">
                <Verbatim text={indexNoteWords(note)} />
              </p>
            ))}
          </>
        ),
      },
      {
        name: t`Rebuild index`,
        words: t`Deletes the index and builds it again. No data is lost.`,
        also: t`index pause resume hold`,
        value: (
          <>
            {stage !== "complete" && stage !== "not_started" && (
              <Button onPress={() => set(stage === "held" ? "go_on" : "hold")}>
                {stage === "held" ? t`Resume` : t`Pause`}
              </Button>
            )}
            <Button onPress={() => set("rebuild")}>{t`Rebuild index`}</Button>
          </>
        ),
      },
    ],
  };
}
