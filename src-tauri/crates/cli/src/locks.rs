//! `assay lock verify`: what lock files of other tools say, against the disk and against what sessions used.

use std::path::PathBuf;

use api::locks::{LockRow, LockState, LockUseState, LocksAsk, LocksReport};
use api::{App, Failure, Scripts};
use clap::Subcommand;

use crate::screen::{Printed, print, visible_text};
use crate::telling::{current_folder, print_json, unwritten};
use crate::text::{counted, say, shown, spaced};

/// Commands on lock files; none writes them.
#[derive(Debug, Subcommand)]
pub enum Locking {
    /// Check installed skills against the hashes in their lock files
    ///
    /// Reads skills-lock.json and .skill-lock.json of `npx skills`, apm.lock.yaml, the frontmatter that `gh skill`
    /// writes, and .well-known/agent-skills/index.json. Exits with 1 if a skill is changed, differs, is missing or cannot
    /// be checked, and with 4 if a lock file cannot be read.
    Verify {
        /// Check only the lock files in this folder [default: the workspace and the user's]
        folder: Option<PathBuf>,
        /// Don't fail on entries that can't be checked
        #[arg(long)]
        allow_unchecked: bool,
        /// Fail if there is no lock file, or a skill is in none
        #[arg(long, conflicts_with_all = ["folder", "sarif", "junit"])]
        require: bool,
        /// Print SARIF 2.1.0, with paths relative to the workspace
        #[arg(long, conflicts_with_all = ["json", "junit"])]
        sarif: bool,
        /// Print JUnit XML, a test case for each locked skill
        #[arg(long, conflicts_with = "json")]
        junit: bool,
    },
}

/// Answers, and says with which code to end.
pub fn locks(app: &App, wanted: &Locking, as_json: bool) -> Result<u8, Failure> {
    let Locking::Verify { folder, allow_unchecked, require, sarif, junit } = wanted;
    let here = current_folder()?;
    let folder = folder.as_ref().map(|folder| here.join(folder).display().to_string());
    let (scripts, ask) = (Scripts(app), LocksAsk { folder, require: *require });
    let report = scripts.locks_report(&ask)?;
    if *sarif {
        let log = scripts.lock_sarif_report(&ask)?;
        print(&Printed::Json(serde_json::to_string_pretty(&log).map_err(|error| unwritten(&error))?));
    } else if *junit {
        print(&Printed::Bytes(scripts.lock_junit_report(&ask)?.xml.into_bytes()));
    } else if as_json {
        print_json(&report)?;
    } else {
        print(&Printed::Words(words(&report)));
    }
    Ok(code(&report, *allow_unchecked))
}

fn code(report: &LocksReport, allow_unchecked: bool) -> u8 {
    if !report.errors.is_empty() {
        return 4;
    }
    let is_bad = |row: &LockRow| match row.state {
        LockState::AsLocked => false,
        LockState::Unchecked => !allow_unchecked,
        LockState::Changed | LockState::Differs | LockState::Missing => true,
    };
    let is_short = report.required.as_ref().is_some_and(|required| {
        !required.has_lock
            || !required.unlocked.is_empty()
            || !(allow_unchecked || required.unread.is_empty())
    });
    u8::from(is_short || report.rows.iter().any(is_bad))
}

fn words(report: &LocksReport) -> String {
    let mut text = String::new();
    for lock in &report.locks {
        let entries =
            if lock.entries == 1 { "1 entry".to_owned() } else { format!("{} entries", lock.entries) };
        let line = format!("{} ({}, {entries})", visible_text(&lock.path), lock.tool);
        say(&mut text, &line);
        report.rows.iter().filter(|row| row.lock == lock.path).for_each(|row| place(&mut text, row));
    }
    for error in &report.errors {
        say(&mut text, &format!("not read: {}", visible_text(&error.message)));
    }
    if let Some(required) = &report.required {
        if !required.has_lock {
            say(&mut text, "no lock file: create one with your package tool, or restore it");
        }
        for skill in required.unlocked.iter().chain(&required.unread) {
            say(&mut text, &format!("{}: {}", visible_text(&skill.path), visible_text(&skill.message)));
        }
    }
    say(&mut text, &summed(report));
    text
}

fn place(text: &mut String, row: &LockRow) {
    let place = row.place.as_deref().unwrap_or("not installed");
    let [name, place, source] = [&row.name, place, &row.source].map(visible_text);
    let from = if source.is_empty() { String::new() } else { format!(", from {source}") };
    let at = row.reference.as_ref().map(|at| format!(" at {}", visible_text(at))).unwrap_or_default();
    say(text, &format!("  {}: {name} in {place}{from}{at}", spaced(&row.state)));
    for one in &row.differences {
        say(text, &format!("    {}: {}", one.how.word(), visible_text(&one.path)));
    }
    if row.differences_omitted > 0 {
        say(text, &format!("    and {} more", row.differences_omitted));
    }
    if !row.why.is_empty() {
        say(text, &format!("    {}", visible_text(&row.why)));
    }
    for used in &row.uses {
        let whether = match used.state {
            LockUseState::AsLocked => "used as locked",
            LockUseState::Other => "used, but not with the locked text",
            LockUseState::Unknown => "used, with unknown text",
        };
        let sessions = counted(used.sessions, "session");
        let last = shown(used.last_in.as_deref());
        say(text, &format!("    {whether}: {sessions}, last {last}. {}", visible_text(&used.why)));
    }
}

fn summed(report: &LocksReport) -> String {
    let count = |state| report.rows.iter().filter(|row| row.state == state).count();
    let states = [
        (LockState::AsLocked, "as locked"),
        (LockState::Changed, "changed"),
        (LockState::Differs, "different"),
        (LockState::Missing, "missing"),
        (LockState::Unchecked, "not checked"),
    ];
    let told = states.map(|(state, word)| (count(state), word));
    let told: Vec<String> =
        told.iter().filter(|(count, _)| *count > 0).map(|(count, word)| format!("{count} {word}")).collect();
    let told = if told.is_empty() { "no locked skills".to_owned() } else { told.join(", ") };
    let unread = report.errors.len() as u32;
    let unread =
        if unread == 0 { String::new() } else { format!(", {} not read", counted(unread, "lock file")) };
    format!("{}: {told}{unread}", counted(report.locks.len() as u32, "lock file"))
}
