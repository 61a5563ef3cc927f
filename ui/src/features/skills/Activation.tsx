import { plural, t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { useContext, useDeferredValue, useId, useState } from "react";
import { AgentContext } from "../../facts/agent.ts";
import { Evidence } from "../../facts/Evidence.tsx";
import { AskedNote, FailureNote } from "../../facts/FailureNote.tsx";
import { icons } from "../../facts/icons.ts";
import { SkillChips } from "../../facts/SkillChips.tsx";
import { useAct, useAsk } from "../../host/useAsk.ts";
import type {
  CallerWord,
  GivenView,
  GuardedView,
  GuardWord,
  PreviewView,
  SkillRow,
  SkillStanding,
  StaysText,
  VariableRow,
  VisibilityChange,
} from "../../host/wire.gen.ts";
import { Button } from "../../kit/Button.tsx";
import { Checkbox } from "../../kit/Choice.tsx";
import { CopyButton } from "../../kit/CopyButton.tsx";
import { Note } from "../../kit/Note.tsx";
import { Segmented } from "../../kit/Segmented.tsx";
import { Skeleton } from "../../kit/Skeleton.tsx";
import { spelled } from "../../kit/seen.ts";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { type AnyText, rawText } from "../../language/foreign.ts";
import { count } from "../../language/numbers.ts";
import { Exact } from "./Exact.tsx";
import { ProjectTrust } from "./HeldBack.tsx";
import { isCut } from "./listing.ts";
import "./activation.css";
import { messageWords } from "../../language/messages.ts";

interface Wanted {
  by: CallerWord;
  arguments: string;
  session: string;
  context: string;
  whole: boolean;
}

/** What an agent would be given of the skill. Looking at it takes nothing in and runs nothing. */
export function Activation({ row }: { row: SkillRow }) {
  const agent = useContext(AgentContext);
  const [wanted, setWanted] = useState<Wanted>({
    by: "model",
    arguments: "",
    session: "SESSION",
    context: "",
    whole: false,
  });
  const asking = useDeferredValue(wanted);
  const asked = useAsk("activation_preview", {
    id: row.id,
    convention: agent.name,
    by: asking.by,
    arguments: asking.arguments === "" ? null : asking.arguments,
    session: asking.session,
    context_path: asking.context === "" ? null : asking.context,
    whole_file: asking.whole,
  });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a section would be one landmark more
    <div
      className="activation ring-inside fill anchors scrolls"
      role="group"
      aria-label={t`Activation preview`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: text is scrolled by keys
      tabIndex={0}
    >
      <WhoMay row={row} />
      <Fields wanted={wanted} takes={asked.answer} onWanted={setWanted} />
      <AskedNote asked={asked} />
      {asked.answer === undefined && asked.failure === null && <Skeleton label={t`Loading skill…`} />}
      {asked.answer !== undefined && <Outcome view={asked.answer} />}
    </div>
  );
}

/** Whether agents get the skill at all, and the ways to change that. */
function WhoMay({ row }: { row: SkillRow }) {
  const agent = useContext(AgentContext);
  const { act, acting, failure } = useAct("change_permission");
  const change = (label: string, one: VisibilityChange) => (
    <Button
      size={24}
      offBecause={acting ? t`Saving…` : null}
      onPress={() => act({ kind: "visibility", changes: [one] })}
    >
      {label}
    </Button>
  );
  return (
    <section
      className="activation-part stack gap-8 type-small line-above"
      aria-label={t`Who can activate it`}
    >
      <div className="activation-head row wraps spread gap-6-8">
        <h3>{t`Who can activate it`}</h3>
        <Evidence of="reconstructed" />
      </div>
      <div className="row wraps gap-6-8">
        <SkillChips
          states={{ ...row.states, drifted: false, doors: 1, used: "recorded" }}
          look="filled"
          agent={agent.label}
        />
        {row.states.standing === "held_back" || row.states.if_trusted ? (
          <ProjectTrust />
        ) : (
          back(row.states.standing, row.name).map(([label, one]) => (
            <span key={label}>{change(label, one)}</span>
          ))
        )}
      </div>
      <p className="quiet">{mayWords(row, agent.label)}</p>
      {failure !== null && <FailureNote failure={failure} />}
    </section>
  );
}

/** What turns the standing of a skill over. */
function back(standing: SkillStanding, of: AnyText): [label: string, change: VisibilityChange][] {
  const name = rawText(of);
  switch (standing) {
    case "disabled":
      return [[t`Enable`, { kind: "enable", name }]];
    case "denied":
      return [[t`Allow again`, { kind: "permit", name }]];
    case "not_allowed":
      return [[t`Allow`, { kind: "list", name }]];
    case "wins":
    case "kept":
    case "unsettled":
      return [
        [t`Disable`, { kind: "disable", name }],
        [t`Deny`, { kind: "deny", name }],
      ];
    case "shadowed":
    case "same_file":
    case "held_back":
    case "off":
    case "invalid":
      return [];
    default:
      return standing satisfies never;
  }
}

function mayWords({ states, name }: SkillRow, agent: string): string {
  switch (states.standing) {
    case "disabled":
    case "denied":
    case "not_allowed":
      return t`Hidden from agents that get their skills through Assay, as if it didn’t exist.`;
    case "off":
      return t`${agent} disables it in its own settings.`;
    case "held_back":
      return t`${agent} hides it until you trust this project.`;
    case "shadowed":
    case "same_file":
      return t`${spelled(name)} activates another file.`;
    case "invalid":
      return t`Not a skill for this agent.`;
    case "wins":
    case "kept":
    case "unsettled":
      if (states.if_trusted) {
        return t`${agent} uses it if ${agent} trusts the project; Assay can’t tell whether it does. For agents connected through Assay, you have to trust the project here.`;
      }
      if (isCut(states)) {
        return t`It doesn’t fit into the catalog. The model and the user can still activate it by name.`;
      }
      return states.hidden
        ? t`disable-model-invocation hides it from the model. Users can still activate it by name.`
        : t`Listed in the catalog. The model and the user can activate it.`;
    default:
      return states.standing satisfies never;
  }
}

function Fields({
  wanted,
  takes,
  onWanted,
}: {
  wanted: Wanted;
  takes: PreviewView | undefined;
  onWanted: (wanted: Wanted) => void;
}) {
  const field = (
    label: string,
    key: "arguments" | "session" | "context",
    words: string,
    off: boolean | undefined,
  ) => (
    <TextField
      label={label}
      words={off === true ? t`Not used by this call.` : words}
      off={off === true}
      value={wanted[key]}
      onText={(text) => onWanted({ ...wanted, [key]: text })}
    />
  );
  return (
    <section className="activation-part stack gap-8 type-small line-above" aria-label={t`Try a call`}>
      <div className="activation-head row wraps spread gap-6-8">
        <h3>{t`Try a call`}</h3>
        <Segmented
          label={t`Caller`}
          value={wanted.by}
          options={[
            { value: "model", label: t`the model` },
            { value: "user", label: t`the user` },
          ]}
          onPick={(by) => onWanted({ ...wanted, by })}
        />
      </div>
      <div className="activation-fields stack">
        {field(
          t`Arguments`,
          "arguments",
          t`One line. It is split into arguments as a shell does, without variables or wildcards.`,
          takes && !takes.takes_arguments,
        )}
        {field(
          t`Current file`,
          "context",
          t`For skills limited to certain files.`,
          takes && !takes.takes_path,
        )}
        {field(t`Session id`, "session", t`Replaces the session id variable.`, false)}
      </div>
      {takes?.takes_path === true && (
        <Checkbox checked={wanted.whole} onCheck={(whole) => onWanted({ ...wanted, whole })}>
          {t`Request the whole file, including frontmatter`}
        </Checkbox>
      )}
      {takes !== undefined && (
        <p className="breaks">
          <span className="quiet">{t`call`}</span> <Verbatim text={takes.call} mono />
        </p>
      )}
    </section>
  );
}

function TextField({
  label,
  words,
  off,
  value,
  onText,
}: {
  label: string;
  words: string;
  off: boolean;
  value: string;
  onText: (text: string) => void;
}) {
  const id = useId();
  return (
    <div className="activation-field stack narrows gap-4">
      <label className="text-2" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        type="text"
        className="mono wide"
        autoComplete="off"
        spellCheck={false}
        aria-describedby={`${id}-words`}
        disabled={off}
        value={off ? "" : value}
        onChange={(event) => onText(event.target.value)}
      />
      <p id={`${id}-words`} className="quiet">
        {words}
      </p>
    </div>
  );
}

function Outcome({ view: { outcome } }: { view: PreviewView }) {
  switch (outcome.kind) {
    case "given":
      return <Given given={outcome} />;
    case "refused":
      return <Refused refused={outcome} />;
    default:
      return outcome satisfies never;
  }
}

function Given({ given }: { given: GivenView }) {
  return (
    <>
      {given.other !== null && (
        <Note tone="warn">
          <Trans>
            This name activates another file: <Verbatim text={given.other} mono />
          </Trans>
        </Note>
      )}
      {given.asks && (
        <Note tone="info" icon={icons.waiting}>
          {t`In the current mode, you are asked once per task.`}
        </Note>
      )}
      <section
        className="activation-part stack gap-8 type-small line-above"
        aria-label={t`Text for the model`}
      >
        <div className="activation-head row wraps spread gap-6-8">
          <h3>
            <Trans>
              Text for the model{" "}
              <span className="quiet">
                <Plural value={given.bytes} one="# byte" other="# bytes" />,{" "}
                <Plural value={given.tokens} one="# token" other="# tokens" />
              </span>
            </Trans>
          </h3>
          <span className="row wraps gap-6-8">
            <Evidence of="inferred">
              <span className="unseen">{t`inferred:`} </span>
              {t`tokens`}
            </Evidence>
            <CopyButton label={t`Copy text`} text={given.text} look="words" />
          </span>
        </div>
        <Exact label={t`Exact text`} text={given.text} />
      </section>
      <Variables rows={given.variables} further={given.further} />
      <section className="activation-part stack gap-8 type-small line-above" aria-label={t`Referenced files`}>
        <h3>
          {given.resources.length === 0
            ? t`No referenced files`
            : plural(given.resources.length, { one: "# file", other: "# files" })}
        </h3>
        {given.omitted > 0 && (
          <p className="quiet">{t`${plural(given.omitted, { one: "# more file", other: "# more files" })} not listed.`}</p>
        )}
        {given.left_out.map((words) => (
          <p key={words.text}>
            <Verbatim text={messageWords(words)} />
          </p>
        ))}
        <p className="quiet">
          <Trans>
            Tasks get their own copy named <Verbatim text={given.mount_path} mono />. No copy was created for
            this preview.
          </Trans>
        </p>
      </section>
      {rawText(given.facts) !== "" && (
        <section className="activation-part stack gap-8 type-small line-above" aria-label={t`Metadata`}>
          <h3>{t`Metadata`}</h3>
          <Exact label={t`Metadata, JSON`} text={given.facts} />
        </section>
      )}
    </>
  );
}

function Variables({ rows, further }: { rows: readonly VariableRow[]; further: number }) {
  if (rows.length === 0) return null;
  return (
    <section className="activation-part stack gap-8 type-small line-above" aria-label={t`Variables`}>
      <h3>{t`${plural(rows.length + further, { one: "# place", other: "# places" })} with possible variables`}</h3>
      <table className="activation-table plain-table">
        <thead>
          <tr>
            <th scope="col">{t`Line`}</th>
            <th scope="col">{t`Variable`}</th>
            <th scope="col">{t`Value`}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              <td className="tabular">{row.line}</td>
              <td>
                <Verbatim text={row.written} mono />
              </td>
              <td>
                {row.value === null ? (
                  <span className="quiet">{staysWords(row.stays)}</span>
                ) : rawText(row.value) === "" ? (
                  <span className="quiet">{t`nothing`}</span>
                ) : (
                  <Verbatim text={row.value} mono />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {further > 0 && <p className="quiet">{t`${count(further)} more not shown.`}</p>}
    </section>
  );
}

const guards: Record<GuardWord, string> = {
  visible: t`not visible to the caller`,
  readable: t`nothing to load in its file`,
  paths: t`its paths`,
  arguments: t`the arguments`,
  copied: t`its files can’t be copied for a task`,
};

function Refused({ refused }: { refused: GuardedView }) {
  return (
    <section className="activation-part stack gap-8 type-small line-above" aria-label={t`Denied`}>
      <Note tone="danger" icon={icons.deny}>
        <Trans>
          Denied by policy: {guards[refused.guard]}. <Verbatim text={refused.words} />
        </Trans>
      </Note>
      <div className="activation-head row wraps spread gap-6-8">
        <h3>{t`Response to the agent`}</h3>
        <CopyButton label={t`Copy answer`} text={refused.text} look="words" />
      </div>
      <Exact label={t`Denial text`} text={refused.text} />
      <h3>{t`Metadata`}</h3>
      <Exact label={t`Metadata of the denial, JSON`} text={refused.payload} />
      {refused.payload_bytes > new TextEncoder().encode(rawText(refused.payload)).length && (
        <p className="quiet">{t`Truncated; ${plural(refused.payload_bytes, { one: "# byte", other: "# bytes" })} in total.`}</p>
      )}
    </section>
  );
}

function staysWords(why: StaysText | null): string {
  switch (why) {
    case null:
      return t`not replaced`;
    case "in_command":
      return t`not replaced. It is part of a command, which is not changed.`;
    case "not_given":
      return t`not replaced. No argument was given for this position.`;
    case "unknown":
      return t`not replaced. No variable has this name.`;
    case "no_braces":
      return t`not replaced. Without braces it is not a variable.`;
    default:
      return why satisfies never;
  }
}
