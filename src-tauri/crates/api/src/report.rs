//! Answers in the shapes that scripts rely on: field names here are fixed, more may stand beside them.
//!
//! The page asks for windows and views; a script asks one question and reads one document. Both are
//! requests of the same list.

mod check;
mod convention;
mod doctor;
mod drift;
mod drift_everywhere;
mod hydration;
mod index;
mod moment;
mod prefix;
mod sarif;
mod sessions;
mod skills;
mod usage;
mod verify;
mod wins;

use serde_json::value::RawValue;

pub use crate::convention::{Reconstructed, TrustWord};
pub use crate::sessions::UnfinishedReport;
pub use check::{CheckAsk, CheckReport, RuleRow, RulesReport};
pub use convention::SkillsReportAsk;
pub use doctor::{DoctorReport, RootReport};
pub use drift::{DiffReport, DiffReportAsk, DriftReport, DriftReportAsk, DriftReportRow, HunkReport};
pub use drift_everywhere::{DriftEverywhereReport, WorkspaceDrift};
pub use hydration::{
    AssayPolicy, PixirPolicy, PolicyAsk, PolicyReport, SourceReport, SourcesReport, SourcesReportAsk,
};
pub use index::{ListedSessionRow, ListedSessionsReport, SearchReport, SearchReportAsk};
pub use moment::{ItemReport, MomentItems, MomentReport, MomentReportAsk};
pub use prefix::{PrefixAsk, PrefixReport, PrefixSection};
pub use sarif::SarifReport;
pub use sessions::{
    ActivationReport, DroppedReport, HydrationReport, SessionReport, SessionReportAsk, SessionReportRow,
    SessionsReport, TreeReport, TurnReport, UnreadReport, VisibleAsk, VisibleReport, VisibleRow,
    tell_session, write_session,
};
pub use skills::{
    ActivationFields, ActivationReportAsk, BrokenTemplate, CatalogReport, CatalogReportAsk, InvokedAsk,
    InvokedReport, SkillActivationReport, SkillFileReport, SkillReportAsk, SkillReportRow, SkillsReport,
    TemplateReport, TemplatesReport, TemplatesWarning, skill_file,
};
pub use usage::{UnusedOnly, UsageReport, UsageReportAsk, UsageReportRow, VersionsReport, VersionsReportAsk};
pub use verify::{ActivationVerdict, VerifyAllReport, VerifyAllRow, VerifyReport};
pub use wins::{WinsReport, WinsReportAsk, WinsReportCell, WinsReportFile, WinsReportRow, WinsReportRules};

pub(crate) use check::{check_report, rules_report};
pub(crate) use doctor::doctor_report;
pub(crate) use drift::{diff_report, drift_report};
pub(crate) use drift_everywhere::drift_everywhere_report;
pub(crate) use hydration::{policy_report, sources_report};
pub(crate) use index::{listed_sessions_report, search_report};
pub(crate) use moment::moment_report;
pub(crate) use prefix::prefix_report;
pub(crate) use sarif::sarif_report;
pub(crate) use sessions::{by_id, session_report, sessions_report, visible_report};
pub(crate) use skills::{
    activation_report, catalog_report, invoked_report, skill_file_report, skills_report, templates_report,
};
pub(crate) use usage::{usage_report, versions_report};
pub(crate) use verify::{verify_all_report, verify_report};
pub(crate) use wins::wins_report;

/// A value as it is written in JSON: Pixir's sequence numbers have no upper limit.
pub type Json = Box<RawValue>;

/// A sequence number: a number where it is one, text where a log holds something else, else null.
pub(crate) fn seq_value(seq: &::sessions::Seq) -> Json {
    let written = match seq {
        ::sessions::Seq::Whole(number) => number.to_string(),
        ::sessions::Seq::Odd(raw) => raw.to_string(),
        ::sessions::Seq::Absent => "null".to_owned(),
    };
    RawValue::from_string(written).unwrap_or_default()
}
