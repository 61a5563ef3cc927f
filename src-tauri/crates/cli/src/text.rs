//! How an answer reads without `--json`.
//!
//! Text from skills and logs is hostile: each field is drawn on one line, so that no file can write on a terminal
//! or lay out a line of its own. Where bytes are the answer, `screen.rs` draws them if a terminal is there.

pub mod built_ins;
pub mod check;
pub mod folders;
pub mod prove;
pub mod sessions;
pub mod signers;
pub mod tables;
pub mod texts;
pub mod trust;
pub mod visibility;
pub mod wins;

use std::borrow::Cow;
use std::fmt::Write as _;

use api::agent::PrefixReport;
use api::drift::DiffReport;
use api::hydration::{KeepingView, PolicyReport, SourcesReport};
use api::skills::{InvokedReport, SkillReportRow, SkillsReport, TemplatesReport, TemplatesWarning};
use api::wire::{DriftState, Json, ListingFact, ProblemRow, Reconstructed, RecordedListing, SkillListing};
use api::workspace::DoctorReport;
use serde::Serialize;

use crate::screen::{visible_line, visible_text};

/// What stands before a conversation, section by section.
pub fn prefix(report: &PrefixReport) -> String {
    let head =
        format!("convention {}, sha256 {}", visible_text(&report.convention), visible_text(&report.sha256));
    let mut text = String::new();
    say(&mut text, &head);
    for section in &report.sections {
        say(&mut text, &format!("\n[{}] {}", visible_text(&section.holds), counted(section.bytes, "byte")));
        say(&mut text, &lines(&section.text));
    }
    text
}

/// Winners, then the others, with how much of them the model is shown.
pub fn skills(report: &SkillsReport) -> String {
    let mut rows = vec![["SCOPE", "NAME", "HASH", "STATE", "FILE"].map(str::to_owned)];
    rows.extend(report.skills.iter().chain(&report.shadowed).map(skill));
    let mut text = table(&rows);
    say(&mut text, &listing(&report.listing));
    for warning in &report.warnings {
        let losers: Vec<_> = warning.shadowed.iter().map(visible_text).collect();
        let (name, winner) = (visible_text(&warning.name), visible_text(&warning.selected));
        say(&mut text, &format!("{name}: {winner} shadows {}", losers.join(", ")));
    }
    problems(&mut text, &report.problems);
    reconstructed(report.reconstructed.as_ref()).iter().for_each(|line| say(&mut text, line));
    text
}

fn skill(skill: &SkillReportRow) -> [String; 5] {
    let state = match skill.state.as_str() {
        "wins" => "winning".to_owned(),
        "held_back" => "needs trust".to_owned(),
        "off" => skill.why.as_deref().map_or_else(|| "disabled".to_owned(), visible_text),
        state => state.replace('_', " "),
    };
    let hidden = if skill.disable_model_invocation { ", hidden from model" } else { "" };
    let switched = match &skill.switched {
        Some(switched) if skill.state != "off" => format!(", {}", visible_text(switched.to_string())),
        _ => String::new(),
    };
    let cut = match skill.listing {
        SkillListing::Cut => ", left out of the catalog",
        SkillListing::Part => ", description shortened in the catalog",
        SkillListing::Whole | SkillListing::Not => "",
    };
    [
        visible_text(&skill.scope),
        visible_text(&skill.name),
        short(&skill.content_hash, ""),
        format!("{state}{hidden}{switched}{cut}"),
        visible_text(&skill.short_path),
    ]
}

