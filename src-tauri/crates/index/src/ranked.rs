//! Ranked search by words, the best first.
//!
//! SQLite may hand out a hit that is none: a bit of the file has flipped, or the log has changed since. So every
//! hit is read again from its log and matched there by the same rules before it is told.

use std::collections::HashMap;
use std::ops::Range;

use disk::LogFile;
use rusqlite::{Connection, OptionalExtension, params};

use crate::words::{Column, place, words_of};
use crate::{Index, Reader, Snippet, Trouble, packed};

/// Most different words of a query.
const WORDS: usize = 16;
/// Events that are ranked at the most: of words in more, those taken in last.
const MATCHES: usize = 5_000;
/// What a word is worth in a message, a call and a result.
const WEIGHTS: [f64; 3] = [4.0, 2.0, 1.0];
/// How much the repetition of a word counts, and how much the length of a text, as is usual for BM25.
const K1: f64 = 1.2;
const B: f64 = 0.75;
/// Hits that are verified at once.
const BATCH: usize = 32;

/// What was found.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Ranked {
    /// The best first.
    pub hits: Vec<RankedHit>,
    /// Hits of the index that are not in the log as it is now.
    pub dropped: u32,
    /// There may be more, or the words are in more than 5,000 events and only the last of them were ranked.
    pub cut: bool,
}

/// A verified hit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RankedHit {
    /// The log.
    pub path: String,
    /// The line, from 1.
    pub line: u32,
    /// The event's number as written.
    pub seq: String,
    /// `message`, `call` or `result`.
    pub column: &'static str,
    /// When it was written, as recorded.
    pub ts: Option<String>,
    /// The text around the first word.
    pub snippet: Snippet,
}

struct Candidate {
    path: String,
    line: u32,
    seq: String,
    ts: Option<String>,
    column: Column,
    text: String,
}

impl Index {
    /// As [`Reader::ranked`], on the writer's own connection.
    pub fn ranked(&self, words: &str, limit: usize, takes: &dyn Fn(&str) -> bool) -> Result<Ranked, Trouble> {
        ranked(&self.db, words, limit, takes)
    }
}

impl Reader {
    /// The events that hold all of some words, of the logs that are taken.
    pub fn ranked(&self, words: &str, limit: usize, takes: &dyn Fn(&str) -> bool) -> Result<Ranked, Trouble> {
        ranked(&self.db, words, limit, takes)
    }
}

fn ranked(
    db: &Connection,
    words: &str,
    limit: usize,
    takes: &dyn Fn(&str) -> bool,
) -> Result<Ranked, Trouble> {
    let proof = Connection::open_in_memory()?;
    let Some(asked) = tokens(&proof, words)? else { return Ok(Ranked::default()) };
    let paths: HashMap<i64, String> = {
        let mut select = db.prepare_cached("select id, path from session")?;
        let found = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        found.collect::<Result<_, _>>()?
    };
    let mut ranked = Ranked::default();
    let (matches, cut) = newest(db, &asked, |session| paths.get(&session).is_none_or(|path| takes(path)))?;
    ranked.cut = cut;
    for batch in best_first(db, matches)?.chunks(BATCH) {
        let mut candidates = Vec::with_capacity(BATCH);
        for number in batch {
            let (session, line) = place(*number);
            let path = paths.get(&session);
            match path.map(|path| candidate(db, session, path, line)).transpose()?.flatten() {
                Some(candidate) => candidates.push(candidate),
                None => ranked.dropped += 1,
            }
        }
        verify(&proof, &asked, candidates, &mut ranked)?;
        if ranked.hits.len() > limit {
            ranked.hits.truncate(limit);
            ranked.cut = true;
            break;
        }
    }
    Ok(ranked)
}

