import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Download, EyeOff, History, Package, Pencil, Plus } from "lucide-react";
import { type ReactNode, useContext, useDeferredValue, useEffect, useRef, useState } from "react";
import { AgentContext, useAgent } from "../facts/agent.ts";
import { ActNote, AskedNote } from "../facts/FailureNote.tsx";
import { useGoing } from "../facts/going.ts";
import { icons } from "../facts/icons.ts";
import { Places } from "../facts/Places.tsx";
import { Problems } from "../facts/Problems.tsx";
import type { RouteOf } from "../facts/route.ts";
import { HydrateDialog } from "../features/approvals/HydrateDialog.tsx";
import { BuiltIns } from "../features/builtins/BuiltIns.tsx";
import { FileMenu } from "../features/changes/FileMenu.tsx";
import type { Importing } from "../features/changes/ImportDialog.tsx";
import { SkillMenu } from "../features/changes/SkillMenu.tsx";
import { skillActions } from "../features/changes/skillActions.ts";
import type { Subject } from "../features/changes/subject.ts";
import { useChanging } from "../features/changes/useChanging.ts";
import { AgentRule } from "../features/skills/AgentRule.tsx";
import { HeldBack } from "../features/skills/HeldBack.tsx";
import { ResourceInspector } from "../features/skills/ResourceInspector.tsx";
import { SkillDetail } from "../features/skills/SkillDetail.tsx";
import { SkillInspector } from "../features/skills/SkillInspector.tsx";
import { readWanted, SkillList, type SkillsWanted } from "../features/skills/SkillList.tsx";
import { SkillsBanner } from "../features/skills/SkillsBanner.tsx";
import { useChosen } from "../features/skills/useChosen.ts";
import { useSkillMenu } from "../features/skills/useSkillMenu.ts";
import { VisibilityDialog } from "../features/skills/VisibilityDialog.tsx";
import { StillContext } from "../host/StillContext.ts";
import { type Rows, useAct, useAsk, useRows } from "../host/useAsk.ts";
import type { SkillRow, SkillsView, SkillView } from "../host/wire.gen.ts";
import { ActionButton } from "../kit/ActionButton.tsx";
import { type Doable, useActions } from "../kit/actions.ts";
import { PanesBeside } from "../kit/Beside.tsx";
import { Button } from "../kit/Button.tsx";
import type { ContextGroups } from "../kit/ContextMenu.tsx";
import { EmptyState } from "../kit/EmptyState.tsx";
import { KeptOf } from "../kit/KeptOf.tsx";
import { useKept } from "../kit/kept.ts";
import { Menu } from "../kit/Menu.tsx";
import { cyclePanes, type Pane } from "../kit/Panes.tsx";
import { Skeleton } from "../kit/Skeleton.tsx";
import { Tooltip } from "../kit/Tooltip.tsx";
import { useBeside } from "../kit/useBeside.ts";
import { Verbatim } from "../kit/Verbatim.tsx";
import { useWidth } from "../kit/width.ts";
import { fixOf, placeOf as placeIn } from "./findings.ts";
import "../kit/Button.css";

const all: SkillsWanted = { text: "", state: "any", sort: "name" };

/** Every skill that the selected agent reads: the list, one skill in full, and what disk and sessions say of it. */
export function SkillsScreen({ route }: { route: RouteOf<"skills"> }) {
  const [wanted, setWanted] = useKept("skills", all, readWanted);
  const { go } = useGoing();
  const choice = useAgent();
  const { agent } = choice;
  const changing = useChanging((subject, skill, convention) => {
    if (subject.kind !== "create" || skill === null) return;
    // What was just made is empty, so that is where one goes; the way back leads to it, if the list has it.
    if (convention === agent.name) go({ screen: "skills", id: skill });
    go({ screen: "edit", id: skill, rel: "SKILL.md" });
  });
  const asking = useDeferredValue(wanted);
  const rows = useRows(
    "skills",
    (from, count) => ({ ...asking, from, count, convention: agent.name }),
    rowsOf,
  );
  return (
    <AgentContext value={agent}>
      <h1 className="unseen">{t`Skills`}</h1>
      <Found
        route={route}
        rows={rows}
        wanted={wanted}
        onWanted={setWanted}
        onSeen={rows.see}
        onChange={changing.begin}
        onChanges={changing.list}
        onImport={changing.bringIn}
        onExport={changing.save}
        agentRule={<AgentRule choice={choice} />}
      />
    </AgentContext>
  );
}

