import { plural, t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { icons } from "../../facts/icons.ts";
import type { BundleReport } from "../../host/wire.gen.ts";
import { Chip } from "../../kit/Chip.tsx";
import { Dialog } from "../../kit/Dialog.tsx";
import { Note } from "../../kit/Note.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { type AnyText, rawText } from "../../language/foreign.ts";
import "./BundleDialog.css";

/** Whether an evidence bundle proves what it says. */
export function BundleDialog({
  file,
  report,
  onClose,
}: {
  /** The name of its file. */
  file: AnyText;
  report: BundleReport;
  onClose: () => void;
}) {
  const isWhole = report.findings.length === 0;
  return (
    <Dialog title={t`Evidence bundle`} onClose={onClose}>
      <p>
        <Trans>
          <Verbatim text={file} mono />: session <Verbatim text={report.session} mono />,{" "}
          <Plural value={report.parts} one="# part" other="# parts" />, created with{" "}
          <Verbatim text={report.made_by} />
        </Trans>
      </p>
      <p>
        <Chip icon={isWhole ? icons.verified : icons.mismatch} tone={isWhole ? "ok" : "danger"} look="filled">
          {isWhole
            ? t`verified`
            : `${plural(report.findings.length, { one: "# finding", other: "# findings" })}`}
        </Chip>
      </p>
      {report.findings.map((words) => (
        <Note key={rawText(words)} tone="danger">
          <Verbatim text={words} />
        </Note>
      ))}
      <Sentences head={t`Compared content`} of={report.proved} />
      <Sentences head={t`Limits of an evidence bundle`} of={report.limits} />
    </Dialog>
  );
}

function Sentences({ head, of }: { head: string; of: readonly string[] }) {
  if (of.length === 0) return null;
  return (
    <section aria-label={head}>
      <h3>{head}</h3>
      <ul className="bundle-sentences stack gap-4 type-small">
        {of.map((words) => (
          <li key={words}>
            <Verbatim text={words} />
          </li>
        ))}
      </ul>
    </section>
  );
}
