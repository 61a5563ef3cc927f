import { t } from "@lingui/core/macro";
import { ChevronDown } from "lucide-react";
import { Icon } from "./Icon.tsx";
import { Menu, type MenuItem } from "./Menu.tsx";
import "./OverflowMenu.css";

/** What a row has no room for, in a menu at its end; nothing while all of it fits. */
export function OverflowMenu({ label, items }: { label: string; items: readonly MenuItem[] }) {
  if (items.length === 0) return null;
  return (
    <Menu
      label={t`${label}: ${items.length} more`}
      className="overflow-menu row fixed one-line gap-4 text-2 type-control tabular at-end high"
      side="right"
      face={
        <>
          {t`${items.length} more`}
          <Icon of={ChevronDown} size={12} />
        </>
      }
      items={items}
    />
  );
}
