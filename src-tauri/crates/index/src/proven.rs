//! Before FTS5 is asked for words, everything it will read for them is compared with what was written.
//!
//! FTS5 keeps its words in blocks: of each segment a chain of leaves in the order of the words, entries that lead
//! to the leaf where a word begins, lists that skip inside long chains, and marks of what was deleted. Which of
//! them a word needs follows from the segments' list and two entries (sqlite.org/fts5.html, "detail"; the format
//! stands in `fts5_index.c`). A flipped bit in any of them would hide hits, and no log could tell.

use rusqlite::{Connection, OptionalExtension, params};

use crate::Trouble;
use crate::blocks::{DELETED, SEGMENT};
use crate::lengths::numbers;
use crate::seal::{broken, lost, of_values};

/// FTS5's number of the record of lengths, and of the list of segments.
const AVERAGES: i64 = 1;
const SEGMENTS: i64 = 10;
/// Where in the number of a block its height stands, and the mark of a list that skips.
const HEIGHT: u32 = 31;
const SKIPS: i64 = 1 << 36;
/// How high lists that skip are stacked; each level has a thousandth of the one below.
const HEIGHTS: i64 = 4;

/// One segment.
struct Segment {
    id: i64,
    first: i64,
    last: i64,
    deleted: i64,
}

/// What FTS5 counted of all events: how many, and their words.
pub(crate) fn averages(db: &Connection) -> Result<Vec<u64>, Trouble> {
    Ok(numbers(&block(db, AVERAGES)?))
}

/// Compares all that is read for some words.
pub(crate) fn prove(db: &Connection, words: &[String]) -> Result<(), Trouble> {
    for segment in segments(&block(db, SEGMENTS)?).ok_or_else(|| broken("words_data"))? {
        blocks(db, (segment.id + DELETED) << SEGMENT, 0, segment.deleted - 1, Chain::Whole)?;
        for word in words {
            segment.prove(db, word)?;
        }
    }
    Ok(())
}

impl Segment {
    fn prove(&self, db: &Connection, word: &str) -> Result<(), Trouble> {
        // FTS5 writes a word behind the mark of its main index.
        let word = [b"0", word.as_bytes()].concat();
        let mut at = db.prepare_cached(
            "select term, pgno from words_idx where segid = ? and term <= ? order by term desc limit 1",
        )?;
        let mut behind = db.prepare_cached(
            "select term, pgno from words_idx where segid = ? and term > ? order by term limit 1",
        )?;
        let entry = |row: &rusqlite::Row<'_>| {
            let (term, leaf) = (row.get_ref(0)?, row.get_ref(1)?);
            let segment = rusqlite::types::ValueRef::Integer(self.id);
            Ok((of_values("entry", &[segment, term, leaf]), leaf.as_i64().unwrap_or_default()))
        };
        let at = at.query_row(params![self.id, word], entry).optional()?;
        let behind = behind.query_row(params![self.id, word], entry).optional()?;
        let base = self.id << SEGMENT;
        for (seal, leaf) in at.iter().chain(&behind) {
            self.entry(db, base + (leaf >> 1), *seal)?;
        }
        let start = at.map_or(self.first, |(_, leaf)| leaf >> 1);
        let end = behind.map_or(self.last, |(_, leaf)| leaf >> 1);
        // An entry between the two would lead elsewhere.
        let mut between = db.prepare_cached("select 1 from words_entry where id > ? and id < ? limit 1")?;
        let until = if behind.is_some() { end } else { end + 1 };
        let from = if at.is_some() { start } else { start - 1 };
        if between.exists([base + from, base + until])? {
            return Err(lost("words_idx"));
        }
        blocks(db, base, start.max(self.first), end.max(self.first), Chain::Whole)?;
        if at.is_some_and(|(_, leaf)| leaf & 1 == 1) {
            for height in 0..HEIGHTS {
                blocks(db, base + SKIPS + (height << HEIGHT), start, end, Chain::WhatIsThere)?;
            }
        }
        Ok(())
    }

    fn entry(&self, db: &Connection, leaf: i64, seal: i64) -> Result<(), Trouble> {
        let mut select = db.prepare_cached("select seal from words_entry where id = ?")?;
        let written: Option<i64> = select.query_row([leaf], |row| row.get(0)).optional()?;
        if written == Some(seal) { Ok(()) } else { Err(broken("words_idx")) }
    }
}

/// Whether every number of a range has its block.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Chain {
    Whole,
    WhatIsThere,
}

/// Compares the blocks from one number to another, both ends included.
fn blocks(db: &Connection, base: i64, from: i64, to: i64, chain: Chain) -> Result<(), Trouble> {
    if to < from {
        return Ok(());
    }
    let range = [base + from, base + to];
    let mut select = db.prepare_cached(
        "select d.id, d.block, b.seal from words_data d left join words_block b on b.id = d.id
         where d.id between ? and ?",
    )?;
    let (mut found, mut count) = (select.query(range)?, 0);
    while let Some(row) = found.next()? {
        let seal = of_values("block", &[row.get_ref(0)?, row.get_ref(1)?]);
        if row.get::<_, Option<i64>>(2)? != Some(seal) {
            return Err(broken("words_data"));
        }
        count += 1;
    }
    let mut written = db.prepare_cached("select count(*) from words_block where id between ? and ?")?;
    let is_whole = match chain {
        Chain::Whole => count == to - from + 1,
        Chain::WhatIsThere => count == written.query_row(range, |row| row.get::<_, i64>(0))?,
    };
    if is_whole { Ok(()) } else { Err(lost("words_data")) }
}

/// One block that is always there.
fn block(db: &Connection, id: i64) -> Result<Vec<u8>, Trouble> {
    blocks(db, 0, id, id, Chain::Whole)?;
    let mut select = db.prepare_cached("select block from words_data where id = ?")?;
    Ok(select.query_row([id], |row| row.get(0))?)
}

/// The list of segments: a cookie, the mark of this form, and numbers.
fn segments(bytes: &[u8]) -> Option<Vec<Segment>> {
    let bytes = bytes.get(4..)?.strip_prefix(b"\xff\0\0\x01")?;
    let mut numbers = numbers(bytes).into_iter().map(|number| i64::try_from(number).unwrap_or(i64::MAX));
    let (levels, _count, _written) = (numbers.next()?, numbers.next()?, numbers.next()?);
    let mut segments = Vec::new();
    for _ in 0..levels {
        let (_merging, count) = (numbers.next()?, numbers.next()?);
        for _ in 0..count {
            let (id, first, last) = (numbers.next()?, numbers.next()?, numbers.next()?);
            let (_from, _to, deleted) = (numbers.next()?, numbers.next()?, numbers.next()?);
            let (_marks, _entries) = (numbers.next()?, numbers.next()?);
            segments.push(Segment { id, first, last, deleted });
        }
    }
    Some(segments)
}
