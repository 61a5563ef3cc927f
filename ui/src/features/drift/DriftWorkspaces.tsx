import { t } from "@lingui/core/macro";
import { ActNote, AskedNote } from "../../facts/FailureNote.tsx";
import { useAct, useAsk } from "../../host/useAsk.ts";
import type { WorkspaceDriftRow } from "../../host/wire.gen.ts";
import { Select } from "../../kit/Select.tsx";
import { spelled } from "../../kit/seen.ts";

/** Everywhere: which workspace the snapshots below are of, and how many skills of each changed since they were last used. */
export function DriftWorkspaces() {
  const { answer } = useAsk("workspace", {});
  return answer?.everywhere === true ? <Everywhere /> : null;
}

function Everywhere() {
  const asked = useAsk("drift_everywhere", {});
  const change = useAct("switch_workspace");
  const rows = asked.answer?.rows ?? [];
  const open = rows.find(({ workspace }) => workspace.current);
  return (
    <>
      <AskedNote asked={asked} />
      <ActNote act={change} />
      {open !== undefined && (
        <Select
          label={t`Workspace`}
          value={open.workspace.id}
          options={rows.map((row) => ({ value: row.workspace.id, label: said(row) }))}
          onPick={(id) => id !== open.workspace.id && change.act({ id })}
        />
      )}
    </>
  );
}

function said({ workspace, gone, total, drifted }: WorkspaceDriftRow): string {
  const name = spelled(workspace.name);
  const drift =
    total === 0
      ? t`no snapshots`
      : drifted === 0
        ? t`none changed since last used`
        : t`${drifted} changed since last used`;
  return `${name}: ${drift}${gone ? `, ${t`folder deleted`}` : ""}`;
}