/// The matches taken in last, of the sessions that are taken, and whether there are more: ranking reads something
/// of every match, and a word of every sentence has a million of them.
fn newest(db: &Connection, asked: &str, takes: impl Fn(i64) -> bool) -> Result<(Vec<i64>, bool), Trouble> {
    let mut select = db.prepare_cached("select rowid from words where words match ? order by rowid desc")?;
    let mut found = select.query([asked])?;
    let mut matches = Vec::new();
    while let Some(row) = found.next()? {
        let number = row.get(0)?;
        if takes(place(number).0) {
            if matches.len() == MATCHES {
                return Ok((matches, true));
            }
            matches.push(number);
        }
    }
    Ok((matches, false))
}

/// Matches in the order of BM25.
///
/// Every match has every word, and all of them in its one column, so of the formula only that column's weight and
/// the event's length make a difference. FTS5's own `rank` would count each word in the whole index first.
fn best_first(db: &Connection, matches: Vec<i64>) -> Result<Vec<i64>, Trouble> {
    let totals: Option<Vec<u8>> =
        db.query_row("select block from words_data where id = 1", [], |row| row.get(0)).optional()?;
    let totals = numbers(&totals.unwrap_or_default());
    let rows = totals.first().copied().unwrap_or(0).max(1);
    let mean = (totals.iter().skip(1).sum::<u64>() as f64 / rows as f64).max(1.0);
    let mut lengths = db.prepare_cached("select sz from words_docsize where id = ?")?;
    let mut scored = Vec::with_capacity(matches.len());
    for number in matches {
        let lengths: Option<Vec<u8>> = lengths.query_row([number], |row| row.get(0)).optional()?;
        let lengths = numbers(&lengths.unwrap_or_default());
        let weight = lengths.iter().zip(WEIGHTS).find(|(length, _)| **length > 0).map_or(0.0, |(_, w)| w);
        let length = lengths.iter().sum::<u64>() as f64;
        scored.push((weight / (weight + K1 * (1.0 - B + B * length / mean)), number));
    }
    scored.sort_by(|one, other| other.0.total_cmp(&one.0));
    Ok(scored.into_iter().map(|(_, number)| number).collect())
}

/// What FTS5 writes of lengths: numbers of seven bits to a byte, the highest first (fileformat2, "varint").
fn numbers(bytes: &[u8]) -> Vec<u64> {
    let (mut numbers, mut number) = (Vec::new(), 0);
    for byte in bytes {
        number = number << 7 | u64::from(byte & 0x7f);
        if byte & 0x80 == 0 {
            numbers.push(std::mem::take(&mut number));
        }
    }
    numbers
}

/// The query as FTS5 takes it: every token by itself, so that nothing in it is an operator.
fn tokens(proof: &Connection, words: &str) -> Result<Option<String>, Trouble> {
    proof.execute_batch(
        "create virtual table asked using fts5(text, tokenize='unicode61');
         create virtual table token using fts5vocab(asked, 'instance');
         create virtual table seen using fts5(text, tokenize='unicode61');",
    )?;
    proof.execute("insert into asked values (?)", [words])?;
    let mut select = proof.prepare("select term from token group by term order by min(offset) limit ?")?;
    let terms =
        select.query_map([WORDS as i64], |row| row.get::<_, String>(0))?.collect::<Result<Vec<_>, _>>()?;
    let quoted: Vec<String> = terms.iter().map(|term| format!("\"{}\"", term.replace('"', "\"\""))).collect();
    Ok((!quoted.is_empty()).then(|| quoted.join(" ")))
}

/// What the log itself says at a place the index names.
fn candidate(db: &Connection, session: i64, path: &str, line: u32) -> Result<Option<Candidate>, Trouble> {
    let Some(row) = packed::of_line(db, session, line)? else { return Ok(None) };
    let Ok(file) = LogFile::open(path.as_ref()) else { return Ok(None) };
    let mut bytes = vec![0; row.length() as usize];
    let read = file.read_at(&mut bytes, row.offset()).unwrap_or(0);
    let Ok(event) = sessions::read_line(&bytes[..read], line, row.offset()) else { return Ok(None) };
    Ok(words_of(&event).map(|(column, text)| Candidate {
        path: path.to_owned(),
        line,
        seq: event.seq.to_string(),
        ts: event.ts.clone(),
        column,
        text,
    }))
}

