import { useContext, useDeferredValue, useId, useState } from "react";
import { count, counted } from "../../facts/Count.tsx";
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
  VariableRow,
  VisibilityChange,
} from "../../host/wire.gen.ts";
import { Button } from "../../kit/Button.tsx";
import { Checkbox } from "../../kit/Choice.tsx";
import { CopyButton } from "../../kit/CopyButton.tsx";
import { Note } from "../../kit/Note.tsx";
import { Segmented } from "../../kit/Segmented.tsx";
import { Skeleton } from "../../kit/Skeleton.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { AgentContext } from "./agent.ts";
import { Exact } from "./Exact.tsx";
import { ProjectTrust } from "./HeldBack.tsx";
import { isCut } from "./listing.ts";
import "./activation.css";

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
      aria-label="Activation preview"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: text is scrolled by keys
      tabIndex={0}
    >
      <WhoMay row={row} />
      <Fields wanted={wanted} takes={asked.answer} onWanted={setWanted} />
      <AskedNote asked={asked} />
      {asked.answer === undefined && asked.failure === null && <Skeleton label="Reading the skill" />}
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
      offBecause={acting ? "It is being kept." : null}
      onPress={() => act({ kind: "visibility", changes: [one] })}
    >
      {label}
    </Button>
  );
  return (
    <section className="activation-part stack gap-8 type-small line-above" aria-label="Who may take it in">
      <div className="activation-head row wraps spread gap-6-8">
        <h3>Who may take it in</h3>
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
function back(standing: SkillStanding, name: string): [label: string, change: VisibilityChange][] {
  switch (standing) {
    case "disabled":
      return [["Switch on again", { kind: "enable", name }]];
    case "denied":
      return [["Permit again", { kind: "permit", name }]];
    case "not_allowed":
      return [["Put on the list", { kind: "list", name }]];
    case "wins":
    case "kept":
    case "unsettled":
      return [
        ["Switch off", { kind: "disable", name }],
        ["Deny", { kind: "deny", name }],
      ];
    case "shadowed":
    case "same_file":
    case "held_back":
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
      return "Agents that get their skills through Assay cannot tell it from a skill that is not there.";
    case "held_back":
      return `By ${agent}’s rules it waits until this project is trusted.`;
    case "shadowed":
    case "same_file":
      return `${name} calls another file.`;
    case "invalid":
      return "It is no skill to this agent.";
    case "wins":
    case "kept":
    case "unsettled":
      if (states.if_trusted) {
        return `Where ${agent} itself trusts the project, it reads it; Assay cannot see whether it does. An agent that Assay serves by these rules waits until the project is trusted here.`;
      }
      if (isCut(states)) {
        return "The listing has no room for all of it. The model and the user may call it by name.";
      }
      return states.hidden
        ? "disable-model-invocation hides it from the model. A user can call it by name."
        : "The model is shown it and may call it; so may the user.";
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
      words={off === true ? "This call takes none." : words}
      off={off === true}
      value={wanted[key]}
      onText={(text) => onWanted({ ...wanted, [key]: text })}
    />
  );
  return (
    <section className="activation-part stack gap-8 type-small line-above" aria-label="The call to try">
      <div className="activation-head row wraps spread gap-6-8">
        <h3>The call to try</h3>
        <Segmented
          label="Who calls"
          value={wanted.by}
          options={[
            { value: "model", label: "the model" },
            { value: "user", label: "the user" },
          ]}
          onPick={(by) => onWanted({ ...wanted, by })}
        />
      </div>
      <div className="activation-fields stack">
        {field(
          "Arguments",
          "arguments",
          "One text, split as a shell splits words.",
          takes && !takes.takes_arguments,
        )}
        {field(
          "File at hand",
          "context",
          "For skills that are for certain files.",
          takes && !takes.takes_path,
        )}
        {field("Session id", "session", "Stands for the id of the session.", false)}
      </div>
      {takes?.takes_path === true && (
        <Checkbox checked={wanted.whole} onCheck={(whole) => onWanted({ ...wanted, whole })}>
          Ask for the whole file, frontmatter included
        </Checkbox>
      )}
      {takes !== undefined && (
        <p className="breaks">
          <span className="quiet">call</span> <Verbatim text={takes.call} mono />
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
          The name calls another file: <Verbatim text={given.other} mono />
        </Note>
      )}
      {given.asks && (
        <Note tone="info" icon={icons.waiting}>
          In the mode in force a person is asked first, once per task.
        </Note>
      )}
      <section
        className="activation-part stack gap-8 type-small line-above"
        aria-label="What the model would get"
      >
        <div className="activation-head row wraps spread gap-6-8">
          <h3>
            What the model would get{" "}
            <span className="quiet">
              {counted(given.bytes, "byte")}, {counted(given.tokens, "token")}
            </span>
          </h3>
          <span className="row wraps gap-6-8">
            <Evidence of="inferred">
              <span className="unseen">inferred: </span>tokens
            </Evidence>
            <CopyButton label="Copy text" text={given.text} look="words" />
          </span>
        </div>
        <Exact label="Text for the model" text={given.text} />
      </section>
      <Variables rows={given.variables} further={given.further} />
      <section className="activation-part stack gap-8 type-small line-above" aria-label="Files it names">
        <h3>{given.resources.length === 0 ? "It names no file" : counted(given.resources.length, "file")}</h3>
        {given.omitted > 0 && <p className="quiet">{counted(given.omitted, "more file")} are not named.</p>}
        {given.left_out.map((words) => (
          <p key={words}>
            <Verbatim text={words} />
          </p>
        ))}
        <p className="quiet">
          A task would have its own copy, called <Verbatim text={given.mount_path} mono />. None was made.
        </p>
      </section>
      {given.facts !== "" && (
        <section
          className="activation-part stack gap-8 type-small line-above"
          aria-label="Facts beside the text"
        >
          <h3>Facts beside the text</h3>
          <Exact label="Facts beside the text, JSON" text={given.facts} />
        </section>
      )}
    </>
  );
}

function Variables({ rows, further }: { rows: readonly VariableRow[]; further: number }) {
  if (rows.length === 0) return null;
  return (
    <section className="activation-part stack gap-8 type-small line-above" aria-label="Variables">
      <h3>{counted(rows.length + further, "place")} with a variable, or what looks like one</h3>
      <table className="activation-table plain-table">
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col">Written</th>
            <th scope="col">Becomes</th>
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
                  <span className="quiet">stays as it is. {row.stays}</span>
                ) : row.value === "" ? (
                  <span className="quiet">nothing</span>
                ) : (
                  <Verbatim text={row.value} mono />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {further > 0 && <p className="quiet">{count(further)} more are not shown.</p>}
    </section>
  );
}

const guards: Record<GuardWord, string> = {
  visible: "it is not visible to the caller",
  readable: "its file gives nothing to take in",
  paths: "its paths",
  arguments: "the arguments",
  copied: "its files cannot be copied for a task",
};

function Refused({ refused }: { refused: GuardedView }) {
  return (
    <section className="activation-part stack gap-8 type-small line-above" aria-label="Refused">
      <Note tone="danger" icon={icons.deny}>
        Refused by the guard: {guards[refused.guard]}. <Verbatim text={refused.words} />
      </Note>
      <div className="activation-head row wraps spread gap-6-8">
        <h3>What the agent would be answered</h3>
        <CopyButton label="Copy answer" text={refused.text} look="words" />
      </div>
      <Exact label="Text of the refusal" text={refused.text} />
      <h3>Facts beside it</h3>
      <Exact label="Facts of the refusal, JSON" text={refused.payload} />
      {refused.payload_bytes > new TextEncoder().encode(refused.payload).length && (
        <p className="quiet">The first part of {counted(refused.payload_bytes, "byte")} is shown.</p>
      )}
    </section>
  );
}
