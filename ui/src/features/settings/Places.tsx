import { placeFoundWords, placeKindWords } from "../../facts/placeWords.ts";
import type { Foreign, PlaceRow } from "../../host/wire.gen.ts";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { rawText } from "../../language/foreign.ts";

/** A folder with its kind and what was found in it, in words. */
export interface ListedPlace {
  path: Foreign;
  kind: string;
  found: string;
}

/** Folders, and what was found in each. */
export function PlaceList({ label, places }: { label: string; places: readonly ListedPlace[] }) {
  return (
    <ul className="stack gap-4" aria-label={label}>
      {places.map(({ path, kind, found }) => (
        <li key={`${kind} ${rawText(path)}`} className="flex wraps spread gap-4-12">
          <span>
            {kind} <Verbatim text={path} mono />
          </span>
          <span className="text-2">{found}</span>
        </li>
      ))}
    </ul>
  );
}

/** Places that the engine looked at, in words. */
export function listedPlaces(places: readonly PlaceRow[]): ListedPlace[] {
  return places.map(({ path, kind, outcome }) => ({
    path,
    kind: placeKindWords(kind),
    found: placeFoundWords(outcome),
  }));
}
