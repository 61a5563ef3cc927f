//! The manual: pages of the repository, built in. The repository, the window and the terminal show one text.

mod page;
mod report;
mod sections;

pub use page::{ManualPage, ManualSection, ManualView, manual};
pub use report::{ManualAsk, ManualReport, TopicRow, manual_report};

/// A page as it stands in the repository.
struct Page {
    /// What it is asked for by: the name of its file.
    topic: &'static str,
    /// Where it lies, from the top of the repository.
    path: &'static str,
    /// Its Markdown.
    text: &'static str,
}

macro_rules! pages {
    ($($topic:literal at $path:literal,)*) => {
        &[$(Page { topic: $topic, path: $path, text: include_str!(concat!("../../../../", $path)) },)*]
    };
}

/// Every page, in the order in which one reads them.
const PAGES: &[Page] = pages! {
    "start" at "docs/manual/start.md",
    "claude-code" at "docs/manual/claude-code.md",
    "installing" at "docs/manual/installing.md",
    "about" at "docs/manual/about.md",
    "screens" at "docs/manual/screens.md",
    "words" at "docs/manual/words.md",
    "winners" at "docs/manual/winners.md",
    "drift-and-restore" at "docs/manual/drift-and-restore.md",
    "approving" at "docs/manual/approving.md",
    "context-sources" at "src-tauri/crates/hydration/SOURCES.md",
    "terminal" at "docs/manual/terminal.md",
    "automation" at "docs/manual/automation.md",
    "machines" at "docs/manual/machines.md",
    "troubleshooting" at "docs/manual/troubleshooting.md",
    "privacy" at "docs/manual/privacy.md",
    "security" at "SECURITY.md",
    "new-source" at "docs/manual/new-source.md",
    "locks" at "docs/locks.md",
    "policy-gate" at "docs/gate.md",
    "tables" at "docs/tables.md",
    "recipes" at "docs/recipes.md",
};

/// What a page is called: its first line, which is its heading.
fn title(text: &str) -> String {
    text.lines().next().unwrap_or_default().trim_start_matches("# ").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_begins_with_its_title() {
        for page in PAGES {
            assert!(page.text.starts_with("# ") && !title(page.text).is_empty(), "{}", page.path);
        }
    }
}