interface FoundProps {
  route: RouteOf<"skills">;
  rows: Rows<SkillRow, SkillsView>;
  wanted: SkillsWanted;
  onWanted: (wanted: SkillsWanted) => void;
  onSeen: (from: number, to: number) => void;
  /** Plans a change. */
  onChange: (subject: Subject) => void;
  /** Shows what was changed. */
  onChanges: () => void;
  /** Brings skills in from elsewhere. */
  onImport: (importing: Importing) => void;
  /** Saves skills as a zip. */
  onExport: (skills: readonly string[]) => void;
  /** By whose rules the list stands. */
  agentRule: ReactNode;
}

function Found(props: FoundProps) {
  const { rows, wanted, onWanted } = props;
  const { answer: view, failure } = rows.first;
  const width = useWidth();
  const { visit } = useGoing();
  const [limiting, setLimiting] = useState(false);
  const create = () => props.onChange({ kind: "create" });
  const bringIn = () => props.onImport({ kind: "source" });
  useActions(t`Skills`, [
    { id: "skills.new", name: t`New skill…`, words: t`create add`, icon: Plus, run: create },
    { id: "skills.import", name: t`Import skills…`, words: t`zip git folder`, icon: Download, run: bringIn },
    {
      id: "skills.export",
      name: t`Export skills…`,
      words: t`zip save`,
      icon: Package,
      run: () => props.onExport([]),
    },
    {
      id: "skills.changes",
      name: t`Changes and trash…`,
      words: t`undo journal history`,
      icon: History,
      run: props.onChanges,
    },
    {
      id: "skills.visibility",
      name: t`Visibility…`,
      words: t`deny allow switch off trust`,
      icon: EyeOff,
      run: () => setLimiting(true),
    },
  ]);
  if (view === undefined) {
    return failure === null ? (
      <Skeleton label={t`Loading skills…`} rows={12} />
    ) : (
      <AskedNote asked={rows.first} />
    );
  }
  if (view.banner.total === 0) return <NoSkills view={view} {...props} />;
  return (
    <>
      <AskedNote asked={rows.first} />
      <SkillsBanner
        banner={view.banner}
        agent={view.label}
        listing={view.listing}
        state={wanted.state}
        onState={(state) => onWanted({ ...wanted, state })}
        acts={
          <span className="banner-acts inline-row fixed gap-8">
            {width !== "narrow" && (
              <>
                <Button size={24} icon={Plus} onPress={create}>
                  {t`New…`}
                </Button>
                <Button size={24} icon={Download} onPress={bringIn}>
                  {t`Import…`}
                </Button>
              </>
            )}
            <Menu
              label={t`More actions for all skills`}
              className="button button-plain button-24 inline-row gap-8 fixed round one-line"
              face={t`More`}
              side="right"
              items={[
                { id: "wins", label: t`Who wins`, onPick: () => visit("wins") },
                { id: "checks", label: t`Checks`, onPick: () => visit("checks") },
                { id: "changes", label: t`Changes`, onPick: props.onChanges },
                { id: "visibility", label: t`Visibility…`, onPick: () => setLimiting(true) },
                ...(width === "narrow"
                  ? [
                      { id: "new", label: t`New…`, icon: Plus, onPick: create },
                      { id: "import", label: t`Import…`, icon: Download, onPick: bringIn },
                    ]
                  : []),
              ]}
            />
          </span>
        }
      />
      {limiting && <VisibilityDialog onClose={() => setLimiting(false)} />}
      <Listed {...props} view={view} />
    </>
  );
}

function rowsOf(view: SkillsView): readonly SkillRow[] {
  return view.rows;
}

