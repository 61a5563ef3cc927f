use std::ops::Range;

use disk::Digest;

use crate::ruling::Ruling;
use crate::skill::Skill;
use crate::truncate::{kept, truncated};

/// The catalog as Pixir 0.1.12 shows it to the model, byte for byte, and where each skill stands in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Catalog {
    /// The whole text.
    pub text: String,
    /// The skills of the catalog in its order, those that were cut away included.
    pub entries: Vec<CatalogEntry>,
    /// Bytes the list of skills may have.
    pub budget: usize,
    /// Bytes the list would have uncut.
    pub body_bytes: usize,
    /// Where in `text` the list was cut, if it was.
    pub cut_at: Option<usize>,
    /// What Pixir records as `skill_index_hash`: 16 hexadecimal digits.
    pub index_hash: String,
}

/// One skill of the catalog.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CatalogEntry {
    /// Its name.
    pub name: String,
    /// Its short path.
    pub short_path: String,
    /// The bytes of `text` that show it; `None` when the cut left nothing.
    pub range: Option<Range<usize>>,
    /// Whether all of it is shown.
    pub is_whole: bool,
    /// Bytes it takes of the list uncut, with the break behind it.
    pub cost: usize,
}

/// Bytes Pixir gives the list of skills.
pub const BUDGET: usize = 8_000;

/// The catalog under Pixir's own budget.
pub fn catalog(ruling: &Ruling) -> Catalog {
    catalog_within(ruling, BUDGET)
}

/// The catalog under another budget, in bytes.
pub fn catalog_within(ruling: &Ruling, budget: usize) -> Catalog {
    let shown: Vec<&Skill> =
        ruling.claims.iter().filter(|claim| claim.is_listed()).map(|claim| &claim.skill).collect();
    let (body, ranges) = body(&shown);
    let end = kept(&body, budget);
    let text = format!("{BEFORE}{}{AFTER}", truncated(body.as_bytes(), budget));
    let entries = shown.iter().zip(ranges).map(|(skill, range)| entry(skill, &range, end)).collect();
    Catalog {
        index_hash: index_hash(&text),
        text,
        entries,
        budget,
        body_bytes: body.len(),
        cut_at: end.map(|end| BEFORE.len() + end),
    }
}

/// Bytes a skill takes in the list when nothing is cut; none when it is hidden from it.
pub fn listed_bytes(skill: &Skill) -> usize {
    if skill.disable_model_invocation {
        return 0;
    }
    body(&[skill]).1.first().map_or(0, Range::len)
}

/// The list uncut, and the bytes of it each skill has.
fn body(shown: &[&Skill]) -> (String, Vec<Range<usize>>) {
    if shown.is_empty() {
        return ("<available_skills></available_skills>".to_owned(), Vec::new());
    }
    let mut body = String::from("<available_skills>\n");
    let ranges = shown.iter().map(|skill| {
        let start = body.len();
        body.push_str("  <skill>\n");
        for (tag, value) in
            [("name", &skill.name), ("when_to_use", &skill.description), ("location", &skill.short_path)]
        {
            body.push_str(&format!("    <{tag}>{}</{tag}>\n", escaped(value)));
        }
        body.push_str("  </skill>");
        let range = start..body.len();
        body.push('\n');
        range
    });
    let ranges = ranges.collect();
    body.push_str("</available_skills>");
    (body, ranges)
}

fn entry(skill: &Skill, range: &Range<usize>, end: Option<usize>) -> CatalogEntry {
    let end = end.unwrap_or(range.end).min(range.end);
    CatalogEntry {
        name: skill.name.clone(),
        short_path: skill.short_path.clone(),
        range: (end > range.start).then(|| BEFORE.len() + range.start..BEFORE.len() + end),
        is_whole: end == range.end,
        cost: range.len() + 1,
    }
}

/// The three characters Pixir escapes in element text.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// First 16 digits of the SHA-256 over the text in Erlang's external term format: version 131, tag 109
/// (binary), length as four bytes, most significant first.
fn index_hash(text: &str) -> String {
    let mut term = vec![131, 109];
    term.extend(u32::try_from(text.len()).unwrap_or(u32::MAX).to_be_bytes());
    term.extend(text.as_bytes());
    let mut digits = Digest::of(&term).to_string();
    digits.truncate(16);
    digits
}

// The words around the list are Pixir's own (Ranvier Technologies, MIT licence). They stand here to the
// byte because the hash that a session records covers them: without them no recorded catalog could be
// compared with today's.
const BEFORE: &str = "\
The following Skills are routing metadata for specialized tasks, not content to
report back to the user. Do not list or summarize Skills unless the user asks
what Skills are available.
Use `skill_view` to load a Skill's file only when the user explicitly invokes a
Skill or the task clearly matches its `when_to_use` field.
If a Skill file references a relative path, resolve it against the Skill directory.

";
const AFTER: &str = "

`skills_list` can refresh this bounded routing index when needed. Calling `skill_view` for `SKILL.md`,
or an explicit `$skill-name`/`/skill-name` invocation, records a durable per-Turn
Skill Activation. Supporting files, including Workflow Templates, are loaded only
when explicitly referenced.";
