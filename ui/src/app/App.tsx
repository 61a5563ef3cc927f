import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { AskedNote, FailureNote, SaidContext } from "../facts/FailureNote.tsx";
import { GoingContext } from "../facts/going.ts";
import { helpOf, wordOf } from "../facts/help.ts";
import type { Route } from "../facts/route.ts";
import { clock } from "../facts/Time.tsx";
import { isTerm } from "../facts/terms.ts";
import { Changing } from "../features/changes/Changing.tsx";
import { ExportTables } from "../features/changes/ExportTables.tsx";
import { SavedTexts } from "../features/drift/SavedTexts.tsx";
import { useTextSize } from "../features/settings/textSize.ts";
import type { Host } from "../host/host.ts";
import { StillContext } from "../host/StillContext.ts";
import { type Asked, HostContext, newCache, useAct, useAsk, useChanges } from "../host/useAsk.ts";
import type { WorkspaceView } from "../host/wire.gen.ts";
import { RegistryContext, useNewRegistry } from "../kit/actions.ts";
import { ContextMenus } from "../kit/ContextMenu.tsx";
import { ErrorBoundary } from "../kit/ErrorBoundary.tsx";
import { FindBar } from "../kit/FindBar.tsx";
import { FindContext } from "../kit/find.ts";
import { aText, KeptContext, newKept, useKept, useKeptOf } from "../kit/kept.ts";
import { isExample } from "../kit/memory.ts";
import { Note } from "../kit/Note.tsx";
import { Toasts } from "../kit/Toasts.tsx";
import { copyOriginals, Verbatim } from "../kit/Verbatim.tsx";
import { rawText } from "../language/foreign.ts";
import type { SettingsActs } from "../screens/SettingsScreen.tsx";
import { ChooseWorkspace } from "./ChooseWorkspace.tsx";
import { Header } from "./Header.tsx";
import { KeySheet } from "./KeySheet.tsx";
import { ModeSwitch } from "./ModeSwitch.tsx";
import { Palette } from "./Palette.tsx";
import { Rail } from "./Rail.tsx";
import { Screen } from "./Screen.tsx";
import { StatusBar } from "./StatusBar.tsx";
import { TourCard, useTour } from "./Tour.tsx";
import { useArrived } from "./useArrived.ts";
import { useDropped } from "./useDropped.tsx";
import { useFinding } from "./useFinding.ts";
import { useFrameActions } from "./useFrameActions.ts";
import { useModeChange } from "./useModeChange.tsx";
import { useWay, type Way } from "./way.ts";
import "./app.css";
import "./print.css";
import { messageWords } from "../language/messages.ts";

/** Where the window begins when nothing is remembered. */
const first: Route = { screen: "skills" };

/** The page: everything is asked of `host`. It opens where it was left, or at `start`; then nothing is remembered. */
export function App({ host, start }: { host: Host; start?: Route }) {
  const [cache] = useState(newCache);
  const [kept] = useState(() => ({ store: newKept(start === undefined), of: "" }));
  const registry = useNewRegistry();
  return (
    <HostContext value={host}>
      <QueryClientProvider client={cache}>
        <ErrorBoundary>
          <RegistryContext value={registry}>
            <KeptContext value={kept}>
              <Window start={start ?? first} />
            </KeptContext>
          </RegistryContext>
        </ErrorBoundary>
      </QueryClientProvider>
    </HostContext>
  );
}

/** What is remembered is of the workspace that is open; until that is known, of the one before. */
function Window({ start }: { start: Route }) {
  const workspace = useAsk("workspace", {});
  const [before, keep] = useKept("folder", "", aText, "window");
  const path = rawText(workspace.answer?.path) ?? before;
  useEffect(() => keep(path), [keep, path]);
  const folder = useKeptOf(path);
  return (
    <KeptContext value={folder}>
      <ContextMenus>
        <Toasts>
          <Changing>
            <Frame start={start} workspace={workspace} />
          </Changing>
        </Toasts>
      </ContextMenus>
    </KeptContext>
  );
}

type Layer = "palette" | "keys" | "texts" | "tables" | null;