function Listed({
  route,
  view,
  onChange,
  onChanges: _,
  onImport,
  onExport,
  ...list
}: FoundProps & { view: SkillsView }) {
  const { go } = useGoing();
  const wide = useWidth() === "wide";
  const beside = useBeside("skills", t`Selected skill`);
  const id = route.id ?? list.rows.at(0)?.id;
  const agent = useContext(AgentContext);
  const asked = useAsk("skill", id === undefined ? null : { id, convention: agent.name });
  const still = useContext(StillContext);
  const gone = asked.failure !== null || still;
  const menu = useSkillMenu();
  const edit = (of: SkillRow): Doable[] =>
    of.managed
      ? [
          {
            id: "skill.edit",
            name: t`Edit SKILL.md`,
            keys: ["e"],
            icon: Pencil,
            run: () => go({ screen: "edit", id: of.id, rel: "SKILL.md" }),
          },
        ]
      : [];
  const changesOf = (of: SkillRow) => skillActions(of, onChange, () => onExport([of.id]));
  const row = gone ? undefined : asked.answer?.row;
  const changes = row === undefined ? [] : changesOf(row);
  const taken = row === undefined ? undefined : menu(row);
  useActions(t`Selected skill`, [
    ...(row === undefined ? [] : edit(row)),
    ...changes,
    ...(taken === undefined ? [] : [...taken.copies, ...taken.files]),
  ]);
  const [hydrating, setHydrating] = useState<string | null>(null);
  const skill = asked.answer;
  const inspector = asked.answer && (
    <StillContext value={gone}>
      <Inspector route={route} skill={asked.answer} gone={gone} onImport={onImport} />
    </StillContext>
  );
  const panes: Pane[] = [
    {
      id: "list",
      label: t`Skill list`,
      width: { start: wide ? 352 : 320, min: 296, max: 480 },
      body: (
        <ListPane
          {...list}
          view={view}
          id={id}
          menuOf={(of) => {
            const { copies, files } = menu(of);
            return [edit(of), changesOf(of), copies, files];
          }}
          onChange={onChange}
          onExport={onExport}
          onSkill={(picked) => go({ screen: "skills", id: picked, tab: route.tab })}
        />
      ),
    },
    {
      id: "detail",
      label: t`Skill`,
      keeps: 480,
      body: id !== undefined && (
        <KeptOf thing={`skill ${id}`}>
          <SkillDetail
            asked={asked}
            tab={route.tab ?? "instructions"}
            rel={route.rel}
            inspector={beside.shown}
            onSkill={(picked) => go({ screen: "skills", id: picked, tab: route.tab })}
            onTab={(tab) => go({ screen: "skills", id, tab })}
            onResource={(rel) => go({ screen: "skills", id, tab: "resources", rel })}
            onInspector={beside.toggle}
            onHydrate={setHydrating}
            acts={({ row }) =>
              !row.managed ? (
                <Tooltip
                  text={t`This skill belongs to the agent or to an administrator, so Assay does not change it.`}
                >
                  <span className="quiet">{t`read-only here`}</span>
                </Tooltip>
              ) : (
                <>
                  <Button
                    icon={Pencil}
                    action="skill.edit"
                    onPress={() => go({ screen: "edit", id: row.id, rel: "SKILL.md" })}
                  >
                    {t`Edit`}
                  </Button>
                  {changes.length > 0 && <SkillMenu actions={changes} />}
                </>
              )
            }
            fileActs={(file) => (
              <FileMenu
                skill={id}
                file={file}
                onEdit={(rel) => go({ screen: "edit", id, rel })}
                onChange={onChange}
              />
            )}
            onAddFile={() => onChange({ kind: "add_file", skill: id })}
            onFix={(finding) => onChange(fixOf(id, skill?.row.name ?? "", finding))}
            onPlace={(finding) => go(placeIn(id, finding))}
          />
        </KeptOf>
      ),
    },
  ];
  return (
    <>
      <PanesBeside
        name="skills"
        panes={panes}
        beside={beside}
        inspector={
          inspector && { label: t`Inspector`, width: { start: 296, min: 260, max: 420 }, body: inspector }
        }
      />
      {hydrating !== null && skill !== undefined && (
        <HydrateDialog
          skill={{ id: skill.row.id, name: skill.row.name, convention: agent.name }}
          source={hydrating}
          onClose={() => setHydrating(null)}
        />
      )}
    </>
  );
}

interface ListPaneProps
  extends Pick<
    FoundProps,
    "rows" | "wanted" | "onWanted" | "onSeen" | "agentRule" | "onChange" | "onExport"
  > {
  view: SkillsView;
  /** The skill that is shown. */
  id: string | undefined;
  onSkill: (id: string) => void;
  menuOf: (row: SkillRow) => ContextGroups;
}

