//! Requests about hydration: what a skill may feed the model, who allowed it, and the proof.

mod agent;
mod approval;
mod approval_view;
mod approvals;
mod ask;
mod decision;
mod ground;
mod keeping;
mod lifetimes;
mod mode;
mod permit;
mod permit_ask;
mod report;
mod sources;
mod turn;
mod view;

pub use ::hydration::LifetimeKind;
pub use agent::{AgentAsk, AgentDoor, AgentTicket, Released, TakenIn, answer_agent, submit};
pub use approval_view::*;
pub use ask::*;
pub use execution::{Level, Mode};
pub use keeping::{KeepAsk, KeepingView, PixirSaysView};
pub use permit::permit_question;
pub use permit_ask::{ActWord, PermitAsk, PermitCommand};
pub use report::{
    AssayPolicy, PixirPolicy, PolicyAsk, PolicyReport, SourceReport, SourcesReport, SourcesReportAsk,
};
pub use view::*;
pub use views::decisions::DecisionWord;

pub(crate) use approval::{approval, approval_output, decide};
pub(crate) use approvals::{approvals, revoke_grant, show_approval, withdraw};
pub(crate) use decision::decision;
pub(crate) use ground::{Aim, ground, hydrate, of_id};
pub(crate) use keeping::{ask_pixir, evidence_keeping, keep_evidence};
pub(crate) use mode::{loosens, mode, set_mode};
pub(crate) use report::{policy_report, sources_report};
pub(crate) use sources::{aims, context_sources, declared, declared_at};
