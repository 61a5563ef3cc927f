import {
  Archive,
  ArrowLeft,
  ArrowRight,
  CircleQuestionMark,
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
import { type Action, EVERYWHERE, useActions } from "../kit/actions.ts";
import type { Glyph } from "../kit/Icon.tsx";
import { cyclePanes } from "../kit/Panes.tsx";
import { chooseTheme, type Theme, themes } from "../kit/theme.ts";
import { type ModeChange, modes } from "./useModeChange.tsx";
import type { Way } from "./way.ts";

const themeIcons: Record<Theme, Glyph> = { system: Monitor, light: Sun, dark: Moon };

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
  everywhere,
  onEverywhere,
  onOpenFolder,
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
  /** Whether the sessions of every project are shown. */
  everywhere: boolean;
  onEverywhere: (everywhere: boolean) => void;
  /** Absent where no window of the system can be shown. */
  onOpenFolder: (() => void) | undefined;
}): void {
  const { visit, back, forward } = way;
  const copy = useCopy();
  const actions: Action[] = [
    { id: "palette", name: "Open the palette", keys: ["Ctrl K"], icon: Search, run: onPalette },
    { id: "go.skills", name: "Go to Skills", keys: ["g s"], icon: icons.skills, run: () => visit("skills") },
    {
      id: "go.sessions",
      name: "Go to Sessions",
      keys: ["g e"],
      icon: icons.sessions,
      run: () => visit("sessions"),
    },
    { id: "go.drift", name: "Go to Drift", keys: ["g d"], icon: icons.drift, run: () => visit("drift") },
    {
      id: "go.approvals",
      name: "Go to Approvals",
      keys: ["g a"],
      icon: icons.approvals,
      run: () => visit("approvals"),
    },
    {
      id: "go.settings",
      name: "Go to Settings",
      words: "preferences options",
      keys: ["g ,"],
      icon: SlidersHorizontal,
      run: () => visit("settings"),
    },
    { id: "go.wins", name: "Who wins", words: "matrix agents", icon: icons.skills, run: () => visit("wins") },
    {
      id: "go.checks",
      name: "Checks of all skills",
      words: "lint findings problems",
      icon: icons.skills,
      run: () => visit("checks"),
    },
    everywhere
      ? {
          id: "scope.here",
          name: "Show the sessions of this workspace alone",
          words: "scope everywhere",
          icon: icons.sessions,
          run: () => onEverywhere(false),
        }
      : {
          id: "scope.everywhere",
          name: "Show the sessions of everywhere",
          words: "scope all projects workspaces",
          icon: icons.sessions,
          run: () => onEverywhere(true),
        },
    {
      id: "help",
      name: "Help for what is shown",
      words: "manual documentation glossary words meaning",
      keys: ["F1"],
      icon: CircleQuestionMark,
      run: onHelp,
    },
    {
      id: "about",
      name: "About and licences",
      words: "version",
      icon: SlidersHorizontal,
      run: () => visit("settings"),
    },
    {
      id: "back",
      name: "Go back",
      keys: ["Alt ArrowLeft"],
      icon: ArrowLeft,
      when: back !== undefined,
      run: () => back?.(),
    },
    {
      id: "forward",
      name: "Go forward",
      keys: ["Alt ArrowRight"],
      icon: ArrowRight,
      when: forward !== undefined,
      run: () => forward?.(),
    },
    { id: "filter", name: "Filter this list", keys: ["/"], icon: Funnel, run: focusFilter },
    { id: "pane.next", name: "Go to the next pane", keys: ["F6"], run: () => cyclePanes(1) },
    { id: "pane.previous", name: "Go to the previous pane", keys: ["Shift F6"], run: () => cyclePanes(-1) },
    {
      id: "text.larger",
      name: "Larger text",
      words: "zoom in",
      keys: ["Ctrl +", "Ctrl =", "Ctrl Shift +"],
      run: () => textSize.step(1),
    },
    {
      id: "text.smaller",
      name: "Smaller text",
      words: "zoom out",
      keys: ["Ctrl -"],
      run: () => textSize.step(-1),
    },
    {
      id: "text.first",
      name: "Text as large as at first",
      words: "zoom reset",
      keys: ["Ctrl 0"],
      run: () => textSize.set(100),
    },
    ...modes.map(({ value, label }) => ({
      id: `mode.${value}`,
      name: `Mode: ${label}`,
      words: "permission",
      icon: icons.locked,
      run: () => mode.choose(value),
    })),
    {
      id: "mode.pixir",
      name: "Mode: follow Pixir’s configuration",
      words: "permission",
      icon: icons.locked,
      run: () => mode.choose(null),
    },
    {
      id: "open.folder",
      name: "Open folder…",
      words: "workspace project",
      icon: FolderOpen,
      when: onOpenFolder !== undefined,
      run: () => onOpenFolder?.(),
    },
    { ...copy("link", linkOf(way.route)), words: "address deep share assay://" },
    { id: "texts", name: "Saved skill texts…", icon: Archive, run: onTexts },
    {
      id: "tables",
      name: "Export tables…",
      words: "parquet duckdb clickhouse spark machines",
      icon: Table2,
      run: onTables,
    },
    {
      id: "look.again",
      name: "Look again",
      words: "refresh reload",
      keys: ["Ctrl R"],
      icon: RefreshCw,
      run: onLookAgain,
    },
    ...themes.map((theme) => ({
      id: `theme.${theme}`,
      name: `Theme: ${theme}`,
      words: "appearance colours",
      icon: themeIcons[theme],
      run: () => chooseTheme(theme),
    })),
    { id: "keys", name: "Show all keys", words: "shortcuts help", keys: ["?"], icon: Keyboard, run: onKeys },
  ];
  useActions(EVERYWHERE, actions);
}

function focusFilter() {
  document.querySelector<HTMLInputElement>("main [data-filter]")?.focus();
}
