//! What agents may do without asking, the mode, trust, visibility and the skills made of code, and changes of it. What
//! tightens is done at once. What loosens is asked about in the window in which a person decides: the page shows texts
//! of strangers, and nothing in it can say yes for her.

mod asking;
mod built_ins;
mod mode;
mod trust;
mod visibility;

use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Instant;

use ::hydration::ARMED_AFTER;
use ::skills::Trust;
use ::workspace::locked;
use serde::{Deserialize, Serialize};

use crate::access::Loosening;
use views::wire::SwitchWord;

pub use built_ins::{
    BuiltInParameter, BuiltInRow, BuiltInTool, BuiltInsView, OutrankedBuiltIn, SetBuiltInAsk,
};
pub use execution::Mode;
pub use mode::ModeView;
pub use trust::{HeldBackRow, SetTrustAsk, TrustView};
pub use visibility::{SetVisibilityAsk, VisibilityChange, VisibilityView, VisibleName};

pub(crate) use asking::{change_permission, decide_loosening, loosening};
pub(crate) use built_ins::{built_ins, set_built_in};
pub(crate) use mode::mode;
pub(crate) use trust::{set_trust, trust};
pub(crate) use visibility::{set_visibility, visibility};

/// A change of what agents may do in the open workspace without asking.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum PermissionChange {
    /// The permission mode.
    Mode {
        /// The mode; nothing to follow Pixir's configuration again.
        mode: Option<Mode>,
    },
    /// Whether the project is trusted.
    Trust {
        /// How it shall stand.
        trust: Trust,
    },
    /// A skill made of code, or all tools.
    BuiltIn {
        /// The skill; nothing for all tools that agents are offered.
        name: Option<String>,
        /// How it shall stand.
        switch: SwitchWord,
    },
    /// Which skills agents may see.
    Visibility {
        /// One after the other; all of them or none.
        changes: Vec<VisibilityChange>,
    },
}

/// What became of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum PermissionOutcome {
    /// It loosens nothing and is made.
    Done,
    /// It loosens something; the window in which a person decides asks about it, and nothing has changed yet.
    Asked,
}

/// The answer to a change.
#[derive(Debug, Clone, Copy, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PermissionView {
    /// What became of it.
    pub outcome: PermissionOutcome,
}

/// The question on screen.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LooseningView {
    /// The number of this showing; an answer names it.
    pub showing: u32,
    /// Milliseconds in which no answer is taken yet.
    pub armed_after_ms: u32,
    /// The folder it would hold for.
    pub place: String,
    /// The question; nothing when none waits.
    pub question: Option<Loosening>,
}

/// An answer to the question on screen.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DecideLooseningAsk {
    /// The showing it answers.
    pub showing: u32,
    /// Whether the change is made.
    pub yes: bool,
}

type News = dyn Fn() + Send + Sync;

/// The one change that waits for a person. Another one takes its place.
#[derive(Default)]
pub(crate) struct Loosenings {
    waiting: Mutex<Waiting>,
    /// Held from the question whether a change loosens to its being made: what was found to tighten still does then.
    turn: Mutex<()>,
    news: OnceLock<Arc<News>>,
}

#[derive(Default)]
struct Waiting {
    showing: u32,
    asked: Option<Asked>,
}

struct Asked {
    change: Arc<PermissionChange>,
    /// The workspace it was asked for; it is never made for another.
    workspace: PathBuf,
    /// As it stood on screen, and since when.
    shown: Option<(Loosening, Instant)>,
}

impl Waiting {
    // Puts the question on screen: how long it takes no answer yet, in milliseconds.
    fn show(&mut self, question: Option<&Loosening>) -> u32 {
        let before = self.asked.as_ref().and_then(|asked| asked.shown.as_ref());
        let since = match before {
            Some((shown, since)) if Some(shown) == question => *since,
            _ => {
                self.showing += 1;
                Instant::now()
            }
        };
        match (&mut self.asked, question) {
            (Some(asked), Some(question)) => asked.shown = Some((question.clone(), since)),
            // It became so by itself meanwhile: nothing is left to ask.
            (asked, _) => *asked = None,
        }
        let unarmed = ARMED_AFTER.saturating_sub(since.elapsed());
        u32::try_from(unarmed.as_millis()).unwrap_or(u32::MAX)
    }
}

impl Loosenings {
    /// Who is told whenever a change waits, or no longer does.
    pub fn on_news(&self, news: Arc<News>) {
        let _ = self.news.set(news);
    }

    /// Whether a change waits for a person.
    pub fn is_waiting(&self) -> bool {
        locked(&self.waiting).asked.is_some()
    }

    /// Leaves everything as it is.
    pub fn drop_waiting(&self) {
        if locked(&self.waiting).asked.take().is_some() {
            self.tell();
        }
    }

    fn tell(&self) {
        if let Some(news) = self.news.get() {
            news();
        }
    }
}
