import { t } from "@lingui/core/macro";
import { icons } from "../../facts/icons.ts";
import { verdictWords, whyUnusedWords } from "../../facts/whyUnused.ts";
import type { WinsCell } from "../../host/wire.gen.ts";
import type { Tone } from "../../kit/Chip.tsx";
import { type Glyph, Icon } from "../../kit/Icon.tsx";
import { spelled } from "../../kit/seen.ts";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { type Foreign, rawText } from "../../language/foreign.ts";

/** What one agent makes of one name, in a word or two. */
export function CellFace({ cell }: { cell: WinsCell }) {
  const sign = signOf(cell);
  const below = belowOf(cell);
  return (
    <>
      <span className={`wins-face cut-end row gap-4 toned tone-${tones[cell.verdict]}`}>
        {sign !== null && <Icon of={sign} />}
        <Verbatim text={outcomeOf(cell)} />
      </span>
      {below !== null && (
        <span className="wins-words cut-end text-3 type-micro">
          <Verbatim text={below} />
        </span>
      )}
    </>
  );
}

const tones: Record<WinsCell["verdict"], Tone> = {
  wins: "ok",
  all_kept: "neutral",
  not_fixed: "unknown",
  invalid: "danger",
  held_back: "warn",
  barred: "neutral",
  off: "neutral",
  not_looked: "neutral",
};

/** The same for who cannot see it. */
export function cellWords(cell: WinsCell): string {
  const below = belowOf(cell);
  return below === null ? outcomeOf(cell) : `${outcomeOf(cell)}, ${below}`;
}

function outcomeOf({ verdict, files }: WinsCell): string {
  const used = files.filter(({ state }) => state === "wins" || state === "kept" || state === "unsettled");
  return verdictWords(verdict, used);
}

function signOf(cell: WinsCell): Glyph | null {
  switch (cell.verdict) {
    case "wins":
      if (cell.files[0]?.hidden === true) return icons.hidden;
      if (cell.files.some((file) => file.state === "shadowed")) return icons.winning;
      return cell.files.length > 1 ? icons.doors : null;
    case "all_kept":
      return icons.shadows;
    case "not_fixed":
      return icons.unknown;
    case "invalid":
      return icons.invalid;
    case "held_back":
      return icons.waiting;
    case "barred":
      return icons.deny;
    case "off":
      return icons.hidden;
    case "not_looked":
      return null;
    default:
      return cell.verdict satisfies never;
  }
}

function belowOf(cell: WinsCell): string | null {
  const words = [factOf(cell), cell.if_trusted ? t`pending trust` : null].filter((said) => said !== null);
  return words.length === 0 ? null : words.join(", ");
}

function factOf(cell: WinsCell): string | null {
  const [winner, ...others] = cell.files;
  switch (cell.verdict) {
    case "wins": {
      if (winner?.hidden === true) return t`hidden from model`;
      const beaten = others.filter((file) => file.state === "shadowed");
      const scopes = [...new Set(beaten.map((file) => file.scope))];
      if (scopes.length > 0) return t`over ${scopes.join(", ")}`;
      if (others.some((file) => file.state === "same_file")) return t`${cell.files.length} paths to 1 file`;
      return null;
    }
    case "not_fixed":
      return t`${cell.files.length} candidates`;
    case "off":
      return winner?.why?.code === "off" ? settingWords(winner.why.args) : null;
    case "invalid":
      return winner?.why == null ? null : whyUnusedWords(winner.why);
    case "all_kept":
    case "held_back":
    case "barred":
    case "not_looked":
      return null;
    default:
      return cell.verdict satisfies never;
  }
}

/** The settings file without its folders, which the narrow cell has no room for. */
function settingWords({ file, line }: { file: Foreign; line: number }): string {
  const name = spelled(rawText(file).split("/").at(-1) ?? "");
  return t`${name}, line ${line}`;
}
