import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { foreign } from "../host/samples/foreign.ts";
import { rawText } from "./foreign.ts";

/** What draws or mixes text of somebody else without saying how. */
const refused = {
  "a child of an element": "export const shown = <p>{row.name}</p>;",
  "an option": "export const shown = <option>{row.name}</option>;",
  "the value of an option": "export const shown = <option value={row.name} />;",
  "a title": "export const shown = <p title={row.name} />;",
  "an aria-label": "export const shown = <p aria-label={row.name} />;",
  "a key": "export const shown = <p key={row.name} />;",
  "the label of a part of the kit": 'export const shown = <CopyButton label={row.name} text="x" />;',
  "a child of a part of the kit": "export const shown = <Button onPress={go}>{row.name}</Button>;",
  "the label of a choice":
    'export const shown = <Select label="x" value="a" options={[{ value: "a", label: row.name }]} onPick={go} />;',
  "a message": `export const said = t\`Skill \${row.name}\`;`,
  "a sentence with elements": "export const shown = <Trans>Skill {row.name}</Trans>;",
  "a template": `export const said = \`Skill \${row.name}\`;`,
  "a sum": 'export const said = "Skill " + row.name;',
  "a string": "export const said: string = row.name;",
  "a joined list": 'export const shown = <p>{[row.name, row.short_path].join(", ")}</p>;',
  "a joined list in a string": 'export const said: string = [row.name, "x"].join(", ");',
  "a comparison": 'export const same = row.name === "pdf";',
  "an alternative": 'export const shown = <p>{row.name || "unnamed"}</p>;',
  "a string in its place": "export const made: SkillRow = { ...row, name };",
};

const taken = {
  verbatim: "export const shown = <Verbatim text={row.name} />;",
  spelled: "export const shown = <option value={rawText(row.name)}>{spelled(row.name)}</option>;",
  message: `export const said: string = t\`Skill \${spelled(row.name)}\`;`,
  sentence: "export const shown = <Trans>Skill <Verbatim text={row.name} /></Trans>;",
  joined: 'export const shown = <Verbatim text={[row.name, row.short_path].join(", ")} />;',
  own: 'export const shown = <p>{["a", "b"].join(", ")}</p>;',
  compared: 'export const same = rawText(row.name) === "pdf" && row.name === row.short_path;',
};

const head = `
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { SkillRow } from "../../src/host/wire.gen.ts";
import { Button } from "../../src/kit/Button.tsx";
import { CopyButton } from "../../src/kit/CopyButton.tsx";
import { rawText } from "../../src/language/foreign.ts";
import { Select } from "../../src/kit/Select.tsx";
import { spelled } from "../../src/kit/seen.ts";
import { Verbatim } from "../../src/kit/Verbatim.tsx";
declare const row: SkillRow;
declare const name: string;
declare const go: () => void;
`.replaceAll("\n", " ");

const page = join(import.meta.dirname, "../..");
const folder = mkdtempSync(join(page, "node_modules/.foreign-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Errors of the type checker, each with the file it is in. */
let errors = "";

beforeAll(async () => {
  const snippets = Object.entries({ ...refused, ...taken });
  const files = snippets.map(([, snippet], at) => {
    writeFileSync(join(folder, `s${at}.tsx`), `${head}\n${snippet}\n`);
    return `s${at}.tsx`;
  });
  const compilerOptions = { jsxImportSource: "react", noUnusedLocals: false };
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({ extends: "../../tsconfig.json", compilerOptions, include: [], files }),
  );
  const tsc = join(page, "node_modules/typescript/lib/tsc.js");
  errors = await new Promise((done) => {
    execFile(process.execPath, [tsc, "-p", folder, "--pretty", "false"], { cwd: folder }, (_, out, err) =>
      done(out + err),
    );
  });
}, 120_000);

const errorsOf = (name: string) => {
  const at = Object.keys({ ...refused, ...taken }).indexOf(name);
  return errors.split("\n").filter((line) => line.startsWith(`s${at}.tsx(`));
};

test.each(Object.keys(refused))("foreign text as %s does not compile", (name) => {
  const found = errorsOf(name);
  expect(found.length, errors).toBeGreaterThan(0);
  // The line of the snippet, and not of its imports.
  expect(found.every((line) => line.includes(".tsx(2,"))).toBe(true);
});

test.each(Object.keys(taken))("foreign text, %s, compiles", (name) => {
  expect(errorsOf(name)).toEqual([]);
});

test("raw text is the text as it was recorded", () => {
  expect(rawText(foreign("a\u200Bb"))).toBe("a\u200Bb");
  expect(rawText("own")).toBe("own");
  expect(rawText(null)).toBeNull();
});
