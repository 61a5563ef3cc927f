import { t } from "@lingui/core/macro";
import { ArrowRightLeft, Copy, CopyPlus, Eye, EyeOff, Package, TextCursorInput, Trash2 } from "lucide-react";
import type { SkillRow } from "../../host/wire.gen.ts";
import type { Doable } from "../../kit/actions.ts";
import type { Glyph } from "../../kit/Icon.tsx";
import type { SkillAct, Subject } from "./subject.ts";

/** What can be done to a skill that Assay may change; each shows first what it does. */
export function skillActions(
  row: SkillRow,
  onChange: (subject: Subject) => void,
  /** Saves it as a zip. */
  onExport: () => void,
): Doable[] {
  if (!row.managed || row.states.invalid !== null) return [];
  const skill = { id: row.id, name: row.name, scope: row.scope };
  const act = (kind: SkillAct, name: string, icon: Glyph, words = ""): Doable => ({
    id: `skill.${kind}`,
    name,
    words,
    icon,
    run: () => onChange({ kind, skill }),
  });
  return [
    act("rename", t`Rename…`, TextCursorInput),
    act("duplicate", t`Duplicate…`, CopyPlus),
    act("copy", t`Copy to scope…`, Copy),
    act("move", t`Move to scope…`, ArrowRightLeft),
    row.states.hidden ? act("show", t`Show to model…`, Eye) : act("hide", t`Hide from model…`, EyeOff),
    { id: "skill.export", name: t`Export zip…`, words: t`save`, icon: Package, run: onExport },
    act("remove", t`Move to trash…`, Trash2, t`delete remove`),
  ];
}