function Frame({ start, workspace }: { start: Route; workspace: Asked<WorkspaceView> }) {
  const begin = useBeginning(start, workspace.answer);
  const way = useWay(begin, workspace.answer?.recents.find(({ current }) => current)?.id);
  const [layer, setLayer] = useState<Layer>(null);
  const mode = useAsk("mode", {});
  const again = useAct("look_again");
  const modeChange = useModeChange(mode.answer);
  const shown = useLastRead(workspace.answer);
  const textSize = useTextSize();
  const lookAgain = () => again.act({});
  useChanges();
  useEffect(() => {
    document.addEventListener("copy", copyOriginals);
    return () => document.removeEventListener("copy", copyOriginals);
  }, []);
  const folder = useAct("choose_workspace");
  const openFolder = () => folder.act({});
  const apart = useAct("open_window");
  const folderApart = useAct("choose_window");
  const scope = useAct("set_scope");
  const example = useAct("open_example");
  const tour = useTour(isExample());
  const onExample = isExample() ? undefined : () => example.act({});
  const onTour = isExample() ? tour.begin : undefined;
  // Nor is a folder of the person's opened in the window of the example.
  const isWithoutWindows =
    isExample() || [folder, folderApart].some(({ failure }) => failure?.code === "not_here");
  useFrameActions({
    way,
    mode: modeChange,
    textSize,
    onPalette: () => setLayer("palette"),
    onHelp: () => openHelp(way),
    onKeys: () => setLayer("keys"),
    onTexts: () => setLayer("texts"),
    onTables: () => setLayer("tables"),
    onLookAgain: lookAgain,
    onExample,
    onTour,
    everywhere: workspace.answer?.everywhere === true,
    onEverywhere: (everywhere) => scope.act({ everywhere }),
    onOpenFolder: isWithoutWindows ? undefined : openFolder,
    windows: {
      workspaces: isExample()
        ? []
        : (workspace.answer?.recents.filter(({ current, exists }) => exists && !current) ?? []),
      open: (id) => apart.act({ id }),
      choose: isWithoutWindows ? undefined : () => folderApart.act({}),
    },
  });
  const dropped = useDropped(way);
  useArrived(way.go, dropped.open);
  const finding = useFinding(way.route);
  const close = () => setLayer(null);
  if (workspace.answer?.open === false) {
    return (
      <>
        <ChooseWorkspace workspace={workspace.answer} />
        {dropped.layer}
      </>
    );
  }
  const gone = workspace.answer !== undefined && workspace.answer.problem !== null;
  return (
    <GoingContext value={way}>
      <div className="frame stack high on-app" data-gone={gone} data-tour={tour.step?.id}>
        <Header
          way={way}
          mode={mode}
          modeChange={modeChange}
          onWaiting={() => way.visit("approvals")}
          onPalette={() => setLayer("palette")}
          onHelp={() => openHelp(way)}
          onKeys={() => setLayer("keys")}
          onTexts={() => setLayer("texts")}
          onLookAgain={lookAgain}
          onExample={onExample}
          onTour={onTour}
        />
        <Rail route={way.route} workspace={shown} waiting={mode.answer?.waiting} visit={way.visit} />
        <main className="frame-main column narrows on-surface shortens anchors" ref={finding.within}>
          <FindBar {...finding} />
          <Trouble workspace={workspace.answer} shown={shown} />
          <SettingsProblems problems={workspace.answer?.settings_problems ?? []} />
          <AskedNote asked={workspace} />
          {again.failure !== null && <FailureNote failure={again.failure} onAgain={lookAgain} />}
          {folder.failure !== null && !isWithoutWindows && (
            <FailureNote failure={folder.failure} onAgain={openFolder} />
          )}
          {[apart, folderApart].map(
            ({ failure }, at) =>
              failure !== null && !isWithoutWindows && <FailureNote key={at} failure={failure} />,
          )}
          {example.failure !== null && <FailureNote failure={example.failure} />}
          <StillContext value={gone}>
            {workspace.answer !== undefined && <OneFolder workspace={workspace.answer} route={way.route} />}
            <FindContext value={finding.find}>
              <SaidContext value={workspace.failure}>
                <Here
                  way={way}
                  place={rawText(workspace.answer?.path)}
                  settings={{
                    mode: <ModeSwitch view={mode.answer} change={modeChange} />,
                    onKeys: () => setLayer("keys"),
                    onTexts: () => setLayer("texts"),
                  }}
                />
              </SaidContext>
            </FindContext>
          </StillContext>
          <TourCard tour={tour} waiting={mode.answer?.waiting ?? 0} go={way.go} />
        </main>
        <StatusBar workspace={shown} sandbox={mode.answer?.sandbox} />
        <span className="unseen" role="status">
          {again.answer === undefined ? "" : t`Refreshed at ${clock(again.answer.read_at)}`}
        </span>
        {layer === "palette" && <Palette route={way.route} go={way.go} onClose={close} />}
        {layer === "keys" && <KeySheet onClose={close} />}
        {layer === "texts" && <SavedTexts onClose={close} />}
        {layer === "tables" && <ExportTables onClose={close} />}
        {modeChange.layers}
        {dropped.layer}
      </div>
    </GoingContext>
  );
}

