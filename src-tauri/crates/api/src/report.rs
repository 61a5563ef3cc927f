//! Answers in the shapes that scripts rely on: field names here are fixed, more may stand beside them.
//!
//! The page asks for windows and views; a script asks one question and reads one document. Both are
//! requests of the same list.

mod doctor;
mod drift;
mod sessions;
mod skills;

pub use doctor::{DoctorReport, RootReport};
pub use drift::{
    ActivationVerdict, DiffReport, DiffReportAsk, DriftReport, DriftReportAsk, DriftReportRow, HunkReport,
    VerifyReport,
};
pub use sessions::{
    ActivationReport, DroppedReport, SessionReport, SessionReportAsk, SessionReportRow, SessionsReport,
    TreeReport, TurnReport, UnreadReport, VisibleAsk, VisibleReport, VisibleRow,
};
pub use skills::{
    ActivationFields, ActivationReportAsk, CatalogReport, CatalogReportAsk, CheckAsk, CheckReport,
    InvokedAsk, InvokedReport, SkillActivationReport, SkillFileReport, SkillReportAsk, SkillReportRow,
    SkillsReport, TemplatesReport, skill_file,
};

pub(crate) use doctor::doctor_report;
pub(crate) use drift::{diff_report, drift_report, verify_report};
pub(crate) use sessions::{session_report, sessions_report, visible_report};
pub(crate) use skills::{
    activation_report, catalog_report, check_report, invoked_report, skill_file_report, skills_report,
    templates_report,
};

/// Recorded times are passed on as they were recorded; others are written this way.
pub(crate) fn seq_value(seq: &::sessions::Seq) -> serde_json::Value {
    match seq.number() {
        Some(number) => number.into(),
        None if *seq == ::sessions::Seq::Absent => serde_json::Value::Null,
        None => seq.to_string().into(),
    }
}
