//! The tables and their columns, as data: what is written and the page about it are made of the same rows.

use Kind::{Count, Flag, Text, Time};

/// The number of this schema. It rises when a column changes its meaning or goes; a new column leaves it.
pub const VERSION: u32 = 1;

/// One table.
#[derive(Debug)]
pub struct Table {
    /// The folder it lies in.
    pub name: &'static str,
    /// What a row is.
    pub about: &'static str,
    /// By which time a row belongs to a day (UTC).
    pub day: &'static str,
    /// In the order of the file.
    pub columns: &'static [Column],
}

/// One column. Every column may be absent in a row: then it is not known, or there is none.
#[derive(Debug)]
pub struct Column {
    /// Its name.
    pub name: &'static str,
    /// Its type.
    pub kind: Kind,
    /// What it says, with its unit.
    pub about: &'static str,
}

/// The type of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// UTF-8.
    Text,
    /// A whole number.
    Count,
    /// A point in time in UTC, to the millisecond.
    Time,
    /// True or false.
    Flag,
}

const fn column(name: &'static str, kind: Kind, about: &'static str) -> Column {
    Column { name, kind, about }
}

/// Every table.
pub const TABLES: [&Table; 8] =
    [&SESSIONS, &TURNS, &ACTIVATIONS, &SNAPSHOTS, &VERSIONS, &DRIFT, &DECISIONS, &FINDINGS];

/// One row for each session.
pub static SESSIONS: Table = Table {
    name: "sessions",
    about: "A session of an agent. Values that grow with it are in `turns`.",
    day: "when it began",
    columns: &[
        column("session", Text, "Its id, as its agent calls it."),
        column("agent", Text, "Whose session it is, such as `claude-code`."),
        column("release", Text, "The release of the agent that wrote to it last."),
        column("model", Text, "The model that answered last, where the log says it of the session."),
        column("workspace", Text, "The folder it was started in."),
        column("branch", Text, "The branch of the repository."),
        column("commit_id", Text, "Its commit when the session began."),
        column("repository", Text, "Where the repository comes from."),
        column("parent", Text, "The session it was made from."),
        column("is_subagent", Flag, "It is a sub-agent's of that session; else a fork of it."),
        column("started_at", Time, "Its first event."),
        column("title", Text, "Its title, or the first words of its first prompt. Only with texts."),
    ],
};

/// One row for each turn.
pub static TURNS: Table = Table {
    name: "turns",
    about: "Everything from one prompt to the next. Turns that a fork copied are in their original session.",
    day: "when it began",
    columns: &[
        column("session", Text, "Its session."),
        column("agent", Text, "Whose session that is."),
        column("workspace", Text, "The folder that was started in."),
        column("turn", Count, "Its number in the session, from 1."),
        column("began_at", Time, "When its prompt was recorded."),
        column("ended_at", Time, "Its last event."),
        column("outcome", Text, "`answered`, `failed`, `interrupted` or `open`: the log ends inside it."),
        column("events", Count, "Events in it."),
        column("tools", Count, "Tools called."),
        column("activations", Count, "Activations of skills in it."),
        column("input_tokens", Count, "Tokens that its calls were given, as the provider counted them."),
        column("cached_tokens", Count, "Of them, tokens that came from a cache."),
        column("output_tokens", Count, "Tokens that its calls answered with."),
        column("taken_back", Flag, "It was undone."),
        column("prompt", Text, "The prompt. Only with texts."),
    ],
};

/// One row for each activation.
pub static ACTIVATIONS: Table = Table {
    name: "activations",
    about: "A skill's text given to a model.",
    day: "when it was given; where that is not recorded, when its session began",
    columns: &[
        column("session", Text, "Its session."),
        column("agent", Text, "Whose session that is."),
        column("workspace", Text, "The folder that was started in."),
        column("turn", Count, "Its turn, from 1; absent where it belongs to none."),
        column("given_at", Time, "When it was."),
        column("skill", Text, "The skill's recorded name."),
        column("scope", Text, "The recorded scope."),
        column("path", Text, "The recorded path of its SKILL.md."),
        column("hash", Text, "The id of the text; joins `snapshots`. Absent if there is none."),
        column("asked_by", Text, "Who asked for it: `user`, `model`, `its agent` or `not recorded`."),
        column(
            "copied",
            Flag,
            "A fork copied it: it happened in the session that was forked and does not count as a use.",
        ),
        column("given_again", Flag, "Its agent gave the text again by itself, behind a compaction."),
        column(
            "stale",
            Text,
            "The proof that the text was older than its file: a file `written` before, a catalog that named it \
             again (`listed`), or another text in between (`replaced`); absent if there is none.",
        ),
        column("file", Text, "The file that records it."),
        column("record", Count, "The record in that file, from 1."),
        column("evidence", Text, "`recorded`, or `inferred`: the log does not call it an activation."),
    ],
};

