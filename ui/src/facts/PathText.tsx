import { useContextMenu } from "../kit/ContextMenu.tsx";
import { Verbatim } from "../kit/Verbatim.tsx";
import type { AnyText } from "../language/foreign.ts";
import { useCopy } from "./useCopy.ts";

/** A path, with a menu of its own. */
export function PathText({ path, mono = false }: { path: AnyText; mono?: boolean }) {
  const open = useContextMenu();
  const copy = useCopy();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its menu repeats what selecting and copying does
    <span onContextMenu={(event) => open(event, () => [[copy("path", path)]])}>
      <Verbatim text={path} mono={mono} />
    </span>
  );
}
