import type { Query } from "../kit/find.ts";
import { aText, oneOf, partOf } from "../kit/kept.ts";

/** Where the reader is. A session of another workspace `opens` that one, by its id; `find` is marked in its texts. */
export type Route =
  | { screen: "skills"; id?: string; tab?: SkillTab; rel?: string }
  | { screen: "wins" }
  | { screen: "checks" }
  | { screen: "edit"; id: string; rel: string; line?: number }
  | { screen: "sessions" }
  | {
      screen: "session";
      key: string;
      row?: number;
      line?: number;
      turn?: number;
      find?: Query;
      opens?: string;
    }
  | { screen: "drift"; id?: string }
  | { screen: "diff"; key: string; line: number; against?: { key: string; line: number } }
  | { screen: "approvals"; id?: string }
  | { screen: "settings" }
  | { screen: "help"; topic?: string; section?: string };

/** Where the reader is on one screen. */
export type RouteOf<S extends Route["screen"]> = Extract<Route, { screen: S }>;

/** A screen that can be gone to by its name alone. */
export type Bare = "skills" | "wins" | "checks" | "sessions" | "drift" | "approvals" | "settings" | "help";

export type SkillTab =
  | "instructions"
  | "resources"
  | "catalog"
  | "checks"
  | "versions"
  | "usage"
  | "sources"
  | "activation"
  | "hooks";

/** Reads a route from what anyone may have written. */
export function routeOf(value: unknown): Route | null {
  if (typeof value !== "object" || value === null || !("screen" in value)) return null;
  const text = (key: string) => {
    const found: unknown = Reflect.get(value, key);
    return typeof found === "string" ? found : undefined;
  };
  const number = (key: string) => {
    const found: unknown = Reflect.get(value, key);
    return typeof found === "number" ? found : undefined;
  };
  const key = text("key");
  const line = number("line");
  switch (value.screen) {
    case "skills":
      return { screen: "skills", id: text("id"), tab: tabOf(text("tab")), rel: text("rel") };
    case "wins":
      return { screen: "wins" };
    case "checks":
      return { screen: "checks" };
    case "edit": {
      const id = text("id");
      return id === undefined ? null : { screen: "edit", id, rel: text("rel") ?? "SKILL.md", line };
    }
    case "sessions":
      return { screen: "sessions" };
    case "session":
      return key === undefined
        ? null
        : {
            screen: "session",
            key,
            row: number("row"),
            line,
            turn: number("turn"),
            find: findOf(Reflect.get(value, "find")),
            opens: text("opens"),
          };
    case "drift":
      return { screen: "drift", id: text("id") };
    case "diff":
      return key === undefined || line === undefined
        ? null
        : { screen: "diff", key, line, against: againstOf(Reflect.get(value, "against")) };
    case "approvals":
      return { screen: "approvals", id: text("id") };
    case "settings":
      return { screen: "settings" };
    case "help":
      return { screen: "help", topic: text("topic"), section: text("section") };
    default:
      return null;
  }
}

function tabOf(tab: string | undefined): SkillTab | undefined {
  switch (tab) {
    case "instructions":
    case "resources":
    case "catalog":
    case "checks":
    case "versions":
    case "usage":
    case "sources":
    case "activation":
    case "hooks":
      return tab;
    default:
      return undefined;
  }
}

function againstOf(value: unknown): { key: string; line: number } | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const key: unknown = Reflect.get(value, "key");
  const line: unknown = Reflect.get(value, "line");
  return typeof key === "string" && typeof line === "number" ? { key, line } : undefined;
}

/** The same object, so that moving inside a session looks for nothing anew. */
function findOf(value: unknown): Query | undefined {
  return isQuery(value) ? value : undefined;
}

function isQuery(value: unknown): value is Query {
  return (
    aText(partOf(value, "words")) !== undefined &&
    oneOf(["exact", "pattern"])(partOf(value, "way")) !== undefined &&
    oneOf(["exact", "any"])(partOf(value, "letters")) !== undefined
  );
}
