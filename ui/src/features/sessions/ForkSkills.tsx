import { t } from "@lingui/core/macro";
import { forkNoteWords } from "../../facts/contextWords.ts";
import { AskedNote } from "../../facts/FailureNote.tsx";
import { useAsk } from "../../host/useAsk.ts";
import type { ForkSkill, ForkSkillState, ForkText } from "../../host/wire.gen.ts";
import { Button } from "../../kit/Button.tsx";
import { Skeleton } from "../../kit/Skeleton.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { rawText } from "../../language/foreign.ts";
import "./ModelView.css";

/** A text as a session recorded it. */
interface Recorded {
  key: string;
  line: number;
}

/** The skill texts a session began with against those its parent had at that event. */
export function ForkSkills({
  session,
  onText,
  onDiff,
}: {
  /** The key of the child. */
  session: string;
  /** Opens the log of a session at the line of an activation. */
  onText: (key: string, line: number) => void;
  /** Compares two recorded texts. */
  onDiff: (of: Recorded, against: Recorded) => void;
}) {
  const asked = useAsk("fork_skills", { key: session });
  const { answer, failure } = asked;
  return (
    <section
      className="fork-skills type-small line-above padded scrolls-both"
      aria-label={t`Skills of parent and child`}
    >
      <AskedNote asked={asked} />
      {answer === undefined && failure === null && <Skeleton label={t`Skills`} rows={3} />}
      {answer !== undefined && (
        <>
          <p>
            {t`Texts in context: parent after event ${answer.parent_seq}, this session after event ${answer.own_seq}`}
          </p>
          <p className="text-3">{forkNoteWords(answer.note)}</p>
          {answer.skills.length === 0 ? (
            <p>{t`No skill texts in either session.`}</p>
          ) : (
            <table className="plain-table">
              <thead>
                <tr>
                  <th scope="col">{t`Skill`}</th>
                  <th scope="col">{t`State`}</th>
                  <th scope="col">{t`In parent`}</th>
                  <th scope="col">{t`In child`}</th>
                </tr>
              </thead>
              <tbody>
                {answer.skills.map((skill) => (
                  <Row
                    key={rawText(skill.name)}
                    skill={skill}
                    parent={answer.parent}
                    child={session}
                    onText={onText}
                    onDiff={onDiff}
                  />
                ))}
              </tbody>
            </table>
          )}
        </>
      )}
    </section>
  );
}

function Row({
  skill,
  parent,
  child,
  onText,
  onDiff,
}: {
  skill: ForkSkill;
  parent: string;
  child: string;
  onText: (key: string, line: number) => void;
  onDiff: (of: Recorded, against: Recorded) => void;
}) {
  // Of several texts, the last is the one that was followed.
  const [before, after] = [skill.in_parent.at(-1), skill.in_child.at(-1)];
  const differs = skill.state === "other_version" && before !== undefined && after !== undefined;
  return (
    <tr>
      <th scope="row">
        <Verbatim text={skill.name} />
      </th>
      <td>
        {words(skill.state)}
        {differs && (
          <div>
            <Button
              look="link"
              onPress={() => onDiff({ key: parent, line: before.line }, { key: child, line: after.line })}
            >
              {t`Compare parent and child`}
            </Button>
          </div>
        )}
      </td>
      <td>
        <Texts of={skill.in_parent} onOpen={(line) => onText(parent, line)} />
      </td>
      <td>
        <Texts of={skill.in_child} onOpen={(line) => onText(child, line)} />
      </td>
    </tr>
  );
}

function Texts({ of, onOpen }: { of: readonly ForkText[]; onOpen: (line: number) => void }) {
  if (of.length === 0) return <span className="text-3">{t`None`}</span>;
  return of.map((text) => (
    <div key={text.line}>
      <Button look="link" onPress={() => onOpen(text.line)}>
        {textWords(text)}
      </Button>
    </div>
  ));
}

function textWords({ hash, turn }: ForkText): string {
  const digits = hash.slice(0, 8) || t`no hash`;
  return turn === null ? digits : t`${digits}, turn ${turn}`;
}

function words(state: ForkSkillState): string {
  switch (state) {
    case "same":
      return t`same`;
    case "only_in_parent":
      return t`only in parent`;
    case "only_in_child":
      return t`only in child`;
    case "other_version":
      return t`different version`;
    default:
      return state satisfies never;
  }
}
