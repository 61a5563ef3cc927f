import { Archive, Copy, Eye, EyeOff, FolderInput, Trash2, X } from "lucide-react";
import { count, counted } from "../../facts/Count.tsx";
import { FailureNote } from "../../facts/FailureNote.tsx";
import { Button, IconButton } from "../../kit/Button.tsx";
import { Menu } from "../../kit/Menu.tsx";
import { type Chosen, most } from "./useChosen.ts";
import "../../kit/Button.css";

/** What can be done to the skills that are chosen. */
export type ChosenAct = "remove" | "move" | "copy" | "hide" | "show" | "export";

/** Below the list: how many skills are chosen, and what can be done to all of them. */
export function ChosenBar({
  chosen: { ids, choosing, failure },
  matching,
  onAct,
}: {
  chosen: Chosen;
  /** Skills of the list. */
  matching: number;
  onAct: (act: ChosenAct) => void;
}) {
  if (!choosing.any && !choosing.open) return null;
  const none = ids.length === 0 ? "Choose a skill first." : null;
  return (
    <section className="column fixed gap-8 line-above on-sunken padded" aria-label="Chosen skills">
      {failure !== null && <FailureNote failure={failure} onAgain={choosing.onAll} />}
      <p className="row wraps gap-8" role="status">
        <b>{counted(ids.length, "skill")} chosen</b>
        {ids.length === most ? (
          <span>as many as one change takes</span>
        ) : (
          ids.length < matching && (
            <Button look="link" onPress={choosing.onAll}>
              {`Choose all ${count(matching)}`}
            </Button>
          )
        )}
        <IconButton icon={X} label="Choose none" keys={["Esc"]} onPress={choosing.onNone} />
      </p>
      <div className="row wraps gap-8">
        <Button size={24} icon={Trash2} offBecause={none} onPress={() => onAct("remove")}>
          Move to trash…
        </Button>
        <Button size={24} icon={Archive} offBecause={none} onPress={() => onAct("export")}>
          Export…
        </Button>
        {none === null && (
          <Menu
            label="More for the chosen skills"
            className="button button-plain button-24 inline-row gap-8 fixed round one-line"
            face="More…"
            side="right"
            items={[
              { id: "move", label: "Move to another scope…", icon: FolderInput, onPick: () => onAct("move") },
              { id: "copy", label: "Copy to another scope…", icon: Copy, onPick: () => onAct("copy") },
              { id: "hide", label: "Hide from the model…", icon: EyeOff, onPick: () => onAct("hide") },
              { id: "show", label: "Show to the model…", icon: Eye, onPick: () => onAct("show") },
            ]}
          />
        )}
      </div>
    </section>
  );
}
