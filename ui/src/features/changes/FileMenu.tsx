import { t } from "@lingui/core/macro";
import { Ellipsis, FilePen, Replace, TextCursorInput, Trash2 } from "lucide-react";
import type { ResourceView } from "../../host/wire.gen.ts";
import { Icon } from "../../kit/Icon.tsx";
import { Menu, type MenuItem } from "../../kit/Menu.tsx";
import { spelled } from "../../kit/seen.ts";
import { rawText } from "../../language/foreign.ts";
import type { Subject } from "./subject.ts";
import "../../kit/Button.css";

/** What can be done to one file of a skill; each shows first what it does. */
export function FileMenu({
  skill,
  file: { row, hash, preview },
  onEdit,
  onChange,
}: {
  skill: string;
  file: ResourceView;
  onEdit: (rel: string) => void;
  onChange: (subject: Subject) => void;
}) {
  const rel = rawText(row.rel);
  const items: MenuItem[] = [];
  if (preview.kind === "text" || preview.kind === "markdown")
    items.push({ id: "edit", label: t`Edit`, icon: FilePen, onPick: () => onEdit(rel) });
  if (row.kind !== "main" && hash !== null) {
    const seen = hash;
    items.push({
      id: "replace",
      label: t`Replace…`,
      icon: Replace,
      onPick: () => onChange({ kind: "write", skill, rel, seen, base: null, text: null }),
    });
  }
  if (row.kind !== "main")
    items.push(
      {
        id: "rename",
        label: t`Rename…`,
        icon: TextCursorInput,
        onPick: () => onChange({ kind: "rename_file", skill, rel }),
      },
      {
        id: "remove",
        label: t`Move to trash…`,
        icon: Trash2,
        onPick: () => onChange({ kind: "remove_file", skill, rel }),
      },
    );
  if (items.length === 0) return null;
  return (
    <Menu
      label={t`Actions for ${spelled(rel)}`}
      className="button button-plain button-24 inline-row gap-8 fixed round one-line"
      face={<Icon of={Ellipsis} />}
      side="right"
      items={items}
    />
  );
}
