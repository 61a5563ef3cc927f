//! What stands in the file.

/// The version of what follows. Another number in a file means it is made anew.
pub(crate) const VERSION: i64 = 13;

/// Everything belongs to a session, and facts of a log's events to their line, which never changes while a log grows.
/// `words` has a row per event, its number made of session and line; its text is left in the log. Times are
/// milliseconds since 1970 (UTC).
///
/// A `seal` is the checksum of its row (`seal.rs`); a session's `activated`, `related` and `pieces` are sums of
/// those of its rows, `state.sessions` is the sum of those of all sessions, so that a missing row is noticed like a
/// changed one.
///
/// SQLite writes the tables of `words` by itself; `words_block` has the seal of each of its blocks and `words_entry`
/// that of each entry that leads to one (`blocks.rs`).
pub(crate) const TABLES: &str = "
create table session (
    id integer primary key autoincrement,
    path text not null unique, workspace text not null, name text not null, subagent text, owner text not null,
    device text not null, inode text not null, size integer not null,
    modified text not null, changed text not null, companion text not null,
    lines integer not null, reached integer not null, head text not null, tail text not null,
    events integer not null, unread integer not null, first_unread integer, unfinished integer,
    opens integer not null, turns integer not null, outcome integer,
    title text not null, started integer, last integer,
    activations integer not null default 0, mismatched integer not null default 0,
    unhashed integer not null default 0, hydrations integer not null default 0,
    ancestry integer not null default 3, worded integer not null default 0,
    activated integer not null default 0, related integer not null default 0,
    pieces integer not null default 0, seal integer not null default 0
);
-- Sessions whose words are not all there yet, for which the newest is asked again and again.
create index session_unworded on session (started) where worded < lines;
create table rows (
    id integer primary key, first integer not null, bytes blob not null, seal integer not null
);
create table activation (
    session integer not null, line integer not null, at integer,
    name text not null, scope text not null, path text not null, root text not null,
    hash text not null, content text, integrity integer not null,
    kept integer not null, arguments text, release text,
    seal integer not null default 0,
    primary key (session, line)
) without rowid;
create index activation_content on activation (content);
create table snapshot (
    content text primary key, bytes integer not null, body text not null
) without rowid;
create table hydration (
    session integer not null, part integer not null, line integer not null, released integer not null,
    seal integer not null default 0,
    primary key (session, part, line)
) without rowid;
create table relation (
    session integer not null, line integer not null, ancestry integer not null,
    seal integer not null default 0,
    primary key (session, line)
) without rowid;
create table state (
    one integer primary key check (one = 1),
    revision integer not null, sessions integer not null, shape integer not null, seal integer not null
);
create virtual table words using fts5(
    message, call, result,
    content='', contentless_delete=1, detail=column, tokenize='unicode61'
);
create table lengths (id integer primary key, bytes blob not null, seal integer not null);
create table words_block (id integer primary key, seal integer not null);
create table words_entry (id integer primary key, seal integer not null);
";

/// Tables whose rows belong to a session by its number.
pub(crate) const OF_SESSION: [&str; 3] = ["activation", "hydration", "relation"];