/// The size of the skill list, and the last list that a session recorded.
fn listing(fact: &ListingFact) -> String {
    let taken = match &fact.budget {
        None if fact.recorded.as_ref().is_some_and(|recorded| recorded.over_known_limit) => {
            format!(
                "{}, limit unknown (a session recorded a longer list than the known limit allows)",
                counted(fact.size, "byte")
            )
        }
        None => format!("{}, no limit ({})", counted(fact.size, "byte"), visible_text(&fact.source)),
        Some(budget) => {
            let brought = match fact.brought {
                0 => String::new(),
                own => format!(" and {own} of the agent's own skills"),
            };
            format!("{} {}{brought}, limit {}", fact.size, unit(&budget.unit), budget.amount)
        }
    };
    let mut parts = vec![format!("{} listed", fact.listed)];
    if !fact.shortened.is_empty() {
        parts.push(format!("{} of them shortened", fact.shortened.len()));
    }
    parts.push(match fact.left_out.len() {
        0 => "none left out".to_owned(),
        left => format!("{left} left out"),
    });
    let recorded = fact.recorded.as_ref().map(|recorded| format!("\n{}", self::recorded(recorded)));
    format!("catalog: {taken}; {}{}", parts.join(", "), recorded.unwrap_or_default())
}

/// The last list that a session recorded, in one line.
pub fn recorded(recorded: &RecordedListing) -> String {
    let at = recorded.at.map(|at| format!(" on {}", api::day_of(at))).unwrap_or_default();
    let size = recorded.size.map(|size| format!(", {size} {}", unit(&recorded.unit))).unwrap_or_default();
    let names = recorded.names_only.map(|names| format!(", {names} by name only")).unwrap_or_default();
    let (id, skills) = (visible_text(&recorded.session), counted(u64::from(recorded.total), "skill"));
    format!("last recorded catalog: {skills}{names}{size}, in session {id}{at}, record {}", recorded.line)
}

/// A unit in words: a column is what one narrow character takes.
fn unit(unit: &str) -> String {
    if unit == "columns" { "characters".to_owned() } else { visible_text(unit) }
}

/// What is known of the difference between what is told and what the agent does; nothing where there is none.
pub fn reconstructed(told: Option<&Reconstructed>) -> Vec<String> {
    let Some(told) = told else { return Vec::new() };
    let first = format!("reconstructed ({}), differs in:", visible_text(&told.source));
    let differs = told.differs.iter().map(|one| format!("  {}", visible_text(one)));
    std::iter::once(first).chain(differs).collect()
}

/// The names that a prompt mentions.
pub fn invoked(report: &InvokedReport) -> String {
    report.names.iter().map(|name| visible_text(name) + "\n").collect()
}

/// Templates, then the files that are none.
pub fn templates(report: &TemplatesReport) -> String {
    let mut rows = vec![["TEMPLATE", "NAME", "FILE"].map(str::to_owned)];
    rows.extend(
        report
            .templates
            .iter()
            .map(|template| [&template.template_id, &template.name, &template.short_path].map(visible_text)),
    );
    let mut text = table(&rows);
    for warning in &report.warnings {
        if let TemplatesWarning::Broken(file) = warning {
            let [skill, path, words] = [&file.skill, &file.path, &file.message].map(visible_text);
            say(&mut text, &format!("{skill} {path}: {words}"));
        }
    }
    text
}

/// A snapshot against the disk, as a unified difference.
pub fn diff(report: &DiffReport) -> String {
    let unified = lines(&report.unified);
    compared(report) + &if unified.is_empty() { state(report) } else { unified }
}

/// What the comparison rests on; `patch` passes over such lines.
fn compared(report: &DiffReport) -> String {
    let mut text = String::new();
    say(&mut text, &format!("compared by {}: {}", spaced(&report.basis), prove::steps(&report.steps)));
    report.taken.iter().for_each(|taken| say(&mut text, &visible_text(&taken.words)));
    text
}

/// The same, with the words that changed.
pub fn words(report: &DiffReport) -> String {
    let mut text = String::new();
    for hunk in &report.hunks {
        say(&mut text, &format!("@@ -{} +{} @@", hunk.left_from, hunk.right_from));
        for (side, sign) in [(&hunk.removed, '-'), (&hunk.added, '+')] {
            side.iter().for_each(|line| say(&mut text, &format!("{sign}{}", visible_text(line))));
        }
    }
    compared(report) + &if text.is_empty() { state(report) } else { text }
}

fn state(report: &DiffReport) -> String {
    match report.state {
        DriftState::Identical => "Unchanged. The file has the recorded text.\n".to_owned(),
        DriftState::Deleted => "Deleted. The log holds the last copy.\n".to_owned(),
        other => format!("{}\n", spaced(&other)),
    }
}

