import { WhoWins } from "../features/wins/WhoWins.tsx";
import { ApprovalsScreen } from "../screens/ApprovalsScreen.tsx";
import { ChecksScreen } from "../screens/ChecksScreen.tsx";
import { DiffScreen } from "../screens/DiffScreen.tsx";
import { DriftScreen } from "../screens/DriftScreen.tsx";
import { EditScreen } from "../screens/EditScreen.tsx";
import { HelpScreen } from "../screens/HelpScreen.tsx";
import { SessionScreen } from "../screens/SessionScreen.tsx";
import { SessionsScreen } from "../screens/SessionsScreen.tsx";
import { type SettingsActs, SettingsScreen } from "../screens/SettingsScreen.tsx";
import { SkillsScreen } from "../screens/SkillsScreen.tsx";
import type { Way } from "./way.ts";

/** The screen a route leads to. */
export function Screen({
  way: { route, hold },
  settings,
}: {
  way: Way;
  /** What only the frame can do of the settings. */
  settings: SettingsActs;
}) {
  switch (route.screen) {
    case "skills":
      return <SkillsScreen route={route} />;
    case "wins":
      return <WhoWins />;
    case "checks":
      return <ChecksScreen />;
    case "edit":
      return <EditScreen key={`${route.id} ${route.rel}`} route={route} hold={hold} />;
    case "sessions":
      return <SessionsScreen />;
    case "session":
      return <SessionScreen key={route.key} route={route} />;
    case "drift":
      return <DriftScreen route={route} />;
    case "diff":
      return <DiffScreen key={`${route.key} ${route.line}`} route={route} />;
    case "approvals":
      return <ApprovalsScreen route={route} />;
    case "settings":
      return <SettingsScreen {...settings} />;
    case "help":
      return <HelpScreen route={route} />;
    default:
      return route satisfies never;
  }
}
