import type { ReactNode } from "react";
import { type Glyph, Icon } from "./Icon.tsx";
import "./EmptyState.css";

/** Nothing to show: one line, one sentence, what was looked at, one action. */
export function EmptyState({
  icon,
  title,
  table,
  action,
  children,
}: {
  icon: Glyph;
  title: string;
  /** The table of places that were looked at. */
  table?: ReactNode;
  action?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="empty scrolls-both">
      <div className="empty-icon text-2 stack centred edged round-card">
        <Icon of={icon} size={22} />
      </div>
      <h2>{title}</h2>
      {children !== undefined && <p>{children}</p>}
      {table}
      {action !== undefined && <div className="empty-action row wraps gap-8">{action}</div>}
    </div>
  );
}
