import { t } from "@lingui/core/macro";
import {
  AppWindow,
  Archive,
  ArrowLeft,
  ArrowRight,
  CircleQuestionMark,
  FlaskConical,
  FolderOpen,
  Funnel,
  Keyboard,
  Monitor,
  Moon,
  RefreshCw,
  Search,
  SlidersHorizontal,
  Sun,
  Table2,
} from "lucide-react";
import { icons } from "../facts/icons.ts";
import { linkOf } from "../facts/link.ts";
import { useCopy } from "../facts/useCopy.ts";
import type { RecentRow } from "../host/wire.gen.ts";
import { type Action, EVERYWHERE, useActions } from "../kit/actions.ts";
import type { Glyph } from "../kit/Icon.tsx";
import { cyclePanes } from "../kit/Panes.tsx";
import { spelled } from "../kit/seen.ts";
import { chooseTheme, type Theme, themes } from "../kit/theme.ts";
import { rawText } from "../language/foreign.ts";
import { type ModeChange, modes } from "./useModeChange.tsx";
import type { Way } from "./way.ts";

const themeFaces: Record<Theme, { icon: Glyph; name: string }> = {
  system: { icon: Monitor, name: t`Theme: system` },
  light: { icon: Sun, name: t`Theme: light` },
  dark: { icon: Moon, name: t`Theme: dark` },
};

