//! Requests about hydration: what a skill may feed the model, who allowed it, and the proof.

mod approval;
mod approval_text;
mod approval_view;
mod approvals;
mod ask;
mod decision;
mod hydrate;
mod keeping;
mod lifetimes;
mod report;
mod sources;
mod view;

pub use ::hydration::LifetimeKind;
pub use approval_text::*;
pub use approval_view::*;
pub use ask::*;
pub use keeping::{KeepAsk, KeepingConsequence, KeepingReason, KeepingView, PixirSaysView};
pub use report::{
    AssayPolicy, PixirPolicy, PolicyAsk, PolicyReport, SourceReport, SourcesReport, SourcesReportAsk,
};
pub use view::*;
pub use views::decisions::DecisionWord;

pub(crate) use approval::{approval, approval_output, decide};
pub(crate) use approvals::{approvals, revoke_grant, show_approval, withdraw};
pub(crate) use decision::decision;
pub(crate) use hydrate::hydrate;
pub(crate) use keeping::{ask_pixir, evidence_keeping, keep_evidence};
pub(crate) use report::{policy_report, sources_report};
pub(crate) use sources::context_sources;
