import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useContext } from "react";
import { AgentContext } from "../../facts/agent.ts";
import { Evidence } from "../../facts/Evidence.tsx";
import { Answer, FailureNote } from "../../facts/FailureNote.tsx";
import { icons } from "../../facts/icons.ts";
import { MarkdownTree } from "../../facts/MarkdownTree.tsx";
import { isRead } from "../../facts/SkillChips.tsx";
import { switchWords } from "../../facts/switchWords.ts";
import { whyUnusedWords } from "../../facts/whyUnused.ts";
import { useAct, useAsk } from "../../host/useAsk.ts";
import type {
  ResourceRow,
  ResourcesView,
  SkillListing,
  SkillStates,
  SkillView,
} from "../../host/wire.gen.ts";
import { Icon } from "../../kit/Icon.tsx";
import { oneOf, useKept } from "../../kit/kept.ts";
import { Note } from "../../kit/Note.tsx";
import { Segmented } from "../../kit/Segmented.tsx";
import { Skeleton } from "../../kit/Skeleton.tsx";
import { spelled } from "../../kit/seen.ts";
import { Gap, Toolbar } from "../../kit/Toolbar.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { rawText } from "../../language/foreign.ts";
import { count } from "../../language/numbers.ts";
import { openedWords, resourceIcon } from "./resource.ts";
import { SkillSource } from "./SkillSource.tsx";
import { Tier } from "./Tier.tsx";
import "./skills.css";

type View = "rendered" | "source";
const views: readonly { value: View; label: string }[] = [
  { value: "rendered", label: t`Rendered` },
  { value: "source", label: t`Source` },
];

/** What the model gets of a skill, in the three steps in which it gets it; or the file as it is. */
export function Instructions({ skill, onResource }: { skill: SkillView; onResource: (rel: string) => void }) {
  const [view, setView] = useKept<View>(
    "instructions",
    "rendered",
    oneOf(views.map(({ value }) => value)),
    "window",
  );
  return (
    <>
      <Toolbar label={t`Instructions`}>
        <Segmented label={t`View`} value={view} options={views} onPick={setView} />
        <Gap />
        <Costs skill={skill} />
      </Toolbar>
      {/* biome-ignore lint/a11y/useSemanticElements: a section would be one landmark more */}
      <div
        className="ring-inside fill anchors scrolls"
        role="group"
        aria-label={
          view === "rendered"
            ? t`${spelled(skill.row.name)}, rendered`
            : t`${spelled(skill.row.name)}, source`
        }
        // biome-ignore lint/a11y/noNoninteractiveTabindex: text is scrolled by keys
        tabIndex={0}
      >
        {view === "rendered" ? (
          <Tiers skill={skill} onResource={onResource} />
        ) : (
          <SkillSource key={skill.row.id} id={skill.row.id} />
        )}
      </div>
    </>
  );
}

function Costs({ skill: { tiers, row } }: { skill: SkillView }) {
  const listed = row.states.listing === "whole" || row.states.listing === "part";
  return (
    <span className="costs inline-row narrows gap-8 text-2 type-small tabular">
      <span className="cut-end">
        {listed ? (
          <Trans>
            <b>{count(tiers.listed)}</b> tokens {listedWhen(row.states)}
          </Trans>
        ) : (
          listedWhen(row.states)
        )}
        {", "}
        <b>{count(tiers.activated)}</b> {whenActivated(row.states)}
        {", "}
        <Trans>
          <b>{count(tiers.resources)}</b> in resources
        </Trans>
      </span>
      <Evidence of="inferred" />
    </span>
  );
}

function Tiers({ skill, onResource }: { skill: SkillView; onResource: (rel: string) => void }) {
  const { tiers, row } = skill;
  const agent = useContext(AgentContext);
  return (
    <>
      <Tier n={1} word={t`catalog line`} tokens={tiers.listed} when={listedWhen(row.states)}>
        {skill.catalog_entry === null ? (
          <p className="quiet">{notListed(row.states, agent.label)}</p>
        ) : (
          <div className="type-code">
            <Verbatim text={skill.catalog_entry} look="text" mono />
          </div>
        )}
      </Tier>
      <Tier
        n={2}
        word={tiers.given === "file" ? "SKILL.md" : t`body`}
        tokens={tiers.activated}
        when={whenActivated(row.states)}
      >
        <Body id={row.id} />
      </Tier>
      {tiers.resource_count > 0 && (
        <Tier n={3} word={t`resources`} tokens={tiers.resources} when={t`when opened`}>
          <TierResources id={row.id} onResource={onResource} />
        </Tier>
      )}
    </>
  );
}

