import { plural, t } from "@lingui/core/macro";
import {
  Binary,
  File,
  FileCode,
  FileImage,
  FileSymlink,
  FileTerminal,
  FileText,
  Folder,
  FolderOpen,
  Workflow,
} from "lucide-react";
import type { ResourceKind, ResourceRow, TurnRef } from "../../host/wire.gen.ts";
import type { Glyph } from "../../kit/Icon.tsx";
import { rawText } from "../../language/foreign.ts";

/** The icon of a file by what it is for. */
export function resourceIcon(row: ResourceRow, open = false): Glyph {
  if (row.kind === "folder") return open ? FolderOpen : Folder;
  if (/\.(png|jpe?g|gif|webp|svg|ico)$/i.test(rawText(row.name))) return FileImage;
  return iconOfKind(row.kind);
}

function iconOfKind(kind: ResourceKind): Glyph {
  switch (kind) {
    case "main":
    case "reference":
      return FileText;
    case "script":
      return FileTerminal;
    case "template":
      return FileCode;
    case "workflow":
      return Workflow;
    case "link":
      return FileSymlink;
    case "asset":
      return Binary;
    case "folder":
      return Folder;
    case "other":
      return File;
    default:
      return kind satisfies never;
  }
}

const kindNames: Record<ResourceRow["kind"], string> = {
  main: t`instructions`,
  reference: t`reference`,
  script: t`script`,
  template: t`template`,
  workflow: t`workflow`,
  link: t`link`,
  asset: t`asset`,
  folder: t`folder`,
  other: t`other`,
};

/** What it is for, in a word. */
export function kindWords(row: ResourceRow): string {
  const word = kindNames[row.kind];
  return row.executable ? t`${word}, executable` : word;
}

/** `opened in turns 5, 8`, `opened in 3 turns of 2 sessions`, `never opened in 14 activations` */
export function openedWords(row: ResourceRow, activations: number): string {
  if (row.opened.length > 0) return t`opened in ${turnsWords(row.opened)}`;
  if (row.named.length > 0) return t`appears in ${turnsWords(row.named)}, inferred`;
  return activations === 0
    ? t`never opened, never activated`
    : t`never opened in ${plural(activations, { one: "# activation", other: "# activations" })}`;
}

/** `turns 5, 8` of one session, `3 turns of 2 sessions` of several. */
export function turnsWords(opened: readonly TurnRef[]): string {
  const sessions = new Set(opened.map((turn) => turn.key)).size;
  if (sessions > 1)
    return t`${plural(opened.length, { one: "# turn", other: "# turns" })} of ${plural(sessions, { one: "# session", other: "# sessions" })}`;
  const numbers = opened.map((turn) => turn.turn).join(", ");
  if (opened.length > 4) return plural(opened.length, { one: "# turn", other: "# turns" });
  return plural(opened.length, { one: `turn ${numbers}`, other: `turns ${numbers}` });
}
