import { ApprovalsScreen } from "../screens/ApprovalsScreen.tsx";
import { ChecksScreen } from "../screens/ChecksScreen.tsx";
import { DiffScreen } from "../screens/DiffScreen.tsx";
import { DriftScreen } from "../screens/DriftScreen.tsx";
import { EditScreen } from "../screens/EditScreen.tsx";
import { SessionScreen } from "../screens/SessionScreen.tsx";
import { SessionsScreen } from "../screens/SessionsScreen.tsx";
import { type SettingsActs, SettingsScreen } from "../screens/SettingsScreen.tsx";
import { SkillsScreen } from "../screens/SkillsScreen.tsx";
import { WinsScreen } from "../screens/WinsScreen.tsx";
import type { Way } from "./way.ts";

/** The screen a route leads to. */
export function Screen({
  way: { route, go, visit, back, hold },
  settings,
}: {
  way: Way;
  /** What only the frame can do of the settings. */
  settings: SettingsActs;
}) {
  switch (route.screen) {
    case "skills":
      return <SkillsScreen route={route} go={go} visit={visit} back={back} />;
    case "wins":
      return <WinsScreen route={route} go={go} visit={visit} back={back} />;
    case "checks":
      return <ChecksScreen route={route} go={go} visit={visit} back={back} />;
    case "edit":
      return (
        <EditScreen
          key={`${route.id} ${route.rel}`}
          route={route}
          go={go}
          visit={visit}
          back={back}
          hold={hold}
        />
      );
    case "sessions":
      return <SessionsScreen route={route} go={go} visit={visit} back={back} />;
    case "session":
      return <SessionScreen key={route.key} route={route} go={go} visit={visit} back={back} />;
    case "drift":
      return <DriftScreen route={route} go={go} visit={visit} back={back} />;
    case "diff":
      return (
        <DiffScreen key={`${route.key} ${route.line}`} route={route} go={go} visit={visit} back={back} />
      );
    case "approvals":
      return <ApprovalsScreen route={route} go={go} visit={visit} back={back} />;
    case "settings":
      return <SettingsScreen {...settings} />;
    default:
      return route satisfies never;
  }
}
