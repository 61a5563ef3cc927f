import { GitBranch, SlidersHorizontal, Stamp, Workflow } from "lucide-react";
import type { ReactNode } from "react";
import { count, counted } from "../../facts/Count.tsx";
import { Evidence } from "../../facts/Evidence.tsx";
import { icons } from "../../facts/icons.ts";
import { LetterTile } from "../../facts/LetterTile.tsx";
import { ScopeBadge } from "../../facts/ScopeBadge.tsx";
import type { Clip, EventView, RefusedFact } from "../../host/wire.gen.ts";
import { Button } from "../../kit/Button.tsx";
import type { Glyph } from "../../kit/Icon.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { Activation } from "./Activation.tsx";
import { AssistantText } from "./AssistantText.tsx";
import { EventText } from "./EventText.tsx";
import { Hydration } from "./Hydration.tsx";
import { afterWords } from "./nameRow.ts";
import { RawText } from "./RawEvent.tsx";
import { bookkeeping, type Reading, useReading } from "./reading.ts";
import { ToolOutput, ToolVerdict } from "./ToolResult.tsx";

/** How one kind of event is drawn: a head in words, and what belongs below it. */
export interface Told {
  icon: Glyph;
  tone?: "accent" | "ok" | "warn" | "danger" | "unknown";
  title: string;
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
        title: what.by_runtime ? source.label : "User",
        detail: what.by_runtime ? `written by ${source.label}, in the user’s place` : undefined,
        body: (
          <>
            <EventText line={line} part="text" clip={what.text} look="prose" of="message" />
            {what.resources.map((resource, at) => (
              <div key={at} className="row wraps text-2 type-small above-4 gap-4-8">
                attached: <Verbatim text={resource} />
              </div>
            ))}
          </>
        ),
      };
    case "assistant_message":
      return {
        icon: icons.assistant,
        title: "Assistant",
        detail: (
          <>
            {what.attributed !== null && (
              <span>
                {source.label} names <Verbatim text={what.attributed} />
              </span>
            )}
            {what.partial !== null && <span className="tone-warn">{what.partial}</span>}
          </>
        ),
        body: <AssistantText line={line} markdown={what.markdown} clip={what.text} />,
      };
    case "reasoning":
      return {
        icon: icons.reasoning,
        title: "Reasoning",
        detail: <ReasoningFacts summary={what.summary} encrypted={what.encrypted_bytes} />,
        body: hasText(what.summary) && (
          <EventText line={line} part="text" clip={what.summary} look="prose" of="summary" />
        ),
      };
    case "skill_activation":
      return {
        icon: icons.activation,
        tone: "accent",
        title: "Skill activated",
        detail: (
          <>
            <LetterTile letter={what.letter} />
            <b className="text medium">
              <Verbatim text={what.letter.name} />
            </b>
            {what.scope !== "" && <ScopeBadge scope={what.scope} />}
            <span>by {what.by}</span>
          </>
        ),
        body: <Activation line={line} what={what} />,
      };
    case "subagent":
      return {
        icon: icons.assistant,
        title: `Subagent ${what.phase}`,
        detail: (
          <>
            <code>
              <Verbatim text={what.agent} />
            </code>
            {what.mode !== null && <span>mode {what.mode}</span>}
          </>
        ),
        body: (
          <>
            {hasText(what.task) && (
              <EventText line={line} part="text" clip={what.task} look="prose" of="task" />
            )}
            {hasText(what.summary) && (
              <EventText line={line} part="output" clip={what.summary} look="block" of="result" />
            )}
            <SubagentLog sessionKey={what.key} child={what.child} />
          </>
        ),
      };
    case "posture":
      return {
        icon: SlidersHorizontal,
        title: "Permission mode",
        detail: (
          <>
            <b>{what.mode}</b>
            <span>
              {what.lineage} session
              {what.source !== "" && (
                <>
                  , from <Verbatim text={what.source} />
                </>
              )}
            </span>
          </>
        ),
      };
    case "workflow":
      return {
        icon: Workflow,
        title: "Workflow",
        detail: (
          <>
            <code>
              <Verbatim text={what.name} />
            </code>
            <span>
              <Verbatim
                text={[what.phase.replaceAll("_", " "), what.step && `step ${what.step}`, what.status]
                  .filter(Boolean)
                  .join(", ")}
              />
            </span>
          </>
        ),
        body: what.template !== null && (
          <div className="row wraps text-2 type-small above-4 gap-4-8">
            template <Verbatim text={what.template} />
          </div>
        ),
      };
    case "fork":
      return {
        icon: icons.fork,
        title: "Forked",
        detail: (
          <span>
            from <Verbatim text={what.parent} />
            {what.to_seq !== null && `, up to seq ${what.to_seq}`}, {counted(what.copied, "event")} copied
          </span>
        ),
      };
    case "branch_summary":
      return {
        icon: GitBranch,
        title: "Branch summary",
        body: <EventText line={line} part="text" clip={what.text} look="prose" of="summary" />,
      };
    case "compaction":
      return {
        icon: icons.compaction,
        title: "Compaction",
        detail: (
          <span>
            {what.trigger !== "" && `${what.trigger.replaceAll("_", " ")}, `}
            {tells.numbers ? "seq" : "record"} {what.range}
            {what.events !== null && `, ${counted(what.events, "event")} folded`}
          </span>
        ),
        body: (
          <>
            <div className="row wraps text-2 type-small above-4 gap-4-8">
              {what.dropped.length === 0 ? "no skill text dropped" : "dropped"}
              {what.dropped.map(({ letter, after }) => (
                <span key={letter.letter} className="inline-row gap-4">
                  <LetterTile letter={letter} look="name" />
                  <Verbatim text={letter.name} />
                  <span>{afterWords(after)}</span>
                </span>
              ))}
            </div>
            <EventText line={line} part="text" clip={what.summary} look="prose" of="summary" />
          </>
        ),
      };
    case "usage":
      return { icon: icons.usage, title: "Usage", detail: <span>{usageWords(what)}</span> };
    case "failed":
      return {
        icon: icons.invalid,
        tone: "danger",
        title: "Turn failed",
        detail: (
          <span>
            <Verbatim text={[what.code, what.status.replaceAll("_", " ")].filter(Boolean).join(", ")} />
          </span>
        ),
        body: hasText(what.message) && (
          <EventText line={line} part="text" clip={what.message} look="prose" of="message" />
        ),
      };
    case "tool_call":
      return {
        icon: icons.tool,
        title: what.name || "Tool without a name",
        detail: (
          <>
            <code>
              <Verbatim text={what.head} />
            </code>
            {what.result === null ? (
              <Evidence of="unknown">no result recorded</Evidence>
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
        title: "Result without its call",
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
        tone: what.decision === "allow" ? "ok" : "danger",
        title:
          what.refused !== null && what.decision === "deny"
            ? "Hydration denied"
            : what.decision === "allow"
              ? "Allowed"
              : what.decision === "deny"
                ? "Denied"
                : what.decision || "Decision not recorded",
        detail:
          what.refused !== null ? (
            <code>
              <Verbatim text={what.refused.command || what.refused.source} />
            </code>
          ) : (
            <span>
              {what.gate !== null && `by the ${what.gate} gate, `}call <Verbatim text={what.call_id} />
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
        title: "Context hydrated",
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
        title: what.adds ? "Skills added to the list" : "Skills listed",
        detail: <span>{counted(what.names.length, "skill")}</span>,
        body: <RawText line={line} clip={what.text} />,
      };
    case "bookkeeping":
      return {
        icon: icons.bookkeeping,
        title: counted(what.lines, "bookkeeping line"),
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
        title: "Bookkeeping",
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
        title: "Unknown type",
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
        title: "Line cannot be read",
        detail: <span>{what.reason}</span>,
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
        {open ? "Fold them" : "Show them"}
      </Button>
    </div>
  );
}

function Refused({ refused }: { refused: RefusedFact }) {
  return (
    <div className="row wraps text-2 type-small above-4 gap-4-8">
      <span>
        source <Verbatim text={refused.source} /> of <Verbatim text={refused.skill} />
        {refused.by !== "" && `, denied by ${refused.by}`}, nothing run
      </span>
      {refused.note !== null && <Verbatim text={`“${refused.note}”`} />}
    </div>
  );
}

function hasText(clip: Clip): boolean {
  return clip.bytes > 0;
}

function ReasoningFacts({ summary, encrypted }: { summary: Clip; encrypted: number }) {
  if (encrypted === 0) return hasText(summary) ? null : <span>nothing readable</span>;
  return (
    <>
      <span>
        {counted(encrypted, "byte")}, encrypted{hasText(summary) ? "" : ", no summary"}
      </span>
      <Evidence of="unknown" />
    </>
  );
}

function usageWords(what: Extract<EventView, { kind: "usage" }>): string {
  const counts = [what.input, what.cached, what.output];
  const facts = [
    what.model,
    counts.every((one) => one === null) && "tokens not counted",
    what.input !== null && `${counted(what.input, "token")} in`,
    what.cached !== null && `${count(what.cached)} of them cached`,
    what.output !== null && `${count(what.output)} out`,
    what.pressure !== null && `context ${what.pressure}`,
  ].filter(Boolean);
  return facts.join(", ");
}

/** The head line says it already when there is only one argument. */
function ToolArguments({ line, args, head }: { line: number; args: Clip; head: string }) {
  const said = args.lines <= 3 && args.text.includes(JSON.stringify(head));
  return said || !hasText(args) ? null : (
    <EventText line={line} part="args" clip={args} look="block" of="arguments" />
  );
}

function SubagentLog({ sessionKey, child }: { sessionKey: string | null; child: string | null }) {
  const { openSession } = useReading();
  if (child === null) return null;
  return (
    <div className="row wraps text-2 type-small above-4 gap-4-8">
      session <code>{child}</code>{" "}
      {sessionKey === null ? (
        "whose log is not here"
      ) : (
        <Button look="link" onPress={() => openSession(sessionKey)}>
          Open session
        </Button>
      )}
    </div>
  );
}
