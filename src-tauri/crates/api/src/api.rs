//! Everything the outside may ask, and the answers.
//!
//! [`REQUESTS`] is the one list. Each line names a request, the function that answers it, its effect
//! and the tags its answer is made of (or makes stale). From the list come the dispatch in
//! [`answer`], the TypeScript interface `Requests`, the page's cache tags, and what a door may do.
//!
//! This crate must not know which door asked: it prints nothing and opens no window; what only a
//! desktop can do comes in through [`Host`]. It reads no environment; [`Surroundings`] hands in home,
//! workspace and clock.
//!
//! A new request is a function in the module of its word and one line in the list below.

pub mod agent;
mod app;
pub mod built_ins;
mod by_project;
mod change;
pub mod checks;
mod conversation;
pub mod draft;
pub mod drift;
pub mod export;
mod failure;
pub mod folders;
pub mod hooks;
pub mod hydration;
pub mod import;
pub mod index;
mod logs;
pub mod manage;
mod markdown;
pub mod preview;
mod remember;
pub mod report;
pub mod requirements;
pub mod sessions;
pub mod skills;
pub mod trust;
pub mod visibility;
mod window;
pub mod wins;
pub mod wire;
pub mod workspace;

use std::panic::{AssertUnwindSafe, catch_unwind};

pub use ::skills::{Allowed, Convention, is_unseen};
pub use app::{App, Host, NoHost, Surroundings, Watched, kept, moves_an_agent, socket};
pub use change::{Change, Tag};
pub use conversation::{Call, Conversation};
pub use execution::Stop;
pub use failure::{Code, Failure};
pub use report::skill_file;

/// What a request may do to the world.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// Only looks.
    Reads,
    /// Changes something Assay keeps.
    Writes,
    /// Hands something to another program.
    Runs,
    /// Belongs to the approval window, and to no other.
    Decides,
}

/// One line of the list.
#[derive(Debug, Clone, Copy)]
pub struct Request {
    /// Its name, as every door says it.
    pub name: &'static str,
    /// What it may do.
    pub effect: Effect,
    /// What its answer is made of, or what it makes stale.
    pub tags: &'static [Tag],
}

macro_rules! requests {
    ($($effect:ident $name:ident($ask:ty) -> $answer:ty = $path:path, [$($tag:ident),*];)*) => {
        /// Every request there is.
        pub const REQUESTS: &[Request] = &[$(
            Request { name: stringify!($name), effect: Effect::$effect, tags: &[$(Tag::$tag),*] },
        )*];

        fn dispatch(app: &App, name: &str, body: &str) -> Result<String, Failure> {
            match name {
                $(stringify!($name) => {
                    let ask: $ask = serde_json::from_str(body).map_err(|error| Failure::wrong_ask(name, &error))?;
                    let answer: $answer = $path(app, &ask)?;
                    serde_json::to_string(&answer).map_err(|error| Failure::broken(&error.to_string()))
                })*
                _ => Err(Failure::unknown_request(name)),
            }
        }

        #[cfg(test)]
        fn typed(each: &mut impl typescript::EachRequest) {
            $(each.request::<$ask, $answer>(stringify!($name));)*
        }
    };
}

