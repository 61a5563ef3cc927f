//! A catalog, drawn once: the text, and what it has of each skill.

use std::collections::HashMap;
use std::ops::Range;
use std::path::Path;

use skills::{Convention, Costs, Ruling, Shown, listed, render};

/// How much of a skill a catalog has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Listing {
    /// All that is meant to be there.
    Whole,
    /// A part of it.
    Part,
    /// Nothing: it did not fit.
    Cut,
    /// It is not meant to be listed.
    #[default]
    Unlisted,
}

/// The catalog of a ruling, within what the agent gives it.
#[derive(Debug, Clone)]
pub struct Drawn {
    /// The whole text.
    pub text: String,
    /// The skills that are meant to be in it, in its order.
    pub entries: Vec<Entry>,
    /// How large it would be uncut, as the agent's limit counts it.
    pub uncut: usize,
    /// What is taken of the agent's limit before any entry, as the limit counts.
    pub own: usize,
    /// Of that, what the skills take that come with the agent.
    pub brought: usize,
    /// What Pixir records of it; other agents record nothing.
    pub index_hash: Option<String>,
}

/// A skill that is meant to be in a catalog.
#[derive(Debug, Clone)]
pub struct Entry {
    /// Its place among the ruling's claims.
    pub claim: usize,
    /// What it is called by there.
    pub key: String,
    /// The bytes of the text that show it.
    pub range: Option<Range<usize>>,
    /// What it takes of the agent's limit uncut, as the limit counts.
    pub cost: usize,
    /// How much of it that is.
    pub listing: Listing,
    /// What is left of the description, where the agent shortens it.
    pub shortened: Option<String>,
}

impl Drawn {
    /// Draws it as the agent of the ruling does, within the limit that is known for it.
    pub fn of(ruling: &Ruling) -> Self {
        Self::within(ruling, ruling.convention.rules().room())
    }

    /// Draws it with another room, in the unit of the agent's limit; Pixir's room never changes.
    pub fn within(ruling: &Ruling, room: usize) -> Self {
        match ruling.convention {
            Convention::Pixir => Self::of_managed(ruling),
            _ => Self::rendered(ruling, room),
        }
    }

    fn of_managed(ruling: &Ruling) -> Self {
        let catalog = skills::catalog(ruling);
        let places = (0..ruling.claims.len()).filter(|at| ruling.claims[*at].is_listed());
        let entries = catalog.entries.into_iter().zip(places).map(|(entry, claim)| Entry {
            claim,
            key: entry.name,
            listing: match (&entry.range, entry.is_whole) {
                (_, true) => Listing::Whole,
                (Some(_), false) => Listing::Part,
                (None, false) => Listing::Cut,
            },
            range: entry.range,
            cost: entry.cost,
            shortened: None,
        });
        let entries: Vec<Entry> = entries.collect();
        Self {
            brought: 0,
            own: catalog.body_bytes - entries.iter().map(|entry| entry.cost).sum::<usize>(),
            entries,
            text: catalog.text,
            uncut: catalog.body_bytes,
            index_hash: Some(catalog.index_hash),
        }
    }

    fn rendered(ruling: &Ruling, room: usize) -> Self {
        let (rules, named) = (ruling.convention.rules(), listed(ruling));
        let rendered = render(rules.renderer, &named, room);
        let costs = Costs::of(rules.renderer, &named);
        let places: HashMap<&Path, usize> = ruling
            .claims
            .iter()
            .zip(0..)
            .filter(|(claim, _)| claim.is_listed())
            .map(|(claim, at)| (claim.skill.path.as_path(), at))
            .collect();
        let ranges = rendered.ranges.iter().cloned().map(Some).chain(std::iter::repeat(None));
        let entries = named.iter().zip(ranges).zip(rendered.shown.iter().zip(&costs.entries));
        let entries = entries.filter_map(|((entry, range), (shown, cost))| {
            Some(Entry {
                claim: *places.get(Path::new(&entry.location))?,
                key: entry.key.to_owned(),
                range,
                cost: *cost,
                listing: match shown {
                    Shown::Whole => Listing::Whole,
                    Shown::Beginning(_) | Shown::Nothing => Listing::Part,
                    Shown::LeftOut => Listing::Cut,
                },
                shortened: match shown {
                    Shown::Whole => None,
                    Shown::Beginning(beginning) => Some(beginning.clone()),
                    Shown::Nothing | Shown::LeftOut => Some(String::new()),
                },
            })
        });
        let entries = entries.collect();
        Self {
            entries,
            own: costs.own,
            brought: costs.brought(rules.renderer),
            uncut: costs.entries.iter().sum(),
            index_hash: None,
            text: rendered.text,
        }
    }

    /// Exactly what the text says of an entry.
    pub fn text_of(&self, entry: &Entry) -> Option<&str> {
        self.text.get(entry.range.clone()?)
    }

    /// The names of the skills of which it has so much.
    pub fn named(&self, listing: Listing) -> Vec<String> {
        let of = self.entries.iter().filter(|entry| entry.listing == listing);
        of.map(|entry| entry.key.clone()).collect()
    }
}
