//! The catalog: exactly what the model is shown of all skills.

use std::ops::Range;

use ::skills::{Over, instruction};
use ::workspace::{Drawn, Listing, Seen, Workspace};

use super::{CatalogPiece, CatalogView, ListingShare};
use ::skills::Convention;

use crate::Failure;
use crate::convention::{named, reconstructed};
use crate::wire::{CatalogAsk, ListingBudget, ListingFact, Millis};

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
        listing: fact(convention, catalog),
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

/// The size of a catalog and who is left out of it.
pub(crate) fn fact(convention: Convention, catalog: &Drawn) -> ListingFact {
    let (budget, left_out) = (convention.rules().budget, catalog.left_out());
    ListingFact {
        size: catalog.uncut as u64,
        brought: catalog.brought as u64,
        budget: budget.limit.map(|limit| ListingBudget {
            amount: u32::try_from(limit.amount).unwrap_or(u32::MAX),
            unit: limit.unit.name().to_owned(),
            over: limit.over.words().to_owned(),
        }),
        source: budget.source.to_owned(),
        shown: catalog.text.len() as u64,
        listed: (catalog.entries.len() - left_out.len()) as u32,
        left_out,
    }
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
