import { t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { useContext } from "react";
import { AgentContext } from "../../facts/agent.ts";
import { Evidence } from "../../facts/Evidence.tsx";
import { Answer } from "../../facts/FailureNote.tsx";
import { sessionOf, useGoing } from "../../facts/going.ts";
import { HashStrip } from "../../facts/HashStrip.tsx";
import { icons } from "../../facts/icons.ts";
import { Time } from "../../facts/Time.tsx";
import { useAsk } from "../../host/useAsk.ts";
import type {
  CatalogPiece,
  CatalogView,
  Reconstructed,
  RecordedListing,
  SkillView,
} from "../../host/wire.gen.ts";
import { Button } from "../../kit/Button.tsx";
import { Chip } from "../../kit/Chip.tsx";
import { CopyButton } from "../../kit/CopyButton.tsx";
import { Icon } from "../../kit/Icon.tsx";
import { Note } from "../../kit/Note.tsx";
import { Skeleton } from "../../kit/Skeleton.tsx";
import { Gap, Toolbar } from "../../kit/Toolbar.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { CatalogBudget } from "./CatalogBudget.tsx";
import { budgetWords, listingWords, recordedWords } from "./listing.ts";
import "./skills.css";
import { Words } from "../../facts/Words.tsx";
import { spelled } from "../../kit/seen.ts";
import { messageWords } from "../../language/messages.ts";

/** The text the model is shown of all skills, with this skill's part in it; where it was reconstructed, in what it
 * differs. */
export function Catalog({ skill, onSkill }: { skill: SkillView; onSkill: (id: string) => void }) {
  const agent = useContext(AgentContext);
  const catalog = useAsk("catalog", { convention: agent.name });
  return (
    <Answer asked={catalog} waiting={<Skeleton label={t`Loading catalog…`} />}>
      {(answer) => <Drawn catalog={answer} skill={skill} agent={agent.label} onSkill={onSkill} />}
    </Answer>
  );
}

function Drawn({
  catalog,
  skill,
  agent,
  onSkill,
}: {
  catalog: CatalogView;
  skill: SkillView;
  agent: string;
  onSkill: (id: string) => void;
}) {
  const listed = catalog.pieces.some((piece) => piece.skill === skill.row.id);
  const text = catalog.pieces.map((piece) => piece.text).join("");
  const label = catalog.reconstructed === null ? t`Catalog, exact text` : t`Catalog, reconstructed text`;
  return (
    <>
      <Toolbar label={t`Catalog`}>
        <span className="costs inline-row narrows gap-8 text-2 type-small tabular">
          <span className="cut-end">
            {catalog.reconstructed === null ? (
              <Trans>
                <b>Catalog {listingWords(catalog.listing)}</b>,{" "}
                <Plural value={catalog.bytes} one="# byte" other="# bytes" /> in every turn
              </Trans>
            ) : (
              <Trans>
                <b>Catalog {listingWords(catalog.listing)}</b>,{" "}
                <Plural value={catalog.bytes} one="# byte" other="# bytes" /> in every turn, without
                surrounding text
              </Trans>
            )}
          </span>
          {catalog.index_hash !== null && <HashStrip hash={catalog.index_hash} of={t`the catalog`} />}
          <Evidence of="reconstructed" />
        </span>
        <Gap />
        <CopyButton label={t`Copy catalog`} text={text} look="words" />
      </Toolbar>
      <CatalogBudget catalog={catalog} agent={agent} own={skill.row.id} onSkill={onSkill} />
      {/* biome-ignore lint/a11y/useSemanticElements: a section would be one landmark more */}
      <div
        className="catalog ring-inside fill anchors scrolls"
        role="group"
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: text is scrolled by keys
        tabIndex={0}
      >
        {!listed && (
          <Note tone="info">
            <Trans>
              <Verbatim text={skill.row.name} /> in {skill.row.scope} is not in this text
            </Trans>
            {skill.row.states.listing === "cut" && `: ${t`the catalog budget is used up`}`}.
          </Note>
        )}
        {catalog.listing.recorded !== null && <Recorded of={catalog.listing.recorded} />}
        {catalog.reconstructed !== null && <Differs from={catalog.reconstructed} />}
        {catalog.pieces.length === 0 && <p className="quiet">{t`${agent} lists no skills.`}</p>}
        <pre className="catalog-text type-code">
          {catalog.pieces.map((piece, at) => (
            <Piece key={at} piece={piece} own={piece.skill === skill.row.id} />
          ))}
        </pre>
        <Cut catalog={catalog} agent={agent} />
        {catalog.instruction !== null && (
          <p className="quiet">
            <Trans>
              Sent together with: <Verbatim text={catalog.instruction} mono />
            </Trans>
          </p>
        )}
      </div>
    </>
  );
}

/** The last catalog that a session recorded, which goes before the reconstruction below it. */
function Recorded({ of }: { of: RecordedListing }) {
  const { go } = useGoing();
  return (
    <Note tone="info">
      <Trans>
        Last recorded catalog: {recordedWords(of)}, <Time at={of.at} />.{" "}
        <Button look="link" onPress={() => go(sessionOf(of))}>
          Open in session
        </Button>
      </Trans>
    </Note>
  );
}

/** Where the rules are known from, and what they are known to miss. */
function Differs({ from }: { from: Reconstructed }) {
  return (
    <Note tone="info">
      {t`Reconstructed: ${spelled(messageWords(from.source))}. Known differences:`}
      <ul>
        {from.differs.map((words) => (
          <li key={words.text}>
            <Words text={messageWords(words)} />
          </li>
        ))}
      </ul>
    </Note>
  );
}

function Piece({ piece, own }: { piece: CatalogPiece; own: boolean }) {
  const text = <Verbatim text={piece.text} look="text" mono />;
  return own ? <mark className="catalog-own">{text}</mark> : <span>{text}</span>;
}

/** Where the listing is cut: how much is kept, and who is left out. */
function Cut({ catalog, agent }: { catalog: CatalogView; agent: string }) {
  const { listing } = catalog;
  const missing = [...listing.left_out, ...listing.shortened];
  if (missing.length === 0) {
    return (
      <p className="catalog-fits">
        <Chip icon={icons.winning} tone="ok">
          {t`Catalog ${listingWords(listing)}. Nothing left out.`}
        </Chip>
      </p>
    );
  }
  return (
    <div className="catalog-cut type-small above-8">
      <p className="row gap-6 text-danger">
        <Icon of={icons.cut} />
        {t`Limit reached. ${budgetWords(listing, agent)}`}
      </p>
      <p className="quiet">
        <Trans>
          <Plural value={missing.length} one="# skill" other="# skills" /> left out or shortened:{" "}
          <Verbatim text={missing.join(", ")} />
        </Trans>
      </p>
    </div>
  );
}
