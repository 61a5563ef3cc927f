import { t } from "@lingui/core/macro";
import { Info, TriangleAlert } from "lucide-react";
import type { FindingRow, Severity } from "../host/wire.gen.ts";
import { Button } from "../kit/Button.tsx";
import { Chip, type Tone } from "../kit/Chip.tsx";
import type { Glyph } from "../kit/Icon.tsx";
import { Verbatim } from "../kit/Verbatim.tsx";
import { findingWords, mendWords, remedyWords } from "./findingWords.ts";
import { icons } from "./icons.ts";
import "./Finding.css";
import { Words } from "./Words.tsx";

/** What is wrong or odd, where, and what to do; with the ways that are given. */
export function Finding({
  finding,
  onFix,
  onPlace,
}: {
  finding: FindingRow;
  /** Plans its quick fix; drawn only where it has one. */
  onFix?: (finding: FindingRow) => void;
  /** Leads to the line. */
  onPlace?: (finding: FindingRow) => void;
}) {
  const remedy = remedyWords(finding);
  const place = (
    <>
      <Verbatim text={finding.path} />
      {finding.line !== null && <> {t`line ${finding.line}`}</>}
    </>
  );
  return (
    <li className="finding stack gap-12 line-below">
      <SeverityChip severity={finding.severity} />
      <div className="finding-words breaks">
        <p>
          <Words text={findingWords(finding.text)} />
        </p>
        {remedy !== "" && (
          <p className="quiet">
            <Words text={remedy} />
          </p>
        )}
        <p className="finding-place mono wraps text-2 flex on-baseline gap-2-8 size-micro">
          {onPlace === undefined || finding.rel === null ? (
            <span>{place}</span>
          ) : (
            <Button look="link" onPress={() => onPlace(finding)}>
              {place}
            </Button>
          )}
          <span className="text-3">{finding.rule}</span>
        </p>
      </div>
      {finding.mend !== null && onFix !== undefined && (
        <span className="finding-act">
          <Button size={24} onPress={() => onFix(finding)}>
            {t`Fix…`}
            <span className="unseen">
              {" "}
              {finding.rule}: <Verbatim text={mendWords(finding.mend)} />
            </span>
          </Button>
        </span>
      )}
    </li>
  );
}

/** How bad a finding is, in a word. */
export const severityWords: Record<Severity, string> = {
  error: t`error`,
  warning: t`warning`,
  note: t`note`,
};

/** How bad a finding is. */
export function SeverityChip({ severity }: { severity: Severity }) {
  const sign = severitySigns[severity];
  return (
    <Chip icon={sign.icon} tone={sign.tone}>
      {severityWords[severity]}
    </Chip>
  );
}

/** The sign of each severity. */
export const severitySigns: Record<Severity, { icon: Glyph; tone: Tone }> = {
  error: { icon: icons.invalid, tone: "danger" },
  warning: { icon: TriangleAlert, tone: "warn" },
  note: { icon: Info, tone: "neutral" },
};
