import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { diffPlaceWords } from "../../facts/driftWords.ts";
import { Evidence } from "../../facts/Evidence.tsx";
import { HashStrip } from "../../facts/HashStrip.tsx";
import { IntegrityChip } from "../../facts/IntegrityChip.tsx";
import { clock, Time } from "../../facts/Time.tsx";
import type { DiffSide, DiffView } from "../../host/wire.gen.ts";
import { Tooltip } from "../../kit/Tooltip.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";
import "./DiffView.css";

/** What stands on either side: whose bytes, from where and when, and how strong the evidence is. */
export function DiffViewSides({ view }: { view: DiffView }) {
  return (
    <div className="diff-sides stack on-sunken">
      <div className="diff-side row narrows gap-6-8 padded-4 type-small">
        <h2 className="fixed type-small-strong">{t`Recorded`}</h2>
        <HashStrip hash={view.recorded.hash} of={t`the recorded text`} />
        <IntegrityChip verdict={view.integrity} />
        <Place side={view.recorded}>
          <Verbatim text={diffPlaceWords(view.recorded.place)} />
        </Place>
        <span className="fixed text-2">
          <Time at={view.recorded.at} />
        </span>
        <span className="pushed fixed text-3 type-micro">
          <Evidence of="recorded" />
        </span>
      </div>
      {view.other === null ? <Disk view={view} /> : <Other side={view.other} />}
    </div>
  );
}

function Other({ side }: { side: DiffSide }) {
  return (
    <div className="diff-side row narrows gap-6-8 padded-4 type-small">
      <h2 className="fixed type-small-strong">{t`Recorded`}</h2>
      <HashStrip hash={side.hash} of={t`the other recorded text`} />
      <Place side={side}>
        <Verbatim text={diffPlaceWords(side.place)} />
      </Place>
      <span className="fixed text-2">
        <Time at={side.at} />
      </span>
      <span className="pushed fixed text-3 type-micro">
        <Evidence of="recorded" />
      </span>
    </div>
  );
}

function Disk({ view }: { view: DiffView }) {
  return (
    <div className="diff-side row narrows gap-6-8 padded-4 type-small">
      <h2 className="fixed type-small-strong">{t`On disk`}</h2>
      {view.disk === null ? (
        <span className="fixed text-2">{t`no file to compare`}</span>
      ) : (
        <>
          <HashStrip hash={view.disk.hash} of={t`the file on disk`} />
          <Place side={view.disk}>
            <Verbatim text={diffPlaceWords(view.disk.place)} />
          </Place>
          <span className="fixed text-2">
            <Trans>
              modified <Time at={view.disk.at} />
            </Trans>
          </span>
        </>
      )}
      <span className="diff-side-read pushed fixed text-3 type-micro">{t`disk, read ${clock(view.read_at)}`}</span>
    </div>
  );
}

/** Where a side stands; its whole place and its size are in the tooltip. */
function Place({ side, children }: { side: DiffSide; children: ReactNode }) {
  const size = `${plural(side.lines, { one: "# line", other: "# lines" })}, ${plural(side.bytes, { one: "# byte", other: "# bytes" })}`;
  return (
    <Tooltip text={`${diffPlaceWords(side.place)}\n${size}`}>
      <span className="shrinks cut-end narrows text-2">{children}</span>
    </Tooltip>
  );
}
