import type { StandsFact } from "../host/wire.gen.ts";
import { Tooltip } from "../kit/Tooltip.tsx";
import { Verbatim } from "../kit/Verbatim.tsx";
import { standsWords } from "./driftWords.ts";

/** Where in the files of its agent something stands; the file itself is told on demand. */
export function Stands({ of }: { of: StandsFact }) {
  return (
    <Tooltip text={<Verbatim text={of.file} mono />}>
      <span>
        <Verbatim text={standsWords(of)} />
      </span>
    </Tooltip>
  );
}
