import { WhoWins } from "../features/wins/WhoWins.tsx";
import type { ScreenProps } from "./route.ts";

/** Which file each agent takes for a name. */
export function WinsScreen({ go, visit }: ScreenProps<"wins">) {
  return <WhoWins onSkills={() => visit("skills")} onSkill={(id) => go({ screen: "skills", id })} />;
}
