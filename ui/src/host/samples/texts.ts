import { foreign } from "./foreign.ts";
// The texts of skills that sessions of another agent hold.

import type { Requests, SavedTextRow, SavedTextsView, Saving } from "../wire.gen.ts";
import { ago } from "./clock.ts";
import { digest } from "./digest.ts";
import { bodyAlone, driftFact, sameBody } from "./driftFact.ts";

/** What is saved; it changes while the fake host is used. */
export type TextsState = { saving: Saving; saved: string[] };

export const textsAtFirst = (): TextsState => ({ saving: "off", saved: ["gone"] });

type TextAnswers = {
  [N in "saved_texts" | "save_texts" | "delete_texts" | "saved_text"]: (
    ask: Requests[N]["ask"],
  ) => Requests[N]["answer"];
};

const home = "/home/mara/.claude/skills";

const text = (id: string, name: string, bytes: number, more: Partial<SavedTextRow>): SavedTextRow => ({
  id,
  name: foreign(name),
  source: { name: "claude-code", label: "Claude Code" },
  release: foreign("2.1.330"),
  path: foreign(`${home}/${name}/SKILL.md`),
  workspace: foreign("/home/mara/acme/payments"),
  session: foreign("7d1e6c0a-2c1b-4d0e-9a59-1f1f0e6b7c11"),
  hash: digest("7e875"),
  kept: "body",
  bytes,
  last: ago(40, "10:12:00"),
  saved: null,
  has_log: true,
  drift: driftFact("identical", sameBody, bodyAlone),
  ...more,
});

const rows = [
  text("gone", "review-notes", 2_318, {
    has_log: false,
    drift: driftFact(
      "body_changed",
      { code: "no_frontmatter" },
      {
        ...bodyAlone,
        added: 3,
        removed: 1,
      },
    ),
  }),
  text("there", "release-notes", 1_204, {}),
];

export function textAnswers(state: TextsState): TextAnswers {
  const view = (): SavedTextsView => {
    const isSaved = (row: SavedTextRow) => state.saved.includes(row.id);
    const shown = rows.filter((row) => row.has_log || isSaved(row));
    const bytes = (some: SavedTextRow[]) => some.reduce((sum, row) => sum + row.bytes, 0);
    return {
      saving: state.saving,
      folder: "/home/mara/.local/share/assay/skill-texts",
      saved_bytes: bytes(shown.filter(isSaved)),
      unsaved_bytes: bytes(shown.filter((row) => !isSaved(row))),
      texts: shown.map((row) => ({ ...row, saved: isSaved(row) ? ago(10, "09:30:00") : null })),
      problems: [],
    };
  };
  return {
    saved_texts: view,
    save_texts({ saving }) {
      state.saving = saving;
      if (saving === "on") state.saved = rows.map((row) => row.id);
      return view();
    },
    delete_texts({ ids }) {
      state.saved = ids.length === 0 ? [] : state.saved.filter((id) => !ids.includes(id));
      return view();
    },
    saved_text: () => ({ from: 0, lines: [foreign("# Review notes")], total: 1, bytes: 14 }),
  };
}
