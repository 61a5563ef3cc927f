import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useContext, useDeferredValue, useId, useState } from "react";
import { AgentContext } from "../../facts/agent.ts";
import { Evidence } from "../../facts/Evidence.tsx";
import { AskedNote, FailureNote } from "../../facts/FailureNote.tsx";
import { allowedFlawWords, hookFlawWords, obstacleWords } from "../../facts/hookWords.ts";
import { icons } from "../../facts/icons.ts";
import { span } from "../../facts/Time.tsx";
import { Words } from "../../facts/Words.tsx";
import { type Asked, useAsk } from "../../host/useAsk.ts";
import type { AllowedView, HookDoes, HookRow, HooksView, TryHooksView } from "../../host/wire.gen.ts";
import { Chip } from "../../kit/Chip.tsx";
import { Note } from "../../kit/Note.tsx";
import { Skeleton } from "../../kit/Skeleton.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { rawText } from "../../language/foreign.ts";
import { count } from "../../language/numbers.ts";
import { Exact } from "./Exact.tsx";
import { ProjectTrust } from "./HeldBack.tsx";
import "./activation.css";
import "./skills.css";

/** What a skill does around tool calls, and which tools it allows. Nothing runs because it is looked at. */
export function Hooks({ id }: { id: string }) {
  const agent = useContext(AgentContext);
  const asked = useAsk("skill_hooks", { id, convention: agent.name });
  const [call, setCall] = useState({ tool: "", arguments: "" });
  const asking = useDeferredValue(call);
  const tried = useAsk(
    "try_hooks",
    asking.tool.trim() === "" ? null : { id, convention: agent.name, ...asking },
  );
  const view = asked.answer;
  if (view === undefined) {
    return asked.failure === null ? <Skeleton label={t`Loading hooks…`} /> : <AskedNote asked={asked} />;
  }
  const met = call.tool.trim() === "" || tried.failure !== null ? undefined : tried.answer;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a section would be one landmark more
    <div
      className="hooks ring-inside fill anchors scrolls"
      role="group"
      aria-label={t`Hooks and tools`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: text is scrolled by keys
      tabIndex={0}
    >
      <AskedNote asked={asked} />
      <Declared view={view} met={met} agent={agent.label} />
      <Try call={call} onCall={setCall} met={met} />
      {tried.failure !== null && call.tool.trim() !== "" && <FailureNote failure={tried.failure} />}
      <Allowed allowed={view.allowed} />
    </div>
  );
}

/** The count of the tab, when it is known. */
export function hookCount(asked: Asked<HooksView>): { count?: string; countMeans?: string } {
  if (asked.answer === undefined || asked.earlier) return {};
  const { length } = asked.answer.hooks;
  return { count: count(length), countMeans: plural(length, { one: "# hook", other: "# hooks" }) };
}

function Declared({ view, met, agent }: { view: HooksView; met: TryHooksView | undefined; agent: string }) {
  const { hooks, findings, trust } = view;
  return (
    <section aria-label={t`Hooks`}>
      <div className="checks-head row spread">
        <h3>
          {hooks.length === 0 ? t`No hooks` : plural(hooks.length, { one: "# hook", other: "# hooks" })}
        </h3>
        {trust !== null && hooks.length > 0 ? <ProjectTrust /> : <Evidence of="reconstructed" />}
      </div>
      {hooks.length === 0 && <p className="quiet">{t`No hooks declared in the frontmatter.`}</p>}
      <ul>
        {hooks.map((hook, at) => (
          <Hook
            key={at}
            hook={hook}
            agent={agent}
            met={met !== undefined && (met.before.includes(at) || met.after.includes(at))}
          />
        ))}
      </ul>
      {findings.map((finding) => (
        <Note key={`${finding.line} ${hookFlawWords(finding.flaw)}`} tone="warn">
          <Trans>
            Line {finding.line}: <Words text={hookFlawWords(finding.flaw)} />
          </Trans>
        </Note>
      ))}
    </section>
  );
}

function Hook({ hook, agent, met }: { hook: HookRow; agent: string; met: boolean }) {
  return (
    <li
      className={
        met ? "hook is-met stack gap-6 type-small line-above" : "hook stack gap-6 type-small line-above"
      }
    >
      <div className="row wraps gap-4-12">
        <Chip
          icon={hook.never ? icons.invalid : icons.locked}
          tone={hook.never ? "danger" : "neutral"}
          look="filled"
        >
          {hook.never ? t`no effect` : t`inactive`}
        </Chip>
        <b>
          <Verbatim text={hook.event} />
        </b>
        <span>
          <Trans>
            for <Verbatim text={hook.matcher} mono />
          </Trans>
        </span>
        <span className="quiet">{t`SKILL.md line ${hook.line}`}</span>
        {met && (
          <Chip icon={icons.winning} tone="accent" look="filled">
            {t`matches`}
          </Chip>
        )}
      </div>
      <Does does={hook.does} />
      <p className="quiet">
        {hook.meets.length === 0 ? (
          t`Matches no available tool`
        ) : (
          <Trans>
            Matches these tools available to {agent}: <Verbatim text={hook.meets.join(", ")} mono />.
          </Trans>
        )}
      </p>
      <ul className="discs text-2" aria-label={t`Why it is inactive`}>
        {hook.inert.map((obstacle) => (
          <li key={obstacle.code}>
            <Words text={obstacleWords(obstacle)} />
          </li>
        ))}
      </ul>
    </li>
  );
}

