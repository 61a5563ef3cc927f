//! What FTS5 has written of words, sealed block by block before it is committed.
//!
//! FTS5 writes its blocks by statements of its own, so SQLite is asked to tell which of them those were. A trigger
//! could not do this: it would make each of those statements save its place, for which FTS5 writes its blocks.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

use rusqlite::{Connection, OptionalExtension, params};

use crate::Trouble;
use crate::seal::{broken, of_values};

/// Where in the number of a block its segment stands.
pub(crate) const SEGMENT: u32 = 37;
/// Below it, the number of a leaf; blocks with other bits are no leaves.
const LEAF: i64 = (1 << 31) - 1;
/// Segments from here on hold marks of what was deleted from the segment so much lower.
pub(crate) const DELETED: i64 = 1 << 16;

/// The blocks a connection has written or removed since they were last sealed.
#[derive(Debug, Clone, Default)]
pub(crate) struct Changed(Arc<Mutex<BTreeSet<i64>>>);

impl Changed {
    /// Follows a connection.
    pub(crate) fn of(db: &mut Connection) -> rusqlite::Result<Self> {
        let changed = Self::default();
        let own = changed.clone();
        db.update_hook(Some(move |_, _: &str, table: &str, id| {
            if table == "words_data" {
                own.0.lock().unwrap_or_else(PoisonError::into_inner).insert(id);
            }
        }))?;
        Ok(changed)
    }

    /// Seals what was changed. The last thing before a transaction is committed; one that was given up leaves
    /// numbers behind that are sealed once more, as they are.
    pub(crate) fn seal(&self, db: &Connection) -> Result<(), Trouble> {
        db.prepare_cached("insert into words (words) values ('flush')")?.execute([])?;
        let changed = std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner));
        let mut leaves: BTreeMap<i64, i64> = BTreeMap::new();
        for id in changed {
            block(db, id)?;
            let (segment, leaf) = (id >> SEGMENT, id & ((1 << SEGMENT) - 1));
            if (1..DELETED).contains(&segment) && leaf <= LEAF {
                let first = leaves.entry(segment).or_insert(leaf);
                *first = leaf.min(*first);
            }
        }
        leaves.into_iter().try_for_each(|(segment, first)| entries(db, segment, first))
    }
}

fn block(db: &Connection, id: i64) -> Result<(), Trouble> {
    let mut select = db.prepare_cached("select id, block from words_data where id = ?")?;
    let seal = select
        .query_row([id], |row| Ok(of_values("block", &[row.get_ref(0)?, row.get_ref(1)?])))
        .optional()?;
    match seal {
        Some(seal) => {
            db.prepare_cached("insert or replace into words_block values (?, ?)")?.execute([id, seal])?
        }
        None => db.prepare_cached("delete from words_block where id = ?")?.execute([id])?,
    };
    Ok(())
}

/// Seals the entries of a segment that lead to its leaves from one on. Entries are in the order of their leaves, and
/// FTS5 writes a segment from its start to its end.
fn entries(db: &Connection, segment: i64, first: i64) -> Result<(), Trouble> {
    let base = segment << SEGMENT;
    let mut select =
        db.prepare_cached("select segid, term, pgno from words_idx where segid = ? order by term desc")?;
    let (mut found, mut seals) = (select.query([segment])?, Vec::new());
    let mut is_there = false;
    while let Some(row) = found.next()? {
        is_there = true;
        let leaf = row.get_ref(2)?.as_i64().map_err(|_| broken("words_idx"))? >> 1;
        if leaf < first {
            break;
        }
        let seal = of_values("entry", &[row.get_ref(0)?, row.get_ref(1)?, row.get_ref(2)?]);
        seals.push((base + leaf, seal));
    }
    // Of a segment whose beginning was merged away the entries stay; of one that is gone, none.
    let from = if is_there { base + first } else { base };
    db.prepare_cached("delete from words_entry where id >= ? and id < ?")?
        .execute([from, (segment + 1) << SEGMENT])?;
    let mut insert = db.prepare_cached("insert into words_entry values (?, ?)")?;
    for (leaf, seal) in seals {
        insert.execute(params![leaf, seal])?;
    }
    Ok(())
}
