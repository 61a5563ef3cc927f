//! What a model is shown of the skills, for conventions other than Pixir's, whose catalog is in `catalog.rs`
//! (S3-21, S2-25, S4-65).

mod claude_code;
mod codex;
mod copilot;
mod cost;
mod shown;
mod width;

pub(crate) use width::columns;

use std::ops::Range;

use crate::catalog::escaped;
use crate::convention::{Renderer, Way};
use crate::{Convention, Listed};

pub use cost::Costs;
pub use shown::Shown;
use shown::{escaped_named, escaped_whole, one_line};

/// A catalog's text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Rendered {
    /// The whole text; empty when there is nothing to list (S3-26).
    pub text: String,
    /// Bytes it would have uncut.
    pub whole_bytes: usize,
    /// Keys that the budget left out, in order.
    pub left_out: Vec<String>,
    /// The bytes of `text` that each entry has, in order; those left out have none.
    pub ranges: Vec<Range<usize>>,
    /// What is left of the description of each entry, in order; of those left out as well.
    pub shown: Vec<Shown>,
}

/// The catalog of at most `budget`, in what the agent measures its own in, and by that agent's rule for what goes when
/// it is full; an agent without a rule of its own leaves out whole entries and counts them. Nothing when there is
/// nothing to list. [`Renderer::Pixir`] is drawn by [`crate::catalog`]; here it is as [`Renderer::Xml`].
pub fn render(renderer: Renderer, entries: &[Listed<'_>], budget: usize) -> Rendered {
    let (before, after) = around(renderer, entries);
    let (pieces, shown, last) = match renderer {
        _ if entries.is_empty() => return Rendered::default(),
        Renderer::ClaudeCode => fitted(claude_code::lines(entries, budget)),
        Renderer::Codex => fitted(codex::lines(entries, budget)),
        Renderer::Copilot => {
            let (blocks, last) = copilot::blocks(entries, budget);
            let (pieces, shown, _) = fitted(blocks);
            (pieces, shown, last)
        }
        _ => bounded(renderer, entries, budget, before.len() + after.len()),
    };
    let whole = entries.iter().map(|entry| piece(renderer, entry).len()).sum::<usize>();
    let text = format!("{before}{}{last}{after}", pieces.concat());
    let mut at = before.len();
    let mut ranges: Vec<Range<usize>> = Vec::new();
    for piece in &pieces {
        at += piece.len();
        ranges.push(at - piece.len()..at);
    }
    let is_out =
        |(entry, shown): (&Listed<'_>, &Shown)| (*shown == Shown::LeftOut).then(|| entry.key.to_owned());
    let left_out = entries.iter().zip(&shown).filter_map(is_out).collect();
    Rendered { text, whole_bytes: before.len() + whole + after.len(), left_out, ranges, shown }
}

/// The pieces of a catalog, what is left of each description, and what stands behind the pieces.
type Pieces = (Vec<String>, Vec<Shown>, String);

fn fitted(pieces: Vec<(String, Shown)>) -> Pieces {
    let (texts, shown) = pieces.into_iter().unzip();
    (texts, shown, String::new())
}

/// Whole entries as long as they fit, and a line that counts the others.
fn bounded(renderer: Renderer, entries: &[Listed<'_>], budget: usize, fixed: usize) -> Pieces {
    let mut pieces: Vec<String> = entries.iter().map(|entry| piece(renderer, entry)).collect();
    let mut last = String::new();
    if fixed + pieces.iter().map(String::len).sum::<usize>() > budget {
        // The line that counts those left out needs room as well; it is longest when it counts all.
        let room = budget.saturating_sub(fixed + omitted(renderer, entries.len()).len());
        let mut used = 0;
        let fits = |piece: &&String| {
            used += piece.len();
            used <= room
        };
        let kept = pieces.iter().take_while(fits).count();
        pieces.truncate(kept);
        if kept < entries.len() {
            last = omitted(renderer, entries.len() - kept);
        }
    }
    let is_kept = |at| if at < pieces.len() { Shown::Whole } else { Shown::LeftOut };
    let shown = (0..entries.len()).map(is_kept).collect();
    (pieces, shown, last)
}

/// The sentence that goes with a catalog: what the model is to do when a skill fits (S3-23, S3-24).
pub fn instruction(convention: Convention) -> String {
    match convention.rules().way {
        Way::ReadsFile => {
            "When a task fits one of these skills, read the file at its location with your file \
                           reading tool before you begin, and follow it."
                .to_owned()
        }
        Way::Calls(tool) => instruction_to_call(tool, None),
    }
}

/// The same for an agent that takes skills in by this tool, and where `reads` names one by reading their files too.
pub fn instruction_to_call(tool: &str, reads: Option<&str>) -> String {
    let or_reads = reads.map_or_else(String::new, |reads| {
        format!(", or read the file at its whole location with `{reads}`,")
    });
    format!(
        "When a task fits one of these skills, call `{tool}` with its name{or_reads} before you begin, and follow \
         what comes back."
    )
}

fn around(renderer: Renderer, entries: &[Listed<'_>]) -> (String, &'static str) {
    match renderer {
        Renderer::Bullets => ("Available Skills\n".to_owned(), ""),
        Renderer::ClaudeCode => (String::new(), ""),
        Renderer::Codex => (codex::table(entries), ""),
        _ => ("<available_skills>\n".to_owned(), "</available_skills>"),
    }
}

fn piece(renderer: Renderer, entry: &Listed<'_>) -> String {
    let Listed { key, description, location, paths, .. } = entry;
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
            let lines = tags(entry, escaped);
            format!("  <skill>\n{lines}{patterns}  </skill>\n")
        }
        Renderer::Unescaped => format!("  <skill>\n{}  </skill>\n", tags(entry, str::to_owned)),
        Renderer::Escaped => format!("  <skill>\n{}  </skill>\n", tags(entry, escaped_named)),
        Renderer::ClaudeCode => claude_code::line(entry),
        Renderer::Codex => codex::line(entry),
        Renderer::Copilot => copilot::block(entry),
    }
}

/// Name, description and place, each between its tags on a line.
fn tags(entry: &Listed<'_>, escaped: fn(&str) -> String) -> String {
    let values = [("name", entry.key), ("description", entry.description), ("location", &entry.location)];
    values.iter().map(|(tag, value)| format!("    <{tag}>{}</{tag}>\n", escaped(value))).collect()
}

fn omitted(renderer: Renderer, count: usize) -> String {
    match renderer {
        Renderer::Bullets => format!("({count} more skills are not listed)\n"),
        _ => format!("<omitted count=\"{count}\"/>\n"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry<'a>(key: &'a str, description: &'a str, paths: &'a [String]) -> Listed<'a> {
        let path = format!("/s/{key}/SKILL.md");
        Listed { paths, ..Listed::at(key, description, path.as_ref()) }
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
                assert_eq!(range.len(), piece(renderer, entry).len());
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
