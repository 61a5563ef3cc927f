//! Who asks. For each there is a way in with a method for every request it may ask, and no other.

use crate::App;

/// Who asks a request. Each line of the list names those who may.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Audience {
    /// The page in the main window. It shows texts of strangers, so it names what it was shown and no path.
    Page,
    /// The window in which a person decides, or the person at a terminal who decides without it.
    Approval,
    /// Scripts, through the terminal.
    Scripts,
    /// Agents that are served over MCP.
    Agents,
}

impl Audience {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Page, Self::Approval, Self::Scripts, Self::Agents];

    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::Page => "the page",
            Self::Approval => "the approval window",
            Self::Scripts => "scripts at the terminal",
            Self::Agents => "agents",
        }
    }
}

/// Asks as [`Audience::Page`].
pub struct Page<'a>(pub &'a App);

/// Asks as [`Audience::Approval`].
pub struct Approval<'a>(pub &'a App);

/// Asks as [`Audience::Scripts`].
pub struct Scripts<'a>(pub &'a App);

/// Asks as [`Audience::Agents`].
pub struct Agents<'a>(pub &'a App);
