//! What a person lets agents have of skills, in files of Assay's own, and what an agent sees by it.
//!
//! Requests stand on this; it knows none of them.

mod by_project;
mod folders;
mod loosening;
mod mode;
mod offered;
mod sandbox;
mod skill_origin;
mod switches;
mod trust;
mod visibility;

pub use loosening::{Loosening, MoreVisible, ToolReach, WaitingSkills};
pub use offered::Sight;
pub use sandbox::SandboxView;

pub(crate) use by_project::{ByProject, project, read_setting, turn};
pub(crate) use folders::{FOLDERS, ProjectFolders, places};
pub use mode::ModeSource;
pub(crate) use mode::{MODES, mode_in_force};
pub(crate) use offered::{
    for_model, for_user, held_back, hooks_need_trust, hooks_ready, key, listed, ruling, unseen_folders,
};
pub(crate) use skill_origin::skill_origin;
pub(crate) use switches::{BUILT_INS_FILE, Switches, read_switches, switches_path};
pub(crate) use trust::TRUSTED;
pub(crate) use visibility::{SETTINGS, VisibleNames, file_reads, in_force_at, visible_names};
