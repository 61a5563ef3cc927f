import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { FileDiff, PanelRight } from "lucide-react";
import { type ReactNode, useContext } from "react";
import { AgentContext } from "../../facts/agent.ts";
import { diffOf, useGoing } from "../../facts/going.ts";
import { HashStrip } from "../../facts/HashStrip.tsx";
import { icons } from "../../facts/icons.ts";
import { ScopeBadge } from "../../facts/ScopeBadge.tsx";
import { SignatureChip, SignatureNote } from "../../facts/Signature.tsx";
import { SkillChips } from "../../facts/SkillChips.tsx";
import { switchWords } from "../../facts/switchWords.ts";
import { Words } from "../../facts/Words.tsx";
import { precedenceWords, whyUnusedWords } from "../../facts/whyUnused.ts";
import type { DriftBasis, DriftState, SkillView } from "../../host/wire.gen.ts";
import { Button, IconButton } from "../../kit/Button.tsx";
import { Chip } from "../../kit/Chip.tsx";
import { Note } from "../../kit/Note.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { rawText } from "../../language/foreign.ts";
import { linesOf } from "./lines.ts";
import "./skills.css";
import { messageWords } from "../../language/messages.ts";

/** States in which there is something to compare. */
const textDiffers: readonly DriftState[] = ["whitespace_only", "frontmatter_only", "body_changed"];

/** Which skill this is, and what one must know before reading it. */
export function SkillHead({
  skill,
  gone,
  inspector,
  onInspector,
  acts,
}: {
  skill: SkillView;
  /** It is not there any more: nothing is claimed of how it stands now. */
  gone: boolean;
  /** The inspector is in sight. */
  inspector: boolean;
  onInspector: () => void;
  /** What else can be done to it. */
  acts?: ReactNode;
}) {
  const { go } = useGoing();
  const { row } = skill;
  const differing = skill.usage.snapshots.find(({ drift }) => textDiffers.includes(drift.state));
  return (
    <div className="skill-head fixed" data-gone={gone}>
      <div className="skill-title row wraps gap-6-8">
        <h2 className="cut-end narrows within">
          <Verbatim text={row.name} />
        </h2>
        <ScopeBadge scope={row.scope} />
        {skill.hash !== null && <HashStrip hash={skill.hash} of={t`SKILL.md, ${linesOf(skill)}`} />}
        <span className="gap" />
        <div className="row wraps gap-6-8">
          {differing !== undefined && !gone && (
            <Button icon={FileDiff} onPress={() => go(diffOf(differing.latest))}>
              {t`Compare with snapshot`}
            </Button>
          )}
          {acts}
          <IconButton
            icon={PanelRight}
            label={inspector ? t`Hide inspector` : t`Show inspector`}
            action="inspector"
            pressed={inspector}
            onPress={onInspector}
          />
        </div>
      </div>
      {rawText(row.description) !== "" && (
        <p className="skill-description text-2 clips">
          <Verbatim text={row.description} />
        </p>
      )}
      {gone ? null : <Standing skill={skill} />}
    </div>
  );
}

/** What is equal; of the whole file only where all of it was recorded. */
function identical(basis: DriftBasis): string {
  switch (basis) {
    case "body":
    case "trimmed_body":
      return t`same body as latest snapshot`;
    case "part":
      return t`same lines as latest snapshot`;
    default:
      return t`same as latest snapshot`;
  }
}

/** How the skill stands now. */
function Standing({ skill }: { skill: SkillView }) {
  const { row } = skill;
  const agent = useContext(AgentContext);
  return (
    <>
      <div className="wraps gap-6 flex">
        <SkillChips states={row.states} look="filled" agent={agent.label} />
        {skill.usage.snapshots[0]?.drift.state === "identical" && (
          <Chip icon={icons.identical} tone="ok" look="filled">
            {identical(skill.usage.snapshots[0].drift.basis)}
          </Chip>
        )}
        {skill.signature !== null && <SignatureChip fact={skill.signature} />}
      </div>
      {skill.signature !== null && <SignatureNote fact={skill.signature} />}
      {row.states.invalid !== null && (
        <Note tone="danger">
          <Words text={messageWords(row.states.invalid)} />
        </Note>
      )}
      {row.states.invalid === null && row.states.shadowed_by === null && row.states.why !== null && (
        <Note tone="info">
          <Trans>
            {agent.label} doesn’t use it: <Verbatim text={whyUnusedWords(row.states.why)} />.
          </Trans>
        </Note>
      )}
      {row.states.why === null && row.states.switched !== null && (
        <Note tone="info">
          <Trans>
            {agent.label} settings: <Verbatim text={switchWords(row.states.switched)} />.
          </Trans>
        </Note>
      )}
      {row.states.if_trusted && (
        <Note tone="info">
          {t`Applies if ${agent.label} trusts the project. Assay can’t tell whether it does.`}
        </Note>
      )}
      <Shadowing skill={skill} />
    </>
  );
}

/** Who wins a contested name, by which rule, and who loses. */
function Shadowing({ skill: { shadowing, rule } }: { skill: SkillView }) {
  if (shadowing === null) return null;
  const losers = shadowing.shadowed;
  const total = losers.length + 1;
  return (
    <Note tone="warn">
      <Trans>
        {total} skills are named <Verbatim text={shadowing.name} />.
      </Trans>{" "}
      <Verbatim
        text={
          rule === null
            ? t`${rawText(shadowing.selected)} takes precedence.`
            : t`${rawText(shadowing.selected)} is used: ${precedenceWords(rule)}.`
        }
      />{" "}
      {losers.length === 1 ? (
        <Trans>
          <Verbatim text={losers[0] ?? ""} /> is shadowed.
        </Trans>
      ) : (
        <Trans>
          <Verbatim text={losers.join(", ")} /> are shadowed.
        </Trans>
      )}
    </Note>
  );
}
