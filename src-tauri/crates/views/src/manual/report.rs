//! The manual at a terminal: which pages there are, and one of them.

use message::message;
use serde::{Deserialize, Serialize};
use workspace::Workspace;

use super::{PAGES, Page, title};
use crate::{Code, Failure};

/// Which page.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ManualAsk {
    /// Its topic, such as `start`; only the list of pages when absent.
    #[serde(default)]
    pub topic: Option<String>,
}

/// The pages, and the one that was asked for.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ManualReport {
    /// Every page, in the order in which one reads them.
    pub topics: Vec<TopicRow>,
    /// The page as Markdown, without pictures.
    pub text: Option<String>,
}

/// A page of the manual.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TopicRow {
    /// What it is asked for by.
    pub topic: String,
    /// What it is called.
    pub title: String,
}

/// The list of pages, and the text of one.
///
/// # Errors
///
/// [`Code::NotFound`] when no page has this topic.
pub fn manual_report(_: &Workspace, ask: &ManualAsk) -> Result<ManualReport, Failure> {
    let text = ask.topic.as_deref().map(|topic| {
        let page = PAGES.iter().find(|page| page.topic == topic);
        page.map(|page| plain(page.text)).ok_or_else(|| no_page(topic))
    });
    Ok(ManualReport { topics: PAGES.iter().map(row).collect(), text: text.transpose()? })
}

fn no_page(topic: &str) -> Failure {
    let words = message!("no manual page or command `{topic}`.", topic);
    Failure::new(Code::NotFound, words).hint(message!("Run `assay help` to list commands and pages."))
}

fn row(page: &Page) -> TopicRow {
    TopicRow { topic: page.topic.to_owned(), title: title(page.text) }
}

/// The page without its pictures, and links as the words they stand on: at a terminal there is nothing to follow.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut is_picture = false;
    let mut is_blank = false;
    for line in text.lines() {
        is_picture |= line.starts_with("<picture>");
        let is_second_blank = is_blank && line.is_empty();
        if !is_picture && !is_second_blank {
            out.push_str(&without_links(line));
            out.push('\n');
            is_blank = line.is_empty();
        }
        is_picture &= !line.starts_with("</picture>");
    }
    out
}

/// `[words](address)` as `words`.
fn without_links(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some((before, words, after)) = link(rest) {
        out.push_str(before);
        out.push_str(words);
        rest = after;
    }
    out + rest
}

fn link(text: &str) -> Option<(&str, &str, &str)> {
    let (head, tail) = text.split_once("](")?;
    let (before, words) = head.rsplit_once('[')?;
    let (_, after) = tail.split_once(')')?;
    Some((before, words, after))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_at_a_terminal_has_words_alone() {
        let text =
            "# T\n\n<picture>\n  <img src=\"a.png\">\n</picture>\n\nSee [a](b.md#c) and [d](e.md). `x`[0]\n";
        assert_eq!(plain(text), "# T\n\nSee a and d. `x`[0]\n");
    }
}