requests! {
    Reads workspace(wire::Nothing) -> workspace::WorkspaceView = workspace::workspace, [Workspace, Skills, Sessions];
    Writes switch_workspace(workspace::SwitchAsk) -> workspace::WorkspaceView = workspace::switch_workspace, [Workspace, Skills, Sessions];
    Writes choose_workspace(wire::Nothing) -> workspace::WorkspaceView = workspace::choose_workspace, [Workspace, Skills, Sessions];
    Writes look_again(wire::Nothing) -> workspace::WorkspaceView = workspace::look_again, [Workspace, Skills, Sessions];
    Runs open_link(workspace::LinkAsk) -> wire::Nothing = workspace::open_link, [];

    Reads mode(wire::Nothing) -> hydration::ModeView = hydration::mode, [Workspace, Approvals];
    Writes set_mode(hydration::SetModeAsk) -> hydration::ModeView = hydration::set_mode, [Approvals];
    Reads evidence_keeping(wire::Nothing) -> hydration::KeepingView = hydration::evidence_keeping, [Workspace, Approvals];
    Runs ask_pixir(wire::Nothing) -> hydration::PixirSaysView = hydration::ask_pixir, [];
    Writes keep_evidence(hydration::KeepAsk) -> hydration::KeepingView = hydration::keep_evidence, [Approvals];
    Reads trust(wire::Nothing) -> trust::TrustView = trust::trust, [Workspace, Skills];
    Writes set_trust(trust::SetTrustAsk) -> trust::TrustView = trust::set_trust, [Skills];
    Reads built_ins(wire::Nothing) -> built_ins::BuiltInsView = built_ins::built_ins, [Workspace, Skills];
    Writes set_built_in(built_ins::SetBuiltInAsk) -> built_ins::BuiltInsView = built_ins::set_built_in, [Skills];
    Reads visibility(wire::Nothing) -> visibility::VisibilityView = visibility::visibility, [Workspace, Skills];
    Writes set_visibility(visibility::SetVisibilityAsk) -> visibility::VisibilityView = visibility::set_visibility, [Skills];
    Reads context_sources(skills::SkillUnderAsk) -> hydration::SourcesView = hydration::context_sources, [Skills, Approvals];
    Runs hydrate(hydration::HydrateAsk) -> hydration::RequestedView = hydration::hydrate, [Approvals];
    Reads approvals(hydration::ApprovalsAsk) -> hydration::ApprovalsView = hydration::approvals, [Approvals, Skills, Sessions];
    Reads decision(hydration::DecisionAsk) -> hydration::DecisionView = hydration::decision, [Approvals, Skills, Sessions];
    Writes revoke_grant(hydration::GrantAsk) -> wire::Nothing = hydration::revoke_grant, [Approvals];
    Writes withdraw(hydration::WaitingAsk) -> wire::Nothing = hydration::withdraw, [Approvals];
    Writes show_approval(hydration::WaitingAsk) -> wire::Nothing = hydration::show_approval, [];

    Decides approval(wire::Nothing) -> hydration::ApprovalView = hydration::approval, [Approvals];
    Decides approval_output(hydration::OutputAsk) -> wire::TextWindow = hydration::approval_output, [Approvals];
    Decides decide(hydration::DecideAsk) -> hydration::ApprovalView = hydration::decide, [Approvals];

    Reads skills(skills::SkillsAsk) -> skills::SkillsView = skills::list, [Skills, Sessions];
    Reads skill(skills::SkillUnderAsk) -> skills::SkillView = skills::skill, [Skills, Sessions];
    Reads skill_body(skills::SkillAsk) -> skills::BodyView = skills::body, [Skills];
    Reads skill_usage(skills::SkillUsageAsk) -> skills::SkillUsageView = skills::skill_usage, [Skills, Sessions];
    Reads skill_source(skills::SourceAsk) -> wire::TextWindow = skills::source, [Skills];
    Reads resources(skills::SkillAsk) -> skills::ResourcesView = skills::resources, [Skills, Sessions];
    Reads resource(skills::ResourceAsk) -> skills::ResourceView = skills::resource, [Skills, Sessions];
    Reads catalog(skills::CatalogAsk) -> skills::CatalogView = skills::catalog, [Skills];
    Reads checks(checks::ChecksAsk) -> checks::ChecksView = checks::checks, [Skills];
    Reads conventions(wire::Nothing) -> wins::ConventionsView = wins::conventions, [Workspace, Skills];
    Reads activation_preview(preview::PreviewAsk) -> preview::PreviewView = preview::activation_preview, [Skills, Approvals];
    Reads skill_hooks(skills::SkillUnderAsk) -> hooks::HooksView = hooks::skill_hooks, [Skills];
    Reads try_hooks(hooks::TryHooksAsk) -> hooks::TryHooksView = hooks::try_hooks, [Skills];
    Reads who_wins(wins::WhoWinsAsk) -> wins::WhoWinsView = wins::who_wins, [Skills];
    Writes save_wins(wins::SaveWinsAsk) -> export::SavedView = wins::save_wins, [];

    Reads sessions(sessions::SessionsAsk) -> sessions::SessionsView = sessions::list, [Sessions, Skills];
    Reads session(sessions::SessionAsk) -> sessions::SessionView = sessions::session, [Sessions, Skills];
    Reads timeline(sessions::TimelineAsk) -> sessions::TimelineView = sessions::timeline, [Sessions];
    Reads place(sessions::PlaceAsk) -> sessions::PlaceView = sessions::place, [Sessions];
    Reads events(sessions::EventsAsk) -> sessions::EventsView = sessions::events, [Sessions, Skills];
    Reads provenance(sessions::ProvenanceAsk) -> sessions::ProvenanceView = sessions::provenance, [Sessions, Skills];
    Reads moment(sessions::MomentAsk) -> sessions::MomentView = sessions::moment, [Sessions, Skills];
    Reads moment_items(sessions::ItemsAsk) -> sessions::ItemsView = sessions::moment_items, [Sessions];
    Reads item_text(sessions::ItemTextAsk) -> wire::TextWindow = sessions::item_text, [Sessions];
    Reads fork_skills(sessions::SessionAsk) -> sessions::ForkSkillsView = sessions::fork_skills, [Sessions, Skills];
    Reads event_raw(sessions::RawAsk) -> sessions::RawView = sessions::event_raw, [Sessions];
    Reads event_text(sessions::EventTextAsk) -> wire::TextWindow = sessions::event_text, [Sessions];
    Reads integrity(sessions::SessionAsk) -> sessions::IntegrityView = sessions::integrity, [Sessions];

    Reads all_sessions(index::AllSessionsAsk) -> index::AllSessionsView = index::all_sessions, [Sessions, Skills, Index];
    Reads search(index::SearchAsk) -> index::SearchView = index::search, [Sessions, Index];
    Writes stop_search(wire::Nothing) -> wire::Nothing = index::stop_search, [];
    Reads known_workspaces(wire::Nothing) -> index::KnownView = index::known_workspaces, [Workspace, Index];
    Writes add_workspace(wire::Nothing) -> index::KnownView = index::add_workspace, [Workspace, Index];
    Writes find_workspaces(wire::Nothing) -> index::KnownView = index::find_workspaces, [Workspace, Index];
    Writes stop_finding(wire::Nothing) -> wire::Nothing = index::stop_finding, [];
    Writes forget_workspace(workspace::SwitchAsk) -> index::KnownView = index::forget_workspace, [Workspace, Index];
    Reads indexing(wire::Nothing) -> index::IndexingView = index::indexing, [Index];
    Writes set_indexing(index::SetIndexingAsk) -> index::IndexingView = index::set_indexing, [Index];

    Reads drift(drift::DriftAsk) -> drift::DriftView = drift::list, [Sessions, Skills];
    Reads snapshot(drift::SnapshotAsk) -> drift::SnapshotView = drift::snapshot, [Sessions, Skills];
    Reads diff(drift::DiffAsk) -> drift::DiffView = drift::diff, [Sessions, Skills];
    Reads versions(drift::VersionsAsk) -> drift::VersionsView = drift::versions, [Sessions, Skills];
    Reads line_history(drift::LineAsk) -> drift::LineView = drift::line_history, [Sessions, Skills];

    Reads draft(draft::DraftAsk) -> draft::DraftView = draft::draft, [Skills];
    Reads draft_check(draft::DraftCheckAsk) -> draft::DraftCheckView = draft::draft_check, [Skills];
    Reads draft_field(draft::DraftFieldAsk) -> draft::DraftFieldView = draft::draft_field, [];
    Reads draft_preview(draft::DraftTextAsk) -> skills::BodyView = draft::draft_preview, [];
    Reads name_check(draft::NameCheckAsk) -> draft::NameCheckView = draft::name_check, [Skills];

    Writes begin_import(import::BeginImportAsk) -> import::BegunImport = import::begin_import, [];
    Writes begin_update(skills::SkillAsk) -> import::BegunImport = import::begin_update, [];
    Writes end_import(import::ImportAsk) -> wire::Nothing = import::end_import, [];
    Reads import(import::ImportAsk) -> import::ImportView = import::import, [Skills];
    Reads origin(skills::SkillAsk) -> import::OriginView = import::origin, [Skills, Journal];

    Reads plan(manage::PlanAsk) -> manage::PlanAnswer = manage::plan, [Skills, Sessions];
    Reads plan_text(manage::PlanTextAsk) -> wire::TextWindow = manage::plan_text, [];
    Reads plan_diff(manage::PlanDiffAsk) -> manage::PlanDiffView = manage::plan_diff, [];
    Reads plan_three(manage::PlanThreeAsk) -> manage::PlanThreeView = manage::plan_three, [];
    Reads carrying_out(wire::Nothing) -> manage::GoingView = manage::carrying_out, [];
    Writes stop_carrying_out(wire::Nothing) -> wire::Nothing = manage::stop_carrying_out, [];
    Writes carry_out(manage::CarryOutAsk) -> manage::CarriedOutView = manage::carry_out, [Skills, Journal];
    Writes undo(manage::UndoAsk) -> manage::CarriedOutView = manage::undo, [Skills, Journal];
    Reads journal(manage::ChangesAsk) -> manage::JournalView = manage::journal, [Journal];
    Reads trash(manage::ChangesAsk) -> manage::TrashView = manage::trash, [Journal, Skills];
    Writes empty_trash(manage::EmptyTrashAsk) -> manage::TrashView = manage::empty_trash, [Journal];

    Reads folders_report(wire::Nothing) -> folders::FoldersReport = folders::folders_report, [Workspace, Skills];
    Reads wins_report(report::WinsReportAsk) -> report::WinsReport = report::wins_report, [Skills];
    Reads skills_report(report::SkillsReportAsk) -> report::SkillsReport = report::skills_report, [Skills];
    Reads skill_file_report(report::SkillReportAsk) -> report::SkillFileReport = report::skill_file_report, [Skills];
    Reads activation_report(report::ActivationReportAsk) -> report::SkillActivationReport = report::activation_report, [Skills];
    Reads catalog_report(report::CatalogReportAsk) -> report::CatalogReport = report::catalog_report, [Skills];
    Reads prefix_report(report::PrefixAsk) -> report::PrefixReport = report::prefix_report, [Skills];
    Reads invoked_report(report::InvokedAsk) -> report::InvokedReport = report::invoked_report, [Skills];
    Reads templates_report(wire::Nothing) -> report::TemplatesReport = report::templates_report, [Skills];
    Reads check_report(report::CheckAsk) -> report::CheckReport = report::check_report, [Skills];
    Reads sarif_report(report::CheckAsk) -> report::SarifReport = report::sarif_report, [Skills];
    Reads rules_report(wire::Nothing) -> report::RulesReport = report::rules_report, [];
    Reads sessions_report(wire::Nothing) -> report::SessionsReport = report::sessions_report, [Sessions];
    Reads session_report(report::SessionReportAsk) -> report::SessionReport = report::session_report, [Sessions];
    Reads listed_sessions_report(index::SessionFilter) -> report::ListedSessionsReport = report::listed_sessions_report, [Sessions, Skills, Index];
    Reads search_report(report::SearchReportAsk) -> report::SearchReport = report::search_report, [Sessions, Index];
    Reads visible_report(report::VisibleAsk) -> report::VisibleReport = report::visible_report, [Sessions];
    Reads moment_report(report::MomentReportAsk) -> report::MomentReport = report::moment_report, [Sessions, Skills];
    Reads drift_report(report::DriftReportAsk) -> report::DriftReport = report::drift_report, [Sessions, Skills];
    Reads diff_report(report::DiffReportAsk) -> report::DiffReport = report::diff_report, [Sessions, Skills];
    Reads verify_report(report::SessionReportAsk) -> report::VerifyReport = report::verify_report, [Sessions];
    Reads verify_all_report(wire::Nothing) -> report::VerifyAllReport = report::verify_all_report, [Sessions];
    Reads versions_report(report::VersionsReportAsk) -> report::VersionsReport = report::versions_report, [Sessions, Skills];
    Reads usage_report(report::UsageReportAsk) -> report::UsageReport = report::usage_report, [Sessions, Skills];
    Reads policy_report(report::PolicyAsk) -> report::PolicyReport = report::policy_report, [Workspace];
    Reads sources_report(report::SourcesReportAsk) -> report::SourcesReport = report::sources_report, [Skills];
    Reads export_report(export::ExportAsk) -> export::ExportReport = export::export_report, [Sessions, Skills];
    Reads reference(export::ReferenceAsk) -> export::ReferenceView = export::reference, [Sessions];
    Writes save_export(export::SaveAsk) -> export::SavedView = export::save_export, [];
    Writes export_skills(export::ExportSkillsAsk) -> export::SkillsSavedView = export::export_skills, [];
    Reads requirements_report(report::RequirementsAsk) -> report::RequirementsReport = report::requirements_report, [];
    Reads doctor_report(wire::Nothing) -> report::DoctorReport = report::doctor_report, [Workspace, Skills, Sessions];
}

