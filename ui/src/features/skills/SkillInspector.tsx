import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { type ReactNode, useContext } from "react";
import { AgentContext } from "../../facts/agent.ts";
import { Bytes } from "../../facts/Bytes.tsx";
import { DriftChip } from "../../facts/DriftChip.tsx";
import { diffOf, sessionOf, useGoing } from "../../facts/going.ts";
import { CopiedHash, HashStrip } from "../../facts/HashStrip.tsx";
import { icons } from "../../facts/icons.ts";
import { Fact, Facts, Section, Sections } from "../../facts/Section.tsx";
import { clock, fullTime, Time } from "../../facts/Time.tsx";
import { precedenceWords } from "../../facts/whyUnused.ts";
import { useAsk } from "../../host/useAsk.ts";
import type { SkillView } from "../../host/wire.gen.ts";
import { Button } from "../../kit/Button.tsx";
import { Chip } from "../../kit/Chip.tsx";
import { Icon } from "../../kit/Icon.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { rawText } from "../../language/foreign.ts";
import { count } from "../../language/numbers.ts";
import { FieldsCompared } from "./FieldsCompared.tsx";
import { differingFields } from "./fields.ts";
import { linesOf } from "./lines.ts";
import { Origin } from "./Origin.tsx";
import "./inspector.css";

interface SkillInspectorProps {
  skill: SkillView;
  /** It is not there any more: only what was read of the file and what sessions recorded is still so. */
  gone: boolean;
  /** What is known of the file that is looked at, when it is another than SKILL.md. */
  file: ReactNode;
  /** Looks at the source of an imported skill again. */
  onUpdate: () => void;
}

/** What the disk and the recorded sessions say of a skill. */
export function SkillInspector({ skill, gone, file, onUpdate }: SkillInspectorProps) {
  return (
    <Sections label={t`Facts`} gone={gone}>
      {file ?? <FilePart skill={skill} />}
      {!gone && <DoorsPart skill={skill} />}
      {file === null && !gone && <WinnerPart skill={skill} />}
      {file === null && !gone && skill.row.managed && <Origin skill={skill.row.id} onUpdate={onUpdate} />}
      {file === null && <FrontmatterPart skill={skill} />}
      <ShapedPart skill={skill} />
    </Sections>
  );
}

function FilePart({ skill }: { skill: SkillView }) {
  return (
    <Section head={t`File`} from={t`disk, read ${clock(skill.read_at)}`}>
      <Facts>
        <Fact name={t`Path`}>
          <Verbatim text={skill.shown_path} mono />
        </Fact>
        <Fact name={t`Folder`}>
          <Verbatim text={skill.root} mono />
        </Fact>
        <Fact name={t`Hash`}>
          {skill.hash === null ? t`not read` : <CopiedHash hash={skill.hash} of="SKILL.md" />}
        </Fact>
        <Fact name={t`Size`}>
          {skill.bytes === null ? (
            t`not a file`
          ) : (
            <>
              <Bytes n={skill.bytes} />, {linesOf(skill)}
            </>
          )}
        </Fact>
        <Fact name={t`Modified`}>{skill.modified === null ? t`unknown` : fullTime(skill.modified)}</Fact>
        {skill.doors.length < 2 && <Fact name={t`Paths`}>1</Fact>}
      </Facts>
    </Section>
  );
}

