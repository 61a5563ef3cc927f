import { rawText } from "../../language/foreign.ts";
import { foreign } from "./foreign.ts";
// Texts that are edited in the samples. The engine's rules are only hinted at: one field is one line here.

import type { DiffRow, DraftField, Requests, SkillRow } from "../wire.gen.ts";
import { readAt } from "./clock.ts";
import { bytesOf, digest } from "./digest.ts";
import { markdown } from "./markdown.ts";
import { said } from "./said.ts";
import { skillText } from "./skills.ts";

type Answered = Pick<
  { [N in keyof Requests]: (ask: Requests[N]["ask"]) => Requests[N]["answer"] },
  "draft" | "draft_check" | "draft_field" | "draft_preview" | "name_check"
>;

const always = [
  "name",
  "description",
  "license",
  "compatibility",
  "allowed-tools",
  "disable-model-invocation",
];

export function draftAnswers(
  skill: (id: string) => SkillRow,
  rows: readonly SkillRow[],
  moved: () => boolean,
): Answered {
  return {
    draft({ skill: id, rel }) {
      const row = skill(id);
      const text = rel === "SKILL.md" ? skillText(row) : `# ${rel}\n\nRead this first.\n`;
      const path = `.agents/skills/${rawText(row.name)}/${rel}`;
      return {
        name: row.name,
        scope: row.scope,
        folder: row.name,
        path: foreign(path),
        hash: hashOf(text),
        bytes: bytesOf(text),
        text,
        read_at: readAt,
      };
    },
    draft_check({ skill: id, text }) {
      const row = skill(id);
      const disk = skillText(row);
      const fields = fieldsOf(text);
      const description = fields.find((field) => rawText(field.key) === "description")?.value ?? "";
      const line = text.split("\n").findIndex((one) => one.includes("breakin.md"));
      const tokens = (of: string) => Math.ceil(bytesOf(of) / 4);
      return {
        disk: moved() ? "changed" : "as_seen",
        hash: hashOf(text),
        bytes: bytesOf(text),
        bytes_on_disk: bytesOf(disk),
        fields,
        findings: [
          ...(line === -1
            ? []
            : [
                {
                  path: foreign(`.agents/skills/${rawText(row.name)}/SKILL.md`),
                  rel: foreign("SKILL.md"),
                  rule: "broken-link",
                  severity: "error" as const,
                  line: line + 1,
                  text: { code: "broken_link" as const, args: { target: foreign("references/breakin.md") } },
                  mend: null,
                },
              ]),
          {
            path: foreign(`.agents/skills/${rawText(row.name)}/SKILL.md`),
            rel: foreign("SKILL.md"),
            rule: "nested-value",
            severity: "note" as const,
            line: 5,
            text: {
              code: "nested_value" as const,
              args: {
                path: foreign("metadata.version"),
                value: foreign("4"),
                key: foreign("metadata"),
                plain: foreign(""),
              },
            },
            mend: null,
          },
        ],
        listed: 53,
        activated: tokens(text),
        activated_change: tokens(text) - tokens(disk),
        description_characters: description.length,
        description_limit: 1024,
        advice: /\b(when|if)\b/i.test(description)
          ? []
          : [{ rule: "description-when" as const, text: { code: "description_when" as const } }],
        agent: "Pixir",
        effects: [],
        notes: [],
        change: changeOf(disk, text),
        read_at: readAt,
      };
    },
    draft_field({ text, key, value }) {
      const lines = text.split("\n");
      const close = lines.indexOf("---", 1);
      const at = lines.findIndex((line, index) => index < close && line.startsWith(`${key}:`));
      let end = at + 1;
      while (end < close && /^\s/.test(lines[end] ?? "")) end += 1;
      const put = at === -1 ? 0 : end - at;
      const from = at === -1 ? close : at;
      if (value.kind === "nothing") lines.splice(from, put);
      else if (value.kind === "text" && value.text.includes('"') && value.text.includes(": "))
        return { text: null, refused: said(`YAML would read other fields than \`${key}\` differently.`) };
      else
        lines.splice(
          from,
          put,
          value.kind === "text" ? `${key}: ${value.text.trim()}` : value.lines.trimEnd(),
        );
      return { text: lines.join("\n"), refused: null };
    },
    draft_preview({ text }) {
      const head = text.indexOf("\n---\n") + 5;
      return {
        markdown: markdown(text.slice(head)),
        first_line: text.slice(0, head).split("\n").length,
        lines: text.slice(head).split("\n").length - 1,
      };
    },
    name_check({ scope, name, description }) {
      const fits = /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name) && name.length <= 64;
      const holders = rows.filter((row) => rawText(row.name) === name);
      const taken = holders.some((row) => row.scope === scope);
      const winner = holders.find((row) => row.states.wins);
      return {
        refused: !fits
          ? said(
              "A name has 1 to 64 lowercase letters, digits and single hyphens, and no hyphen at its ends.",
            )
          : taken
            ? said(`\`${name}\` already exists; use another name.`)
            : null,
        path: fits && !taken ? foreign(`.agents/skills/${name}/SKILL.md`) : null,
        holders: holders.map((row) => ({
          skill: row.id,
          short_path: row.short_path,
          wins: row.states.wins,
        })),
        effects:
          winner === undefined || taken
            ? []
            : [said(`\`${name}\` at ${scope}:${name}/SKILL.md will win in Pixir.`)],
        description_characters: description.trim().length,
        description_limit: 1024,
        advice: /\b(when|if)\b/i.test(description)
          ? []
          : [{ rule: "description-when" as const, text: { code: "description_when" as const } }],
      };
    },
  };
}

