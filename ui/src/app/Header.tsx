import { t } from "@lingui/core/macro";
import {
  Archive,
  CircleQuestionMark,
  FlaskConical,
  Keyboard,
  Monitor,
  Moon,
  RefreshCw,
  Search,
  Sun,
  SunMoon,
} from "lucide-react";
import { useAgent } from "../facts/agent.ts";
import { icons } from "../facts/icons.ts";
import { AgentSelect } from "../features/skills/AgentSelect.tsx";
import type { Asked } from "../host/useAsk.ts";
import type { ModeView } from "../host/wire.gen.ts";
import { useKeysOf } from "../kit/actions.ts";
import { IconButton } from "../kit/Button.tsx";
import { Chip } from "../kit/Chip.tsx";
import { type Glyph, Icon } from "../kit/Icon.tsx";
import { Keys } from "../kit/Keys.tsx";
import { Menu } from "../kit/Menu.tsx";
import { chooseTheme, type Theme, themes, useTheme } from "../kit/theme.ts";
import { Mark } from "./Mark.tsx";
import { ModeSwitch } from "./ModeSwitch.tsx";
import type { ModeChange } from "./useModeChange.tsx";
import { WayButtons } from "./WayButtons.tsx";
import { WorkspaceSwitcher } from "./WorkspaceSwitcher.tsx";
import type { Way } from "./way.ts";
import "./app.css";
import "./ModeSwitch.css";
import "../kit/Button.css";

const faces: Record<Theme, { icon: Glyph; word: string }> = {
  system: { icon: Monitor, word: t`Theme: system` },
  light: { icon: Sun, word: t`Theme: light` },
  dark: { icon: Moon, word: t`Theme: dark` },
};

/** The mark, the workspace, the way to everything, and what concerns the page as a whole. */
export function Header({
  way,
  mode,
  modeChange,
  onWaiting,
  onPalette,
  onHelp,
  onKeys,
  onTexts,
  onLookAgain,
  onExample,
  onTour,
}: {
  way: Way;
  mode: Asked<ModeView>;
  modeChange: ModeChange;
  /** Leads to what waits for a decision. */
  onWaiting: () => void;
  onPalette: () => void;
  onHelp: () => void;
  onKeys: () => void;
  onTexts: () => void;
  onLookAgain: () => void;
  /** Opens the example; absent where it is open. */
  onExample: (() => void) | undefined;
  /** Begins its tour; absent elsewhere. */
  onTour: (() => void) | undefined;
}) {
  const chosen = useTheme();
  const searches = useKeysOf("palette");
  const agent = useAgent();
  const onAgent = (name: string) => {
    agent.pick(name);
    // Another agent may not know the skill that is shown.
    if (way.route.screen === "skills") way.go({ screen: "skills", tab: way.route.tab });
  };
  const waiting = mode.answer?.waiting ?? 0;
  return (
    <header className="header stack in-middle gap-0-12">
      <Mark />
      <div className="header-start row narrows gap-8">
        <WayButtons way={way} />
        {/* It is one folder, and no other is opened in its window. */}
        {onTour === undefined ? (
          <WorkspaceSwitcher />
        ) : (
          <Chip look="filled" tone="accent" icon={FlaskConical}>
            {t`Example`}
          </Chip>
        )}
        <span className="header-as fixed text-3 type-small">{t`Agent`}</span>
        <AgentSelect choice={agent} onPick={onAgent} />
      </div>
      <button
        type="button"
        className="header-search row narrows gap-8 text-3 type-control on-surface hovers anchors round"
        aria-keyshortcuts="Control+K"
        onClick={onPalette}
      >
        <Icon of={Search} />
        <span className="cut-end grow">{t`Search skills and sessions`}</span>
        {searches !== undefined && <Keys keys={searches} />}
      </button>
      <div className="header-end row gap-8 at-end">
        <ModeSwitch view={mode.answer} change={modeChange} />
        {waiting > 0 && (
          <button
            type="button"
            className="header-waiting inline-row fixed one-line gap-8 type-strong inset round text-warn"
            onClick={onWaiting}
          >
            <Icon of={icons.approvals} />
            <span>{t`${waiting} waiting`}</span>
          </button>
        )}
        <IconButton icon={CircleQuestionMark} label={t`Help`} action="help" onPress={onHelp} />
        <Menu
          label={t`Page`}
          className="button button-icon text-2 hovers inline-row gap-8 fixed round one-line"
          side="right"
          face={<Icon of={SunMoon} />}
          items={[
            ...themes.map((theme) => ({
              id: theme,
              label: faces[theme].word,
              icon: faces[theme].icon,
              checked: theme === chosen,
              onPick: () => chooseTheme(theme),
            })),
            { id: "texts", label: t`Saved skill texts…`, icon: Archive, onPick: onTexts },
            { id: "keys", label: t`Show keyboard shortcuts`, icon: Keyboard, onPick: onKeys },
            { id: "again", label: t`Refresh`, icon: RefreshCw, onPick: onLookAgain },
            ...(onExample === undefined
              ? []
              : [{ id: "example", label: t`Open example`, icon: FlaskConical, onPick: onExample }]),
            ...(onTour === undefined
              ? []
              : [{ id: "tour", label: t`Start tour`, icon: FlaskConical, onPick: onTour }]),
          ]}
        />
      </div>
    </header>
  );
}