/** When the model is given the line. */
const whenListed: Record<SkillListing, string> = {
  whole: t`in every turn`,
  part: t`in every turn, shortened`,
  cut: t`not in catalog`,
  not: t`not listed`,
};

function listedWhen({ listing, if_trusted }: SkillStates): string {
  const words = whenListed[listing];
  return if_trusted && (listing === "whole" || listing === "part") ? t`${words}, pending trust` : words;
}

function whenActivated(states: SkillStates): string {
  return isRead(states) ? t`when activated` : t`can’t be activated`;
}

function notListed(states: SkillStates, agent: string): string {
  if (!isRead(states)) return t`Not listed: not a skill for ${agent}.`;
  if (states.listing === "cut") {
    return t`Not in catalog: the budget is used up. It can still be activated by name.`;
  }
  if (!states.wins && states.why !== null) return t`Not listed: ${whyUnusedWords(states.why)}.`;
  if (states.shadowed_by !== null) return t`Not listed: ${spelled(states.shadowed_by)} takes precedence.`;
  if (states.switched !== null) return t`Not listed: ${switchWords(states.switched)}.`;
  if (states.hidden)
    return t`Not listed: disable-model-invocation hides it from the model. Users can still activate it.`;
  return t`Not listed by ${agent}.`;
}

/** Commands in the body are text until somebody asks for them as sources. */
function NotRun({ id }: { id: string }) {
  const agent = useContext(AgentContext);
  const asked = useAsk("context_sources", { id, convention: agent.name });
  const commands = asked.answer?.sources.filter((source) => /^(inline|block)-/.test(source.id)) ?? [];
  if (commands.length === 0) return null;
  return (
    <Note tone="info" icon={icons.deny}>
      {plural(commands.length, {
        one: "# command in this text is not run:",
        other: "# commands in this text are not run:",
      })}{" "}
      {commands.map((source, at) => (
        <span key={source.id}>
          {at > 0 && ", "}
          <b>{source.id}</b> (<Verbatim text={source.declared} />)
        </span>
      ))}
      . {t`The model gets the text unchanged. Run them under Context sources.`}
    </Note>
  );
}

function Body({ id }: { id: string }) {
  const body = useAsk("skill_body", { id });
  const link = useAct("open_link");
  return (
    <Answer asked={body} waiting={<Skeleton label={t`Loading body…`} />}>
      {({ markdown }) => (
        <>
          {markdown.blocks.length === 0 && <p className="quiet">{t`The body is empty.`}</p>}
          <NotRun id={id} />
          <MarkdownTree markdown={markdown} onOpen={(to) => link.act({ to })} />
          {link.failure !== null && <FailureNote failure={link.failure} />}
        </>
      )}
    </Answer>
  );
}

/** How many resources are named before the tab says the rest. */
const named = 12;

function TierResources({ id, onResource }: { id: string; onResource: (rel: string) => void }) {
  const found = useAsk("resources", { id });
  return (
    <Answer asked={found} waiting={<Skeleton label={t`Loading resources…`} />}>
      {(answer) => <TierFiles found={answer} onResource={onResource} />}
    </Answer>
  );
}

function TierFiles({
  found: { activations, rows },
  onResource,
}: {
  found: ResourcesView;
  onResource: (rel: string) => void;
}) {
  const files = rows.filter((row) => row.kind !== "folder" && row.kind !== "main");
  return (
    <ul className="tier-files stack in-middle gap-6-8">
      {files.slice(0, named).map((row) => (
        <TierFile key={rawText(row.rel)} row={row} activations={activations} onResource={onResource} />
      ))}
      {files.length > named && (
        <li className="quiet">{t`${count(files.length - named)} more under Resources`}</li>
      )}
    </ul>
  );
}

function TierFile({
  row,
  activations,
  onResource,
}: {
  row: ResourceRow;
  activations: number;
  onResource: (rel: string) => void;
}) {
  return (
    <li className="toned tone-neutral">
      <Icon of={resourceIcon(row)} />
      <button
        type="button"
        className="tier-file mono cut-end size-small"
        onClick={() => onResource(rawText(row.rel))}
      >
        <Verbatim text={row.rel} />
      </button>
      <span className="tabular text-2 type-small to-right">{count(row.tokens)}</span>
      <span className="quiet">{openedWords(row, activations)}</span>
    </li>
  );
}