/// One row for each text.
pub static SNAPSHOTS: Table = Table {
    name: "snapshots",
    about: "A text of a skill as sessions recorded it: one row for each text.",
    day: "when it was given first",
    columns: &[
        column("hash", Text, "The id of the text: its SHA-256 as 64 hexadecimal digits."),
        column("skill", Text, "The name it was first recorded under."),
        column("agent", Text, "Who recorded it first."),
        column("first_at", Time, "When it was given first."),
        column("bytes", Count, "Bytes of the text."),
        column("lines", Count, "Lines of the text."),
        column(
            "kept",
            Text,
            "How much of the file it is: `whole`, `body`, `trimmed body`, `part`, `mixed` or `nothing`.",
        ),
        column(
            "evidence",
            Text,
            "`recorded`: the log names the hash; `reconstructed`: it was computed from the text.",
        ),
        column(
            "text",
            Text,
            "The text, without likely secrets, home folders and e-mail addresses. Only with texts.",
        ),
    ],
};

/// One row for each version of a skill.
pub static VERSIONS: Table = Table {
    name: "versions",
    about: "A distinct text of a skill when the tables were written. A skill on disk that no session used has a \
     row without a version.",
    day: "when the tables were written",
    columns: &[
        column("workspace", Text, "The workspace folder."),
        column("skill", Text, "The skill's name."),
        column("version", Count, "Its place in the order of first activations, from 1."),
        column("hash", Text, "Joins `snapshots`."),
        column("activations", Count, "Activations of it."),
        column("turns", Count, "Turns that activated it."),
        column("turns_in_force", Count, "Turns in which it was in front of the model."),
        column("sessions", Count, "Sessions that activated it."),
        column("on_disk", Flag, "It is the text on disk now."),
        column("evidence", Text, "`recorded`, or `reconstructed` where the log names no hash."),
    ],
};

/// One row for each snapshot against the disk.
pub static DRIFT: Table = Table {
    name: "drift",
    about: "The drift of a recorded text when the tables were written.",
    day: "when the tables were written",
    columns: &[
        column("workspace", Text, "The workspace folder."),
        column("skill", Text, "The skill's recorded name."),
        column("agents", Text, "Who recorded it, separated by commas."),
        column("path", Text, "The recorded path of its SKILL.md."),
        column("hash", Text, "Joins `snapshots`."),
        column("state", Text, "Its drift state, such as `identical`, `body_changed` or `missing`."),
        column("drifted", Flag, "It is the last text that was recorded, and the disk has another."),
        column("added", Count, "Lines added on disk."),
        column("removed", Count, "Lines removed."),
        column("turns", Count, "Turns that activated it."),
        column("sessions", Count, "Sessions that activated it."),
        column("last_used_at", Time, "Its latest activation."),
        column("evidence", Text, "The compared part of the file."),
    ],
};

/// One row for each decision.
pub static DECISIONS: Table = Table {
    name: "decisions",
    about: "A decision about the output of a command that a skill requested.",
    day: "when it was decided",
    columns: &[
        column("id", Text, "Its id."),
        column("workspace", Text, "The folder it was decided in."),
        column("decided_at", Time, "When it was decided."),
        column("decision", Text, "Such as `sent`, `sent_by_rule`, `denied` or `discarded`."),
        column("released_by", Text, "`user`, `grant` or `rule`; absent where nothing was released."),
        column("skill", Text, "The skill that asked."),
        column("path", Text, "Its SKILL.md."),
        column("source", Text, "The context source of the skill."),
        column("session", Text, "The session it was for."),
        column("file", Text, "The file that records it."),
        column("record", Count, "The record in that file, from 1."),
        column("evidence", Text, "Always `recorded`."),
    ],
};

/// One row for each finding.
pub static FINDINGS: Table = Table {
    name: "findings",
    about: "A finding of the checks in a skill when the tables were written.",
    day: "when the tables were written",
    columns: &[
        column("workspace", Text, "The workspace folder."),
        column("skill", Text, "The skill's name."),
        column("rule", Text, "The word for the rule."),
        column("severity", Text, "How much it matters."),
        column("file", Text, "The file."),
        column("line", Count, "Its line, from 1."),
        column("message", Text, "The message, which may quote the skill. Only with texts."),
        column("evidence", Text, "Always `recorded`: the file was read."),
    ],
};

/// The page that documents the tables.
pub fn page() -> String {
    let mut page = format!(
        "# Tables\n\nWhat `assay export --parquet` writes, schema {VERSION}. Made from the program; do not edit.\n\n\
         Without `--text` no column holds what people, models or skills wrote, but names. In every text the home folders \
         of this user and of others are written as `~`.\n\n\
         Folders are `TABLE/day=YYYY-MM-DD/machine=NAME/part-NNNN.parquet`; days are UTC. Every column may be absent: \
         then it is not known, or there is none. `Time` is a point in time in UTC, to the millisecond. The `evidence` \
         says how strong a row is.\n\nA day that is over is written once. The next export begins with the day of the \
         last one; `--since` begins earlier. An export that is cut off leaves whole files; the next one begins where it \
         began, and clears what it left half written.\n"
    );
    for table in TABLES {
        page.push_str(&format!("\n## {}\n\n{} Its day: {}.\n\n", table.name, table.about, table.day));
        page.push_str("| column | type | what it says |\n|---|---|---|\n");
        for column in table.columns {
            page.push_str(&format!("| `{}` | {:?} | {} |\n", column.name, column.kind, column.about));
        }
    }
    page
}
