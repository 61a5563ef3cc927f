import { Menu as Base } from "@base-ui/react/menu";
import { t } from "@lingui/core/macro";
import {
  createContext,
  Fragment,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from "react";
import { type Doable, EVERYWHERE, useActions } from "./actions.ts";
import { isEditable } from "./keys.ts";
import { layerOf } from "./layerOf.ts";
import { itemOf, MenuLines } from "./Menu.tsx";
import "./Menu.css";

/** Actions in groups, with a rule between them. */
export type ContextGroups = readonly (readonly Doable[])[];

type Open = (event: MouseEvent, groups: () => ContextGroups) => void;

const OpenContext = createContext<Open>(() => {});

/** Opens a menu where something was pressed; for `onContextMenu`. What lies inside something else is asked first. */
export function useContextMenu(): Open {
  return useContext(OpenContext);
}

/** The menu of a list's row: it becomes the current one, as by any press. */
export function useRowMenu(
  menuOf: ((index: number) => ContextGroups) | undefined,
  onCurrent: (index: number) => void,
): (event: MouseEvent, row: number) => void {
  const open = useContextMenu();
  const now = useRef({ menuOf, onCurrent });
  now.current = { menuOf, onCurrent };
  return useCallback(
    (event, row) => {
      const { menuOf, onCurrent } = now.current;
      if (menuOf === undefined) return;
      open(event, () => menuOf(row));
      if (event.defaultPrevented) onCurrent(row);
    },
    [open],
  );
}

interface Shown {
  groups: ContextGroups;
  x: number;
  y: number;
  layer: HTMLElement;
  byKey: boolean;
}

/** The button of a press that was made by a key. */
const BY_KEY = -1;

/** The one context menu of the page; that of the web view shows only where text can be typed or is selected. */
export function ContextMenus({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<Shown | null>(null);
  const before = useRef<HTMLElement>(null);
  const open = useCallback<Open>((event, groups) => {
    if (event.defaultPrevented || isOfText(event.target)) return;
    const filled = groups().filter((group) => group.length > 0);
    if (filled.length === 0) return;
    event.preventDefault();
    const focused = document.activeElement;
    before.current = focused instanceof HTMLElement ? focused : null;
    const pressed = event.target instanceof Element ? event.target : null;
    setShown({
      groups: filled,
      x: event.clientX,
      y: event.clientY,
      layer: layerOf(pressed),
      byKey: event.button === BY_KEY,
    });
  }, []);
  useEffect(() => {
    const native = (event: globalThis.MouseEvent) => {
      if (!event.defaultPrevented && !isOfText(event.target)) event.preventDefault();
    };
    document.addEventListener("contextmenu", native);
    return () => document.removeEventListener("contextmenu", native);
  }, []);
  useActions(EVERYWHERE, [
    { id: "menu", name: t`Open context menu`, keys: ["Shift F10", "ContextMenu"], run: pressByKey },
  ]);
  return (
    <OpenContext value={open}>
      {children}
      {shown !== null && (
        <Base.Root open modal={false} onOpenChange={(isOpen) => isOpen || setShown(null)}>
          <Base.Portal container={shown.layer}>
            <Base.Positioner
              className="menu-place"
              positionMethod="fixed"
              anchor={{ getBoundingClientRect: () => new DOMRect(shown.x, shown.y) }}
              align="start"
              collisionPadding={6}
            >
              <Base.Popup
                className="menu scrolls-both on-raised edged round-card"
                aria-label={t`Actions`}
                finalFocus={() => before.current}
                onFocus={(event) => {
                  // The mouse opens it with nothing picked, the keyboard with the first line.
                  if (shown.byKey && event.target === event.currentTarget) focusFirst(event.currentTarget);
                }}
              >
                {shown.groups.map((group, at) => (
                  <Fragment key={group[0]?.id}>
                    {at > 0 && <Base.Separator className="menu-rule" />}
                    <MenuLines items={group.map(itemOf)} />
                  </Fragment>
                ))}
              </Base.Popup>
            </Base.Positioner>
          </Base.Portal>
        </Base.Root>
      )}
    </OpenContext>
  );
}

function focusFirst(menu: HTMLElement): void {
  menu.querySelector<HTMLElement>("[role^=menuitem]")?.focus();
}

/** A press on what is current, by a key: the row that a list names, or what has the focus. */
function pressByKey(): void {
  const focused = document.activeElement;
  const named = document.getElementById(focused?.getAttribute("aria-activedescendant") ?? "");
  const target = named ?? focused;
  if (target === null) return;
  const { left, top, height } = target.getBoundingClientRect();
  const at = { clientX: left + 24, clientY: top + Math.min(height, 32) };
  target.dispatchEvent(
    new globalThis.MouseEvent("contextmenu", { bubbles: true, cancelable: true, button: BY_KEY, ...at }),
  );
}

/** Where text can be typed, or where it is selected, the web view's own menu cuts, copies and pastes. */
function isOfText(target: EventTarget | null): boolean {
  if (isEditable(target)) return true;
  const selection = document.getSelection();
  return (
    target instanceof Node &&
    selection !== null &&
    !selection.isCollapsed &&
    selection.getRangeAt(0).intersectsNode(target)
  );
}
