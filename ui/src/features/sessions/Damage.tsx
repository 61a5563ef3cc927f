import { plural, t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { Evidence } from "../../facts/Evidence.tsx";
import { HashStrip } from "../../facts/HashStrip.tsx";
import { IntegrityChip } from "../../facts/IntegrityChip.tsx";
import { icons } from "../../facts/icons.ts";
import { unreadWords } from "../../facts/logWords.ts";
import type { DamagedActivation, DamageView, SessionView } from "../../host/wire.gen.ts";
import { Icon } from "../../kit/Icon.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { type AnyText, rawText } from "../../language/foreign.ts";
import { count } from "../../language/numbers.ts";
import { DamagedBytes } from "./DamagedBytes.tsx";
import "./Damage.css";

/** What stands around the first line that cannot be read, and what it means for everything else. */
export function Damage({ session, damage }: { session: SessionView; damage: DamageView }) {
  const { unread, activations } = damage;
  return (
    <section
      className="damage fill ring-inside scrolls-both"
      data-stop
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by keys
      tabIndex={0}
      aria-label={t`Line ${unread.line} can’t be read`}
    >
      <DamageNote session={session} damage={damage} />
      <div className="damage-columns stack">
        <div>
          <Heading title={t`Corrupt line`}>
            {t`bytes ${count(unread.offset)} to ${count(unread.offset + unread.bytes - 1)}, ${plural(unread.bytes, { one: "# byte", other: "# bytes" })}`}
          </Heading>
          <TheLine damage={damage} />
          <Heading title={t`Bytes around the corrupt spot`}>{t`offset, hex, text`}</Heading>
          <DamagedBytes rows={damage.hex} at={damage.byte} />
          <Heading title={t`Skill texts in this log`}>
            {activations.length === 0
              ? t`none`
              : plural(activations.length, { one: "# activation", other: "# activations" })}
          </Heading>
          {activations.length > 0 && <Activations activations={activations} />}
        </div>
        <Meaning session={session} damage={damage} />
      </div>
    </section>
  );
}

function DamageNote({ session, damage }: { session: SessionView; damage: DamageView }) {
  const { unread } = damage;
  const before = unread.line - 1;
  return (
    <div className="damage-note gap-12 flex round-card toned tone-danger" role="note">
      <Icon of={icons.damaged} size={16} />
      <div>
        <h2 className="type-base-strong">
          {t`This log is corrupt at line ${count(unread.line)} of ${count(session.lines)}.`}
        </h2>
        <p>
          {before > 0 && t`Lines 1–${count(before)} are shown as recorded.`}{" "}
          {damage.readable_after > 0 ? (
            <Trans>
              <Plural value={damage.readable_after} one="# event" other="# events" /> after it can be read.
              They are shown separately and marked <b>reconstructed</b>.
            </Trans>
          ) : (
            t`Nothing after it can be read.`
          )}{" "}
          {damage.missing_seq !== null && t`Missing there: event ${damage.missing_seq}.`}{" "}
          {t`Assay has not changed the file.`}
        </p>
      </div>
    </div>
  );
}

function Heading({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <h3 className="damage-heading">
      {title} <span className="text-2 type-small">{children}</span>
    </h3>
  );
}

/** The line before, the line with its faulty character marked, the line after. */
function TheLine({ damage: { unread, before, text, at, after, byte } }: { damage: DamageView }) {
  // `at` counts characters, not halves of them.
  const characters = [...rawText(text)];
  const faulty = characters[at];
  let end = at;
  while (faulty !== undefined && characters[end] === faulty) end += 1;
  const part = (from: number, to?: number) => characters.slice(from, to).join("");
  return (
    <div className="damage-lines mono on-sunken clips edged round type-code">
      {before !== null && <Numbered line={unread.line - 1} text={before} />}
      <div className="damage-line is-damaged gap-8 stack">
        <span className="damage-number text-3 to-right">{count(unread.line)}</span>
        <span>
          <Verbatim text={part(0, at)} mono />
          <mark>{end > at ? <Verbatim text={part(at, end)} mono /> : t`end of line`}</mark>
          <Verbatim text={part(end)} mono />
          <span className="block text-danger">{t`byte ${count(byte)}: ${unreadWords(unread.reason)}`}</span>
        </span>
      </div>
      {after !== null && <Numbered line={unread.line + 1} text={after} />}
    </div>
  );
}

function Numbered({ line, text }: { line: number; text: AnyText }) {
  return (
    <div className="damage-line gap-8 stack">
      <span className="damage-number text-3 to-right">{count(line)}</span>
      <span className="cut-end">
        <Verbatim text={text} />
      </span>
    </div>
  );
}

function Activations({ activations }: { activations: readonly DamagedActivation[] }) {
  return (
    <table className="damage-table plain-table">
      <thead>
        <tr>
          {[t`Skill`, t`Turn`, t`Line`, t`Snapshot`, t`Integrity`, t`Location`].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {activations.map((activation) => (
          <tr key={activation.line} className={activation.after_break ? "is-after" : undefined}>
            <td>
              <Verbatim text={activation.name} />
            </td>
            <td className="tabular">{activation.turn ?? t`none`}</td>
            <td className="tabular">{count(activation.line)}</td>
            <td>
              <HashStrip hash={activation.hash} />
            </td>
            <td>
              <IntegrityChip verdict={activation.integrity} />
            </td>
            <td>
              <Evidence of={activation.after_break ? "reconstructed" : "recorded"} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Meaning({
  session: { row, pixir, unfinished, unread_total },
  damage,
}: {
  session: SessionView;
  damage: DamageView;
}) {
  const { activations } = damage;
  const verified = activations.filter((one) => one.integrity === "verified");
  const after = verified.filter((one) => one.after_break).length;
  const before = verified.length - after;
  const doubtful = activations.filter((one) => one.integrity !== "verified").length;
  return (
    <div className="damage-meaning type-small">
      <h3>{t`Effects`}</h3>
      <ul className="discs stack gap-4">
        {pixir !== null && (
          <li>
            {pixir.accepts ? t`Pixir still opens this log.` : t`Pixir rejects the whole log`}
            {!pixir.accepts && (
              <>
                {pixir.code !== null && (
                  <>
                    :{" "}
                    <code>
                      <Verbatim text={pixir.code} />
                    </code>
                  </>
                )}
                .
              </>
            )}
          </li>
        )}
        <li>
          <Trans>
            <Plural value={before} one="# skill text before it is" other="# skill texts before it are" />{" "}
            <IntegrityChip verdict="verified" />.
          </Trans>
        </li>
        {after > 0 && (
          <li>
            <Trans>
              <Plural value={after} one="# skill text after it is" other="# skill texts after it are" />{" "}
              <IntegrityChip verdict="verified" /> (position <Evidence of="reconstructed" />
              ).
            </Trans>
          </li>
        )}
        {doubtful > 0 && (
          <li>
            {plural(doubtful, {
              one: "# skill text in this log can’t be verified.",
              other: "# skill texts in this log can’t be verified.",
            })}
          </li>
        )}
        {unread_total > 1 && (
          <li>
            {plural(unread_total, {
              one: "# line can’t be read in total; this is the first.",
              other: "# lines can’t be read in total; this is the first.",
            })}
          </li>
        )}
        <li>
          {unfinished === null
            ? t`The last line is complete.`
            : t`Line ${count(unfinished.line)} is incomplete (${plural(unfinished.bytes, { one: "# byte", other: "# bytes" })}). It has no line feed and is not a complete event.`}
        </li>
      </ul>
      {row.source.name !== "assay" && (
        <p className="above-8 text-3">{t`Assay doesn’t repair logs of other programs.`}</p>
      )}
    </div>
  );
}