/// What was found where.
pub fn doctor(report: &DoctorReport) -> String {
    let mut text = String::new();
    let (version, rules) = (visible_text(&report.version), visible_text(&report.rules));
    say(&mut text, &format!("assay {version}, rules of {rules}"));
    for (name, value) in [
        ("workspace", Some(&report.workspace)),
        ("home", report.home.as_ref()),
        ("PIXIR_HOME", report.pixir_home.as_ref()),
        ("data directory", report.kept.as_ref()),
    ] {
        let value = value.map_or("not set".to_owned(), visible_text);
        say(&mut text, &format!("{name}: {value}"));
    }
    for root in &report.roots {
        let [scope, path, found] = [&root.scope, &root.path, &root.found].map(visible_text);
        say(&mut text, &format!("{scope} skills: {path} ({found})"));
    }
    for place in &report.places {
        let [source, path, found] = [&place.source, &place.path, &place.found].map(visible_text);
        say(&mut text, &format!("{source}: {path} ({found})"));
    }
    say(&mut text, &format!("{}, {} corrupt", counted(report.sessions, "session"), report.damaged));
    problems(&mut text, &report.problems);
    text
}

/// Where evidence of hydrations is kept.
pub fn evidence(view: &KeepingView) -> String {
    let mut text = String::new();
    let place = if view.in_pixirs_logs { "Pixir’s logs" } else { "companion logs" };
    say(&mut text, &format!("{place}: {}", visible_text(&view.why)));
    if let Some(companions) = &view.companions {
        say(&mut text, &format!("companion logs: {}", visible_text(companions)));
    }
    say(&mut text, "Writing to Pixir’s logs means:");
    for sentence in &view.consequences {
        say(&mut text, &format!("  {}", visible_text(sentence)));
    }
    text
}

/// What Pixir and Assay would decide.
pub fn policy(report: &PolicyReport) -> String {
    let mut text = String::new();
    let (pixir, assay) = (&report.pixir, &report.assay);
    let safe = if pixir.safe_command { "safe command" } else { "not a safe command" };
    say(&mut text, &format!("Pixir: {}, {safe}", visible_text(&pixir.decision)));
    if let Some(token) = &pixir.outside_workspace_token {
        say(&mut text, &format!("Pixir: {} is outside the workspace", visible_text(token)));
    }
    say(&mut text, &format!("Assay: {}", visible_text(&assay.decision)));
    for reason in &assay.reasons {
        say(&mut text, &format!("  {}", visible_text(reason)));
    }
    text
}

/// Context sources with the rule that holds for each.
pub fn sources(report: &SourcesReport) -> String {
    let mut rows = vec![["SKILL", "SOURCE", "RULE", "DECLARED", "COMMAND"].map(str::to_owned)];
    for source in &report.sources {
        let words: Vec<_> = source.run.iter().map(visible_text).collect();
        let rule =
            if source.blocked.is_none() { shown(source.decision.as_deref()) } else { "never".to_owned() };
        let what = format!("{} {}", visible_text(&source.kind), words.join(" "));
        let [skill, id, declared] = [&source.skill, &source.id, &source.declared].map(visible_text);
        rows.push([skill, id, rule, declared, what]);
    }
    if rows.len() == 1 { "No skill declares a context source.\n".to_owned() } else { table(&rows) }
}

pub(crate) fn problems(text: &mut String, problems: &[ProblemRow]) {
    for problem in problems {
        let [code, message] = [&problem.code, &problem.message.text].map(visible_text);
        say(text, &format!("warning: [{code}] {message}"));
    }
}

pub(crate) fn say(text: &mut String, words: &str) {
    writeln!(text, "{}", words.trim_end()).expect("writing to memory");
}

/// A text of several lines, none of which writes on the terminal.
pub(crate) fn lines(text: &str) -> String {
    text.split_inclusive('\n').map(visible_line).collect()
}

/// A text on one line, with what cannot be seen made visible; a dash where there is none.
pub(crate) fn shown(text: Option<&str>) -> String {
    text.map_or("-".to_owned(), visible_text)
}

