import { plural, t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { FilePlus2 } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { Evidence } from "../../facts/Evidence.tsx";
import { Answer } from "../../facts/FailureNote.tsx";
import { icons } from "../../facts/icons.ts";
import { Time } from "../../facts/Time.tsx";
import { useCopy } from "../../facts/useCopy.ts";
import { useOutside } from "../../facts/useOutside.tsx";
import { useAsk } from "../../host/useAsk.ts";
import type { ResourceRow, ResourcesView, ResourceView, SkillView } from "../../host/wire.gen.ts";
import { Button } from "../../kit/Button.tsx";
import { Chip } from "../../kit/Chip.tsx";
import { Icon } from "../../kit/Icon.tsx";
import { aFlag, useKept } from "../../kit/kept.ts";
import { Note } from "../../kit/Note.tsx";
import { Skeleton } from "../../kit/Skeleton.tsx";
import { Switch } from "../../kit/Switch.tsx";
import { spelled } from "../../kit/seen.ts";
import { Gap, Toolbar } from "../../kit/Toolbar.tsx";
import { Tree } from "../../kit/Tree.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { rawText } from "../../language/foreign.ts";
import { count } from "../../language/numbers.ts";
import { ResourcePreview } from "./ResourcePreview.tsx";
import { openedWords, resourceIcon, turnsWords } from "./resource.ts";
import "./resources.css";
import "./skills.css";

interface ResourcesProps {
  skill: SkillView;
  /** The file that is shown; SKILL.md when none is named. */
  rel: string | undefined;
  onResource: (rel: string) => void;
  /** What can be done to the file that is shown. */
  fileActs?: (file: ResourceView) => ReactNode;
  onAddFile?: () => void;
}

/** Every file of a skill, which of them a session opened, and what is in one. */
export function Resources(props: ResourcesProps) {
  const found = useAsk("resources", { id: props.skill.row.id });
  return (
    <Answer asked={found} waiting={<Skeleton label={t`Loading files…`} />}>
      {(answer) => <Found {...props} found={answer} />}
    </Answer>
  );
}

function Found({
  skill,
  rel,
  onResource,
  fileActs,
  onAddFile,
  found,
}: ResourcesProps & { found: ResourcesView }) {
  const [onlyNever, setOnlyNever] = useKept("only never opened", false, aFlag);
  const current = found.rows.find((row) => rawText(row.rel) === rel) ?? found.rows[0];
  return (
    <>
      <Toolbar label={t`Resources`}>
        <span className="costs inline-row narrows gap-8 text-2 type-small tabular">
          <span className="cut-end">
            <Trans>
              <b>{count(found.opened)}</b> of <Plural value={found.files} one="# file" other="# files" />{" "}
              opened in <b>{count(found.activations)}</b>{" "}
              <Plural value={found.activations} one="activation" other="activations" />
            </Trans>
          </span>
          <Evidence of="recorded" />
        </span>
        <Gap />
        {onAddFile !== undefined && (
          <Button size={24} icon={FilePlus2} onPress={onAddFile}>
            {t`Add file…`}
          </Button>
        )}
        <Switch label={t`Never opened only`} on={onlyNever} onSwitch={setOnlyNever} />
      </Toolbar>
      <div className="resources fill stack">
        <div className="resources-side column shortens scrolls">
          <ResourceTree
            skill={skill.row.id}
            rows={onlyNever ? neverOpened(found.rows) : found.rows}
            activations={found.activations}
            current={rawText(current?.rel)}
            onResource={onResource}
          />
          <Coverage found={found} />
        </div>
        {current !== undefined && (
          <ResourcePreview
            key={`${skill.row.id} ${rawText(current.rel)}`}
            id={skill.row.id}
            row={current}
            acts={fileActs}
          />
        )}
      </div>
    </>
  );
}

/** Files no session opened, with the folders they stand in. */
function neverOpened(rows: readonly ResourceRow[]): readonly ResourceRow[] {
  const never = rows.filter(isNeverOpened);
  return rows.filter(
    (row) =>
      never.includes(row) ||
      (row.kind === "folder" && never.some((file) => rawText(file.rel).startsWith(`${rawText(row.rel)}/`))),
  );
}

function isNeverOpened(row: ResourceRow): boolean {
  return row.kind !== "folder" && row.kind !== "main" && row.opened.length === 0 && row.named.length === 0;
}

function ResourceTree({
  skill,
  rows,
  activations,
  current,
  onResource,
}: {
  /** The id of the skill. */
  skill: string;
  rows: readonly ResourceRow[];
  activations: number;
  current: string | undefined;
  onResource: (rel: string) => void;
}) {
  const copy = useCopy();
  const outside = useOutside();
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const shown = useMemo(
    () => rows.filter((row) => ![...closed].some((folder) => rawText(row.rel).startsWith(`${folder}/`))),
    [rows, closed],
  );
  const [folder, setFolder] = useState<string | null>(null);
  const at = shown.findIndex((row) => rawText(row.rel) === (folder ?? current));
  const pick = (index: number) => {
    const row = shown[index];
    if (row === undefined) return;
    setFolder(row.kind === "folder" ? rawText(row.rel) : null);
    if (row.kind !== "folder") onResource(rawText(row.rel));
  };
  const fold = (index: number) => {
    const row = shown[index];
    if (row === undefined) return;
    const next = new Set(closed);
    const rel = rawText(row.rel);
    if (!next.delete(rel)) next.add(rel);
    setClosed(next);
  };
  const isOpen = (row: ResourceRow) => (row.kind === "folder" ? !closed.has(rawText(row.rel)) : undefined);
  return (
    <Tree
      label={t`Files of the skill`}
      total={shown.length}
      placeOf={(index) => {
        const row = shown[index];
        return row === undefined ? { level: 1 } : { level: row.depth + 1, open: isOpen(row) };
      }}
      current={at === -1 ? null : at}
      onCurrent={pick}
      onOpen={fold}
      onFold={fold}
      menuOf={(index) => {
        const row = shown[index];
        if (row === undefined) return [];
        return [
          [copy("path", row.rel)],
          row.kind === "folder" ? [] : outside({ of: "skill", id: skill, rel: rawText(row.rel) }),
        ];
      }}
      nameOf={(index) => nameOf(shown[index], activations)}
      draw={(index) => (
        <ResourceFace
          row={shown[index]}
          open={!closed.has(rawText(shown[index]?.rel) ?? "")}
          activations={activations}
        />
      )}
    />
  );
}

function nameOf(row: ResourceRow | undefined, activations: number): string {
  if (row === undefined) return "";
  if (row.kind === "folder")
    return t`${spelled(row.name)}, folder, ${plural(row.children, { one: "# entry", other: "# entries" })}`;
  if (row.kind === "main")
    return `${spelled(row.name)}, ${plural(activations, { one: "# activation", other: "# activations" })}`;
  return `${spelled(row.name)}, ${openedWords(row, activations)}`;
}

function ResourceFace({
  row,
  open,
  activations,
}: {
  row: ResourceRow | undefined;
  open: boolean;
  activations: number;
}) {
  if (row === undefined) return null;
  return (
    <span className="resource-face row grow gap-8 toned tone-neutral">
      <Icon of={resourceIcon(row, open)} />
      <span className="mono cut-end grow size-small">
        <Verbatim text={row.name} />
      </span>
      <span className="fixed text-3 type-micro">
        <Coverer row={row} activations={activations} />
      </span>
    </span>
  );
}

function Coverer({ row, activations }: { row: ResourceRow; activations: number }) {
  if (row.kind === "main") return plural(activations, { one: "# activation", other: "# activations" });
  if (row.kind === "folder") return row.children === 0 ? t`empty` : count(row.children);
  if (row.opened.length === 0 && row.named.length > 0) {
    return <Evidence of="inferred">{t`appears in ${turnsWords(row.named)}`}</Evidence>;
  }
  if (row.opened.length === 0) return <Chip icon={icons.never}>{t`never opened`}</Chip>;
  return (
    <Chip icon={icons.opened} tone="ok">
      {turnsWords(row.opened)}
    </Chip>
  );
}

function Coverage({ found }: { found: ResourcesView }) {
  const never = found.rows.filter(isNeverOpened).length;
  return (
    <div className="resources-notes column gap-8 padded">
      {found.omitted > 0 && (
        <Note tone="warn">
          {t`Showing ${plural(found.rows.length, { one: "# entry", other: "# entries" })}; ${count(found.omitted)} more left out.`}
        </Note>
      )}
      {never > 0 && found.activations > 0 && (
        <Note tone="info">
          <Trans>
            <b>
              <Plural value={never} one="# file was" other="# files were" /> never opened
            </b>{" "}
            in a recorded session.
          </Trans>
        </Note>
      )}
      {found.named > 0 && (
        <Note tone="info">
          <Trans>
            Files in tool calls, such as reads or commands: {found.named}. Assay <b>infers</b> from the path
            that a file was opened.
          </Trans>
        </Note>
      )}
      {found.dead_links.length > 0 && (
        <Note tone="warn">
          {plural(found.dead_links.length, {
            one: "# broken link in SKILL.md:",
            other: "# broken links in SKILL.md:",
          })}
          {found.dead_links.map((link) => (
            <span key={`${link.line} ${rawText(link.target)}`} className="dead-link breaks block">
              <Trans>
                line {count(link.line)}: <Verbatim text={link.target} mono />{" "}
                <Verbatim text={link.fault ?? t`The file does not exist.`} />
              </Trans>
            </span>
          ))}
        </Note>
      )}
      {found.files > 0 && (
        <Note tone="unknown">
          {t`Sessions record SKILL.md only.`}{" "}
          {found.known_since === null ? (
            <Trans>
              The contents of other files at that time are <b>unknown</b>.
            </Trans>
          ) : (
            <Trans>
              Assay first saw the bundled files on <Time at={found.known_since} look="full" />; their earlier
              contents are <b>unknown</b>.
            </Trans>
          )}
        </Note>
      )}
    </div>
  );
}
