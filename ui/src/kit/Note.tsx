import { CircleQuestionMark, FileWarning, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { type Glyph, Icon } from "./Icon.tsx";
import "./Note.css";

type NoteTone = "info" | "warn" | "danger" | "unknown";

const icons: Record<NoteTone, Glyph> = {
  info: Info,
  warn: TriangleAlert,
  danger: FileWarning,
  unknown: CircleQuestionMark,
};

/** One or two sentences that stand where they concern; at most one action. */
export function Note({
  tone,
  icon = icons[tone],
  alert = false,
  action,
  children,
}: {
  tone: NoteTone;
  icon?: Glyph;
  /** It appeared while the reader looked. */
  alert?: boolean;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div
      className={`note toned tone-${tone} flex at-top gap-8 padded-6 round type-small text`}
      role={alert ? "alert" : "note"}
    >
      <Icon of={icon} />
      <div className="grow breaks">{children}</div>
      {action}
    </div>
  );
}
