import { plural, t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { Upload } from "lucide-react";
import { useDeferredValue, useRef } from "react";
import { Evidence } from "../../facts/Evidence.tsx";
import { ActNote, AskedNote, isRead } from "../../facts/FailureNote.tsx";
import { useGoing } from "../../facts/going.ts";
import { icons } from "../../facts/icons.ts";
import { useCopy } from "../../facts/useCopy.ts";
import { useAct, useRows } from "../../host/useAsk.ts";
import type { WhoWinsView, WinsOnly, WinsRow } from "../../host/wire.gen.ts";
import { type Doable, useActions } from "../../kit/actions.ts";
import { Button } from "../../kit/Button.tsx";
import { Checkbox } from "../../kit/Choice.tsx";
import { Icon } from "../../kit/Icon.tsx";
import { aNumber, aText, listOf, oneOf, partOf, type Reader, useKept } from "../../kit/kept.ts";
import type { ListGroup, ListHandle } from "../../kit/List.tsx";
import { ListScreen } from "../../kit/ListScreen.tsx";
import { Menu } from "../../kit/Menu.tsx";
import { Toast } from "../../kit/Toast.tsx";
import { useBeside } from "../../kit/useBeside.ts";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { count } from "../../language/numbers.ts";
import { CellInspector } from "./CellInspector.tsx";
import { type Place, WinsTable } from "./WinsTable.tsx";
import "./wins.css";
import "../../kit/Button.css";

/** Rows asked for at once. */
const WINDOW = 200;

/** Every name against every agent: which file each takes. */
export function WhoWins() {
  const { go, visit } = useGoing();
  const beside = useBeside("wins", t`Who wins`);
  const [text, setText] = useKept("wins text", "", aText);
  const [only, setOnly] = useKept("wins only", all, listOf(oneOf(narrowings)));
  const [place, setPlace] = useKept("wins place", { row: 0, agent: 0 }, readPlace);
  const table = useRef<ListHandle>(null);
  const asking = useDeferredValue(text);
  const { first, at, see } = useRows(
    "who_wins",
    (from, number) => ({ text: asking, only: [...only], from, count: number }),
    (answer) => answer.rows,
    WINDOW,
  );
  const save = useAct("save_wins");
  useActions(t`Who wins`, [{ id: "wins.agent", name: t`Next or previous agent`, keys: ["l", "h"] }]);
  const view = first.answer;
  const current: Place = {
    row: Math.min(place.row, Math.max(0, (view?.matching ?? 1) - 1)),
    agent: place.agent,
  };
  const row = at(current.row);
  const cell = row?.cells[current.agent];
  const convention = view?.conventions[current.agent];
  const copy = useCopy();
  const menuOf = ({ name, cells }: WinsRow, agent: number): Doable[][] => {
    const files = cells[agent]?.files ?? [];
    const taken = files.find(({ skill }) => skill !== null)?.skill ?? null;
    const toSkill: Doable = {
      id: "wins.skill",
      name: t`Go to skill`,
      icon: icons.skills,
      run: () => taken !== null && go({ screen: "skills", id: taken }),
    };
    return [
      taken === null ? [] : [toSkill],
      [
        copy("name", name),
        ...files.slice(0, 1).flatMap(({ path, hash }) => [copy("path", path), copy("hash", hash)]),
      ],
    ];
  };
  const clear = () => {
    setText("");
    setOnly(all);
  };
  const narrow = (which: WinsOnly) => (checked: boolean) =>
    setOnly(checked ? [...only, which] : only.filter((one) => one !== which));
  return (
    <ListScreen
      name="wins"
      title={t`Who wins`}
      label={t`Names and agents`}
      from={
        <Button look="link" icon={icons.skills} onPress={() => visit("skills")}>
          {t`Skills`}
        </Button>
      }
      total={
        view !== undefined &&
        `${plural(view.names, { one: "# name", other: "# names" })}, ${plural(view.entries, { one: "# entry", other: "# entries" })}, ${plural(view.conventions.length, { one: "# agent", other: "# agents" })}`
      }
      filter={{ label: t`Filter names`, value: text, onChange: setText }}
      tools={
        <>
          <Checkbox checked={only.includes("differing")} onCheck={narrow("differing")}>
            {t`Only differences between agents`}
          </Checkbox>
          <Checkbox checked={only.includes("here")} onCheck={narrow("here")}>
            {t`Only in this repository`}
          </Checkbox>
          <Menu
            label={t`Export table`}
            className="button button-plain button-24 inline-row gap-8 fixed round one-line"
            face={t`Export table…`}
            side="right"
            items={forms.map(({ form, label, note }) => ({
              id: form,
              label,
              note,
              icon: Upload,
              onPick: () => save.act({ text, only: [...only], form }),
            }))}
          />
        </>
      }
      notes={
        <>
          <ActNote act={save} />
          {save.answer != null && save.answer.path !== null && (
            <Toast onClose={save.reset}>
              <Trans>
                Saved <Verbatim text={save.answer.path} mono />,{" "}
                <Plural value={save.answer.bytes} one="# byte" other="# bytes" />.
              </Trans>
            </Toast>
          )}
          <AskedNote asked={first} />
        </>
      }
      reading={isRead(first) ? undefined : t`Searching folders of all agents…`}
      foot={view !== undefined && <Foot view={view} text={text} onClear={clear} />}
      beside={beside}
      inspector={
        row === undefined || cell === undefined || convention === undefined
          ? undefined
          : {
              label: t`Inspector`,
              width: { start: 320, min: 260, max: 460 },
              body: <CellInspector row={row} cell={cell} convention={convention} />,
            }
      }
      list={table}
    >
      {view !== undefined && (
        <WinsTable
          ref={table}
          conventions={view.conventions}
          total={view.matching}
          groups={groupsOf(view)}
          at={at}
          current={current}
          onCurrent={setPlace}
          onOpen={beside.open}
          onSeen={see}
          menuOf={menuOf}
        />
      )}
    </ListScreen>
  );
}

const all: readonly WinsOnly[] = [];
const narrowings: readonly WinsOnly[] = ["differing", "here"];

const readPlace: Reader<Place> = (kept) => ({
  row: aNumber(partOf(kept, "row")) ?? 0,
  agent: aNumber(partOf(kept, "agent")) ?? 0,
});

/** Every row that the filters take goes into the file, not only those in sight. */
const forms = [
  { form: "csv", label: "CSV…", note: t`for spreadsheets` },
  { form: "markdown", label: t`Markdown…`, note: t`for documents and issues` },
] as const;

function groupsOf(view: WhoWinsView): ListGroup[] {
  const single = view.matching - view.contested;
  const group = (from: number, label: string, n: number): ListGroup => ({
    from,
    label,
    head: (
      <>
        <b>{label}</b> <span className="tabular">{count(n)}</span>
      </>
    ),
  });
  return [
    ...(view.contested > 0 ? [group(0, t`Names in conflict`, view.contested)] : []),
    ...(single > 0 ? [group(view.contested, t`One file per name`, single)] : []),
  ];
}

function Foot({ view, text, onClear }: { view: WhoWinsView; text: string; onClear: () => void }) {
  return (
    <div className="wins-foot">
      {view.matching === 0 && (
        <p role="status">
          {text === "" ? (
            t`No names match the filters (${count(view.names)} total).`
          ) : (
            <Trans>
              No names match “<Verbatim text={text} />” (
              <Plural value={view.names} one="# name" other="# names" /> total).
            </Trans>
          )}{" "}
          <Button look="link" onPress={onClear}>
            {t`Clear filter`}
          </Button>
        </p>
      )}
      <p>
        <Trans>
          <b>not read</b> The agent doesn’t search any folder with this name.
        </Trans>
      </p>
      <p>
        <Icon of={icons.unknown} size={12} />{" "}
        <Trans>
          <b>order not fixed</b> The agent doesn’t define which of these files it uses.{" "}
          <Evidence of="unknown" />
        </Trans>
      </p>
    </div>
  );
}
