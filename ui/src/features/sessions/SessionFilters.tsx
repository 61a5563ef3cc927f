import { t } from "@lingui/core/macro";
import { driftSigns } from "../../facts/DriftChip.tsx";
import { outcomeWords } from "../../facts/OutcomeWord.tsx";
import type { DriftState, Outcome, SessionFilter, SourceFact, WorkspaceMark } from "../../host/wire.gen.ts";
import { Button } from "../../kit/Button.tsx";
import { Checkbox } from "../../kit/Choice.tsx";
import { Select } from "../../kit/Select.tsx";
import { spelled } from "../../kit/seen.ts";
import { Toolbar } from "../../kit/Toolbar.tsx";
import { type Foreign, rawText } from "../../language/foreign.ts";

/** Takes every session. */
export const anySession: SessionFilter = {
  workspaces: [],
  text: "",
  agent: "",
  skill: "",
  drift: [],
  outcomes: [],
  from: null,
  to: null,
  only: [],
};

const ages = ["7", "30", "365"] as const;
export const outcomes: readonly Outcome[] = ["answered", "failed", "interrupted", "open"];
export const states: readonly DriftState[] = [
  "identical",
  "whitespace_only",
  "frontmatter_only",
  "body_changed",
  "renamed",
  "moved_scope",
  "shadowed_now",
  "in_another_version",
  "deleted",
  "filled",
  "changed_by_agent",
  "unverifiable",
];

/** Narrows sessions to those of one agent; not drawn where there is no other. */
export function AgentSelect({
  agent,
  agents,
  onPick,
}: {
  /** The name of the chosen agent; empty takes all. */
  agent: string;
  agents: readonly SourceFact[];
  onPick: (agent: string) => void;
}) {
  if (agents.length < 2 && agent === "") return null;
  return (
    <Select
      label={t`Agent`}
      value={agent}
      options={[
        { value: "", label: t`All agents` },
        ...agents.map(({ name, label }) => ({ value: name, label })),
      ]}
      onPick={onPick}
    />
  );
}

/** Narrows sessions by what is known of them. */
export function SessionFilters({
  filter,
  age,
  agents,
  workspaces,
  skills,
  onFilter,
  onAge,
}: {
  filter: SessionFilter;
  /** Days back; empty takes all. */
  age: string;
  agents: readonly SourceFact[];
  workspaces: readonly WorkspaceMark[];
  skills: readonly Foreign[];
  onFilter: (filter: SessionFilter) => void;
  onAge: (age: string) => void;
}) {
  const only = (what: "hydrated" | "damaged", on: boolean) =>
    onFilter({ ...filter, only: on ? [...filter.only, what] : filter.only.filter((one) => one !== what) });
  const narrowed = JSON.stringify({ ...filter, text: "" }) !== JSON.stringify(anySession);
  return (
    <Toolbar label={t`Filters`}>
      <Select
        label={t`Workspace`}
        value={filter.workspaces[0] ?? ""}
        options={[
          { value: "", label: t`All workspaces` },
          ...workspaces.map(({ id, name }) => ({ value: id, label: spelled(name) })),
        ]}
        onPick={(id) => onFilter({ ...filter, workspaces: id === "" ? [] : [id] })}
      />
      <AgentSelect agent={filter.agent} agents={agents} onPick={(agent) => onFilter({ ...filter, agent })} />
      <Select
        label={t`Skill`}
        value={filter.skill}
        options={[
          { value: "", label: t`All skills` },
          ...skills.map((name) => ({ value: rawText(name), label: spelled(name) })),
        ]}
        onPick={(skill) => onFilter({ ...filter, skill })}
      />
      <Select
        label={t`Drift`}
        value={filter.drift[0] ?? ""}
        options={[
          { value: "", label: t`All states` },
          ...states.map((state) => ({ value: state, label: driftSigns[state].word })),
        ]}
        onPick={(picked) => onFilter({ ...filter, drift: states.filter((state) => state === picked) })}
      />
      <Select
        label={t`Outcome`}
        value={filter.outcomes[0] ?? ""}
        options={[
          { value: "", label: t`All outcomes` },
          ...outcomes.map((outcome) => ({ value: outcome, label: outcomeWords(outcome) })),
        ]}
        onPick={(picked) => onFilter({ ...filter, outcomes: outcomes.filter((one) => one === picked) })}
      />
      <Select
        label={t`Age`}
        value={age}
        options={[
          { value: "", label: t`Any time` },
          ...ages.map((days) => ({ value: days, label: t`Last ${days} days` })),
        ]}
        onPick={onAge}
      />
      <Checkbox checked={filter.only.includes("hydrated")} onCheck={(on) => only("hydrated", on)}>
        {t`hydrated`}
      </Checkbox>
      <Checkbox checked={filter.only.includes("damaged")} onCheck={(on) => only("damaged", on)}>
        {t`corrupt`}
      </Checkbox>
      {narrowed && (
        <Button
          look="link"
          onPress={() => {
            onFilter({ ...anySession, text: filter.text });
            onAge("");
          }}
        >
          {t`Clear filters`}
        </Button>
      )}
    </Toolbar>
  );
}
