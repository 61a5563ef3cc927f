import { t } from "@lingui/core/macro";
import type { PlaceRow } from "../host/wire.gen.ts";
import { Chip } from "../kit/Chip.tsx";
import { rawText } from "../language/foreign.ts";
import { icons } from "./icons.ts";
import { PathText } from "./PathText.tsx";
import { placeFoundWords, placeKindWords } from "./placeWords.ts";

/** Every place that was looked at, and what was found there. */
export function Places({ places }: { places: readonly PlaceRow[] }) {
  return (
    <table className="type-small plain-table">
      <caption className="unseen">{t`Searched locations`}</caption>
      <thead>
        <tr>
          <th scope="col">{t`Searched`}</th>
          <th scope="col">{t`Type`}</th>
          <th scope="col">{t`Found`}</th>
        </tr>
      </thead>
      <tbody>
        {places.map((place) => (
          <tr key={`${rawText(place.path)} ${place.kind.code}`}>
            <td className="mono">
              <PathText path={place.path} />
            </td>
            <td>{placeKindWords(place.kind)}</td>
            <td>
              <Chip icon={signOf(place)} tone={place.readable ? "neutral" : "danger"}>
                {placeFoundWords(place.outcome)}
              </Chip>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function signOf(place: PlaceRow) {
  if (!place.readable) return icons.locked;
  return place.exists ? icons.winning : icons.notRead;
}
