import { Verbatim } from "../../kit/Verbatim.tsx";
import type { AnyText } from "../../language/foreign.ts";
import "./activation.css";

/** Bytes as they are. */
export function Exact({ label, text }: { label: string; text: AnyText }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a section would be one landmark more
    <div className="exact breaks type-code on-sunken padded" role="group" aria-label={label}>
      <Verbatim text={text} look="text" mono />
    </div>
  );
}
