import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { driftWords } from "../../facts/DriftChip.tsx";
import { shortDate } from "../../facts/Time.tsx";
import type { VersionRow, VersionsView } from "../../host/wire.gen.ts";
import { Picture } from "../../kit/Picture.tsx";
import { lanesDrawn, type VersionLane, versionLanes } from "./versionLanes.ts";
import "./VersionLanes.css";

/** A lane for each recorded text, from its first use to its last, and how it stands to the disk now. */
export function VersionLanes({
  view,
  current,
  onCurrent,
  onDiff,
}: {
  view: VersionsView;
  current: number;
  onCurrent: (index: number) => void;
  onDiff: (row: VersionRow) => void;
}) {
  const lanes = versionLanes(view.rows, view.read_at);
  const first = Math.min(...lanes.flatMap(({ row }) => row.first.at ?? []));
  // One text that is still on the disk has no history.
  if (!Number.isFinite(first) || (lanes.length < 2 && lanes[0]?.row.on_disk === true)) return null;
  return (
    <div className="version-lanes fixed line-below">
      <Picture
        label={t`Versions over time`}
        total={lanes.length}
        nameOf={(index) => nameOf(lanes[index])}
        current={current < lanes.length ? current : null}
        onCurrent={onCurrent}
        onOpen={(index) => {
          const row = lanes[index]?.row;
          if (row !== undefined) onDiff(row);
        }}
        hit={(_, y) => Math.min(lanes.length - 1, Math.max(0, Math.floor((y / 100) * (lanes.length + 1))))}
        heads={lanes.map(({ row }) => (
          <div key={row.number} className="version-lane-head">
            <Trans>
              v{row.number} <code>{row.hash === "" ? t`no hash` : row.hash.slice(0, 8)}</code>
            </Trans>
          </div>
        ))}
        resting={
          view.total > lanesDrawn
            ? t`The latest ${lanesDrawn} of ${view.total} texts. Press Enter to compare with disk.`
            : t`First to last use. Press Enter to compare with disk.`
        }
      >
        {(shown) => (
          <>
            {lanes.map((lane, index) => (
              <Lane key={lane.row.number} lane={lane} shown={index === shown} own={index === current} />
            ))}
            <div className="spread text-3 type-micro line-above flex">
              <span>{shortDate(first)}</span>
              <span>{view.disk_hash === null ? t`now; not on disk` : t`disk, now`}</span>
            </div>
          </>
        )}
      </Picture>
    </div>
  );
}

function Lane({ lane: { row, span }, shown, own }: { lane: VersionLane; shown: boolean; own: boolean }) {
  const words = row.on_disk ? t`on disk now` : driftWords(row.drift);
  const behind = span === null ? 0 : span.from + span.wide;
  return (
    <div className="version-lane anchors" data-shown={shown} data-own={own}>
      {span !== null && (
        <i style={{ left: `${span.from}%`, width: `${span.wide}%` }} data-disk={row.on_disk} />
      )}
      {row.on_disk && <i className="version-lane-on" style={{ left: `${behind}%`, right: 0 }} />}
      <span style={behind > 60 ? { right: `${100 - (span?.from ?? 100)}%` } : { left: `${behind}%` }}>
        {words}
      </span>
    </div>
  );
}

function nameOf(lane: VersionLane | undefined): string {
  if (lane === undefined) return "";
  const { row } = lane;
  const at = (time: number | null) => (time === null ? t`at an unknown time` : shortDate(time));
  return [
    t`Version ${row.number}, ${row.hash === "" ? t`no hash` : row.hash.slice(0, 8)}`,
    t`used from ${at(row.first.at)} to ${at(row.latest.at)}`,
    t`in ${plural(row.sessions, { one: "# session", other: "# sessions" })}`,
    row.on_disk ? t`on disk now` : driftWords(row.drift),
  ].join(", ");
}
