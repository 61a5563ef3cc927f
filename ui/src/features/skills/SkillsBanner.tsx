import { t } from "@lingui/core/macro";
import { type ReactNode, useRef } from "react";
import { Evidence } from "../../facts/Evidence.tsx";
import { icons } from "../../facts/icons.ts";
import type { Banner, ListingFact, SkillFilter } from "../../host/wire.gen.ts";
import type { Tone } from "../../kit/Chip.tsx";
import { type Glyph, Icon } from "../../kit/Icon.tsx";
import { OverflowMenu } from "../../kit/OverflowMenu.tsx";
import { Tooltip } from "../../kit/Tooltip.tsx";
import { useOverflow } from "../../kit/useOverflow.ts";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { count } from "../../language/numbers.ts";
import { budgetWords, listingWords } from "./listing.ts";
import "./skills.css";

interface Part {
  state: SkillFilter;
  icon: Glyph;
  tone: Tone;
  n: number;
  words: string;
}

/** How all skills stand; each part narrows the list to its skills, and pressed again lets all back in. */
export function SkillsBanner({
  banner,
  agent,
  listing,
  state,
  onState,
  acts,
}: {
  banner: Banner;
  /** By whose rules. */
  agent: string;
  listing: ListingFact;
  state: SkillFilter;
  onState: (state: SkillFilter) => void;
  acts?: ReactNode;
}) {
  const row = useRef<HTMLDivElement>(null);
  const parts = partsOf(banner, agent, state);
  const out = useOverflow(row);
  const pick = (part: Part) => onState(part.state === state ? "any" : part.state);
  return (
    <div className="banner row fixed spread gap-16 type-small line-below on-app">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a line */}
      <div ref={row} className="row grow gap-4 text-2 clips" role="group" aria-label={t`Skill states`}>
        {parts.map((part, at) => (
          <button
            key={part.state}
            type="button"
            data-out={out.includes(at)}
            className={`banner-part inline-row fixed one-line gap-6 hovers ring-inside tone-${part.tone} inset-8 round toned`}
            aria-pressed={part.state === state}
            onClick={() => pick(part)}
          >
            <Icon of={part.icon} />
            <span>
              <b>{count(part.n)}</b> {part.words}
            </span>
          </button>
        ))}
      </div>
      <OverflowMenu
        label={t`Skill states`}
        items={out
          .flatMap((at) => parts[at] ?? [])
          .map((part) => ({
            id: part.state,
            label: `${count(part.n)} ${part.words}`,
            icon: part.icon,
            checked: part.state === state,
            onPick: () => pick(part),
          }))}
      />
      <Listing listing={listing} agent={agent} />
      {acts}
    </div>
  );
}

function partsOf(banner: Banner, agent: string, state: SkillFilter): Part[] {
  const { held_back, barred } = banner;
  const parts: Part[] = [
    { state: "listed", icon: icons.opened, tone: "ok", n: banner.listed, words: t`listed in ${agent}` },
    { state: "shadowed", icon: icons.shadows, tone: "neutral", n: banner.shadowed, words: t`shadowed` },
    {
      state: "drifted",
      icon: icons.bodyChanged,
      tone: "warn",
      n: banner.drifted,
      words: t`changed since last used`,
    },
    { state: "held_back", icon: icons.waiting, tone: "warn", n: held_back, words: t`needs trust` },
    { state: "invalid", icon: icons.invalid, tone: "danger", n: banner.invalid, words: t`invalid` },
    { state: "cut", icon: icons.cut, tone: "warn", n: banner.cut, words: t`not in catalog` },
    { state: "shortened", icon: icons.cut, tone: "neutral", n: banner.shortened, words: t`shortened` },
    {
      state: "if_trusted",
      icon: icons.unknown,
      tone: "neutral",
      n: banner.if_trusted,
      words: t`pending trust`,
    },
    {
      state: "hidden",
      icon: icons.hidden,
      tone: "neutral",
      n: banner.hidden,
      words: t`hidden from the model`,
    },
    { state: "barred", icon: icons.deny, tone: "neutral", n: barred, words: t`blocked` },
  ];
  // What is not there takes no room, unless it is what the list is narrowed to.
  return parts.filter((part) => part.n > 0 || part.state === "listed" || part.state === state);
}

function Listing({ listing, agent }: { listing: ListingFact; agent: string }) {
  return (
    <span className="banner-listing inline-row fixed one-line gap-12 text-3 type-micro">
      <Tooltip text={<Verbatim text={budgetWords(listing, agent)} />}>
        <span className={listing.left_out.length > 0 ? "banner-cut inline-row gap-4 text-danger" : undefined}>
          {listing.left_out.length > 0 && <Icon of={icons.cut} />}
          {t`Catalog ${listingWords(listing)}`}
        </span>
      </Tooltip>
      <Evidence of="reconstructed" />
    </span>
  );
}
