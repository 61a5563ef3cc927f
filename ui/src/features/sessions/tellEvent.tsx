import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { GitBranch, SlidersHorizontal, Stamp, Workflow } from "lucide-react";
import type { ReactNode } from "react";
import { Evidence } from "../../facts/Evidence.tsx";
import { icons } from "../../facts/icons.ts";
import { LetterTile } from "../../facts/LetterTile.tsx";
import { unreadWords } from "../../facts/logWords.ts";
import { ScopeBadge } from "../../facts/ScopeBadge.tsx";
import type { Clip, EventView, RefusedFact } from "../../host/wire.gen.ts";
import { Button } from "../../kit/Button.tsx";
import type { Glyph } from "../../kit/Icon.tsx";
import { spelled } from "../../kit/seen.ts";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { type AnyText, rawText } from "../../language/foreign.ts";
import { count } from "../../language/numbers.ts";
import { Activation } from "./Activation.tsx";
import { AssistantText } from "./AssistantText.tsx";
import { callerWords } from "./callerWords.ts";
import { EventText } from "./EventText.tsx";
import { Hydration } from "./Hydration.tsx";
import { afterWords } from "./nameRow.ts";
import { RawText } from "./RawEvent.tsx";
import { bookkeeping, type Reading, useReading } from "./reading.ts";
import { relationWords } from "./relationWords.ts";
import { ToolOutput, ToolVerdict } from "./ToolResult.tsx";

/** How one kind of event is drawn: a head in words, and what belongs below it. */
export interface Told {
  icon: Glyph;
  tone?: "accent" | "ok" | "warn" | "danger" | "unknown";
  title: AnyText;
  /** After the title, on its line. */
  detail?: ReactNode;
  body?: ReactNode;
}

