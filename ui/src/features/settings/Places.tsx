import type { PlaceRow } from "../../host/wire.gen.ts";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { rawText } from "../../language/foreign.ts";

/** Folders, and what was found in each. */
export function PlaceList({ label, places }: { label: string; places: readonly PlaceRow[] }) {
  return (
    <ul className="stack gap-4" aria-label={label}>
      {places.map(({ path, source, found }) => (
        <li key={`${source} ${rawText(path)}`} className="flex wraps spread gap-4-12">
          <span>
            {source} <Verbatim text={path} mono />
          </span>
          <span className="text-2">{found}</span>
        </li>
      ))}
    </ul>
  );
}
