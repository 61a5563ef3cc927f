import { t } from "@lingui/core/macro";
import { Ellipsis } from "lucide-react";
import type { Doable } from "../../kit/actions.ts";
import { Icon } from "../../kit/Icon.tsx";
import { itemOf, Menu } from "../../kit/Menu.tsx";
import "../../kit/Button.css";

/** What can be done to a skill, behind three points. */
export function SkillMenu({ actions }: { actions: readonly Doable[] }) {
  return (
    <Menu
      label={t`Skill actions`}
      className="button button-plain button-28 inline-row gap-8 fixed round one-line"
      face={<Icon of={Ellipsis} />}
      side="right"
      items={actions.map(itemOf)}
    />
  );
}
