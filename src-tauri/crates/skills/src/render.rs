//! What a model is shown of the skills, for conventions other than Pixir's, whose catalog is in `catalog.rs`
//! (D7, S3-21, S2-25, S4-65).

use std::ops::Range;

use crate::catalog::escaped;
use crate::convention::Way;
use crate::{Claim, Convention, Ruling};

/// How a catalog looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Renderer {
    /// Pixir's own, by its own words and budget (pixir-contract §5.6).
    Pixir,
    /// `<available_skills>` with one `<skill>` each.
    Xml,
    /// The same as the reference tool `to-prompt` writes it, every value on a line of its own.
    XmlRef,
    /// One line each.
    Bullets,
}

/// One skill of a catalog.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed<'a> {
    /// What it is called by.
    pub key: &'a str,
    /// What it is for.
    pub description: &'a str,
    /// Where its file is.
    pub location: String,
    /// Patterns of paths it activates for; mostly none.
    pub paths: &'a [String],
}

/// A catalog's text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rendered {
    /// The whole text; empty when there is nothing to list (S3-26).
    pub text: String,
    /// Bytes it would have uncut.
    pub whole_bytes: usize,
    /// Keys that the budget left out, in order.
    pub left_out: Vec<String>,
    /// The bytes of `text` that each entry has, in order; those left out have none.
    pub ranges: Vec<Range<usize>>,
}

impl Renderer {
    /// The renderer of that name, if there is one.
    pub fn named(name: &str) -> Option<Self> {
        [Self::Pixir, Self::Xml, Self::XmlRef, Self::Bullets].into_iter().find(|one| one.name() == name)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Pixir => "pixir",
            Self::Xml => "xml",
            Self::XmlRef => "xml-ref",
            Self::Bullets => "bullets",
        }
    }
}

/// The skills a catalog names, sorted by key (D6). Where nothing says which of several files is meant, the
/// first stands for them; where all stay, all are listed.
pub fn listed(ruling: &Ruling) -> Vec<Listed<'_>> {
    let mut last_open: Option<&str> = None;
    let shown = ruling.claims.iter().filter(|claim| claim.is_listed()).filter(|claim| {
        let again = claim.state == crate::State::Unsettled && last_open == Some(claim.key.as_str());
        last_open = Some(&claim.key);
        !again
    });
    shown.map(Listed::of).collect()
}

impl<'a> Listed<'a> {
    /// A claim as a catalog names it.
    pub fn of(claim: &'a Claim) -> Self {
        Self {
            key: &claim.key,
            description: &claim.description,
            location: claim.path.display().to_string(),
            paths: &claim.paths,
        }
    }
}

