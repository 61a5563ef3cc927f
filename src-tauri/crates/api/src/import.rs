//! What may be asked about skills from elsewhere: they come into a quarantine, are looked at there, and land as a
//! plan like any other change.
//!
//! Start with `begin.rs` for how an import begins and ends, `lay.rs` for how a source is laid into quarantine, and
//! `landing.rs` for the plans. Where a skill came from is told by `origin.rs`.

mod ask;
mod begin;
mod kept;
mod landing;
mod lay;
mod origin;
mod quarantine;
mod shown;
mod view;

pub use ask::{BeginImportAsk, ImportAsk, ImportFrom, ImportSource};
pub use begin::begin_at;
pub use view::{
    BegunImport, DivergenceRow, DivergenceWho, DoubtRow, DoubtWeight, ImportSkillRow, ImportStage,
    ImportView, LockRow, OriginFileRow, OriginState, OriginView, UpdateView,
};

pub(crate) use begin::{begin_import, begin_update, end_import};
pub(crate) use landing::{import_plan, update_plan};
pub(crate) use origin::origin;
pub(crate) use quarantine::{Imports, sweep_quarantine};
pub(crate) use shown::import;
