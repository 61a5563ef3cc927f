import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Info, TriangleAlert } from "lucide-react";
import { Fragment } from "react";
import { ChangeRow } from "../../facts/ChangeRow.tsx";
import { severityWords } from "../../facts/Finding.tsx";
import { findingWords, remedyWords } from "../../facts/findingWords.ts";
import { HashStrip } from "../../facts/HashStrip.tsx";
import { icons } from "../../facts/icons.ts";
import { Words } from "../../facts/Words.tsx";
import type { DraftCheckView, FindingRow, Severity } from "../../host/wire.gen.ts";
import { Button } from "../../kit/Button.tsx";
import { Chip, type Tone } from "../../kit/Chip.tsx";
import { type Glyph, Icon } from "../../kit/Icon.tsx";
import { Keys } from "../../kit/Keys.tsx";

import { count } from "../../language/numbers.ts";
import "./editing.css";
import { messageWords } from "../../language/messages.ts";

/** What the checks say of a text, what changes in the file, and what saving does. */
export function DraftSide({
  check,
  dirty,
  onLine,
}: {
  check: DraftCheckView;
  dirty: boolean;
  onLine: (line: number) => void;
}) {
  const of = (severity: Severity) => check.findings.filter((one) => one.severity === severity).length;
  return (
    <>
      <section className="side-part fixed line-below" aria-label={t`Checks`}>
        <div className="side-head row gap-8">
          <h2>{t`Checks`}</h2>
          {of("error") > 0 && (
            <Chip icon={icons.invalid} tone="danger">
              {plural(of("error"), { one: "# problem", other: "# problems" })}
            </Chip>
          )}
          {of("warning") > 0 && (
            <Chip icon={TriangleAlert} tone="warn">
              {plural(of("warning"), { one: "# warning", other: "# warnings" })}
            </Chip>
          )}
          {of("note") > 0 && (
            <Chip icon={Info}>{plural(of("note"), { one: "# note", other: "# notes" })}</Chip>
          )}
          {check.findings.length === 0 && (
            <Chip icon={icons.winning} tone="ok">
              {t`no findings`}
            </Chip>
          )}
        </div>
        <ul>
          {check.findings.map((finding, at) => (
            <Found key={at} finding={finding} onLine={onLine} />
          ))}
        </ul>
      </section>
      <section className="column fill line-below" aria-label={t`Unsaved changes`}>
        <div className="side-head row fixed gap-8 inset line-below">
          <h2 className="type-base-strong">{t`Unsaved changes`}</h2>
          <span className="quiet tabular">
            {t`+${count(check.change.added)} −${count(check.change.removed)} compared with disk`}
          </span>
          <span className="gap" />
          <HashStrip hash={check.hash} of={t`the edited text`} />
        </div>
        <section
          className="fill on-surface ring-inside scrolls-both"
          aria-label={t`Changes in SKILL.md`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by keys
          tabIndex={0}
        >
          {check.change.added + check.change.removed === 0 ? (
            <p className="quiet padded">{t`No unsaved changes.`}</p>
          ) : (
            check.change.rows.map((row, at) => (
              <Fragment key={at}>
                <ChangeRow row={row} />
              </Fragment>
            ))
          )}
          {check.change.rows.length < check.change.total && (
            <p className="quiet padded">
              {t`First ${count(check.change.rows.length)} of ${count(check.change.total)} rows shown.`}
            </p>
          )}
        </section>
      </section>
      <section className="side-part side-saving fixed scrolls-both" aria-label={t`Saving will`}>
        <h2>{t`Saving will`}</h2>
        {dirty ? (
          <ul className="discs type-control">
            <li>{t`replace SKILL.md, ${count(check.bytes_on_disk)} → ${count(check.bytes)} bytes`}</li>
            <li>
              <Trans>
                move the old version to Assay’s trash; <Keys keys={[t`Undo`]} /> restores it
              </Trans>
            </li>
            {check.effects.length === 0 && <li>{t`keep the current winners in ${check.agent}`}</li>}
            {[...check.effects, ...check.notes].map((words) => (
              <li key={words.text}>
                <Words text={messageWords(words)} />
              </li>
            ))}
            {of("error") > 0 && (
              <li>{t`keep ${plural(of("error"), { one: "# problem", other: "# problems" })} in the file`}</li>
            )}
          </ul>
        ) : (
          <p className="quiet">{t`change nothing`}</p>
        )}
      </section>
    </>
  );
}

const signs: Record<Severity, { icon: Glyph; tone: Tone }> = {
  error: { icon: icons.invalid, tone: "danger" },
  warning: { icon: TriangleAlert, tone: "warn" },
  note: { icon: Info, tone: "info" },
};

function Found({ finding, onLine }: { finding: FindingRow; onLine: (line: number) => void }) {
  const { line } = finding;
  const sign = signs[finding.severity];
  return (
    <li className={`side-found breaks gap-8 line-above tone-${sign.tone} flex toned`}>
      <Icon of={sign.icon} />
      <div>
        <p>
          <span className="unseen">{severityWords[finding.severity]}: </span>
          <Words text={findingWords(finding.text)} />
        </p>
        <p className="quiet">
          {finding.rule}{" "}
          {line !== null && (
            <Button look="link" onPress={() => onLine(line)}>
              {t`line ${line}`}
            </Button>
          )}{" "}
          <Words text={remedyWords(finding)} />
        </p>
      </div>
    </li>
  );
}
