import { t } from "@lingui/core/macro";
import { ChevronDown, TriangleAlert } from "lucide-react";
import { modeSourceWords } from "../facts/approvalWords.ts";
import type { ModeView } from "../host/wire.gen.ts";
import { Button } from "../kit/Button.tsx";
import { Icon } from "../kit/Icon.tsx";
import { Menu } from "../kit/Menu.tsx";
import { Note } from "../kit/Note.tsx";
import { Segmented } from "../kit/Segmented.tsx";
import { Tooltip } from "../kit/Tooltip.tsx";
import { Verbatim } from "../kit/Verbatim.tsx";
import { type ModeChange, modes, wordOf } from "./useModeChange.tsx";
import "./ModeSwitch.css";
import { FailureWords } from "../facts/FailureNote.tsx";

/** The permission mode in force, where it comes from, and the way to another. */
export function ModeSwitch({ view, change }: { view: ModeView | undefined; change: ModeChange }) {
  if (view === undefined) return null;
  const from = t`Current mode: ${wordOf(view.mode)}, ${modeSourceWords(view.from)}`;
  return (
    <div className="mode row gap-6 anchors">
      <Menu
        label={from}
        heading={view.problem === null ? from : `${from}. ${view.problem}`}
        className="mode-word inline-row gap-4 text-2 type-control hovers inset-4 round"
        side="right"
        face={
          <>
            {view.problem !== null && <Icon of={TriangleAlert} size={12} />}
            {t`Mode`}
            <Icon of={ChevronDown} size={12} />
          </>
        }
        items={[
          {
            id: "pixir",
            label: t`Use Pixir’s setting`,
            note: t`Pixir: ${wordOf(view.pixir)}`,
            checked: !view.set_here,
            onPick: () => change.choose(null),
          },
        ]}
      />
      <Tooltip text={<Verbatim text={from} />}>
        <span className="flex">
          <Segmented
            label={t`Permission mode`}
            look="ink"
            picks="press"
            value={view.mode}
            options={modes}
            onPick={change.choose}
          />
        </span>
      </Tooltip>
      {change.failure !== null && (
        <div className="mode-failure">
          <Note
            tone="danger"
            alert
            action={
              <Button look="link" onPress={change.reset}>
                {t`Close`}
              </Button>
            }
          >
            <FailureWords failure={change.failure} />
          </Note>
        </div>
      )}
    </div>
  );
}
