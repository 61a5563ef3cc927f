import { plural, t } from "@lingui/core/macro";
import { type ReactNode, useMemo, useRef } from "react";
import { Evidence } from "../../facts/Evidence.tsx";
import { scopeIcon } from "../../facts/ScopeBadge.tsx";
import type { SkillFilter, SkillGroup, SkillRow, SkillSort } from "../../host/wire.gen.ts";
import { Button } from "../../kit/Button.tsx";
import type { ContextGroups } from "../../kit/ContextMenu.tsx";
import { FilterField } from "../../kit/Field.tsx";
import { Icon } from "../../kit/Icon.tsx";
import { aText, oneOf, partOf, type Reader } from "../../kit/kept.ts";
import { List, type ListGroup, type ListHandle } from "../../kit/List.tsx";
import { Select } from "../../kit/Select.tsx";
import { Toolbar } from "../../kit/Toolbar.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { count } from "../../language/numbers.ts";
import { type ChosenAct, ChosenBar } from "./ChosenBar.tsx";
import { nameOfSkill, SkillFace } from "./SkillFace.tsx";
import type { Chosen } from "./useChosen.ts";
import "./skills.css";
import "../../facts/facts.css";

/** What narrows and orders the list. */
export interface SkillsWanted {
  text: string;
  state: SkillFilter;
  sort: SkillSort;
}

function statesFor(agent: string): readonly { value: SkillFilter; label: string }[] {
  return [
    { value: "any", label: t`All states` },
    { value: "listed", label: t`Listed in ${agent}` },
    { value: "cut", label: t`Not in catalog` },
    { value: "if_trusted", label: t`Pending trust` },
    { value: "shadowed", label: t`Shadowed` },
    { value: "invalid", label: t`Invalid` },
    { value: "hidden", label: t`Hidden from the model` },
    { value: "held_back", label: t`Needs trust` },
    { value: "barred", label: t`Blocked` },
    { value: "drifted", label: t`Changed since last used` },
    { value: "never_used", label: t`Not used here` },
    { value: "duplicate", label: t`Same bytes as another skill` },
  ];
}

const sorts: readonly { value: SkillSort; label: string }[] = [
  { value: "name", label: t`Scope, name` },
  { value: "last_used", label: t`Scope, last used` },
  { value: "tokens", label: t`Scope, tokens` },
  { value: "drift", label: t`Scope, drift` },
];

/** What was wanted before; nothing unless it is known. */
export const readWanted: Reader<SkillsWanted> = (kept) => ({
  text: aText(partOf(kept, "text")) ?? "",
  state: oneOf(statesFor("").map(({ value }) => value))(partOf(kept, "state")) ?? "any",
  sort: oneOf(sorts.map(({ value }) => value))(partOf(kept, "sort")) ?? "name",
});

interface SkillListProps {
  /** By whose rules it stands. */
  agent: string;
  /** Skills without any filter. */
  all: number;
  total: number;
  groups: readonly SkillGroup[];
  at: (index: number) => SkillRow | undefined;
  current: number | null;
  wanted: SkillsWanted;
  onWanted: (wanted: SkillsWanted) => void;
  onCurrent: (index: number) => void;
  onOpen: () => void;
  onSeen: (from: number, to: number) => void;
  /** What can be done with a row, for its menu. */
  menuOf: (row: SkillRow) => ContextGroups;
  chosen: Chosen;
  onChosen: (act: ChosenAct) => void;
  /** Said in place of rows when none matches. */
  noMatch: ReactNode;
}

/** All skills by scope, with what narrows and orders them. */
export function SkillList(props: SkillListProps) {
  const { all, total, at, wanted, onWanted } = props;
  const list = useRef<ListHandle>(null);
  const groups = useMemo(() => props.groups.map(headOf), [props.groups]);
  return (
    <>
      <Toolbar label={t`Filter skills`}>
        <FilterField
          label={t`Filter ${plural(all, { one: "# skill", other: "# skills" })}`}
          value={wanted.text}
          onChange={(text) => onWanted({ ...wanted, text })}
          onLeave={() => list.current?.focus()}
        />
        <Select
          label={t`State`}
          value={wanted.state}
          options={statesFor(props.agent)}
          onPick={(state) => onWanted({ ...wanted, state })}
        />
      </Toolbar>
      <div className="skills-head row fixed spread gap-8 line-below">
        <Select
          label={t`Sort order`}
          look="head"
          value={wanted.sort}
          options={sorts}
          onPick={(sort) => onWanted({ ...wanted, sort })}
        />
        <Button
          look="link"
          pressed={props.chosen.choosing.open}
          onPress={() => props.chosen.onOpen(!props.chosen.choosing.open)}
        >
          {props.chosen.choosing.open ? t`Done` : t`Select`}
        </Button>
        <Evidence of="inferred">
          <span className="unseen">{t`inferred:`} </span>
          {t`Tokens listed / activated`}
        </Evidence>
      </div>
      {total === 0 && props.noMatch}
      <List
        ref={list}
        label={t`Skills`}
        total={total}
        groups={groups}
        current={props.current}
        onCurrent={props.onCurrent}
        onOpen={props.onOpen}
        onSeen={props.onSeen}
        choosing={props.chosen.choosing}
        nameOf={(index) => nameOfSkill(at(index))}
        draw={(index) => <SkillFace row={at(index)} />}
        menuOf={(index) => {
          const row = at(index);
          return row === undefined ? [] : props.menuOf(row);
        }}
      />
      <ChosenBar chosen={props.chosen} matching={total} onAct={props.onChosen} />
    </>
  );
}

function headOf(group: SkillGroup): ListGroup {
  return {
    from: group.from,
    label: group.scope,
    head: (
      <>
        <span className="group-icon text-2 stack centred">
          <Icon of={scopeIcon(group.scope)} />
        </span>
        <span className="text-2 type-micro-strong">{group.scope}</span>
        <span className="cut-end grow text-3 type-micro">
          <Verbatim text={group.root} />
        </span>
        <span className="tabular text-3 type-micro">{count(group.count)}</span>
      </>
    ),
  };
}