/** Every kind the engine knows; one it does not know is drawn raw. */
export function tellEvent(
  what: EventView,
  line: number,
  { source, tells }: Pick<Reading, "source" | "tells">,
): Told {
  switch (what.kind) {
    case "user_message":
      return {
        icon: icons.userMessage,
        title: what.by_runtime ? source.label : t`User`,
        detail: what.by_runtime ? t`written by ${source.label} on the user’s behalf` : undefined,
        body: (
          <>
            <EventText line={line} part="text" clip={what.text} look="prose" of={t`message`} />
            {what.resources.map((resource, at) => (
              <div key={at} className="row wraps text-2 type-small above-4 gap-4-8">
                <Trans>
                  attached: <Verbatim text={resource} />
                </Trans>
              </div>
            ))}
          </>
        ),
      };
    case "assistant_message":
      return {
        icon: icons.assistant,
        title: t`Assistant`,
        detail: (
          <>
            {what.attributed !== null && <Attributed to={what.attributed} by={source.label} />}
            {what.partial !== null && (
              <span className="tone-warn">
                <Verbatim text={what.partial} />
              </span>
            )}
          </>
        ),
        body: <AssistantText line={line} markdown={what.markdown} clip={what.text} />,
      };
    case "reasoning":
      return {
        icon: icons.reasoning,
        title: t`Reasoning`,
        detail: <ReasoningFacts summary={what.summary} encrypted={what.encrypted_bytes} />,
        body: hasText(what.summary) && (
          <EventText line={line} part="text" clip={what.summary} look="prose" of={t`summary`} />
        ),
      };
    case "skill_activation":
      return {
        icon: icons.activation,
        tone: "accent",
        title: t`Skill activated`,
        detail: (
          <>
            <LetterTile letter={what.letter} />
            <b className="text medium">
              <Verbatim text={what.letter.name} />
            </b>
            {rawText(what.scope) !== "" && <ScopeBadge scope={what.scope} />}
            <span>{callerWords(what.by)}</span>
          </>
        ),
        body: <Activation line={line} what={what} />,
      };
    case "subagent":
      return {
        icon: icons.assistant,
        title: t`Subagent ${spelled(what.phase)}`,
        detail: (
          <>
            <code>
              <Verbatim text={what.agent} />
            </code>
            {what.mode !== null && (
              <span>
                <Trans>
                  mode <Verbatim text={what.mode} />
                </Trans>
              </span>
            )}
          </>
        ),
        body: (
          <>
            {hasText(what.task) && (
              <EventText line={line} part="text" clip={what.task} look="prose" of={t`task`} />
            )}
            {hasText(what.summary) && (
              <EventText line={line} part="output" clip={what.summary} look="block" of={t`result`} />
            )}
            <SubagentLog sessionKey={what.key} child={what.child} />
          </>
        ),
      };
    case "posture":
      return {
        icon: SlidersHorizontal,
        title: t`Permission mode`,
        detail: (
          <>
            <b>
              <Verbatim text={what.mode} />
            </b>
            <span>
              {t`${relationWords(what.lineage)} session`}
              {rawText(what.source) !== "" && (
                <>
                  ,{" "}
                  <Trans>
                    from <Verbatim text={what.source} />
                  </Trans>
                </>
              )}
            </span>
          </>
        ),
      };
    case "workflow":
      return {
        icon: Workflow,
        title: t`Workflow`,
        detail: (
          <>
            <code>
              <Verbatim text={what.name} />
            </code>
            <span>
              <Verbatim
                text={[
                  rawText(what.phase).replaceAll("_", " "),
                  what.step && t`step ${rawText(what.step)}`,
                  what.status,
                ]
                  .filter(Boolean)
                  .join(", ")}
              />
            </span>
          </>
        ),
        body: what.template !== null && (
          <div className="row wraps text-2 type-small above-4 gap-4-8">
            <Trans>
              template <Verbatim text={what.template} />
            </Trans>
          </div>
        ),
      };
    case "fork":
      return {
        icon: icons.fork,
        title: t`Forked`,
        detail: (
          <span>
            <Trans>
              from <Verbatim text={what.parent} />
            </Trans>
            {what.to_seq !== null && `, ${t`up to event ${what.to_seq}`}`},{" "}
            {plural(what.copied, { one: "# event copied", other: "# events copied" })}
          </span>
        ),
      };
    case "branch_summary":
      return {
        icon: GitBranch,
        title: t`Branch summary`,
        body: <EventText line={line} part="text" clip={what.text} look="prose" of={t`summary`} />,
      };
    case "compaction":
      return {
        icon: icons.compaction,
        title: t`Compaction`,
        detail: (
          <span>
            {rawText(what.trigger) !== "" && (
              <>
                <Verbatim text={rawText(what.trigger).replaceAll("_", " ")} />,{" "}
              </>
            )}
            {tells.numbers ? t`event` : t`record`} <Verbatim text={what.range} />
            {what.events !== null &&
              `, ${plural(what.events, { one: "# event summarized", other: "# events summarized" })}`}
          </span>
        ),
        body: (
          <>
            <div className="row wraps text-2 type-small above-4 gap-4-8">
              {what.dropped.length === 0 ? t`no skill texts dropped` : t`dropped`}
              {what.dropped.map(({ letter, after }) => (
                <span key={letter.letter} className="inline-row gap-4">
                  <LetterTile letter={letter} look="name" />
                  <Verbatim text={letter.name} />
                  <span>{afterWords(after)}</span>
                </span>
              ))}
            </div>
            <EventText line={line} part="text" clip={what.summary} look="prose" of={t`summary`} />
          </>
        ),
      };
    case "usage":
      return {
        icon: icons.usage,
        title: t({ message: "Usage", context: "tokens that a call took" }),
        detail: <span>{usageWords(what)}</span>,
      };
    case "failed":
      return {
        icon: icons.invalid,
        tone: "danger",
        title: t`Turn failed`,
        detail: (
          <span>
            <Verbatim
              text={[what.code, rawText(what.status).replaceAll("_", " ")].filter(Boolean).join(", ")}
            />
          </span>
        ),
        body: hasText(what.message) && (
          <EventText line={line} part="text" clip={what.message} look="prose" of={t`message`} />
        ),
      };
    case "tool_call":
      return {
        icon: icons.tool,
        title: rawText(what.name) === "" ? t`Unnamed tool` : what.name,
        detail: (
          <>
            <code>
              <Verbatim text={what.head} />
            </code>
            {what.attributed !== null && <Attributed to={what.attributed} by={source.label} />}
            {what.result === null ? (
              <Evidence of="unknown">{t`no result recorded`}</Evidence>
            ) : (
              <ToolVerdict result={what.result} />
            )}
          </>
        ),
        body: (
          <>
            <ToolArguments line={line} args={what.args} head={what.head} />
            {what.result !== null && <ToolOutput result={what.result} />}
          </>
        ),
      };
    case "tool_result":
      return {
        icon: icons.tool,
        title: t`Result without call`,
        detail: (
          <>
            <code>
              <Verbatim text={what.call_id} />
            </code>
            <ToolVerdict result={what.result} />
          </>
        ),
        body: <ToolOutput result={what.result} />,
      };
    case "permission":
      return {
        icon: Stamp,
        tone: rawText(what.decision) === "allow" ? "ok" : "danger",
        title:
          what.refused !== null && rawText(what.decision) === "deny"
            ? t`Hydration denied`
            : rawText(what.decision) === "allow"
              ? t`Allowed`
              : rawText(what.decision) === "deny"
                ? t`Denied`
                : rawText(what.decision) === ""
                  ? t`Decision not recorded`
                  : what.decision,
        detail:
          what.refused !== null ? (
            <code>
              <Verbatim text={what.refused.command || what.refused.source} />
            </code>
          ) : (
            <span>
              {what.gate !== null && (
                <>
                  <Trans>
                    by gate <Verbatim text={what.gate} />
                  </Trans>
                  ,{" "}
                </>
              )}
              <Trans>
                call <Verbatim text={what.call_id} />
              </Trans>
            </span>
          ),
        body: (
          <>
            {what.refused !== null && <Refused refused={what.refused} />}
            {what.reason !== null && (
              <div className="row wraps text-2 type-small above-4 gap-4-8">
                <Verbatim text={what.reason} />
              </div>
            )}
          </>
        ),
      };
    case "hydration":
      return {
        icon: icons.hydration,
        tone: "accent",
        title: t`Context hydrated`,
        detail: (
          <code>
            <Verbatim text={what.fact.command} />
          </code>
        ),
        body: <Hydration line={line} what={what} />,
      };
    case "skill_listing":
      return {
        icon: icons.skills,
        title: what.adds ? t`Skills added to catalog` : t`Skill catalog`,
        detail: <span>{plural(what.names.length, { one: "# skill", other: "# skills" })}</span>,
        body: <RawText line={line} clip={what.text} />,
      };
    case "bookkeeping":
      return {
        icon: icons.bookkeeping,
        title: plural(what.lines, { one: "# internal line", other: "# internal lines" }),
        detail: (
          <span className="cut-end">
            <Verbatim text={what.types.join(", ")} />
          </span>
        ),
        body: <Bookkeeping open={what.open} />,
      };
    case "other":
      return {
        icon: icons.unknown,
        title: t`Internal`,
        detail: (
          <code>
            <Verbatim text={what.name} />
          </code>
        ),
        body: <RawText line={line} clip={what.raw} />,
      };
    case "unknown":
      return {
        icon: icons.unknown,
        tone: "unknown",
        title: t`Unknown type`,
        detail: (
          <>
            <code>
              <Verbatim text={what.name} />
            </code>
            <Evidence of="unknown" />
          </>
        ),
        body: <RawText line={line} clip={what.raw} />,
      };
    case "unread":
      return {
        icon: icons.gap,
        tone: "danger",
        title: t`Unreadable line`,
        detail: (
          <span>
            <Verbatim text={unreadWords(what.reason)} />
          </span>
        ),
        body: <RawText line={line} clip={what.raw} />,
      };
    default:
      return what satisfies never;
  }
}

