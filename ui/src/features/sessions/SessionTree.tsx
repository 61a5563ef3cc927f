import { useEffect, useRef, useState } from "react";
import { icons } from "../../facts/icons.ts";
import type { TreeRow } from "../../host/wire.gen.ts";
import { Dialog } from "../../kit/Dialog.tsx";
import { type Glyph, Icon } from "../../kit/Icon.tsx";
import type { ListHandle } from "../../kit/List.tsx";
import { Tree } from "../../kit/Tree.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";
import "./SessionTree.css";

/** Parents, forks and subagents of a session. Enter opens one whose log is here. */
export function SessionTree({
  rows,
  onOpen,
  onClose,
}: {
  rows: readonly TreeRow[];
  onOpen: (key: string) => void;
  onClose: () => void;
}) {
  const [current, setCurrent] = useState(
    Math.max(
      0,
      rows.findIndex((row) => row.current),
    ),
  );
  const tree = useRef<ListHandle>(null);
  // After the dialog has opened and taken the focus itself.
  useEffect(() => tree.current?.focus(), []);
  const open = (index: number) => {
    const row = rows[index];
    if (row === undefined || row.key === null) return;
    onClose();
    if (!row.current) onOpen(row.key);
  };
  return (
    <Dialog
      title="Session tree"
      onClose={onClose}
      foot={<span>Enter or a double click opens a session whose log is here.</span>}
    >
      <div className="session-tree" data-pane="tree">
        <Tree
          ref={tree}
          label="Session tree"
          total={rows.length}
          placeOf={(index) => ({ level: (rows[index]?.depth ?? 0) + 1 })}
          current={current}
          onCurrent={setCurrent}
          onOpen={open}
          nameOf={(index) => nameOf(rows[index])}
          draw={(index) => <Face row={rows[index]} />}
        />
      </div>
    </Dialog>
  );
}

function nameOf(row: TreeRow | undefined): string {
  if (row === undefined) return "";
  return [wordsOf(row), row.id, row.current ? "this session" : row.key === null ? "cannot be opened" : ""]
    .filter((words) => words !== "")
    .join(", ");
}

function wordsOf({ relation, label }: TreeRow): string {
  return label === "" ? relation : label;
}

function Face({ row }: { row: TreeRow | undefined }) {
  if (row === undefined) return null;
  return (
    <span className={row.key === null ? "session-tree-row is-absent" : "session-tree-row"} aria-hidden="true">
      <Icon of={iconOf(row)} />
      <span className="cut-end">
        <Verbatim text={wordsOf(row)} />
      </span>
      {row.current && <b>this session</b>}
      <code className="cut-end">
        <Verbatim text={row.id} />
      </code>
    </span>
  );
}

function iconOf({ relation }: TreeRow): Glyph {
  switch (relation) {
    case "fork":
      return icons.fork;
    case "subagent":
      return icons.assistant;
    default:
      return icons.sessions;
  }
}
