import { plural, t } from "@lingui/core/macro";
import { Archive, Copy, Eye, EyeOff, FolderInput, Trash2, X } from "lucide-react";
import { FailureNote } from "../../facts/FailureNote.tsx";
import { Button, IconButton } from "../../kit/Button.tsx";
import { Menu } from "../../kit/Menu.tsx";
import { count } from "../../language/numbers.ts";
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
  const none = ids.length === 0 ? t`Select a skill first.` : null;
  return (
    <section className="column fixed gap-8 line-above on-sunken padded" aria-label={t`Selected skills`}>
      {failure !== null && <FailureNote failure={failure} onAgain={choosing.onAll} />}
      <p className="row wraps gap-8" role="status">
        <b>{t`${plural(ids.length, { one: "# skill", other: "# skills" })} selected`}</b>
        {ids.length === most ? (
          <span>{t`maximum reached`}</span>
        ) : (
          ids.length < matching && (
            <Button look="link" onPress={choosing.onAll}>
              {t`Select all ${count(matching)}`}
            </Button>
          )
        )}
        <IconButton icon={X} label={t`Clear selection`} keys={["Esc"]} onPress={choosing.onNone} />
      </p>
      <div className="row wraps gap-8">
        <Button size={24} icon={Trash2} offBecause={none} onPress={() => onAct("remove")}>
          {t`Move to trash…`}
        </Button>
        <Button size={24} icon={Archive} offBecause={none} onPress={() => onAct("export")}>
          {t`Export…`}
        </Button>
        {none === null && (
          <Menu
            label={t`More actions`}
            className="button button-plain button-24 inline-row gap-8 fixed round one-line"
            face={t`More…`}
            side="right"
            items={[
              {
                id: "move",
                label: t`Move to another scope…`,
                icon: FolderInput,
                onPick: () => onAct("move"),
              },
              { id: "copy", label: t`Copy to another scope…`, icon: Copy, onPick: () => onAct("copy") },
              { id: "hide", label: t`Hide from the model…`, icon: EyeOff, onPick: () => onAct("hide") },
              { id: "show", label: t`Show to the model…`, icon: Eye, onPick: () => onAct("show") },
            ]}
          />
        )}
      </div>
    </section>
  );
}
