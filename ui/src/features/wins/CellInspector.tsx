import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { conventionTexts } from "../../facts/conventionWords.ts";
import { useGoing } from "../../facts/going.ts";
import { HashStrip } from "../../facts/HashStrip.tsx";
import { icons } from "../../facts/icons.ts";
import { placeFoundWords } from "../../facts/placeWords.ts";
import { ScopeBadge } from "../../facts/ScopeBadge.tsx";
import { Section, Sections } from "../../facts/Section.tsx";
import { switchWords } from "../../facts/switchWords.ts";
import { whyUnusedWords } from "../../facts/whyUnused.ts";
import type { ConventionView, WinsCell, WinsFile, WinsRow, WinsState } from "../../host/wire.gen.ts";
import { Button } from "../../kit/Button.tsx";
import { Icon } from "../../kit/Icon.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { rawText } from "../../language/foreign.ts";
import "./wins.css";
import { messageWords } from "../../language/messages.ts";

/** One cell: the rule in words, every file with why it does not win, and where the rule is known from. */
export function CellInspector({
  row,
  cell,
  convention,
}: {
  row: WinsRow;
  cell: WinsCell;
  convention: ConventionView;
}) {
  return (
    <Sections label={t`Selected cell`}>
      <Section
        level={2}
        head={
          <>
            {convention.label}, <Verbatim text={row.name} />
          </>
        }
        of={cell.confidence}
      >
        <p>{conventionTexts[convention.name].words}</p>
        {cell.if_trusted && (
          <p>{t`Applies once ${convention.label} trusts the project. Assay can’t tell whether it does.`}</p>
        )}
        {cell.verdict === "not_looked" && (
          <p>{t`${convention.label} doesn’t search any folder with this name.`}</p>
        )}
        <ol className="wins-files stack gap-8">
          {cell.files.map((file) => (
            <li key={rawText(file.path)}>
              <File file={file} />
            </li>
          ))}
        </ol>
      </Section>
      <Section level={2} head={t`Searched folders`}>
        <ol className="wins-files stack gap-8">
          {convention.roots.map((root) => (
            <li key={`${root.scope} ${rawText(root.path)}`}>
              <Verbatim text={root.path} mono />
              <span className="wins-words cut-end text-3 type-micro">
                {root.scope}, {placeFoundWords(root.found)}
              </span>
            </li>
          ))}
        </ol>
      </Section>
      <Section level={2} head={t`How this was determined`} of={convention.confidence}>
        <p>
          <Verbatim text={messageWords(convention.source)} />
        </p>
      </Section>
    </Sections>
  );
}

function File({ file }: { file: WinsFile }) {
  const { go } = useGoing();
  const { skill } = file;
  return (
    <>
      <span className="row gap-8">
        <ScopeBadge scope={file.scope} />
        <HashStrip hash={file.hash} of="SKILL.md" />
      </span>
      <Verbatim text={file.path} mono />
      {file.real !== null && (
        <span className="wins-words cut-end text-3 type-micro">
          <Icon of={icons.door} size={12} />{" "}
          <Trans>
            links to <Verbatim text={file.real} mono />
          </Trans>
        </span>
      )}
      <span className="text-2">
        {stands[file.state]}
        {file.why !== null && (
          <>
            : <Verbatim text={whyUnusedWords(file.why)} />
          </>
        )}
        {file.why === null && file.switched !== null && (
          <>
            : <Verbatim text={switchWords(file.switched)} />
          </>
        )}
      </span>
      {skill !== null && (
        <Button look="link" onPress={() => go({ screen: "skills", id: skill })}>
          {t`Open skill`}
        </Button>
      )}
    </>
  );
}

const stands: Record<WinsState, string> = {
  wins: t`wins`,
  kept: t`stays listed`,
  unsettled: t`candidate`,
  shadowed: t`shadowed`,
  same_file: t`another path`,
  held_back: t`needs trust`,
  barred: t`not allowed`,
  off: t`disabled`,
  invalid: t`invalid`,
};