/// Answers one request: `body` is the ask as JSON, so is the answer.
///
/// A panic in one answer is one failed answer; the next request is answered as if nothing had been.
pub fn answer(app: &App, name: &str, body: &str) -> Result<String, Failure> {
    catch_unwind(AssertUnwindSafe(|| dispatch(app, name, body)))
        .unwrap_or_else(|_| Err(Failure::broken(&format!("the request {name} failed inside Assay"))))
}

/// Answers one request of a window, which goes on showing what it was told before: where the workspace is gone, or a
/// person has to choose one first, nothing new is said of it.
pub fn answer_in_window(app: &App, name: &str, body: &str) -> Result<String, Failure> {
    if request(name).is_some_and(Request::is_of_the_workspace) {
        app.stands()?;
    }
    answer(app, name, body)
}

impl Request {
    /// Whether its answer is made of what lies in the open workspace, and of nothing else that would be worth telling.
    fn is_of_the_workspace(&self) -> bool {
        let has = |tags: &[Tag]| tags.iter().any(|tag| self.tags.contains(tag));
        let beside =
            ["workspace", "mode", "approvals", "decision"].contains(&self.name) || has(&[Tag::Index]);
        self.effect == Effect::Reads && has(&[Tag::Workspace, Tag::Skills, Tag::Sessions]) && !beside
    }
}

/// Carries on as what contains a command, if this process was started as that: the first thing every program
/// does that hosts the engine. Nothing when it was not.
pub fn contain(arguments: impl Iterator<Item = std::ffi::OsString>) -> Option<std::process::ExitCode> {
    execution::helper(arguments)
}

/// The beginning of a day written `2026-05-01`, milliseconds since 1970 (UTC); none for anything else.
pub fn midnight(day: &str) -> Option<i64> {
    let time = ::sessions::instant(&format!("{day}T00:00:00Z"))?;
    (day.len() == 10).then_some(wire::Millis::at(time).0)
}

/// The line of a request.
pub fn request(name: &str) -> Option<&'static Request> {
    REQUESTS.iter().find(|request| request.name == name)
}

/// Whether a request is shaped for scripts. Its ask may name paths and names of skills, so no page may ask it
/// (requirement U-12).
pub fn is_for_scripts(name: &str) -> bool {
    name.ends_with("_report")
}

#[cfg(test)]
mod typescript;
