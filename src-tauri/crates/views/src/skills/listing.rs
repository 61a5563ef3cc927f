//! The catalog: exactly what the model is shown of all skills.

use std::ops::Range;

use ::skills::{Limit, Over, Unit, instruction};
use ::workspace::{Drawn, Listing, Seen, Workspace};

use super::{CatalogPiece, CatalogView, ListingShare};
use ::skills::Convention;

use crate::Failure;
use crate::convention::{named, reconstructed};
use crate::wire::{CatalogAsk, ListingBudget, ListingFact, Millis, RecordedListing};

/// Skills whose share of the limit is told.
const SHARES: usize = 500;

/// The catalog in pieces that name their skill.
///
/// # Errors
///
/// [`Code::WrongUse`](crate::Code::WrongUse) when no convention has that name.
pub fn catalog(workspace: &Workspace, ask: &CatalogAsk) -> Result<CatalogView, Failure> {
    let convention = named(ask.convention.as_deref())?;
    let ruling = workspace.ruling(convention);
    let catalog = &ruling.catalog;
    Ok(CatalogView {
        pieces: pieces(&ruling),
        bytes: catalog.text.len() as u64,
        // Pixir's text says it itself.
        instruction: said_with(convention, &catalog.text).filter(|_| convention != Convention::Pixir),
        reconstructed: reconstructed(convention.rules()),
        listing: fact(workspace, convention, catalog),
        own: narrow(catalog.own),
        shares: shares(&ruling),
        shares_total: catalog.entries.iter().map(|entry| entry.cost as u64).sum(),
        index_hash: catalog.index_hash.clone(),
        read_at: Millis::at(workspace.now()),
    })
}

/// The sentence that goes with a catalog that Assay draws itself; the words of other programs are not told.
pub(crate) fn said_with(convention: Convention, text: &str) -> Option<String> {
    (convention.rules().differs.is_empty() && !text.is_empty()).then(|| instruction(convention))
}

/// The size of a catalog, who is left out of it, and the last one that a session recorded.
pub(crate) fn fact(workspace: &Workspace, convention: Convention, catalog: &Drawn) -> ListingFact {
    let (budget, left_out) = (convention.rules().budget, catalog.named(Listing::Cut));
    ListingFact {
        size: catalog.uncut as u64,
        brought: catalog.brought as u64,
        budget: limit(workspace, convention).map(|limit| ListingBudget {
            amount: u32::try_from(limit.amount).unwrap_or(u32::MAX),
            unit: limit.unit.name().to_owned(),
            over: limit.over,
        }),
        source: budget.source.message(),
        shown: catalog.text.len() as u64,
        listed: (catalog.entries.len() - left_out.len()) as u32,
        shortened: catalog.named(Listing::Part),
        left_out,
        recorded: recorded(workspace, convention),
    }
}

/// The limit of an agent's catalog; `None` where it has none, or a recorded list is larger than the known one.
pub(crate) fn limit(workspace: &Workspace, convention: Convention) -> Option<Limit> {
    convention.rules().budget.limit.filter(|_| !workspace.is_larger_than_known(convention))
}

/// The last skill list that a session of the agent recorded here.
pub(crate) fn recorded(workspace: &Workspace, convention: Convention) -> Option<RecordedListing> {
    let found = workspace.recorded_catalog(convention)?;
    let unit = convention.rules().budget.limit.map_or(Unit::Bytes, |limit| limit.unit);
    let size = found.size(unit);
    Some(RecordedListing {
        key: found.key.clone(),
        session: found.session.to_string(),
        at: found.at.map(Millis),
        line: found.line,
        total: found.names.len() as u32,
        names_only: size.map(|_| found.names_only.len() as u32),
        size: size.map(|size| size as u64),
        unit: unit.name().to_owned(),
        over_known_limit: workspace.is_larger_than_known(convention),
    })
}

/// What the first skills of a catalog take of the agent's limit.
fn shares(ruling: &Seen) -> Vec<ListingShare> {
    let share = |entry: &::workspace::Entry| {
        Some(ListingShare {
            skill: ruling.ids.get(entry.claim)?.clone(),
            name: entry.key.clone(),
            cost: narrow(entry.cost),
            listing: entry.listing.into(),
        })
    };
    ruling.catalog.entries.iter().take(SHARES).filter_map(share).collect()
}

fn narrow(amount: usize) -> u32 {
    u32::try_from(amount).unwrap_or(u32::MAX)
}

fn pieces(ruling: &Seen) -> Vec<CatalogPiece> {
    let limit = ruling.convention.rules().budget.limit;
    let (catalog, cuts) = (&ruling.catalog, limit.is_some_and(|limit| limit.over == Over::Cuts));
    let mut pieces = Vec::new();
    let mut push = |range: Range<usize>, skill: Option<String>, cut: bool| {
        // Entries lie between characters; should one ever not, the text still comes whole.
        if let Some(text) = catalog.text.get(range).filter(|text| !text.is_empty()) {
            pieces.push(CatalogPiece { text: text.to_owned(), skill, cut });
        }
    };
    let mut at = 0;
    for entry in &catalog.entries {
        let Some(range) = &entry.range else { continue };
        push(at..range.start, None, false);
        let is_cut = cuts && entry.listing != Listing::Whole;
        push(range.clone(), ruling.ids.get(entry.claim).cloned(), is_cut);
        at = range.end;
    }
    push(at..catalog.text.len(), None, false);
    pieces
}
