import "@fontsource-variable/inter";
import "@fontsource-variable/jetbrains-mono";
import "../kit/sheets.css";
import { t } from "@lingui/core/macro";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import type { ApprovalHost } from "../host/host.ts";
import { approvalHost } from "../host/tauri.ts";
import { followTheme, showTheme, themes } from "../kit/theme.ts";
import { startLanguage } from "../language/language.ts";

// The window that decides. It is a page of its own with a door of its own: nothing that can go wrong in the
// main page stands beside its buttons, and the main page cannot press them.

followTheme();
await startLanguage();
const { ErrorBoundary } = await import("../kit/ErrorBoundary.tsx");
const { ApprovalWindow } = await import("./ApprovalWindow.tsx");
const host = await around();
const root = document.getElementById("root");
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <ErrorBoundary assures={t`No decision was made.`}>
        <ApprovalWindow host={host} />
      </ErrorBoundary>
    </StrictMode>,
  );
}

/** The desktop window, or in a plain browser the sample requests (`vite --mode fake`). */
async function around(): Promise<ApprovalHost> {
  if (import.meta.env.MODE !== "fake") return approvalHost();
  const { fakeApprovalFor } = await import("../host/fakeApproval.ts");
  const theme = themes.find((one) => one === new URLSearchParams(location.search).get("theme"));
  if (theme !== undefined) showTheme(theme);
  return fakeApprovalFor(location.search);
}