function hashOf(text: string): string {
  let sum = 7;
  for (const letter of text) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 0xffffffff;
  return digest(sum.toString(16));
}

function fieldsOf(text: string): DraftField[] {
  const lines = text.split("\n");
  const close = lines.indexOf("---", 1);
  const found = new Map<string, DraftField>();
  let last: DraftField | undefined;
  for (const [index, line] of lines.slice(1, Math.max(close, 1)).entries()) {
    const key = /^([\w-]+):(.*)$/.exec(line);
    if (key?.[1] !== undefined) {
      const value = (key[2] ?? "").trim().replace(/^"|"$/g, "");
      last = {
        key: foreign(key[1]),
        line: index + 2,
        value: value === "" ? null : value,
        yaml: `${line}\n`,
      };
      found.set(rawText(last.key), last);
    } else if (last !== undefined) {
      last.value = null;
      last.yaml += `${line}\n`;
    }
  }
  const none = (key: string): DraftField => ({ key: foreign(key), line: null, value: null, yaml: null });
  const others = [...found.keys()].filter((key) => !always.includes(key));
  return [...always, ...others].map((key) => found.get(key) ?? none(key));
}

/** Lines that stand in both at the same place from either end are the same; all between them changed. */
function changeOf(before: string, after: string): Requests["draft_check"]["answer"]["change"] {
  const [left, right] = [before.split("\n"), after.split("\n")];
  let head = 0;
  while (head < left.length && head < right.length && left[head] === right[head]) head += 1;
  let tail = 0;
  while (
    tail < Math.min(left.length, right.length) - head &&
    left[left.length - 1 - tail] === right[right.length - 1 - tail]
  )
    tail += 1;
  const line = (number: number, text: string) => ({
    number,
    pieces: [{ text: foreign(text), changed: false }],
  });
  const rows: DiffRow[] = [];
  const [removed, added] = [left.slice(head, left.length - tail), right.slice(head, right.length - tail)];
  if (removed.length + added.length > 0) {
    rows.push({ kind: "fold", lines: head, left_from: 1, right_from: 1 });
    for (let at = 0; at < Math.max(removed.length, added.length); at += 1) {
      const [was, is] = [removed[at], added[at]];
      rows.push({
        kind: "changed",
        change: 0,
        left: was === undefined ? null : line(head + at + 1, was),
        right: is === undefined ? null : line(head + at + 1, is),
      });
    }
    rows.push({ kind: "fold", lines: tail, left_from: 1, right_from: 1 });
  }
  return { total: rows.length, added: added.length, removed: removed.length, from: 0, rows };
}