/// The catalog of at most `budget` bytes, cut between entries, with the number of those left out. Nothing when
/// there is nothing to list. [`Renderer::Pixir`] is drawn by [`crate::catalog`]; here it is as
/// [`Renderer::Xml`].
pub fn render(renderer: Renderer, entries: &[Listed<'_>], budget: usize) -> Rendered {
    if entries.is_empty() {
        return Rendered { text: String::new(), whole_bytes: 0, left_out: Vec::new(), ranges: Vec::new() };
    }
    let (before, after) = around(renderer);
    let pieces: Vec<String> = entries.iter().map(|entry| piece(renderer, entry)).collect();
    let fixed = before.len() + after.len();
    let whole_bytes = fixed + pieces.iter().map(String::len).sum::<usize>();
    let mut kept = pieces.len();
    if whole_bytes > budget {
        // The line that counts those left out needs room as well; it is longest when it counts all.
        let room = budget.saturating_sub(fixed + omitted(renderer, entries.len()).len());
        let mut used = 0;
        kept = pieces
            .iter()
            .take_while(|piece| {
                used += piece.len();
                used <= room
            })
            .count();
    }
    let note = if kept == pieces.len() { String::new() } else { omitted(renderer, pieces.len() - kept) };
    let text = format!("{before}{}{note}{after}", pieces[..kept].concat());
    let left_out = entries[kept..].iter().map(|entry| entry.key.to_owned()).collect();
    let mut at = before.len();
    let ranges = pieces[..kept].iter().map(|piece| {
        at += piece.len();
        at - piece.len()..at
    });
    Rendered { ranges: ranges.collect(), text, whole_bytes, left_out }
}

/// Bytes one skill takes in a catalog.
pub fn entry_bytes(renderer: Renderer, entry: &Listed<'_>) -> usize {
    piece(renderer, entry).len()
}

/// The sentence that goes with a catalog: what the model is to do when a skill fits (S3-23, S3-24).
pub fn instruction(convention: Convention) -> String {
    match convention.rules().way {
        Way::ReadsFile => {
            "When a task fits one of these skills, read the file at its location with your file \
                           reading tool before you begin, and follow it."
                .to_owned()
        }
        Way::Calls(tool) => format!(
            "When a task fits one of these skills, call `{tool}` with its name before you begin, and follow what \
             comes back."
        ),
    }
}

fn around(renderer: Renderer) -> (&'static str, &'static str) {
    match renderer {
        Renderer::Bullets => ("Available Skills\n", ""),
        Renderer::Pixir | Renderer::Xml | Renderer::XmlRef => ("<available_skills>\n", "</available_skills>"),
    }
}

fn piece(renderer: Renderer, entry: &Listed<'_>) -> String {
    let Listed { key, description, location, paths } = entry;
    match renderer {
        Renderer::Bullets => {
            let patterns = match paths {
                [] => String::new(),
                paths => format!(" [activates for: {}]", one_line(&paths.join(", "))),
            };
            let (key, description, location) = (one_line(key), one_line(description), one_line(location));
            format!("- {key}: {description} (location: {location}){patterns}\n")
        }
        Renderer::XmlRef => {
            let values = [("name", key), ("description", description), ("location", &location.as_str())];
            let lines: String = values
                .iter()
                .map(|(tag, value)| format!("<{tag}>\n{}\n</{tag}>\n", escaped_whole(value)))
                .collect();
            format!("<skill>\n{lines}</skill>\n")
        }
        Renderer::Pixir | Renderer::Xml => {
            let patterns = match paths {
                [] => String::new(),
                paths => {
                    format!("    <activates_for>{}</activates_for>\n", escaped(&paths.join(", ")))
                }
            };
            let values = [("name", key), ("description", description), ("location", &location.as_str())];
            let lines: String = values
                .iter()
                .map(|(tag, value)| format!("    <{tag}>{}</{tag}>\n", escaped(value)))
                .collect();
            format!("  <skill>\n{lines}{patterns}  </skill>\n")
        }
    }
}

fn omitted(renderer: Renderer, count: usize) -> String {
    match renderer {
        Renderer::Bullets => format!("({count} more skills are not listed)\n"),
        Renderer::Pixir | Renderer::Xml | Renderer::XmlRef => format!("<omitted count=\"{count}\"/>\n"),
    }
}

/// As the reference tool escapes: quotes as well.
fn escaped_whole(text: &str) -> String {
    escaped(text).replace('"', "&quot;").replace('\'', "&#x27;")
}

/// On one line, so that no description can begin an entry of its own.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry<'a>(key: &'a str, description: &'a str, paths: &'a [String]) -> Listed<'a> {
        Listed { key, description, location: format!("/s/{key}/SKILL.md"), paths }
    }

    #[test]
    fn s3_21_s4_65_xml_is_escaped_and_says_what_a_skill_activates_for() {
        let paths = ["*.py".to_owned(), "tests/**".to_owned()];
        let entries = [entry("a", "Use <b> & \"q\"", &[]), entry("py", "x", &paths)];
        let text = render(Renderer::Xml, &entries, 8_000).text;
        assert_eq!(
            text,
            "<available_skills>\n  <skill>\n    <name>a</name>\n    \
             <description>Use &lt;b&gt; &amp; \"q\"</description>\n    <location>/s/a/SKILL.md</location>\n  \
             </skill>\n  <skill>\n    <name>py</name>\n    <description>x</description>\n    \
             <location>/s/py/SKILL.md</location>\n    <activates_for>*.py, tests/**</activates_for>\n  \
             </skill>\n</available_skills>"
        );
    }

    #[test]
    fn s2_25_s4_65_bullets_have_a_line_each() {
        let paths = ["*.py".to_owned(), "tests/**".to_owned()];
        let entries = [entry("a", "one\n- two: (fake)", &[]), entry("python-linter", "Lints", &paths)];
        let text = render(Renderer::Bullets, &entries, 8_000).text;
        assert_eq!(
            text,
            "Available Skills\n- a: one - two: (fake) (location: /s/a/SKILL.md)\n- python-linter: Lints \
             (location: /s/python-linter/SKILL.md) [activates for: *.py, tests/**]\n"
        );
    }

    #[test]
    fn s0_16_a_catalog_is_cut_between_entries_with_a_count() {
        let keys: Vec<String> = (0..1_000).map(|number| format!("skill-{number:04}")).collect();
        let entries: Vec<_> = keys.iter().map(|key| entry(key, "does something useful", &[])).collect();
        for renderer in [Renderer::Xml, Renderer::XmlRef, Renderer::Bullets] {
            let cut = render(renderer, &entries, 8_000);
            let again = render(renderer, &entries, 8_000);
            assert_eq!(cut, again);
            assert!(cut.text.len() <= 8_000 && cut.whole_bytes > 8_000, "{renderer:?}: {}", cut.text.len());
            let shown = keys.iter().filter(|key| cut.text.contains(&format!("/s/{key}/SKILL.md"))).count();
            assert_eq!(shown + cut.left_out.len(), keys.len());
            assert_eq!(cut.ranges.len(), shown);
            for (range, entry) in cut.ranges.iter().zip(&entries) {
                assert_eq!(cut.text[range.clone()], piece(renderer, entry));
                assert_eq!(range.len(), entry_bytes(renderer, entry));
            }
            assert!(cut.text.contains(&cut.left_out.len().to_string()), "{}", cut.text);
            assert_eq!(cut.text.matches("<skill>").count(), cut.text.matches("</skill>").count());
            let whole = render(renderer, &entries, cut.whole_bytes);
            assert_eq!((whole.text.len(), whole.left_out.len()), (cut.whole_bytes, 0));
        }
    }

    #[test]
    fn s3_26_nothing_is_shown_of_nothing() {
        for renderer in [Renderer::Xml, Renderer::XmlRef, Renderer::Bullets] {
            assert_eq!(render(renderer, &[], 8_000).text, "");
        }
    }

    #[test]
    fn s3_23_s3_24_the_model_is_told_how_it_takes_a_skill_in() {
        assert!(instruction(Convention::AgentSkills).contains("call `activate_skill` with its name"));
        assert!(instruction(Convention::Pipeline).contains("call `activateSkill` with its name"));
        assert!(instruction(Convention::Pixir).contains("call `skill_view` with its name"));
        assert!(instruction(Convention::Pi).contains("read the file at its location"));
    }
}
