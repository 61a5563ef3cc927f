import { counted } from "../../facts/Count.tsx";
import { icons } from "../../facts/icons.ts";
import type { BundleReport } from "../../host/wire.gen.ts";
import { Chip } from "../../kit/Chip.tsx";
import { Dialog } from "../../kit/Dialog.tsx";
import { Note } from "../../kit/Note.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";
import "./BundleDialog.css";

/** Whether an evidence bundle proves what it says. */
export function BundleDialog({
  file,
  report,
  onClose,
}: {
  /** The name of its file. */
  file: string;
  report: BundleReport;
  onClose: () => void;
}) {
  const isWhole = report.findings.length === 0;
  return (
    <Dialog title="Evidence bundle" onClose={onClose}>
      <p>
        <Verbatim text={file} mono />: session <Verbatim text={report.session} mono />,{" "}
        {counted(report.parts, "part")}, made by <Verbatim text={report.made_by} />
      </p>
      <p>
        <Chip icon={isWhole ? icons.verified : icons.mismatch} tone={isWhole ? "ok" : "danger"} look="filled">
          {isWhole ? "verified" : `${counted(report.findings.length, "finding")}`}
        </Chip>
      </p>
      {report.findings.map((words) => (
        <Note key={words} tone="danger">
          <Verbatim text={words} />
        </Note>
      ))}
      <Sentences head="What was compared" of={report.proved} />
      <Sentences head="What a bundle does not prove" of={report.limits} />
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
