//! What may be asked about skills from elsewhere. The crate `import` lays them into quarantine and lands them.
//!
//! Start with `begin.rs` for how an import begins and ends; `shown.rs` tells how far it is, `origin.rs` where a
//! skill came from.

mod ask;
mod begin;
mod dropped;
mod origin;
mod server;
mod shown;
mod view;

pub use ::import::Stage as ImportStage;
pub use ::skills::manage::OriginSource;
pub use ask::{BeginImportAsk, ImportAsk, ImportFrom};
pub use begin::begin_at;
pub use dropped::DroppedView;
pub use server::{ServerTold, server_told};
pub use view::{
    BegunImport, DivergenceRow, DivergenceWho, DoubtRow, DoubtWeight, ImportSkillRow, ImportView, LockRow,
    OriginFileRow, OriginState, OriginView, ServedFileRow, UpdateView,
};

pub(crate) use begin::{begin_import, begin_update, end_import};
pub(crate) use dropped::open_dropped;
pub(crate) use origin::origin;
pub(crate) use shown::import;
