import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { FailureNote } from "../facts/FailureNote.tsx";
import { clock } from "../facts/Time.tsx";
import { SavedTexts } from "../features/drift/SavedTexts.tsx";
import type { Host } from "../host/host.ts";
import { StillContext } from "../host/StillContext.ts";
import { HostContext, newCache, useAct, useAsk, useChanges } from "../host/useAsk.ts";
import type { WorkspaceView } from "../host/wire.gen.ts";
import { FindBar } from "../kit/FindBar.tsx";
import { FindContext } from "../kit/find.ts";
import { useKeys } from "../kit/keys.ts";
import { Note } from "../kit/Note.tsx";
import { cyclePanes } from "../kit/Panes.tsx";
import { copyOriginals, Verbatim } from "../kit/Verbatim.tsx";
import type { Route } from "../screens/route.ts";
import { ChooseWorkspace } from "./ChooseWorkspace.tsx";
import { ErrorBoundary } from "./ErrorBoundary.tsx";
import { Header } from "./Header.tsx";
import { KeySheet } from "./KeySheet.tsx";
import { Palette } from "./Palette.tsx";
import { Rail } from "./Rail.tsx";
import { Screen } from "./Screen.tsx";
import { StatusBar } from "./StatusBar.tsx";
import { useFinding } from "./useFinding.ts";
import { useModeChange } from "./useModeChange.tsx";
import { useWay, type Way } from "./way.ts";
import "./app.css";

/** The page: everything is asked of `host`; it opens at `start`. */
export function App({ host, start }: { host: Host; start: Route }) {
  const [cache] = useState(newCache);
  return (
    <HostContext value={host}>
      <QueryClientProvider client={cache}>
        <ErrorBoundary>
          <Frame start={start} />
        </ErrorBoundary>
      </QueryClientProvider>
    </HostContext>
  );
}

type Layer = "palette" | "keys" | "texts" | null;

function Frame({ start }: { start: Route }) {
  const way = useWay(start);
  const [layer, setLayer] = useState<Layer>(null);
  const workspace = useAsk("workspace", {});
  const mode = useAsk("mode", {});
  const again = useAct("look_again");
  const modeChange = useModeChange(mode.answer);
  const shown = useLastRead(workspace.answer);
  useBeginning(workspace.answer, way);
  const lookAgain = () => again.act({});
  useChanges();
  useEffect(() => {
    document.addEventListener("copy", copyOriginals);
    return () => document.removeEventListener("copy", copyOriginals);
  }, []);
  useKeys({
    "Ctrl K": () => setLayer("palette"),
    "Ctrl R": lookAgain,
    "?": () => setLayer("keys"),
    "/": focusFilter,
    "g s": () => way.go({ screen: "skills" }),
    "g e": () => way.go({ screen: "sessions" }),
    "g d": () => way.go({ screen: "drift" }),
    "g a": () => way.go({ screen: "approvals" }),
    F6: () => cyclePanes(1),
    "Shift F6": () => cyclePanes(-1),
  });
  const finding = useFinding(way.route);
  const close = () => setLayer(null);
  if (workspace.answer?.open === false) return <ChooseWorkspace workspace={workspace.answer} />;
  const gone = workspace.answer !== undefined && workspace.answer.problem !== null;
  return (
    <div className="frame" data-gone={gone}>
      <Header
        mode={mode}
        modeChange={modeChange}
        onWaiting={() => way.go({ screen: "approvals" })}
        onPalette={() => setLayer("palette")}
        onKeys={() => setLayer("keys")}
        onTexts={() => setLayer("texts")}
        onLookAgain={lookAgain}
      />
      <Rail route={way.route} workspace={shown} waiting={mode.answer?.waiting} go={way.go} />
      <main className="frame-main" ref={finding.within}>
        <FindBar {...finding} />
        <Trouble workspace={workspace.answer} shown={shown} />
        {workspace.failure !== null && <FailureNote failure={workspace.failure} onAgain={workspace.again} />}
        {again.failure !== null && <FailureNote failure={again.failure} onAgain={lookAgain} />}
        <StillContext value={gone}>
          {workspace.answer !== undefined && <OneFolder workspace={workspace.answer} route={way.route} />}
          <FindContext value={finding.find}>
            <Here way={way} workspace={workspace.answer} />
          </FindContext>
        </StillContext>
      </main>
      <StatusBar workspace={shown} sandbox={mode.answer?.sandbox} />
      <span className="unseen" role="status">
        {again.answer === undefined ? "" : `Looked again, read ${clock(again.answer.read_at)}`}
      </span>
      {layer === "palette" && (
        <Palette
          go={way.go}
          onClose={close}
          onMode={modeChange.choose}
          onLookAgain={lookAgain}
          onKeys={() => setLayer("keys")}
          onTexts={() => setLayer("texts")}
        />
      )}
      {layer === "keys" && <KeySheet onClose={close} />}
      {layer === "texts" && <SavedTexts onClose={close} />}
      {modeChange.layers}
    </div>
  );
}

