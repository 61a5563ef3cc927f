//! What may be asked about changes: plans, their carrying out, the journal, the trash.
//!
//! The page never names a path to write to: it names a skill, a session's line, an item of the trash; the plan
//! stays here under an id, and exactly what was shown under that id is carried out.

mod ask;
mod changes;
mod files;
mod going;
mod kept;
mod plans;
mod restore;
mod shown;
mod stop;
mod view;

pub use ask::{
    CarryOutAsk, ChangesAsk, EmptyTrashAsk, FileContents, ManyAct, Outline, PlanAsk, PlanDiffAsk, PlanSide,
    PlanTextAsk, PlanThreeAsk, UndoAsk, Unverified,
};
pub use view::{
    CarriedOutView, JournalRow, JournalState, JournalView, MovedRow, MovedView, PlanAnswer, PlanText,
    PlanView, RefusedView, RestorePlace, Size, StepDoes, StepRow, TrashRow, TrashView, Way,
};

pub use going::{GoingRow, GoingView};

pub(crate) use changes::{empty_trash, journal, trash};
pub(crate) use going::Going;
pub(crate) use plans::{carry_out, plan, plan_diff, plan_text, plan_three, undo};
pub(crate) use shown::ShownPlans;
pub(crate) use stop::{carrying_out, stop_carrying_out};
