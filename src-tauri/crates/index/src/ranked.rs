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
const MATCHES: i64 = 5_000;
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
    // Ranking reads something of every match, and a word of every sentence has a million of them.
    let newest = "select rowid from words where words match ? order by rowid desc limit 1 offset ?";
    let beyond: Option<i64> =
        db.prepare_cached(newest)?.query_row(params![asked, MATCHES], |row| row.get(0)).optional()?;
    ranked.cut = beyond.is_some();
    let mut select =
        db.prepare_cached("select rowid from words where words match ? and rowid > ? order by rank")?;
    let mut found = select.query(params![asked, beyond.unwrap_or(-1)])?;
    let mut batch = Vec::new();
    loop {
        let row = found.next()?;
        if let Some(row) = &row {
            let (session, line) = place(row.get(0)?);
            let Some(path) = paths.get(&session) else {
                ranked.dropped += 1;
                continue;
            };
            if !takes(path) {
                continue;
            }
            match candidate(db, session, path, line)? {
                Some(candidate) => batch.push(candidate),
                None => ranked.dropped += 1,
            }
        }
        if row.is_none() || batch.len() == BATCH {
            verify(&proof, &asked, std::mem::take(&mut batch), &mut ranked)?;
        }
        if ranked.hits.len() > limit {
            ranked.hits.truncate(limit);
            ranked.cut = true;
            return Ok(ranked);
        }
        if row.is_none() {
            return Ok(ranked);
        }
    }
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