/** Opens what stands folded, or folds it again. */
function Bookkeeping({ open }: { open: boolean }) {
  const { toggle } = useReading();
  return (
    <div className="type-small above-4">
      <Button look="link" expanded={open} onPress={() => toggle(bookkeeping)}>
        {open ? t`Hide` : t`Show`}
      </Button>
    </div>
  );
}

function Refused({ refused }: { refused: RefusedFact }) {
  return (
    <div className="row wraps text-2 type-small above-4 gap-4-8">
      <span>
        <Trans>
          source <Verbatim text={refused.source} /> of <Verbatim text={refused.skill} />
        </Trans>
        {rawText(refused.by) !== "" && (
          <>
            ,{" "}
            <Trans>
              denied by <Verbatim text={refused.by} />
            </Trans>
          </>
        )}
        , {t`not run`}
      </span>
      {refused.note !== null && <Verbatim text={`“${rawText(refused.note)}”`} />}
    </div>
  );
}

function hasText(clip: Clip): boolean {
  return clip.bytes > 0;
}

function ReasoningFacts({ summary, encrypted }: { summary: Clip; encrypted: number }) {
  if (encrypted === 0) return hasText(summary) ? null : <span>{t`no readable text`}</span>;
  return (
    <>
      <span>
        {t`${plural(encrypted, { one: "# byte", other: "# bytes" })}, encrypted`}
        {hasText(summary) ? "" : `, ${t`no summary`}`}
      </span>
      <Evidence of="unknown" />
    </>
  );
}

function usageWords(what: Extract<EventView, { kind: "usage" }>): string {
  const counts = [what.input, what.cached, what.output];
  const facts = [
    what.model,
    counts.every((one) => one === null) && t`tokens not counted`,
    what.input !== null && t`${plural(what.input, { one: "# token", other: "# tokens" })} in`,
    what.cached !== null && t`${count(what.cached)} cached`,
    what.output !== null && t`${count(what.output)} out`,
    what.pressure !== null && t`context ${spelled(what.pressure)}`,
  ].filter(Boolean);
  return spelled(facts.join(", "));
}

/** The head line says it already when there is only one argument. */
function ToolArguments({ line, args, head }: { line: number; args: Clip; head: AnyText }) {
  const said = args.lines <= 3 && rawText(args.text).includes(JSON.stringify(rawText(head)));
  return said || !hasText(args) ? null : (
    <EventText line={line} part="args" clip={args} look="block" of={t`arguments`} />
  );
}

/** The skill that an agent itself names for what it did. */
function Attributed({ to, by }: { to: AnyText; by: string }) {
  return (
    <span>
      <Trans>
        attributed to <Verbatim text={to} /> by {by}
      </Trans>
    </span>
  );
}

function SubagentLog({ sessionKey, child }: { sessionKey: string | null; child: AnyText | null }) {
  const { openSession } = useReading();
  if (child === null) return null;
  return (
    <div className="row wraps text-2 type-small above-4 gap-4-8">
      <Trans>
        session{" "}
        <code>
          <Verbatim text={child} />
        </code>
      </Trans>{" "}
      {sessionKey === null ? (
        t`log not found`
      ) : (
        <Button look="link" onPress={() => openSession(sessionKey)}>
          {t`Open session`}
        </Button>
      )}
    </div>
  );
}
