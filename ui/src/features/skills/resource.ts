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
import { counted } from "../../facts/Count.tsx";
import type { ResourceKind, ResourceRow, TurnRef } from "../../host/wire.gen.ts";
import type { Glyph } from "../../kit/Icon.tsx";

/** The icon of a file by what it is for. */
export function resourceIcon(row: ResourceRow, open = false): Glyph {
  if (row.kind === "folder") return open ? FolderOpen : Folder;
  if (/\.(png|jpe?g|gif|webp|svg|ico)$/i.test(row.name)) return FileImage;
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

/** What it is for, in a word. */
export function kindWords(row: ResourceRow): string {
  const word = row.kind === "main" ? "instructions" : row.kind;
  return row.executable ? `${word}, executable` : word;
}

/** `opened in turns 5, 8`, `opened in 3 turns of 2 sessions`, `never opened in 14 activations` */
export function openedWords(row: ResourceRow, activations: number): string {
  if (row.opened.length > 0) return `opened in ${turnsWords(row.opened)}`;
  if (row.named.length > 0) return `named in ${turnsWords(row.named)}, inferred`;
  return activations === 0
    ? "never opened, never activated"
    : `never opened in ${counted(activations, "activation")}`;
}

/** `turns 5, 8` of one session, `3 turns of 2 sessions` of several. */
export function turnsWords(opened: readonly TurnRef[]): string {
  const sessions = new Set(opened.map((turn) => turn.key)).size;
  if (sessions > 1) return `${counted(opened.length, "turn")} of ${counted(sessions, "session")}`;
  const numbers = opened.map((turn) => turn.turn);
  if (numbers.length > 4) return counted(numbers.length, "turn");
  return `${numbers.length === 1 ? "turn" : "turns"} ${numbers.join(", ")}`;
}
