import { plural, t } from "@lingui/core/macro";
import type { ListedThen } from "../../host/wire.gen.ts";
import { Capped } from "../../kit/Capped.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { rawText } from "../../language/foreign.ts";
import { count } from "../../language/numbers.ts";
import "./Provenance.css";

/** Names drawn before the reader asks for all of them. */
const first = 24;

/** The list of skills that the model was last given, as the log holds it. */
export function Listed({ listed }: { listed: ListedThen }) {
  const bare = new Set(listed.bare);
  const own = listed.names.length - listed.added;
  return (
    <>
      <p>
        {[
          t`${plural(listed.total, { one: "# skill", other: "# skills" })}, on line ${count(listed.file_line)}`,
          listed.added > 0 ? t`${count(listed.added)} added later` : "",
          bare.size > 0 ? t`${count(bare.size)} without description` : "",
        ]
          .filter((words) => words !== "")
          .join(", ")}
      </p>
      <Capped
        of={listed.names}
        first={first}
        draw={(names) => (
          <ol className="provenance-names wraps flex above-4">
            {names.map((name, at) => (
              <li key={rawText(name)}>
                <Verbatim text={name} />
                {bare.has(name) && <span className="text-3"> {t`name only`}</span>}
                {at >= own && <span className="text-3"> {t`added later`}</span>}
              </li>
            ))}
          </ol>
        )}
      />
    </>
  );
}