/** What can be done on every screen. */
export function useFrameActions({
  way,
  mode,
  textSize,
  onPalette,
  onHelp,
  onKeys,
  onTexts,
  onTables,
  onLookAgain,
  onExample,
  onTour,
  everywhere,
  onEverywhere,
  onOpenFolder,
  windows,
}: {
  way: Way;
  mode: ModeChange;
  textSize: { step: (by: 1 | -1) => void; set: (percent: number) => void };
  onPalette: () => void;
  onHelp: () => void;
  onKeys: () => void;
  onTexts: () => void;
  onTables: () => void;
  onLookAgain: () => void;
  /** Opens the example; absent where it is open. */
  onExample: (() => void) | undefined;
  /** Begins its tour; absent elsewhere. */
  onTour: (() => void) | undefined;
  /** Whether the sessions of every project are shown. */
  everywhere: boolean;
  onEverywhere: (everywhere: boolean) => void;
  /** Absent where no window of the system can be shown. */
  onOpenFolder: (() => void) | undefined;
  /** Workspaces that can be opened in a window of their own, and a folder that is chosen for it. */
  windows: { workspaces: readonly RecentRow[]; open: (id: string) => void; choose: (() => void) | undefined };
}): void {
  const { visit, back, forward } = way;
  const copy = useCopy();
  const actions: Action[] = [
    { id: "palette", name: t`Open command palette`, keys: ["Ctrl K"], icon: Search, run: onPalette },
    { id: "go.skills", name: t`Go to Skills`, keys: ["g s"], icon: icons.skills, run: () => visit("skills") },
    {
      id: "go.sessions",
      name: t`Go to Sessions`,
      keys: ["g e"],
      icon: icons.sessions,
      run: () => visit("sessions"),
    },
    { id: "go.drift", name: t`Go to Drift`, keys: ["g d"], icon: icons.drift, run: () => visit("drift") },
    {
      id: "go.approvals",
      name: t`Go to Approvals`,
      keys: ["g a"],
      icon: icons.approvals,
      run: () => visit("approvals"),
    },
    {
      id: "go.settings",
      name: t`Go to Settings`,
      words: t`preferences options`,
      keys: ["g ,"],
      icon: SlidersHorizontal,
      run: () => visit("settings"),
    },
    {
      id: "go.wins",
      name: t`Who wins`,
      words: t`matrix agents`,
      icon: icons.skills,
      run: () => visit("wins"),
    },
    {
      id: "go.checks",
      name: t`Checks for all skills`,
      words: t`lint findings problems`,
      icon: icons.skills,
      run: () => visit("checks"),
    },
    everywhere
      ? {
          id: "scope.here",
          name: t`Show sessions of this workspace only`,
          words: t`scope everywhere`,
          icon: icons.sessions,
          run: () => onEverywhere(false),
        }
      : {
          id: "scope.everywhere",
          name: t`Show sessions of all workspaces`,
          words: t`scope all projects workspaces`,
          icon: icons.sessions,
          run: () => onEverywhere(true),
        },
    {
      id: "help",
      name: t`Help for this screen`,
      words: t`manual documentation glossary words meaning`,
      keys: ["F1"],
      icon: CircleQuestionMark,
      run: onHelp,
    },
    {
      id: "example",
      name: t`Open example`,
      words: t`tour help try demo learn`,
      icon: FlaskConical,
      when: onExample !== undefined,
      run: () => onExample?.(),
    },
    {
      id: "tour",
      name: t`Start tour`,
      words: t`example help try demo learn`,
      icon: FlaskConical,
      when: onTour !== undefined,
      run: () => onTour?.(),
    },
    {
      id: "about",
      name: t`About and licenses`,
      words: t`version`,
      icon: SlidersHorizontal,
      run: () => visit("settings"),
    },
    {
      id: "back",
      name: t`Go back`,
      keys: ["Alt ArrowLeft"],
      icon: ArrowLeft,
      when: back !== undefined,
      run: () => back?.(),
    },
    {
      id: "forward",
      name: t`Go forward`,
      keys: ["Alt ArrowRight"],
      icon: ArrowRight,
      when: forward !== undefined,
      run: () => forward?.(),
    },
    { id: "filter", name: t`Filter this list`, keys: ["/"], icon: Funnel, run: focusFilter },
    { id: "pane.next", name: t`Go to the next pane`, keys: ["F6"], run: () => cyclePanes(1) },
    { id: "pane.previous", name: t`Go to the previous pane`, keys: ["Shift F6"], run: () => cyclePanes(-1) },
    {
      id: "text.larger",
      name: t`Larger text`,
      words: t`zoom in`,
      keys: ["Ctrl +", "Ctrl =", "Ctrl Shift +"],
      run: () => textSize.step(1),
    },
    {
      id: "text.smaller",
      name: t`Smaller text`,
      words: t`zoom out`,
      keys: ["Ctrl -"],
      run: () => textSize.step(-1),
    },
    {
      id: "text.first",
      name: t`Reset text size`,
      words: t`zoom reset`,
      keys: ["Ctrl 0"],
      run: () => textSize.set(100),
    },
    ...modes.map(({ value, label }) => ({
      id: `mode.${value}`,
      name: t`Mode: ${label}`,
      words: t`permission`,
      icon: icons.locked,
      run: () => mode.choose(value),
    })),
    {
      id: "mode.pixir",
      name: t`Mode: use Pixir’s setting`,
      words: t`permission`,
      icon: icons.locked,
      run: () => mode.choose(null),
    },
    {
      id: "open.folder",
      name: t`Open folder…`,
      words: t`workspace project`,
      icon: FolderOpen,
      when: onOpenFolder !== undefined,
      run: () => onOpenFolder?.(),
    },
    {
      id: "open.window",
      name: t`Open folder in new window…`,
      words: t`workspace project second`,
      icon: AppWindow,
      when: windows.choose !== undefined,
      run: () => windows.choose?.(),
    },
    ...windows.workspaces.map(({ id, name, path }) => ({
      id: `window.${id}`,
      name: t`Open ${spelled(name)} in new window`,
      words: rawText(path),
      icon: AppWindow,
      run: () => windows.open(id),
    })),
    { ...copy("link", linkOf(way.route)), words: t`address deep share assay://` },
    { id: "texts", name: t`Saved skill texts…`, icon: Archive, run: onTexts },
    {
      id: "tables",
      name: t`Export tables…`,
      words: t`parquet duckdb clickhouse spark machines`,
      icon: Table2,
      run: onTables,
    },
    {
      id: "look.again",
      name: t`Refresh`,
      words: t`refresh reload`,
      keys: ["Ctrl R"],
      icon: RefreshCw,
      run: onLookAgain,
    },
    ...themes.map((theme) => ({
      id: `theme.${theme}`,
      words: t`appearance colours`,
      ...themeFaces[theme],
      run: () => chooseTheme(theme),
    })),
    {
      id: "keys",
      name: t`Show keyboard shortcuts`,
      words: t`keys help`,
      keys: ["?"],
      icon: Keyboard,
      run: onKeys,
    },
  ];
  useActions(EVERYWHERE, actions);
}

function focusFilter() {
  document.querySelector<HTMLInputElement>("main [data-filter]")?.focus();
}