function ListPane(props: ListPaneProps) {
  const { view, rows, wanted, onWanted, onSeen, agentRule, id, onSkill, onChange, onExport } = props;
  const convention = useContext(AgentContext).name;
  const chosen = useChosen({ ...wanted, convention }, view.matching, rows.at);
  const [ahead, setAhead] = useAhead(rows, onSkill);
  const want = (next: SkillsWanted) => {
    setAhead(null);
    onWanted(next);
  };
  const total = view.banner.total;
  return (
    <>
      {agentRule}
      <SkillList
        agent={view.label}
        all={total}
        total={view.matching}
        groups={view.groups}
        at={rows.at}
        current={ahead ?? placeOf(rows, view.matching, id)}
        wanted={wanted}
        onWanted={want}
        onCurrent={setAhead}
        onOpen={() => cyclePanes(1)}
        onSeen={onSeen}
        menuOf={props.menuOf}
        chosen={chosen}
        onChosen={(act) => {
          if (act === "export") onExport(chosen.ids);
          else onChange({ kind: "many", act, skills: chosen.ids });
        }}
        noMatch={<NoMatch wanted={wanted} total={total} onClear={() => want({ ...wanted, ...none })} />}
      />
      <Problems problems={view.problems} where={t`in the skill folders`} />
      <HeldBack />
      <BuiltIns />
    </>
  );
}

/** A row far away is gone to before it has arrived; its skill is shown when it has. */
function useAhead(rows: Rows<SkillRow, SkillsView>, onSkill: (id: string) => void) {
  const [ahead, setAhead] = useState<number | null>(null);
  const arrived = ahead === null ? undefined : rows.at(ahead)?.id;
  const show = useRef(onSkill);
  show.current = onSkill;
  useEffect(() => {
    if (arrived === undefined) return;
    setAhead(null);
    show.current(arrived);
  }, [arrived]);
  return [ahead, setAhead] as const;
}

const none = { text: "", state: "any" } as const;

function placeOf(rows: Rows<SkillRow, SkillsView>, total: number, id: string | undefined): number | null {
  for (let index = 0; index < total; index++) if (rows.at(index)?.id === id) return index;
  return null;
}

function Inspector({
  route,
  skill,
  gone,
  onImport,
}: Pick<FoundProps, "route" | "onImport"> & { skill: SkillView; gone: boolean }) {
  const rel = route.tab === "resources" && route.rel !== "SKILL.md" ? route.rel : undefined;
  return (
    <SkillInspector
      skill={skill}
      gone={gone}
      file={rel === undefined ? null : <ResourceInspector id={skill.row.id} rel={rel} />}
      onUpdate={() => onImport({ kind: "update", skill: skill.row.id, name: skill.row.name })}
    />
  );
}

function NoMatch({ wanted, total, onClear }: { wanted: SkillsWanted; total: number; onClear: () => void }) {
  return (
    <p className="fixed breaks text-2 padded" role="status">
      {wanted.text === "" ? (
        t`No skills match the filters (${total} total).`
      ) : (
        <Trans>
          No skills match “<Verbatim text={wanted.text} />” ({total} total).
        </Trans>
      )}{" "}
      <Button look="link" onPress={onClear}>
        {t`Clear filter`}
      </Button>
    </p>
  );
}

function NoSkills({
  view,
  onChange,
  onChanges,
  onImport,
  agentRule,
}: Pick<FoundProps, "onChange" | "onChanges" | "onImport" | "agentRule"> & { view: SkillsView }) {
  const again = useAct("look_again");
  return (
    <>
      {agentRule}
      <ActNote act={again} />
      <EmptyState
        icon={icons.skills}
        title={t`No skills found here`}
        table={<Places places={view.places} />}
        action={
          <>
            <Button look="primary" onPress={() => again.act({})}>
              {t`Refresh`}
            </Button>
            <Button icon={Plus} onPress={() => onChange({ kind: "create" })}>
              {t`New skill…`}
            </Button>
            <Button icon={Download} onPress={() => onImport({ kind: "source" })}>
              {t`Import…`}
            </Button>
            <Button onPress={onChanges}>{t`Changes`}</Button>
            <ActionButton of="example" />
          </>
        }
      >
        {t`A skill is a folder with a SKILL.md file in one of these locations.`}
      </EmptyState>
      <Problems problems={view.problems} where={t`in the skill folders`} />
    </>
  );
}
