import { t } from "@lingui/core/macro";
import { createContext, useContext, useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { Glyph } from "./Icon.tsx";
import { type KeyMap, useKeys } from "./keys.ts";

/** Something a person can do here: the palette, the sheet of keys, tooltips and menus all come from it. */
export interface Action {
  /** Its name among all actions, such as `skill.edit`. */
  id: string;
  /** Verb and object; `…` when another step follows. */
  name: string;
  /** Other words to find it by. */
  words?: string;
  /** As the keyboard says them, `g s` or `Ctrl K`; each of them does it. */
  keys?: readonly string[];
  icon?: Glyph;
  /** Whether it can be done now. */
  when?: boolean;
  /** Absent where a list or an editor listens for the keys itself; then only the sheet of keys tells of it. */
  run?: () => void;
}

/** Under which words is told what can be done on every screen. */
export const EVERYWHERE = t`Everywhere`;

/** An action that can be done from a menu or the palette. */
export type Doable = Action & { run: () => void };

/** Actions with the words under which they are told, such as `In a session`. */
export interface ActionGroup {
  head: string;
  actions: readonly Action[];
}

/** What can be done at the moment, in the order in which it came onto the screen. */
export interface Registry {
  add(head: string, actions: () => readonly Action[]): () => void;
  /** Says that some actions are other ones now. */
  changed(): void;
  onChange(listener: () => void): () => void;
  /** A number that grows with every change. */
  version(): number;
  groups(): ActionGroup[];
}

export function newRegistry(): Registry {
  const parts = new Set<{ head: string; actions: () => readonly Action[] }>();
  const listeners = new Set<() => void>();
  let version = 0;
  const changed = () => {
    version += 1;
    for (const listener of listeners) listener();
  };
  return {
    add(head, actions) {
      const part = { head, actions };
      parts.add(part);
      changed();
      return () => {
        parts.delete(part);
        changed();
      };
    },
    changed,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    version: () => version,
    groups() {
      const groups = new Map<string, Map<string, Action>>();
      for (const { head, actions } of parts) {
        const group = groups.get(head) ?? new Map<string, Action>();
        // Two lists on one screen have the same keys; they are told once.
        for (const action of actions().filter(isPossible)) group.set(action.id, action);
        groups.set(head, group);
      }
      return [...groups].map(([head, actions]) => ({ head, actions: [...actions.values()] }));
    },
  };
}

export const RegistryContext = createContext<Registry>(newRegistry());

/** Offers actions while the component is on the screen, and listens for their keys. */
export function useActions(head: string, actions: readonly Action[]): void {
  const registry = useContext(RegistryContext);
  const now = useRef(actions);
  now.current = actions;
  useKeys(keyMapOf(actions));
  useEffect(() => registry.add(head, () => now.current), [registry, head]);
  const told = JSON.stringify(actions.filter(isPossible).map(({ id, name, keys }) => [id, name, keys]));
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever shows actions hears when they are others
  useEffect(() => registry.changed(), [registry, told]);
}

/** Everything that can be done now. */
export function useActionGroups(): ActionGroup[] {
  const registry = useContext(RegistryContext);
  useSyncExternalStore(registry.onChange, registry.version);
  return registry.groups();
}

/** An action by its id; undefined where it cannot be done now. */
export function useDoable(id: string): Doable | undefined {
  const actions = useActionGroups().flatMap((group) => group.actions);
  return actions.filter(isDoable).find((action) => action.id === id);
}

/** The first keys of an action, as they are printed on the keyboard; none where it cannot be done now. */
export function useKeysOf(id: string | undefined): readonly string[] | undefined {
  const registry = useContext(RegistryContext);
  const keys = useSyncExternalStore(registry.onChange, () => {
    if (id === undefined) return undefined;
    const all = registry.groups().flatMap(({ actions }) => actions);
    return all.find((action) => action.id === id)?.keys?.[0];
  });
  return keys === undefined ? undefined : printed(keys);
}

/** A registry that lives as long as the component. */
export function useNewRegistry(): Registry {
  const [registry] = useState(newRegistry);
  return registry;
}

export function isPossible({ when }: Action): boolean {
  return when !== false;
}

export function isDoable(action: Action): action is Doable {
  return isPossible(action) && action.run !== undefined;
}

/** Keys as they are printed on the keyboard: `Alt ArrowLeft` is Alt and an arrow. */
export function printed(keys: string): readonly string[] {
  return keys.split(" ").map((key) => signs[key] ?? key);
}

const signs: Readonly<Record<string, string>> = {
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
  "-": "−",
  ContextMenu: "Menu",
};

function keyMapOf(actions: readonly Action[]): KeyMap {
  const doable = actions.filter(isDoable);
  return Object.fromEntries(doable.flatMap(({ keys = [], run }) => keys.map((key) => [key, run])));
}
