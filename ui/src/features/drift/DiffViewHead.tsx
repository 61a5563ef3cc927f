import { ArrowLeftRight, ChevronLeft } from "lucide-react";
import { DriftChip } from "../../facts/DriftChip.tsx";
import { icons } from "../../facts/icons.ts";
import type { DiffView } from "../../host/wire.gen.ts";
import { Button, IconButton } from "../../kit/Button.tsx";
import { Chip } from "../../kit/Chip.tsx";
import { Icon } from "../../kit/Icon.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";

/** Which skill, which two versions, and how they differ. */
export function DiffViewHead({
  view,
  onBack,
  onSession,
}: {
  view: DiffView;
  onBack: (() => void) | undefined;
  onSession: () => void;
}) {
  const changed = view.fields.filter((field) => field.change !== "equal").length;
  return (
    <header className="diff-head">
      {onBack !== undefined && <IconButton icon={ChevronLeft} label="Back" onPress={onBack} />}
      <div className="diff-head-words">
        <h1>
          <Verbatim text={view.name} />
        </h1>
        <p>
          <Verbatim text={`Recorded, ${view.recorded.place}`} />
          <Icon of={ArrowLeftRight} size={12} />
          <span className="unseen">against</span>
          on disk now
        </p>
      </div>
      <div className="diff-head-chips">
        <DriftChip fact={view.drift} look="filled" />
        {changed > 0 && view.drift.state !== "frontmatter_only" && (
          <Chip icon={icons.frontmatterOnly} tone="warn" look="filled">
            frontmatter {changed} of {view.fields.length} fields
          </Chip>
        )}
      </div>
      <Button icon={icons.sessions} onPress={onSession}>
        Open session
      </Button>
    </header>
  );
}