/// A sequence number as a log has it: a number, any text, or none.
pub(crate) fn seq(number: &Json) -> String {
    match serde_json::from_str::<Option<String>>(number.get()) {
        Ok(text) => shown(text.as_deref()),
        Err(_) => visible_text(number.get()),
    }
}

/// A word of a fixed set, as JSON writes it.
pub(crate) fn word(word: &impl Serialize) -> String {
    match serde_json::to_value(word) {
        Ok(serde_json::Value::String(word)) => word,
        _ => String::new(),
    }
}

/// The same as words of a sentence.
pub(crate) fn spaced(of: &impl Serialize) -> String {
    word(of).replace('_', " ")
}

fn count<T>(things: &[T], noun: &str) -> String {
    counted(things.len() as u64, noun)
}

pub(crate) fn counted(count: impl Into<u64>, noun: &str) -> String {
    match count.into() {
        1 => format!("1 {noun}"),
        count => format!("{count} {noun}s"),
    }
}

/// The first characters of a hash, or other words where there is none. A log may call any text a hash.
pub(crate) fn short(hash: &str, without: &str) -> String {
    let first: String = hash.chars().take(8).collect();
    if first.is_empty() { without.to_owned() } else { visible_text(&first) }
}

/// Characters of the widest column, and of the longest last cell. What is longer is cut, and its end says so.
const WIDEST: usize = 240;
const LONGEST: usize = 4_000;

/// Columns padded to their widest cell; the last one has no column of its own.
fn table<'a, const N: usize>(rows: &'a [[String; N]]) -> String {
    let cut_row = |row: &'a [String; N]| -> [Cow<'a, str>; N] {
        std::array::from_fn(|at| cut(&row[at], if at + 1 == N { LONGEST } else { WIDEST }))
    };
    let rows: Vec<[Cow<'a, str>; N]> = rows.iter().map(cut_row).collect();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<_> = (0..N).map(width).collect();
    let (mut text, mut line) = (String::new(), String::new());
    for row in &rows {
        line.clear();
        for (cell, width) in row.iter().zip(&widths) {
            line.push_str(cell);
            line.extend(std::iter::repeat_n(' ', width - cell.chars().count() + 2));
        }
        say(&mut text, &line);
    }
    text
}

fn cut(cell: &str, longest: usize) -> Cow<'_, str> {
    // No text has more characters than bytes.
    if cell.len() <= longest {
        return cell.into();
    }
    let Some((at, _)) = cell.char_indices().nth(longest) else { return cell.into() };
    let (kept, rest) = cell.split_at(at);
    // A drawn character is not cut in two.
    let kept = kept
        .rfind('<')
        .filter(|from| !kept[*from..].contains('>'))
        .map_or(kept, |from| if kept.len() - from > LONGEST_DRAWN { kept } else { &kept[..from] });
    let more = rest.chars().count() + cell[kept.len()..at].chars().count();
    format!("{kept}…<{more} more>").into()
}

/// Bytes of `<U+10FFFF>`.
const LONGEST_DRAWN: usize = 10;

#[cfg(test)]
mod tests {
    use super::{cut, table};

    #[test]
    fn columns_line_up() {
        let rows = [["A", "B"], ["long", "x"]].map(|row| row.map(str::to_owned));
        assert_eq!(table(&rows), "A     B\nlong  x\n");
    }

    #[test]
    fn a_cell_of_any_length_makes_no_column_wider_than_a_screen_can_take() {
        let rows = [["A".to_owned(), "B".to_owned()], ["é".repeat(70_000), "y".repeat(70_000)]];
        let text = table(&rows);
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[1].contains("é…<69760 more>  y"), "{}", lines[1]);
        assert!(lines[1].ends_with("y…<66000 more>"));
        assert!(text.chars().count() < 10_000);
        assert_eq!(cut("ab<U+001B>c", 5), "ab…<9 more>");
        assert_eq!(cut("ab<U+001B>c", 10), "ab<U+001B>…<1 more>");
        assert_eq!(cut("ab", 2), "ab");
    }
}
