//! Ranked search by words, the best first.
//!
//! What FTS5 reads for the words is proved before it is asked (`proven.rs`), so that no hit is hidden; and every hit
//! is read again from its log and matched there by the same rules before it is told, since a log may have changed.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::ops::Range;

use disk::LogFile;
use rusqlite::{Connection, OptionalExtension, params};
use sessions::Source;

use crate::lengths::Lengths;
use crate::seal::{SESSION, SESSION_COLUMNS, Sealer, lost};
use crate::words::{Column, place, words_of};
use crate::{Index, Reader, Snippet, Trouble, list, packed, proven};

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
/// Logs that are open at once.
const OPEN: usize = 16;

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
    ///
    /// # Errors
    ///
    /// As [`Index::listed`].
    pub fn ranked(&self, words: &str, limit: usize, takes: &dyn Fn(&str) -> bool) -> Result<Ranked, Trouble> {
        ranked(&self.db, words, limit, takes)
    }
}

impl Reader {
    /// The events that hold all of some words, of the logs that are taken.
    ///
    /// # Errors
    ///
    /// As [`Index::listed`].
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
    let terms = tokens(&proof, words)?;
    if terms.is_empty() {
        return Ok(Ranked::default());
    }
    // Everything is of one moment, though another process may write.
    let moment = db.unchecked_transaction()?;
    let db = &*moment;
    proven::prove(db, &terms)?;
    let asked = quoted(&terms);
    let mut logs = Logs { db, known: HashMap::new(), open: HashMap::new() };
    let mut ranked = Ranked::default();
    let (matches, cut) = newest(db, &asked, &mut |session| logs.place(session).map(|(path, _)| takes(path)))?;
    ranked.cut = cut;
    for batch in best_first(db, matches)?.chunks(BATCH) {
        let mut candidates = Vec::with_capacity(BATCH);
        for number in batch {
            let (session, line) = place(*number);
            match candidate(&mut logs, session, line)? {
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

/// The logs of the sessions that have matches.
struct Logs<'a> {
    db: &'a Connection,
    known: HashMap<i64, (String, Source)>,
    /// Logs that were read from: some are costly to open.
    open: HashMap<i64, LogFile>,
}

impl Logs<'_> {
    fn place(&mut self, session: i64) -> Result<(&str, Source), Trouble> {
        let (path, source) = match self.known.entry(session) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(unknown) => {
                let select = format!("select {SESSION}, seal from session where id = ?");
                let mut select = self.db.prepare_cached(&select)?;
                let mut found = select.query([session])?;
                let row = found.next()?.ok_or_else(|| lost("session"))?;
                Sealer::default().checked("session", row, SESSION_COLUMNS)?;
                unknown.insert((row.get(1)?, list::source(row)?))
            }
        };
        Ok((path, *source))
    }

    /// The log of a session; none where it cannot be read.
    fn open(&mut self, session: i64) -> Result<Option<&LogFile>, Trouble> {
        if !self.open.contains_key(&session) {
            let (path, source) = self.place(session)?;
            let Ok(file) = source.file(path.as_ref()) else { return Ok(None) };
            if self.open.len() == OPEN {
                self.open.clear();
            }
            self.open.insert(session, file);
        }
        Ok(self.open.get(&session))
    }
}

/// The matches taken in last, of the sessions that are taken, and whether there are more: ranking reads something
/// of every match, and a word of every sentence has a million of them.
fn newest(
    db: &Connection,
    asked: &str,
    takes: &mut dyn FnMut(i64) -> Result<bool, Trouble>,
) -> Result<(Vec<i64>, bool), Trouble> {
    let mut select = db.prepare_cached("select rowid from words where words match ? order by rowid desc")?;
    let mut found = select.query([asked])?;
    let mut matches = Vec::new();
    while let Some(row) = found.next()? {
        let number = row.get(0)?;
        if takes(place(number).0)? {
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
    let totals = proven::averages(db)?;
    let rows = totals.first().copied().unwrap_or(0).max(1);
    let mean = (totals.iter().skip(1).sum::<u64>() as f64 / rows as f64).max(1.0);
    let mut lengths = Lengths::new(db);
    let mut scored = Vec::with_capacity(matches.len());
    for number in matches {
        let (session, line) = place(number);
        let (column, length) = lengths.of(session, line)?;
        let weight = WEIGHTS[column as usize];
        scored.push((weight / (weight + K1 * (1.0 - B + B * length as f64 / mean)), number));
    }
    scored.sort_by(|one, other| other.0.total_cmp(&one.0));
    Ok(scored.into_iter().map(|(_, number)| number).collect())
}

/// The different words of a query, as the index was made of words.
fn tokens(proof: &Connection, words: &str) -> Result<Vec<String>, Trouble> {
    proof.execute_batch(
        "create virtual table asked using fts5(text, tokenize='unicode61');
         create virtual table token using fts5vocab(asked, 'instance');
         create virtual table seen using fts5(text, tokenize='unicode61');",
    )?;
    proof.execute("insert into asked values (?)", [words])?;
    let mut select = proof.prepare("select term from token group by term order by min(offset) limit ?")?;
    Ok(select.query_map([WORDS as i64], |row| row.get::<_, String>(0))?.collect::<Result<_, _>>()?)
}

/// The query as FTS5 takes it: every token by itself, so that nothing in it is an operator.
fn quoted(terms: &[String]) -> String {
    let quoted: Vec<String> = terms.iter().map(|term| format!("\"{}\"", term.replace('"', "\"\""))).collect();
    quoted.join(" ")
}

/// What the log itself says at a place the index names.
fn candidate(logs: &mut Logs<'_>, session: i64, line: u32) -> Result<Option<Candidate>, Trouble> {
    let row = packed::of_line(logs.db, session, line)?.ok_or_else(|| lost("rows"))?;
    let Some(file) = logs.open(session)? else { return Ok(None) };
    let mut bytes = vec![0; row.length() as usize];
    let read = file.read_at(&mut bytes, row.offset()).unwrap_or(0);
    let (path, source) = logs.place(session)?;
    let Ok(event) = sessions::read_row(source, &bytes[..read], row) else { return Ok(None) };
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
    use rusqlite::params;

    use super::{best_first, newest};
    use crate::lengths;
    use crate::words::Column;

    #[test]
    fn the_order_is_that_of_bm25() {
        let (db, changed) = crate::open::in_memory();
        for number in 1..=300_i64 {
            let column = [Column::Message, Column::Call, Column::Result][number as usize % 3];
            let mut text = "some of the ".repeat((number * 7 % 23) as usize);
            text.push_str(if number % 4 == 0 { "rare word" } else { "word" });
            let insert = format!("insert into words (rowid, {}) values (?, ?)", column.name());
            db.execute(&insert, params![number, text]).unwrap();
            lengths::add(&db, 0, &[lengths::written(&db, 0, number as u32, column).unwrap()]).unwrap();
        }
        db.execute("delete from words where rowid % 11 = 0", []).unwrap();
        changed.seal(&db).unwrap();
        for asked in ["\"word\"", "\"word\" \"rare\"", "\"the\"", "\"nothing\""] {
            let mut select = db
                .prepare("select rowid, bm25(words, 4.0, 2.0, 1.0) from words where words match ?")
                .unwrap();
            let scores: std::collections::HashMap<i64, f64> = select
                .query_map([asked], |row| Ok((row.get(0)?, row.get(1)?)))
                .unwrap()
                .collect::<Result<_, _>>()
                .unwrap();
            let (matches, cut) = newest(&db, asked, &mut |_| Ok(true)).unwrap();
            let ours: Vec<f64> =
                best_first(&db, matches).unwrap().iter().map(|number| scores[number]).collect();
            assert!(!cut && ours.is_sorted_by(|one, next| one - next < 1e-12), "{asked}: {ours:?}");
            assert_eq!(ours.len(), scores.len());
        }
    }
}
