//! The whole manual, as the window shows and searches it.

use serde::Serialize;
use workspace::Workspace;

use super::sections::{Section, lines, sections};
use super::{PAGES, title};
use crate::Failure;
use crate::markdown::Markdown;
use crate::wire::Nothing;

/// The manual.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ManualView {
    /// Its pages, in the order in which one reads them.
    pub pages: Vec<ManualPage>,
}

/// A page.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ManualPage {
    /// What it is asked for by, such as `start`.
    pub topic: String,
    /// Where it lies, from the top of the repository: links between pages are written from there.
    pub path: String,
    /// What it is called.
    pub title: String,
    /// Its parts; the first stands below the title and has its head.
    pub sections: Vec<ManualSection>,
}

/// A part of a page.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ManualSection {
    /// The last part of its address, such as `a-session`.
    pub id: String,
    /// 1 for the page's own, 2 or more below it.
    pub level: u8,
    /// Its heading.
    pub head: String,
    /// Its words, as they are searched.
    pub words: String,
    /// What stands below the heading, without pictures.
    pub markdown: Markdown,
}

/// Every page of the manual.
///
/// # Errors
///
/// None: the pages are part of the program.
pub fn manual(_: &Workspace, _: &Nothing) -> Result<ManualView, Failure> {
    let pages = PAGES.iter().map(|page| {
        let sections: Vec<ManualSection> = sections(page.text).into_iter().map(section).collect();
        ManualPage {
            topic: page.topic.to_owned(),
            path: page.path.to_owned(),
            title: title(page.text),
            sections,
        }
    });
    Ok(ManualView { pages: pages.collect() })
}

fn section(Section { level, head, id, markdown }: Section) -> ManualSection {
    let words = lines(&markdown.blocks).join("\n");
    ManualSection { id, level, head, words, markdown }
}