/** The manual at the word that has the focus, else at the screen; what a dialog asks is answered first. */
function openHelp({ route, go }: Way) {
  if (document.querySelector("dialog[open]") !== null) return;
  const word = document.activeElement?.closest<HTMLElement>("[data-term]")?.dataset.term;
  go(isTerm(word) ? wordOf(word) : helpOf(route));
}

/** The screen of the moment. */
function Here({ way, place, settings }: { way: Way; place: string | undefined; settings: SettingsActs }) {
  return (
    <ErrorBoundary key={`${place} ${way.route.screen}`}>
      <Screen way={way} settings={settings} />
    </ErrorBoundary>
  );
}

/** Sessions are shown of everywhere; what compares with a disk is about one folder, and says which. */
function OneFolder({ workspace, route: { screen } }: { workspace: WorkspaceView; route: Route }) {
  const is = ["skills", "wins", "checks", "drift"].includes(screen);
  if (workspace.gone) {
    return (
      <div className="frame-trouble fixed line-below padded on-app">
        <Note tone="info">
          <Trans>
            The folder <Verbatim text={workspace.path} /> doesn’t exist any more. Its sessions are still
            listed; their skills are compared with the files that remain.
          </Trans>
        </Note>
      </div>
    );
  }
  if (!workspace.everywhere || !is) return null;
  return (
    <div className="frame-trouble fixed line-below padded on-app">
      <Note tone="info">
        <Trans>
          Showing sessions from all workspaces. Skills and Drift show <Verbatim text={workspace.name} /> only.
        </Trans>
      </Note>
    </div>
  );
}

/** Where the window begins: with the sessions of everywhere, at them. */
function useBeginning(start: Route, workspace: WorkspaceView | undefined): Route {
  const begun = useRef<Route>(null);
  if (workspace === undefined) return start;
  begun.current ??= workspace.everywhere && start.screen === "skills" ? { screen: "sessions" } : start;
  return begun.current;
}

/** The workspace as it was when it could last be read: what is gone is not counted anew. */
function useLastRead(workspace: WorkspaceView | undefined): WorkspaceView | undefined {
  const [read, setRead] = useState(workspace);
  const known = workspace === undefined || workspace.problem !== null ? read : workspace;
  if (known !== read) setRead(known);
  return known !== undefined && known.problem === null && known.path === workspace?.path ? known : undefined;
}

/** Settings files that cannot be read: each counts as its strictest value until it is fixed. */
function SettingsProblems({ problems }: { problems: WorkspaceView["settings_problems"] }) {
  if (problems.length === 0) return null;
  return (
    <div className="frame-trouble fixed line-below padded on-app">
      {problems.map((problem) => (
        <Note key={problem.message.text} tone="danger" alert>
          <Verbatim text={messageWords(problem.message)} />
        </Note>
      ))}
    </div>
  );
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
    <div className="frame-trouble fixed line-below padded on-app">
      <Note tone="danger" alert>
        <Verbatim text={messageWords(workspace.problem)} />{" "}
        {shown !== undefined && t`Last read at ${clock(shown.read_at)}.`}
      </Note>
    </div>
  );
}
