import { Fragment, type ReactNode } from "react";
import { count, counted } from "../../facts/Count.tsx";
import { Evidence } from "../../facts/Evidence.tsx";
import { icons } from "../../facts/icons.ts";
import type { Banner, ListingFact, SkillFilter } from "../../host/wire.gen.ts";
import type { Tone } from "../../kit/Chip.tsx";
import { type Glyph, Icon } from "../../kit/Icon.tsx";
import { Tooltip } from "../../kit/Tooltip.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";
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
  return (
    <div className="banner">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a line */}
      <div className="banner-parts" role="group" aria-label="Skill states">
        {partsOf(banner, agent).map((part, at) => (
          <Fragment key={part.state}>
            {at > 0 && <span aria-hidden="true">·</span>}
            <button
              type="button"
              className={`banner-part tone-${part.tone}`}
              aria-pressed={part.state === state}
              onClick={() => onState(part.state === state ? "any" : part.state)}
            >
              <Icon of={part.icon} />
              <span>
                <b>{count(part.n)}</b> {part.words}
              </span>
            </button>
          </Fragment>
        ))}
      </div>
      <Listing listing={listing} />
      {acts}
    </div>
  );
}

function partsOf(banner: Banner, agent: string): Part[] {
  const parts: Part[] = [
    { state: "visible", icon: icons.opened, tone: "ok", n: banner.visible, words: `visible to ${agent}` },
    { state: "shadowed", icon: icons.shadows, tone: "neutral", n: banner.shadowed, words: "shadowed" },
    { state: "invalid", icon: icons.invalid, tone: "danger", n: banner.invalid, words: "invalid" },
    {
      state: "hidden",
      icon: icons.hidden,
      tone: "neutral",
      n: banner.hidden,
      words: "hidden from the model",
    },
    { state: "drifted", icon: icons.bodyChanged, tone: "warn", n: banner.drifted, words: "drifted" },
  ];
  // These two are nothing unusual when there are none.
  const { held_back, barred } = banner;
  if (held_back > 0) {
    parts.push({ state: "held_back", icon: icons.waiting, tone: "warn", n: held_back, words: "held back" });
  }
  if (barred > 0) {
    parts.push({ state: "barred", icon: icons.deny, tone: "neutral", n: barred, words: "kept from agents" });
  }
  return parts;
}

function Listing({ listing }: { listing: ListingFact }) {
  const left = listing.left_out.length;
  const cut = left > 0 || listing.bytes > listing.budget;
  const words = `Listing ${count(listing.bytes)} of ${count(listing.budget)} bytes`;
  return (
    <span className="banner-listing">
      {!cut ? (
        words
      ) : (
        <Tooltip text={<Verbatim text={`Left out, or cut: ${listing.left_out.join(", ")}`} />}>
          <span className="banner-cut">
            <Icon of={icons.cut} />
            {words}, {counted(left, "skill is", "skills are")} cut
          </span>
        </Tooltip>
      )}
      <Evidence of="reconstructed" />
    </span>
  );
}
