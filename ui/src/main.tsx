import "@fontsource-variable/inter";
import "@fontsource-variable/jetbrains-mono";
import "./kit/sheets.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { type Route, routeOf } from "./facts/route.ts";
import type { Host } from "./host/host.ts";
import { tauriHost } from "./host/tauri.ts";
import { followTheme, showTheme, themes } from "./kit/theme.ts";
import { startLanguage } from "./language/language.ts";

followTheme();
await startLanguage();
const { App } = await import("./app/App.tsx");
const { host, start } = await around();
const root = document.getElementById("root");
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <App host={host} start={start} />
    </StrictMode>,
  );
}

/** The desktop window, or in a plain browser the sample answers (`vite --mode fake`). */
async function around(): Promise<{ host: Host; start?: Route }> {
  if (import.meta.env.MODE !== "fake") return { host: tauriHost() };
  const { fakeHostFor } = await import("./host/fake.ts");
  const asked = new URLSearchParams(location.search);
  const theme = themes.find((one) => one === asked.get("theme"));
  if (theme !== undefined) showTheme(theme);
  return {
    host: fakeHostFor(location.search),
    start: routeOf(JSON.parse(asked.get("route") ?? "null")) ?? { screen: "skills" },
  };
}