/// Matches the texts by the rules the index was made by, and keeps those that do.
fn verify(
    proof: &Connection,
    asked: &str,
    candidates: Vec<Candidate>,
    ranked: &mut Ranked,
) -> Result<(), Trouble> {
    proof.execute("delete from seen", [])?;
    for (number, candidate) in candidates.iter().enumerate() {
        let mut insert = proof.prepare_cached("insert into seen (rowid, text) values (?, ?)")?;
        insert.execute(params![number as i64, candidate.text])?;
    }
    for (number, candidate) in candidates.into_iter().enumerate() {
        let (open, close) = marks(&candidate.text);
        let mut select = proof
            .prepare_cached("select highlight(seen, 0, ?, ?) from seen where seen match ? and rowid = ?")?;
        let marked: Option<String> = select
            .query_row(params![open.to_string(), close.to_string(), asked, number as i64], |row| row.get(0))
            .optional()?;
        let Some(marked) = marked else {
            ranked.dropped += 1;
            continue;
        };
        let (text, hits) = unmarked(&marked, open, close);
        ranked.hits.push(RankedHit {
            snippet: Snippet::of(&text, &hits),
            path: candidate.path,
            line: candidate.line,
            seq: candidate.seq,
            column: candidate.column.name(),
            ts: candidate.ts,
        });
    }
    Ok(())
}

/// Two characters that the text does not have.
fn marks(text: &str) -> (char, char) {
    let mut free = ('\u{e000}'..='\u{f8ff}').filter(|mark| !text.contains(*mark));
    free.next().zip(free.next()).unwrap_or(('\u{1}', '\u{2}'))
}

fn unmarked(marked: &str, open: char, close: char) -> (String, Vec<Range<usize>>) {
    let (mut text, mut hits, mut start) = (String::with_capacity(marked.len()), Vec::new(), 0);
    for letter in marked.chars() {
        if letter == open {
            start = text.len();
        } else if letter == close {
            hits.push(start..text.len());
        } else {
            text.push(letter);
        }
    }
    (text, hits)
}

#[cfg(test)]
mod tests {
    use rusqlite::{Connection, params};

    use super::{best_first, newest};
    use crate::schema::TABLES;

    #[test]
    fn the_order_is_that_of_bm25() {
        let db = Connection::open_in_memory().unwrap();
        db.execute_batch(TABLES).unwrap();
        for number in 1..=300_i64 {
            let column = ["message", "call", "result"][number as usize % 3];
            let mut text = "some of the ".repeat((number * 7 % 23) as usize);
            text.push_str(if number % 4 == 0 { "rare word" } else { "word" });
            let insert = format!("insert into words (rowid, {column}) values (?, ?)");
            db.execute(&insert, params![number, text]).unwrap();
        }
        db.execute("delete from words where rowid % 11 = 0", []).unwrap();
        for asked in ["\"word\"", "\"word\" \"rare\"", "\"the\"", "\"nothing\""] {
            let mut select = db
                .prepare("select rowid, bm25(words, 4.0, 2.0, 1.0) from words where words match ?")
                .unwrap();
            let scores: std::collections::HashMap<i64, f64> = select
                .query_map([asked], |row| Ok((row.get(0)?, row.get(1)?)))
                .unwrap()
                .collect::<Result<_, _>>()
                .unwrap();
            let (matches, cut) = newest(&db, asked, |_| true).unwrap();
            let ours: Vec<f64> =
                best_first(&db, matches).unwrap().iter().map(|number| scores[number]).collect();
            assert!(!cut && ours.is_sorted_by(|one, next| one - next < 1e-12), "{asked}: {ours:?}");
            assert_eq!(ours.len(), scores.len());
        }
    }
}
