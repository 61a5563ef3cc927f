//! What the rules find in skills, and what a quick fix is judged by.

mod found;
mod links;
mod look;
mod said;
mod signed;

pub use found::{Checked, Found, Said};
pub use links::{DeadLink, links};
pub use look::{holds_for, of_fault, places};
pub use said::{Files, MAIN, Reach, is_of_folder, judged, of_skill, with_fixes};

pub(crate) use found::ChecksLook;
