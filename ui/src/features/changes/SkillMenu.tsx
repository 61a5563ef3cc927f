import {
  ArrowRightLeft,
  Copy,
  CopyPlus,
  Ellipsis,
  Eye,
  EyeOff,
  Package,
  TextCursorInput,
  Trash2,
} from "lucide-react";
import type { SkillRow } from "../../host/wire.gen.ts";
import { Icon } from "../../kit/Icon.tsx";
import { Menu } from "../../kit/Menu.tsx";
import type { SkillAct, Subject } from "./subject.ts";

/** What can be done to a skill; each shows first what it does. */
export function SkillMenu({
  row,
  onChange,
  onExport,
}: {
  row: SkillRow;
  onChange: (subject: Subject) => void;
  /** Saves it as a zip. */
  onExport: () => void;
}) {
  const skill = { id: row.id, name: row.name, scope: row.scope };
  const act = (kind: SkillAct, label: string, icon: typeof Copy) => ({
    id: kind,
    label,
    icon,
    onPick: () => onChange({ kind, skill }),
  });
  return (
    <Menu
      label="Change this skill"
      className="button button-plain button-28"
      face={<Icon of={Ellipsis} />}
      side="right"
      items={[
        act("rename", "Rename…", TextCursorInput),
        act("duplicate", "Duplicate…", CopyPlus),
        act("copy", "Copy to scope…", Copy),
        act("move", "Move to scope…", ArrowRightLeft),
        row.states.hidden ? act("show", "Show to model…", Eye) : act("hide", "Hide from model…", EyeOff),
        { id: "export", label: "Export zip…", icon: Package, onPick: onExport },
        act("remove", "Move to trash…", Trash2),
      ]}
    />
  );
}
