//! The catalog: exactly what the model is shown of all skills.

use ::skills::{Catalog, Discovery};

use super::{CatalogAsk, CatalogPiece, CatalogView, ListingBudget, ListingFact, Seen, claims};
use crate::report::named;
use crate::{App, Convention, Failure};

/// The catalog in pieces that name their skill.
pub(crate) fn catalog(app: &App, ask: &CatalogAsk) -> Result<CatalogView, Failure> {
    let convention = named(ask.convention.as_deref())?;
    if convention != Convention::Pixir {
        return claims::catalog(app, convention);
    }
    let discovery = app.discovery();
    let catalog = &discovery.catalog;
    Ok(CatalogView {
        pieces: pieces(&discovery, catalog),
        bytes: catalog.text.len() as u64,
        listing: listing(&discovery),
        instruction: None,
        reconstructed: None,
        index_hash: Some(catalog.index_hash.clone()),
        read_at: app.read_at(),
    })
}

/// The size of the catalog and who is left out of it.
pub(crate) fn listing(discovery: &Seen) -> ListingFact {
    let catalog = &discovery.catalog;
    let left_out: Vec<_> =
        catalog.entries.iter().filter(|entry| !entry.is_whole).map(|entry| entry.name.clone()).collect();
    ListingFact {
        shown: catalog.text.len() as u64,
        listed: (catalog.entries.len() - left_out.len()) as u32,
        left_out,
        ..sized(Convention::Pixir, catalog.body_bytes)
    }
}

/// A list of so many bytes beside what its agent gives it; nothing is said of what is in it.
pub(super) fn sized(convention: Convention, bytes: usize) -> ListingFact {
    let budget = convention.rules().budget;
    ListingFact {
        bytes: bytes as u64,
        budget: budget.limit.map(|limit| ListingBudget {
            amount: u32::try_from(limit.amount).unwrap_or(u32::MAX),
            unit: limit.unit.name().to_owned(),
            over: limit.over.words().to_owned(),
        }),
        source: budget.source.to_owned(),
        shown: 0,
        listed: 0,
        left_out: Vec::new(),
    }
}

fn pieces(discovery: &Discovery, catalog: &Catalog) -> Vec<CatalogPiece> {
    let mut pieces = Vec::new();
    let mut at = 0;
    let mut push = |from: usize, to: usize, skill: Option<String>, cut: bool| {
        // Entries lie between characters; should one ever not, the text still comes whole.
        if let Some(text) = catalog.text.get(from..to).filter(|text| !text.is_empty()) {
            pieces.push(CatalogPiece { text: text.to_owned(), skill, cut });
        }
    };
    for entry in &catalog.entries {
        let Some(range) = &entry.range else { continue };
        let skill = discovery.skills.iter().find(|skill| skill.short_path == entry.short_path);
        push(at, range.start, None, false);
        push(range.start, range.end, skill.map(super::skill_id), !entry.is_whole);
        at = range.end;
    }
    push(at, catalog.text.len(), None, false);
    pieces
}