function DoorsPart({ skill: { doors } }: { skill: SkillView }) {
  if (doors.length < 2) return null;
  return (
    <Section head={t`Paths`} term="doors" from={plural(doors.length, { one: "# path", other: "# paths" })}>
      <p>{t`All paths lead to the same file.`}</p>
      <ul className="doors">
        {doors.map((door) => (
          <li key={rawText(door.path)} className="toned tone-neutral">
            <Icon of={icons.door} />
            <span className="narrows">
              <Verbatim text={door.path} mono />
              <span className="block quiet">{door.how}</span>
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function WinnerPart({ skill: { shadowing, rule } }: { skill: SkillView }) {
  if (shadowing === null) return null;
  return (
    <Section head={t`Who wins`} of="reconstructed">
      <ul className="winners">
        <li>
          <Verbatim text={shadowing.selected} mono />
          <Chip icon={icons.winning} tone="ok">
            {t`winner`}
          </Chip>
        </li>
        {shadowing.shadowed.map((path) => (
          <li key={rawText(path)}>
            <Verbatim text={path} mono />
            <Chip icon={icons.shadowed}>{t`shadowed`}</Chip>
          </li>
        ))}
      </ul>
      {rule !== null && (
        <p>
          <Verbatim text={precedenceWords(rule)} />
        </p>
      )}
    </Section>
  );
}

function FrontmatterPart({ skill }: { skill: SkillView }) {
  const differing = differingFields(skill);
  return (
    <Section
      head={t`Frontmatter`}
      from={plural(skill.pixir_fields.length, { one: "# field", other: "# fields" })}
    >
      {skill.pixir_fields.length === 0 && <p>{t`None`}</p>}
      <Facts>
        {skill.pixir_fields.map((field, at) => (
          <Fact key={at} name={<Verbatim text={field.key} />}>
            {rawText(field.value) === "" ? (
              <span className="quiet">{t`empty`}</span>
            ) : (
              <Verbatim text={field.value} mono />
            )}
          </Fact>
        ))}
      </Facts>
      {differing.length > 0 && (
        <>
          <p>{t`Pixir and YAML (${skill.yaml_reading}) read these differently:`}</p>
          <FieldsCompared fields={differing} />
        </>
      )}
    </Section>
  );
}

/** What sessions of other workspaces say of a skill that none used here. */
function UsedElsewhere({ id }: { id: string }) {
  const { answer } = useAsk("used_elsewhere", { id });
  if (answer === undefined || answer.sessions === 0) return t`not used here`;
  const sessions = plural(answer.sessions, { one: "# session", other: "# sessions" });
  const workspaces = plural(answer.workspaces, { one: "# other workspace", other: "# other workspaces" });
  return t`not used here; used in ${sessions} in ${workspaces}`;
}

function lastUse({ at, turn }: { at: number | null; turn: number | null }): string {
  const time = at === null ? t`time not recorded` : fullTime(at);
  return turn === null ? time : t`${time}, turn ${turn}`;
}

/** How many snapshots stand in the inspector. */
const snapshotsShown = 8;

function ShapedPart({ skill: { usage, row } }: { skill: SkillView }) {
  const { go } = useGoing();
  const { last } = usage;
  const agent = useContext(AgentContext);
  if (row.states.used === "unknown") {
    return (
      <Section head={t`Usage`} term="shaped" of="unknown">
        <p>{t`Assay can’t read sessions of ${agent.label}, so usage is unknown.`}</p>
      </Section>
    );
  }
  return (
    <Section head={t`Usage`} term="shaped" of="recorded">
      <Facts>
        <Fact name={t`Turns`}>
          {t`${count(usage.turns)} in ${plural(usage.sessions, { one: "# session", other: "# sessions" })}`}
        </Fact>
        <Fact name={t`Activated`}>
          {usage.activations === 0 ? (
            <UsedElsewhere id={row.id} />
          ) : (
            t`${plural(usage.activations, { one: "# time", other: "# times" })}, ${count(usage.by_user)} by user, ${count(usage.by_model)} by model`
          )}
        </Fact>
        <Fact name={t`Snapshots`}>{t`${count(usage.snapshots.length)} recorded`}</Fact>
        <Fact name={t`Last used`}>
          {last === null ? (
            t`not in this workspace`
          ) : (
            <Button look="link" onPress={() => go(sessionOf(last))}>
              {lastUse(last)}
            </Button>
          )}
        </Fact>
      </Facts>
      {usage.snapshots.length > 0 && (
        <ul className="snapshots above-6">
          {usage.snapshots.slice(0, snapshotsShown).map((snapshot) => (
            <li key={snapshot.hash}>
              <HashStrip hash={snapshot.hash} of={t`recorded SKILL.md`} />
              <span className="quiet">
                <Time at={snapshot.latest.at} />
              </span>
              <DriftChip fact={snapshot.drift} />
              {snapshot.drift.state !== "identical" && (
                <Button look="link" onPress={() => go(diffOf(snapshot.latest))}>
                  <Trans>
                    Compare<span className="unseen"> {snapshot.hash.slice(0, 8)} with disk</span>
                  </Trans>
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {usage.snapshots.length > snapshotsShown && (
        <p>{t`Showing the latest ${snapshotsShown} of ${count(usage.snapshots.length)}.`}</p>
      )}
    </Section>
  );
}