function Does({ does }: { does: HookDoes }) {
  switch (does.kind) {
    case "command":
      return (
        <>
          <Exact label={t`Command, exact text`} text={does.command} />
          <p className="quiet">
            <Trans>
              Runs in bash, from the task’s copy of the skill, for at most {span(does.timeout_ms)}. Before a
              tool call, an error or timeout blocks the call.
            </Trans>
          </p>
        </>
      );
    case "prompt":
      return (
        <>
          <Exact label={t`Prompt from the skill`} text={does.text} />
          <p className="quiet">{t`Shown to the model once in that turn.`}</p>
        </>
      );
    case "permission":
      return (
        <p>
          <Trans>
            Decides: <b>{does.decision}</b>. Deny overrides ask, ask overrides allow. Hooks never allow more
            than the mode does.
          </Trans>
          {rawText(does.reason) !== "" && (
            <>
              {" "}
              “<Verbatim text={does.reason} />”
            </>
          )}
        </p>
      );
    case "nothing":
      return (
        <p className="quiet">
          <Trans>
            Unknown type: <Verbatim text={rawText(does.called) === "" ? t`nothing` : does.called} mono />.
          </Trans>
        </p>
      );
    default:
      return does satisfies never;
  }
}

function Try({
  call,
  met,
  onCall,
}: {
  call: { tool: string; arguments: string };
  met: TryHooksView | undefined;
  onCall: (call: { tool: string; arguments: string }) => void;
}) {
  const id = useId();
  const input = (key: "tool" | "arguments", label: string, words: string) => (
    <div className="activation-field stack narrows gap-4">
      <label className="text-2" htmlFor={id + key}>
        {label}
      </label>
      <input
        id={id + key}
        type="text"
        className="mono wide"
        autoComplete="off"
        spellCheck={false}
        aria-describedby={`${id + key}-words`}
        value={call[key]}
        onChange={(event) => onCall({ ...call, [key]: event.target.value })}
      />
      <p id={`${id + key}-words`} className="quiet">
        {words}
      </p>
    </div>
  );
  return (
    <section className="activation-part stack gap-8 type-small line-above" aria-label={t`Try a call`}>
      <h3>{t`Try a call`}</h3>
      <div className="activation-fields stack">
        {input(
          "tool",
          t`Tool`,
          t`Add arguments in parentheses, as in Bash(git status), to try a specific call. Nothing is run.`,
        )}
        {input("arguments", t`Arguments`, t`JSON passed to the hooks.`)}
      </div>
      <div role="status">{met !== undefined && <Met met={met} />}</div>
    </section>
  );
}

function Met({ met }: { met: TryHooksView }) {
  const { before, after } = met;
  return (
    <>
      <p>
        {before.length + after.length === 0
          ? t`No hook matches this call.`
          : t`${plural(before.length, { one: "# hook", other: "# hooks" })} before the tool, ${plural(after.length, { one: "# hook", other: "# hooks" })} after it.`}{" "}
        {met.permitted
          ? t`allowed-tools permits this call.`
          : met.enforced
            ? t`allowed-tools doesn’t permit this call, so Assay denies it.`
            : t`allowed-tools doesn’t permit this call. Only the agent can enforce this.`}
      </p>
      {met.told !== null && (
        <>
          <p className="quiet">{t`Input for its commands:`}</p>
          <Exact label={t`Command input`} text={met.told} />
        </>
      )}
    </>
  );
}

function Allowed({ allowed }: { allowed: AllowedView }) {
  const { rules, enforced, unread } = allowed;
  return (
    <section className="activation-part stack gap-8 type-small line-above" aria-label={t`Allowed tools`}>
      <div className="activation-head row wraps spread gap-6-8">
        <h3>
          {rules.length === 0
            ? t`No restrictions by allowed-tools`
            : t`allowed-tools, ${plural(rules.length, { one: "# rule", other: "# rules" })}`}
        </h3>
        <Evidence of="reconstructed" />
      </div>
      {rules.length > 0 && (
        <table className="activation-table plain-table">
          <thead>
            <tr>
              <th scope="col">{t`Line`}</th>
              <th scope="col">{t`Rule`}</th>
              <th scope="col">{t`Enforced by`}</th>
            </tr>
          </thead>
          <tbody>
            {rules.map((rule, at) => (
              <tr key={at}>
                <td className="tabular">{rule.line}</td>
                <td>
                  <Verbatim text={rule.written} mono />
                </td>
                <td>
                  {rule.enforces.length > 0 ? (
                    <Trans>
                      Assay allows <Verbatim text={rule.enforces.join(", ")} mono />
                    </Trans>
                  ) : (
                    <span className="quiet">
                      <Trans>
                        shown to the model; enforced only by agents with <Verbatim text={rule.tool} mono />
                      </Trans>
                    </span>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {rules.length > 0 && (
        <p className="row wraps gap-6-8">
          {enforced.map((one) => (
            <Chip
              key={one.tool}
              icon={one.permitted ? icons.winning : icons.deny}
              tone={one.permitted ? "ok" : "danger"}
              look="filled"
            >
              {one.tool} {one.permitted ? t`allowed` : t`denied by Assay`}
            </Chip>
          ))}
        </p>
      )}
      {unread.map((part) => (
        <Note key={`${part.line} ${allowedFlawWords(part.flaw)}`} tone="warn">
          <Trans>
            Line {part.line}: <Words text={allowedFlawWords(part.flaw)} />
          </Trans>
        </Note>
      ))}
    </section>
  );
}