/** The screen of the moment; another workspace begins a new way. */
function Here({ way, workspace }: { way: Way; workspace: WorkspaceView | undefined }) {
  const { screen } = way.route;
  const { restart } = way;
  const place = workspace?.path;
  const [known, setKnown] = useState(place);
  // A session that was opened together with its workspace stays.
  const opened = workspace?.recents.find(({ current }) => current)?.id;
  const stays = way.route.screen === "session" && way.route.opens !== undefined && way.route.opens === opened;
  useEffect(() => {
    if (known !== undefined && place !== undefined && place !== known && !stays) restart();
    setKnown(place ?? known);
  }, [known, place, stays, restart]);
  return (
    <ErrorBoundary key={`${place} ${screen}`}>
      <Screen way={way} />
    </ErrorBoundary>
  );
}

/** Sessions are shown of everywhere; what compares with a disk is about one folder, and says which. */
function OneFolder({ workspace, route: { screen } }: { workspace: WorkspaceView; route: Route }) {
  const is = ["skills", "wins", "checks", "drift"].includes(screen);
  if (workspace.gone) {
    return (
      <div className="frame-trouble">
        <Note tone="info">
          The folder <Verbatim text={workspace.path} /> is gone. Sessions that were started in it are still
          here; their skills are compared with what is left.
        </Note>
      </div>
    );
  }
  if (!workspace.everywhere || !is) return null;
  return (
    <div className="frame-trouble">
      <Note tone="info">
        Sessions are shown of everywhere. Skills and drift need a folder: this is about{" "}
        <Verbatim text={workspace.name} />.
      </Note>
    </div>
  );
}

/** With the sessions of everywhere, the window begins at them. */
function useBeginning(workspace: WorkspaceView | undefined, way: Way) {
  const begun = useRef(false);
  const { route, back, go } = way;
  useEffect(() => {
    if (workspace === undefined || begun.current) return;
    begun.current = true;
    if (workspace.everywhere && route.screen === "skills" && back === undefined) go({ screen: "sessions" });
  }, [workspace, route, back, go]);
}

/** The workspace as it was when it could last be read: what is gone is not counted anew. */
function useLastRead(workspace: WorkspaceView | undefined): WorkspaceView | undefined {
  const [read, setRead] = useState(workspace);
  const known = workspace === undefined || workspace.problem !== null ? read : workspace;
  if (known !== read) setRead(known);
  return known !== undefined && known.problem === null && known.path === workspace?.path ? known : undefined;
}

function Trouble({
  workspace,
  shown,
}: {
  workspace: WorkspaceView | undefined;
  shown: WorkspaceView | undefined;
}) {
  if (workspace === undefined || workspace.problem === null) return null;
  return (
    <div className="frame-trouble">
      <Note tone="danger" alert>
        <Verbatim text={workspace.problem} />{" "}
        {shown !== undefined && `What is shown was read at ${clock(shown.read_at)}.`}
      </Note>
    </div>
  );
}

function focusFilter() {
  document.querySelector<HTMLInputElement>("main [data-filter]")?.focus();
}
