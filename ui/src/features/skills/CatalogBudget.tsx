import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import type { CatalogView, ListingShare } from "../../host/wire.gen.ts";
import { Picture } from "../../kit/Picture.tsx";
import { lastFrom } from "../../kit/scale.ts";
import { spelled } from "../../kit/seen.ts";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { count, decimal } from "../../language/numbers.ts";
import { budgetLayout } from "./budget.ts";
import { unitWords } from "./listing.ts";
import "./CatalogBudget.css";

/** What each skill takes of what the agent gives its list, one behind the other, and where the limit is. */
export function CatalogBudget({
  catalog,
  agent,
  own,
  onSkill,
}: {
  catalog: CatalogView;
  agent: string;
  /** The skill that is shown. */
  own: string;
  onSkill: (id: string) => void;
}) {
  const { shares } = catalog;
  const start = shares.findIndex(({ skill }) => skill === own);
  const [current, setCurrent] = useState<number | null>(null);
  if (shares.length === 0) return null;
  const layout = budgetLayout(catalog);
  const starts = layout.segments.map(({ from }) => from);
  return (
    <div className="budget line-below">
      <Picture
        label={t`Catalog size per skill, in ${unitWords(layout.unit)}`}
        total={layout.segments.length}
        nameOf={(index) => nameOf(shares[index], catalog)}
        current={current ?? (start < 0 ? null : start)}
        onCurrent={setCurrent}
        onOpen={(index) => onSkill(shares[index]?.skill ?? own)}
        hit={(x) => lastFrom(starts, x)}
        resting={<Resting catalog={catalog} agent={agent} />}
      >
        {(shown) => (
          <>
            <div className="budget-bar anchors on-sunken">
              {layout.own > 0 && <i className="budget-own clips" style={{ width: `${layout.own}%` }} />}
              {layout.segments.map(({ from, wide, named }, index) => {
                const share = shares[index];
                if (share === undefined) return null;
                return (
                  <span
                    key={share.skill}
                    className={`budget-share cut-end text type-micro budget-${share.listing}`}
                    data-own={share.skill === own}
                    data-shown={index === shown}
                    style={{ left: `${from}%`, width: `${wide}%` }}
                  >
                    {named && <Verbatim text={share.name} />}
                  </span>
                );
              })}
              {layout.limit !== null && <i className="budget-limit" style={{ left: `${layout.limit}%` }} />}
            </div>
            <Axis catalog={catalog} layout={layout} agent={agent} />
          </>
        )}
      </Picture>
    </div>
  );
}

/** The limit at its place, or how much there is; and what the bar has no room for. */
function Axis({
  catalog,
  layout,
  agent,
}: {
  catalog: CatalogView;
  layout: ReturnType<typeof budgetLayout>;
  agent: string;
}) {
  const limit = catalog.listing.budget;
  return (
    <div className="budget-axis anchors above-4 one-line text-3 type-micro tabular">
      {layout.own >= labelFrom && <span>{t`${agent}’s own skills`}</span>}
      {limit !== null && layout.limit !== null && (
        <span style={sideOf(layout.limit)}>
          {count(limit.amount)} {unitWords(limit.unit)}
        </span>
      )}
      {layout.beyond > 0 && (
        <span className="budget-axis-beyond">{t`and ${count(layout.beyond)} more →`}</span>
      )}
    </div>
  );
}

/** From this width on what the agent puts there itself is named. */
const labelFrom = 5;

/** Words at a place, on the side of it that has room. */
function sideOf(place: number) {
  return place > 60 ? { right: `${100 - place}%` } : { left: `${place}%` };
}

function Resting({ catalog, agent }: { catalog: CatalogView; agent: string }) {
  const { shares, shares_total, own, listing } = catalog;
  const unit = unitWords(listing.budget?.unit ?? "bytes");
  const largest = shares.reduce<ListingShare | undefined>(
    (most, share) => (most === undefined || share.cost > most.cost ? share : most),
    undefined,
  );
  if (largest === undefined) return null;
  const total = own + shares_total;
  const left = listing.budget === null ? null : listing.budget.amount - total;
  const isUnknown = listing.recorded?.over_known_limit === true;
  const room =
    left === null
      ? isUnknown
        ? t`${count(total)} ${unit}; the limit of ${agent} is unknown`
        : t`${count(total)} ${unit}; ${agent} has no limit`
      : left >= 0
        ? t`${count(left)} ${unit} free`
        : t`${count(-left)} ${unit} over the limit`;
  return (
    <>
      {room}
      {"; "}
      <Trans>
        largest: <Verbatim text={largest.name} /> with {count(largest.cost)}.
      </Trans>
    </>
  );
}

const listed = {
  whole: t`listed`,
  part: t`listed in part`,
  cut: t`left out`,
  not: t`not listed`,
} as const;

function nameOf(share: ListingShare | undefined, { listing }: CatalogView): string {
  if (share === undefined) return "";
  const of = listing.budget;
  const part = of === null ? "" : `, ${t`${decimal((share.cost / of.amount) * 100)} % of the budget`}`;
  return `${spelled(share.name)}, ${count(share.cost)} ${unitWords(of?.unit ?? "bytes")}${part}, ${listed[share.listing]}`;
}
