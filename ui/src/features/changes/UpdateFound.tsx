import { plural, t } from "@lingui/core/macro";
import type { UpdateView } from "../../host/wire.gen.ts";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { rawText } from "../../language/foreign.ts";
import { states, whos } from "./importWords.ts";
import "./changes.css";
import "./import.css";

/** Who changed what since the import, file by file. */
export function UpdateFound({ update }: { update: UpdateView }) {
  return (
    <section className="plan-part" aria-label={t`Changes since the import`}>
      <h3>{t`Since import`}</h3>
      <p>{states[update.state]}</p>
      {update.files.length > 0 && (
        <ul className="import-doubts">
          {update.files.map((file) => (
            <li key={rawText(file.rel)}>
              <code>
                <Verbatim text={file.rel} />
              </code>{" "}
              {[whos[file.by], file.is_here ? "" : t`not here`, file.is_there ? "" : t`not at the source`]
                .filter((words) => words !== "")
                .join(", ")}
            </li>
          ))}
        </ul>
      )}
      {update.omitted > 0 && (
        <p className="text-2 type-small">{t`${plural(update.omitted, { one: "# more file", other: "# more files" })} not listed.`}</p>
      )}
    </section>
  );
}
