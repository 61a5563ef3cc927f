//! What proves a hydration: the event `skill_context_hydration` (requirements S1-07 to S1-13).
//!
//! Pixir names this type in its documents and refuses every log that has it, so Assay
//! records it in a log of its own; see [`crate::Companion`]. Here it is read with the tolerance of every
//! other event and written as it is read: key by key, nothing left out.

mod read;

use serde::Serialize;
use serde_json::{Map, Value};

pub(crate) use read::{anchor, hydration};

macro_rules! parts {
    ($($(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident : $type:ty,)* })*) => {
        $($(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
        pub struct $name {
            $($(#[$field_doc])* pub $field: $type,)*
        })*
    };
}

parts! {
    /// One hydration: what was declared, who allowed it, what ran and what was released.
    Hydration {
        /// Version of this shape; 1.
        version: Option<u64>,
        /// `hyd_` and 16 hexadecimal digits.
        hydration_id: Option<String>,
        /// Where in which session it stands.
        anchor: Option<Anchor>,
        /// The skill whose source it was, as its bytes were then.
        skill: Option<HydratedSkill>,
        /// The activation it belongs to; none where the skill was not activated in the turn (S1-08).
        activation: Option<ActivationMark>,
        /// The turn it belongs to; none outside a turn.
        turn: Option<TurnMark>,
        /// The id of the source in its skill; never called a provider (S1-09, S1-23).
        context_source_id: Option<String>,
        /// How the source is declared.
        source: Option<SourceMark>,
        /// What produced the bytes (S1-10).
        surface: Option<Surface>,
        /// The program that ran.
        executable: Option<Executable>,
        /// Who allowed it, and by what (S1-11).
        permission: Option<Permission>,
        /// `explicit` or `auto` (S1-11).
        execution: Option<String>,
        /// Asked, run, shown, sent: what happened when.
        steps: Vec<Step>,
        /// What the run was kept from.
        sandbox: Option<Containment>,
        /// How the run ended; none where nothing ran.
        result: Option<Ending>,
        /// The text released, where it has at most 16 KiB (S1-12).
        output: Option<String>,
        /// Its beginning, where it is longer.
        output_excerpt: Option<String>,
        /// `sha256:` and the digest under which a longer text is kept; see [`crate::keep_output`].
        output_ref: Option<String>,
        /// Bytes that were read.
        bytes_total: Option<u64>,
        /// Of them, bytes that were kept.
        bytes_kept: Option<u64>,
        /// Whether bytes were left out (S1-13).
        truncated: Option<bool>,
        /// SHA-256 of the text released.
        sha256: Option<String>,
        /// SHA-256 of all bytes that were read.
        sha256_raw: Option<String>,
        /// Bytes that were no UTF-8 and stand as U+FFFD.
        replaced_bytes: Option<u64>,
        /// Marks that stand in place of what a person took out.
        redactions: Option<u64>,
        /// What else keeps the text from being all there was, in words.
        limitations: Vec<String>,
        /// Who asked.
        requester: Option<Requester>,
        /// To whom the text was given, and when; none where that is not recorded. It never says that a model read it.
        released: Option<Release>,
    }

    /// The place in a session after which an event of another log stands.
    Anchor {
        /// The session.
        session_id: Option<String>,
        /// Its last number then; none where it had no event.
        after_seq: Option<u64>,
    }

    /// A skill as it was.
    HydratedSkill {
        /// Its name.
        name: Option<String>,
        /// Its scope.
        scope: Option<String>,
        /// Path of the `SKILL.md`.
        path: Option<String>,
        /// Scope and folder name.
        short_path: Option<String>,
        /// SHA-256 of the `SKILL.md`.
        content_hash: Option<String>,
    }

    /// An activation, by its event.
    ActivationMark {
        /// The event's id.
        event_id: Option<String>,
        /// Its number.
        seq: Option<u64>,
        /// The hash it recorded.
        content_hash: Option<String>,
    }

    /// A turn, by its message.
    TurnMark {
        /// Its number, from 1.
        number: Option<u64>,
        /// The id of its user message.
        user_message_id: Option<String>,
    }

    /// How a source is declared.
    SourceMark {
        /// In the skill's own words.
        title: Option<String>,
        /// `file`, `frontmatter` or `inline`.
        origin: Option<String>,
        /// SHA-256 of the declaration.
        definition_hash: Option<String>,
        /// The line it is declared in.
        line: Option<u64>,
    }

    /// A program on disk.
    Executable {
        /// Its path, links resolved.
        path: Option<String>,
        /// SHA-256 of its bytes.
        sha256: Option<String>,
        /// The files and folders that what it ran was bound to; of a folder one digest over all in it.
        sealed: Vec<FileMark>,
    }

    /// A file that was read.
    FileMark {
        /// From the workspace.
        path: Option<String>,
        /// Bytes read.
        bytes: Option<u64>,
        /// Their SHA-256.
        sha256: Option<String>,
    }

    /// Who allowed it, and by what.
    Permission {
        /// `auto`, `ask` or `read_only`.
        mode: Option<String>,
        /// Where the mode comes from, in words.
        mode_from: Option<String>,
        /// `allow`.
        decision: Option<String>,
        /// `user`, `grant` or `rule`.
        by: Option<String>,
        /// The rule, in words.
        rule: Option<String>,
        /// The grant that allowed it.
        grant_id: Option<String>,
        /// `once`, `session` or `bytes`.
        lifetime: Option<String>,
    }

    /// One thing that happened.
    Step {
        /// `asked`, `run`, `shown` or `sent`.
        step: Option<String>,
        /// When, RFC 3339.
        at: Option<String>,
        /// By whom.
        by: Option<String>,
        /// In words.
        words: Option<String>,
    }

    /// What a run was kept from.
    Containment {
        /// `full`, `walls` or `none`.
        level: Option<String>,
        /// In words.
        words: Option<String>,
        /// Whether it could reach a network.
        network: Option<bool>,
        /// `nothing` or `workspace`.
        writes: Option<String>,
        /// What bounded it.
        limits: Option<Limits>,
    }

    /// What bounded a run.
    Limits {
        /// Milliseconds on the clock.
        wall_ms: Option<u64>,
        /// Bytes of memory.
        memory: Option<u64>,
        /// Bytes of output kept.
        keep: Option<u64>,
    }

    /// How a run ended.
    Ending {
        /// The exit status.
        exit_code: Option<i64>,
        /// The signal that ended it.
        signal: Option<String>,
        /// `exit`, `timeout`, …
        end: Option<String>,
        /// Milliseconds it took.
        duration_ms: Option<u64>,
    }

    /// Who asked.
    Requester {
        /// `window`, `mcp` or `terminal`.
        kind: Option<String>,
        /// Its name.
        name: Option<String>,
        /// Its version.
        version: Option<String>,
    }

    /// To whom a text was given, and when.
    Release {
        /// In words.
        to: Option<String>,
        /// RFC 3339.
        at: Option<String>,
    }
}

/// What produced the bytes. A kind this version does not know is read as none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Surface {
    /// A program, or a text that a shell read.
    Command {
        /// The program and its arguments as declared; with a shell, the one text it read.
        argv: Vec<String>,
        /// What was added to it for safety: words, and variables as `NAME=value`.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        added: Vec<String>,
        /// The shell.
        shell: Option<String>,
        /// The folder it ran in.
        cwd: Option<String>,
    },
    /// Files of the workspace.
    Files {
        /// The path or glob.
        pattern: Option<String>,
        /// What it led to.
        files: Vec<FileMark>,
    },
    /// A file of the skill.
    Resource {
        /// From the skill's folder.
        path: Option<String>,
    },
    /// Something Assay itself wrote.
    Presenter,
}

impl Hydration {
    /// The event's type, in logs.
    pub const TYPE: &str = "skill_context_hydration";

    /// The body of the event.
    pub fn data(&self) -> Map<String, Value> {
        match serde_json::to_value(self) {
            Ok(Value::Object(members)) => members,
            // Text, numbers and lists of them: nothing in here can fail to be JSON.
            _ => Map::new(),
        }
    }

    /// What produced the bytes, verbatim and on one line: the command, the pattern or the path.
    pub fn command(&self) -> String {
        match &self.surface {
            Some(Surface::Command { argv, shell, .. }) => command_line(argv, shell.as_deref()),
            Some(Surface::Files { pattern: Some(text), .. } | Surface::Resource { path: Some(text) }) => {
                text.clone()
            }
            _ => self.context_source_id.clone().unwrap_or_default(),
        }
    }
}

/// A command as a shell would take it back. The text a shell read stands as it is.
pub fn command_line(argv: &[String], shell: Option<&str>) -> String {
    match (argv, shell) {
        ([text], Some(_)) => text.clone(),
        _ => argv.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" "),
    }
}

fn quoted(word: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_-./:=@%+,~^".contains(&byte) || byte >= 0x80;
    if !word.is_empty() && word.bytes().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::command_line;

    #[test]
    fn a_command_reads_as_it_was_given() {
        let check = |argv: &[&str], shell, expected: &str| {
            let argv: Vec<String> = argv.iter().map(|word| (*word).to_owned()).collect();
            assert_eq!(command_line(&argv, shell), expected);
        };
        check(&["git", "log", "v4.1.0..HEAD"], None, "git log v4.1.0..HEAD");
        check(&["psql", "-c", r"\d+ x"], None, r"psql -c '\d+ x'");
        check(&["echo", "it's", ""], None, r"echo 'it'\''s' ''");
        check(&["cat ~/.netrc | head"], Some("bash"), "cat ~/.netrc | head");
        check(&["cat ~/.netrc | head"], None, "'cat ~/.netrc | head'");
        check(&["bash", "-c", "a; b"], Some("bash"), "bash -c 'a; b'");
        check(&[], None, "");
    }
}
