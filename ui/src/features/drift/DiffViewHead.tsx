import { t } from "@lingui/core/macro";
import { ArrowLeftRight, ChevronLeft } from "lucide-react";
import type { ReactNode } from "react";
import { DriftChip } from "../../facts/DriftChip.tsx";
import { diffPlaceWords } from "../../facts/driftWords.ts";
import { sessionOf, useGoing } from "../../facts/going.ts";
import { icons } from "../../facts/icons.ts";
import type { DiffView } from "../../host/wire.gen.ts";
import { Button, IconButton } from "../../kit/Button.tsx";
import { Chip } from "../../kit/Chip.tsx";
import { Icon } from "../../kit/Icon.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";
import "./DiffView.css";

/** Which skill, which two versions, and how they differ; while nothing is known, the way back and on. */
export function DiffViewHead({
  view,
  of,
  acts,
}: {
  view: DiffView | undefined;
  /** Where the snapshot was recorded. */
  of: { key: string; line: number };
  acts?: ReactNode;
}) {
  const { go, back } = useGoing();
  return (
    <header className="diff-head row fixed gap-8 line-below">
      {back !== undefined && <IconButton icon={ChevronLeft} label={t`Back`} onPress={back} />}
      <div className="shrinks narrows">
        <h1 className="cut-end">{view === undefined ? t`Comparison` : <Verbatim text={view.name} />}</h1>
        {view !== undefined && (
          <p className="row gap-4 cut-end text-3 type-micro">
            <Verbatim text={t`Recorded, ${diffPlaceWords(view.recorded.place)}`} />
            <Icon of={ArrowLeftRight} size={12} />
            <span className="unseen">{t`compared with`}</span>
            {view.other === null ? (
              t`on disk now`
            ) : (
              <Verbatim text={t`recorded, ${diffPlaceWords(view.other.place)}`} />
            )}
          </p>
        )}
      </div>
      <div className="diff-head-chips flex grow wraps gap-6">
        {view !== undefined && <Chips view={view} />}
      </div>
      {acts}
      <Button icon={icons.sessions} onPress={() => go(sessionOf(of))}>
        {t`Open session`}
      </Button>
    </header>
  );
}

function Chips({ view: { drift, fields, other } }: { view: DiffView }) {
  const changed = fields.filter((field) => field.change !== "equal").length;
  return (
    <>
      {other === null && <DriftChip fact={drift} look="filled" />}
      {changed > 0 && drift.state !== "frontmatter_only" && (
        <Chip icon={icons.frontmatterOnly} tone="warn" look="filled">
          {t`frontmatter ${changed} of ${fields.length} fields`}
        </Chip>
      )}
    </>
  );
}
