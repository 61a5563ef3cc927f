import { plural, t } from "@lingui/core/macro";
import { ChevronLeft } from "lucide-react";
import { AgentMark } from "../../facts/AgentMark.tsx";
import { icons } from "../../facts/icons.ts";
import type { IntegrityFact, SessionView } from "../../host/wire.gen.ts";
import { Button, IconButton } from "../../kit/Button.tsx";
import { Chip } from "../../kit/Chip.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { rawText } from "../../language/foreign.ts";
import { count } from "../../language/numbers.ts";
import { relationWords } from "./relationWords.ts";
import { SessionDriftChip } from "./SessionDriftChip.tsx";
import { started } from "./started.ts";
import "./SessionHead.css";

/** Which session it is and what is to be known before reading it. */
export function SessionHead({
  session,
  onBack,
  onTree,
  onIntegrity,
  onExport,
}: {
  session: SessionView;
  onBack: () => void;
  onTree: () => void;
  onIntegrity: () => void;
  onExport: () => void;
}) {
  const { row, pixir, tree } = session;
  // A subagent that never started has a row and no session; a fork shows those of its parent once more.
  const sessions = new Set(tree.map(({ id }) => id).filter((id) => rawText(id) !== "")).size;
  return (
    <header className="session-head row fixed wraps gap-8 line-below on-surface padded-6">
      <IconButton icon={ChevronLeft} label={t`Back`} onPress={onBack} />
      <div className="session-title">
        <h1 className="cut-end">
          <Verbatim text={row.title} />
        </h1>
        <div className="session-under cut-end text-3 type-micro">
          <AgentMark source={row.source} />{" "}
          {session.release !== null && (
            <>
              <Verbatim text={session.release} />{" "}
            </>
          )}
          <code>
            <Verbatim text={row.id} />
          </code>{" "}
          {row.started !== null && <span>{t`started ${started(row.started)}`}</span>}{" "}
          <span>{plural(row.events, { one: "# event", other: "# events" })}</span>{" "}
          {row.lineage !== "root" && <span>{relationWords(row.lineage)}</span>}
        </div>
      </div>
      <div className="wraps flex at-end gap-4-8 shrinks">
        {row.live && (
          <Chip icon={icons.live} tone="accent" look="filled">
            {t`live`}
          </Chip>
        )}
        <HashChip integrity={row.integrity} />
        {(session.witness === "rewritten" || session.witness === "shorter") && (
          <Chip icon={icons.damaged} tone="danger" look="filled">
            {session.witness === "rewritten" ? t`rewritten since last seen` : t`shorter than last seen`}
          </Chip>
        )}
        {row.drift.texts > 0 && <SessionDriftChip drift={row.drift} look="filled" />}
        {session.unread_total > 0 && (
          <Chip icon={icons.damaged} tone="danger" look="filled">
            {session.lines === 0 ? t`corrupt` : t`corrupt at line ${count(session.unread[0]?.line ?? 0)}`}
          </Chip>
        )}
        {session.unread_total > 0 && (
          <Chip look="filled">
            {t`${count(session.lines - session.unread_total)} of ${plural(session.lines, { one: "# line", other: "# lines" })} read`}
          </Chip>
        )}
        {pixir !== null && !pixir.accepts && session.unread_total === 0 && (
          <Chip icon={icons.invalid} tone="danger" look="filled">
            {pixir.line === null ? t`rejected by Pixir` : t`rejected by Pixir at line ${count(pixir.line)}`}
          </Chip>
        )}
        {session.seq_gaps > 0 && (
          <Chip look="filled">{t`${plural(session.seq_gaps, { one: "# event number", other: "# event numbers" })} missing`}</Chip>
        )}
        {session.seq_duplicates > 0 && (
          <Chip look="filled">{t`${plural(session.seq_duplicates, { one: "# duplicate event number", other: "# duplicate event numbers" })}`}</Chip>
        )}
      </div>
      <Button icon={icons.verified} onPress={onIntegrity}>
        {t`Integrity`}
      </Button>
      <Button icon={icons.export} onPress={onExport}>
        {t`Export…`}
      </Button>
      {tree.length > 1 && (
        <Button icon={icons.fork} onPress={onTree}>
          {t`Tree (${plural(sessions, { one: "# session", other: "# sessions" })})`}
        </Button>
      )}
    </header>
  );
}

function HashChip({ integrity: { verified, activations, verdict } }: { integrity: IntegrityFact }) {
  if (activations === 0) return null;
  if (verdict === "computed") {
    return (
      <Chip icon={icons.noHash} look="filled">
        {t`no recorded hashes`}
      </Chip>
    );
  }
  const all = verified === activations;
  const broken = verdict === "mismatch" || (verdict === "damaged" && !all);
  return (
    <Chip
      icon={all ? icons.verified : broken ? icons.mismatch : icons.noHash}
      tone={all ? "ok" : broken ? "danger" : "unknown"}
      look="filled"
    >
      {t`${count(verified)} of ${plural(activations, { one: "# hash", other: "# hashes" })} verified`}
    </Chip>
  );
}
