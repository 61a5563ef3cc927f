import { counted } from "../../facts/Count.tsx";
import type { IndexingView, SettingsView } from "../../host/wire.gen.ts";
import { Button } from "../../kit/Button.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { PlaceList } from "./Places.tsx";
import type { Setting, SettingPart } from "./setting.ts";

/** Where skills are looked for. */
export function rootsPart({ roots, folders }: SettingsView, agent: Setting): SettingPart {
  return {
    id: "roots",
    head: "Skill roots",
    settings: [
      agent,
      {
        name: "Roots",
        words:
          "Where Pixir’s rules look, in the order in which they win. They are Pixir’s own and are not set here.",
        also: "folders scope repo user",
        below: <PlaceList label="Roots" places={roots} />,
      },
      {
        name: "Claude’s folders",
        words:
          "Whether .claude/skills of the project and of the user are looked at too. Set at the terminal: assay folders.",
        also: "roots extra",
        value: folders.claude_folders,
      },
      {
        name: "Further folders",
        words: "Folders a person named for this project. Set at the terminal: assay folders.",
        also: "roots extra",
        value: folders.named.length === 0 ? "none" : counted(folders.named.length, "folder"),
        below: folders.named.length > 0 && (
          <PlaceList
            label="Further folders"
            places={folders.named.map(({ path, found }) => ({
              path,
              source: "named",
              found: found ? "there" : "folder does not exist",
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
  const own = "Built in; a skill may ask for another value in its declaration, up to";
  return {
    id: "hydration",
    head: "Hydration and sandbox",
    settings: [
      {
        name: "Longest run",
        words: `A command is stopped after this time. ${own} ${limits.time_most_ms / 1000} s.`,
        also: "timeout limit",
        value: `${limits.time_ms / 1000} s`,
      },
      {
        name: "Bytes kept",
        words: `The rest is cut, and the cut is stated. ${own} ${counted(limits.bytes_most, "byte")}.`,
        also: "output limit",
        value: counted(limits.bytes, "byte"),
      },
      {
        name: "Requests that wait",
        words: "More are refused until some are decided. Built in.",
        also: "queue limit",
        value: `at most ${limits.waiting_most}`,
      },
      {
        name: "Environment names passed on",
        words: "A declared command gets these variables and no others; values are never shown. Built in.",
        also: "variables path",
        value: (
          <ul className="wraps flex gap-4-12" aria-label="Names passed on">
            {passed.map(({ name, set }) => (
              <li key={name}>
                <code>{name}</code>
                {!set && " not set"}
              </li>
            ))}
          </ul>
        ),
      },
      {
        name: "Sandbox",
        words: "What contains a command on this machine.",
        also: "bubblewrap landlock seccomp network",
        value: <Verbatim text={sandbox} />,
      },
    ],
  };
}

const stages: Record<IndexingView["stage"], string> = {
  not_started: "not begun",
  sessions: "reading sessions",
  words: "reading words",
  complete: "complete",
  held: "held",
};

/** The file behind lists and searches over all sessions. */
export function indexPart(view: IndexingView, set: (act: "hold" | "go_on" | "rebuild") => void): SettingPart {
  const { stage, size, file } = view;
  return {
    id: "index",
    head: "Index",
    settings: [
      {
        name: "Index",
        words:
          "The file behind lists and searches over all sessions. It can be deleted any time and is made anew.",
        also: "search size rebuild database",
        value: `${stages[stage]}, ${file === null ? "in memory" : counted(size, "byte")}`,
        below: file !== null && <Verbatim text={file} mono />,
      },
      {
        name: "Rebuild",
        words: "Throws the index away and makes it anew. Nothing is lost but time.",
        also: "index hold",
        value: (
          <>
            {stage !== "complete" && stage !== "not_started" && (
              <Button onPress={() => set(stage === "held" ? "go_on" : "hold")}>
                {stage === "held" ? "Go on" : "Hold"}
              </Button>
            )}
            <Button onPress={() => set("rebuild")}>Rebuild index</Button>
          </>
        ),
      },
    ],
  };
}
