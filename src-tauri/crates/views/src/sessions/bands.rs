//! Bands that show how long each stays in context.

use std::collections::BTreeMap;

use ::sessions::Kind;
use ::workspace::{Letters, Read, Timeline};

use super::after::after;
use super::{AfterDrop, Band, Letter};

/// Lanes drawn beside a timeline.
const LANES: usize = 8;
/// Bands in one answer.
const BANDS: usize = 400;

/// The bands of at most eight snapshots, and how many more there are. Those still in context come first.
pub(crate) fn bands(
    read: &Read,
    timeline: &Timeline,
    letters: &Letters,
    in_context: &[::sessions::Band],
) -> (Vec<Band>, u32) {
    let last_row = timeline.rows.len().saturating_sub(1);
    let mut pieces: BTreeMap<usize, Vec<Piece>> = BTreeMap::new();
    for band in in_context {
        let Some(letter) = letters.index_at(band.position) else { continue };
        for (number, span) in band.spans.iter().enumerate() {
            let tile = (number == 0).then(|| timeline.row_of(band.position)).flatten();
            let ends = span.end < read.log.len();
            let is_again = number == 0 && read.activated_at(band.position).is_some_and(|one| one.given_again);
            // Given again stands behind the compaction, also inside a turn whose row begins before it.
            let compaction = read.context.checkpoint_at(band.position).filter(|_| is_again);
            let behind = compaction.and_then(|at| timeline.row_of(at)).unwrap_or(0);
            let from = timeline.row_of(span.start).unwrap_or(last_row).max(behind);
            let tile = tile.map(|tile| tile.max(behind));
            let to = if ends { timeline.row_of(span.end).unwrap_or(last_row) } else { last_row };
            let after = ends.then(|| fate(read, band.position, span.end)).flatten();
            pieces.entry(letter).or_default().push(Piece {
                from,
                to: to.max(from),
                dropped: ends,
                after,
                is_again,
                tile,
            });
        }
    }
    let shown = choose(&pieces);
    let folded = pieces.len() - shown.len();
    // Only Pixir's compactions are known to name the texts they drop.
    let keeps_names = read.log.source().is_envelope();
    let mut bands = Vec::new();
    for (lane, letter) in shown.iter().enumerate() {
        let named = Letter::from(&letters.all()[*letter]);
        bands.extend(joined(&pieces[letter], last_row).into_iter().map(|band| Band {
            lane: lane as u32,
            letter: named.clone(),
            name_to: band.name_to.filter(|_| keeps_names),
            ..band
        }));
    }
    bands.truncate(BANDS);
    (bands, folded as u32)
}

/// What became of a text that is no longer in context at a position; nothing where somebody went back before it.
fn fate(read: &Read, activation: usize, end: usize) -> Option<AfterDrop> {
    let is_compaction = read.log.at(end)?.kind() == Kind::HistoryCompaction;
    let dropped = ::sessions::Dropped { position: activation, checkpoint: end, is_named: false };
    is_compaction.then(|| after(read, &dropped))
}

struct Piece {
    from: usize,
    to: usize,
    dropped: bool,
    after: Option<AfterDrop>,
    is_again: bool,
    tile: Option<usize>,
}

fn choose(pieces: &BTreeMap<usize, Vec<Piece>>) -> Vec<usize> {
    let mut all: Vec<_> = pieces.keys().copied().collect();
    if all.len() > LANES {
        let rank = |letter: &usize| {
            let open = pieces[letter].iter().any(|piece| !piece.dropped);
            let latest = pieces[letter].iter().map(|piece| piece.to).max().unwrap_or(0);
            std::cmp::Reverse((open, latest))
        };
        all.sort_by_key(rank);
        all.truncate(LANES);
        all.sort_unstable();
    }
    all
}

// Activations of one snapshot that are in context together share a band; each keeps its tile.
fn joined(pieces: &[Piece], last_row: usize) -> Vec<Band> {
    let mut bands: Vec<Band> = Vec::new();
    for (number, piece) in pieces.iter().enumerate() {
        let is_new = |band: &Band| piece.is_again && band.dropped_at.is_some();
        let overlaps = |band: &Band| piece.from as u32 <= band.full_to && !is_new(band);
        let tiles: Vec<u32> = piece.tile.iter().map(|row| *row as u32).collect();
        match bands.last_mut() {
            Some(band) if overlaps(band) => {
                band.tiles.extend(tiles);
                band.full_to = band.full_to.max(piece.to as u32);
                band.dropped_at = piece.dropped.then_some(piece.to as u32);
                band.after = piece.after;
                band.name_to = None;
            }
            _ => bands.push(Band {
                lane: 0,
                letter: Letter::none(),
                tiles,
                from: piece.from as u32,
                full_to: piece.to as u32,
                dropped_at: piece.dropped.then_some(piece.to as u32),
                after: piece.after,
                name_to: None,
            }),
        }
        let next = pieces.get(number + 1).map_or(last_row, |next| next.from);
        if let Some(band) = bands.last_mut().filter(|band| band.dropped_at.is_some()) {
            band.name_to = Some((next as u32).max(band.full_to));
        }
    }
    bands
}

impl Letter {
    fn none() -> Self {
        Self {
            letter: String::new(),
            colour: 1,
            name: String::new(),
            hash: String::new(),
            version: 1,
            versions: 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Piece, joined};

    #[test]
    fn a_snapshot_that_comes_back_has_two_bands_in_one_lane() {
        let piece =
            |from, to, dropped| Piece { from, to, dropped, after: None, is_again: false, tile: Some(from) };
        let bands = joined(&[piece(1, 4, true), piece(6, 9, false)], 9);
        let ends: Vec<_> =
            bands.iter().map(|band| (band.from, band.full_to, band.dropped_at, band.name_to)).collect();
        assert_eq!(ends, [(1, 4, Some(4), Some(6)), (6, 9, None, None)]);
    }

    #[test]
    fn the_same_snapshot_twice_in_context_is_one_band_with_two_tiles() {
        let piece =
            |from, to| Piece { from, to, dropped: false, after: None, is_again: false, tile: Some(from) };
        let bands = joined(&[piece(1, 9), piece(3, 9)], 9);
        assert_eq!(bands.len(), 1);
        assert_eq!(bands[0].tiles, [1, 3]);
    }
}
