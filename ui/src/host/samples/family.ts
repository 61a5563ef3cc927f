import { foreign } from "./foreign.ts";
// The skills of a sample session against those of its parent where it began.

import type { ForkSkill, ForkSkillsView } from "../wire.gen.ts";
import type { SampleSession } from "./log.ts";

/** Null for a session of its own, or one whose parent is not here. */
export function forkSkills({ view }: SampleSession): ForkSkillsView | null {
  const { origin, letters } = view;
  if (origin === null || origin.parent === null) return null;
  const text = (letter: { hash: string }, line: number) => [{ hash: letter.hash, turn: 1, line }];
  const skills = letters.map(
    (letter): ForkSkill => ({
      name: letter.name,
      state: "only_in_child",
      in_parent: [],
      in_child: text(letter, 3),
    }),
  );
  const hash = "7820806e0c5b1d9a3f64e1b27d80c9a5f31e6b7740d2a8c95e1f03b6d4a7c218";
  skills.push({
    name: foreign("code-review"),
    state: "only_in_parent",
    in_parent: text({ hash }, 9),
    in_child: [],
  });
  return {
    relation: origin.relation,
    parent: origin.parent,
    parent_id: origin.parent_id,
    parent_seq: "30",
    own_seq: "4",
    skills,
    note: "starts_empty",
  };
}
