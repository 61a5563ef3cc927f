import { ChevronDown, TriangleAlert } from "lucide-react";
import { type Asked, useAct } from "../host/useAsk.ts";
import type { ModeView, ModeWord } from "../host/wire.gen.ts";
import { Button } from "../kit/Button.tsx";
import { Icon } from "../kit/Icon.tsx";
import { Menu } from "../kit/Menu.tsx";
import { Note } from "../kit/Note.tsx";
import { Segmented } from "../kit/Segmented.tsx";
import { Tooltip } from "../kit/Tooltip.tsx";
import { Verbatim } from "../kit/Verbatim.tsx";
import "./ModeSwitch.css";

export const modes: readonly { value: ModeWord; label: string }[] = [
  { value: "auto", label: "auto" },
  { value: "ask", label: "ask" },
  { value: "read_only", label: "read-only" },
];

/** The permission mode in force, where it comes from, and the way to another. */
export function ModeSwitch({ asked: { answer: view } }: { asked: Asked<ModeView> }) {
  const set = useAct("set_mode");
  if (view === undefined) return null;
  const from = `Mode in force: ${wordOf(view.mode)}, ${view.from}`;
  return (
    <div className="mode">
      <Menu
        label={from}
        heading={view.problem === null ? from : `${from}. ${view.problem}`}
        className="mode-word"
        side="right"
        face={
          <>
            {view.problem !== null && <Icon of={TriangleAlert} size={12} />}
            Mode
            <Icon of={ChevronDown} size={12} />
          </>
        }
        items={[
          {
            id: "pixir",
            label: "Follow Pixir’s configuration",
            note: `Pixir says ${wordOf(view.pixir)}`,
            checked: !view.set_here,
            onPick: () => view.set_here && set.act({ mode: null }),
          },
        ]}
      />
      <Tooltip text={<Verbatim text={from} />}>
        <span className="mode-switch">
          <Segmented
            label="Permission mode"
            look="ink"
            value={view.mode}
            options={modes}
            onPick={(mode) => set.act({ mode })}
          />
        </span>
      </Tooltip>
      {set.failure !== null && (
        <div className="mode-failure">
          <Note
            tone="danger"
            alert
            action={
              <Button look="link" onPress={set.reset}>
                Close
              </Button>
            }
          >
            <Verbatim text={`${set.failure.message} ${set.failure.hint}`.trim()} />
          </Note>
        </div>
      )}
    </div>
  );
}

function wordOf(mode: ModeWord): string {
  return modes.find(({ value }) => value === mode)?.label ?? mode;
}
