//! The one list of what may be asked. Each line names who may ask a request, its effect, what the function that answers
//! it gets (what is open, all known workspaces, or the whole engine where it needs more), that function, and the tags its
//! answer is made of (or makes stale). From the list come the dispatch in [`answer`], the typed callers of [`Page`],
//! [`Approval`], [`Scripts`] and [`Agents`], the TypeScript interface `Requests`, and the page's cache tags.
//!
//! Nobody but the doors imports this: it stands on top of everything.

use std::panic::{AssertUnwindSafe, catch_unwind};

use message::message;

#[cfg(test)]
use crate::typescript;
use crate::{
    Agents, App, Approval, Audience, Code, Effect, Failure, Page, Request, Scripts, Tag, agent, checks,
    draft, drift, everywhere, export, gate, hooks, hydration, import, index, locks, manage, manual, outside,
    permission, preview, sarif, sessions, settings, signers, skills, texts, wins, wire, workspace,
};

/// What the function of a request gets: one that only reads what is open gets that and nothing else.
macro_rules! given {
    (Workspace, $app:expr) => {
        &$app.workspace
    };
    (Everywhere, $app:expr) => {
        &$app.everywhere()
    };
    (App, $app:expr) => {
        $app
    };
}

macro_rules! requests {
    ($([$($audience:ident),+] $effect:ident $given:ident $name:ident($ask:ty) -> $answer:ty = $path:path, [$($tag:ident),*];)*) => {
        /// Every request there is.
        pub const REQUESTS: &[Request] = &[$(
            Request {
                name: stringify!($name),
                audience: &[$(Audience::$audience),+],
                effect: Effect::$effect,
                tags: &[$(Tag::$tag),*],
            },
        )*];

        $($(
            impl $audience<'_> {
                #[doc = concat!("Asks `", stringify!($name), "`.")]
                ///
                /// # Errors
                ///
                /// Those of the request; [`Failure::code`] says of what kind.
                pub fn $name(&self, ask: &$ask) -> Result<$answer, Failure> {
                    answered(self.0, Audience::$audience, stringify!($name), || {
                        $path(given!($given, self.0), ask)
                    })
                }
            }
        )+)*

        fn dispatch(app: &App, name: &str, body: &str) -> Result<String, Failure> {
            match name {
                $(stringify!($name) => {
                    let ask: $ask = serde_json::from_str(body).map_err(|error| Failure::wrong_ask(name, &error))?;
                    let answer: $answer = $path(given!($given, app), &ask)?;
                    serde_json::to_string(&answer).map_err(|error| Failure::broken(&error.to_string()))
                })*
                _ => Err(unknown_request(name)),
            }
        }

        #[cfg(test)]
        pub(crate) fn typed(each: &mut impl typescript::EachRequest) {
            $(each.request::<$ask, $answer>(stringify!($name));)*
        }
    };
}

requests! {
    [Page, Scripts] Reads App workspace(wire::Nothing) -> workspace::WorkspaceView = workspace::workspace, [Workspace, Skills, Sessions];
    [Page] Writes App switch_workspace(workspace::SwitchAsk) -> workspace::WorkspaceView = workspace::switch_workspace, [Workspace, Skills, Sessions];
    [Page] Writes App choose_workspace(wire::Nothing) -> workspace::WorkspaceView = workspace::choose_workspace, [Workspace, Skills, Sessions];
    [Page] Writes App open_window(workspace::SwitchAsk) -> wire::Nothing = workspace::open_window, [Workspace];
    [Page] Writes App choose_window(wire::Nothing) -> wire::Nothing = workspace::choose_window, [Workspace];
    [Page] Writes App open_example(wire::Nothing) -> wire::Nothing = workspace::open_example, [];
    [Page] Reads App arrived(wire::Nothing) -> workspace::ArrivedView = workspace::arrived, [];
    [Page] Writes App open_dropped(wire::Nothing) -> import::DroppedView = import::open_dropped, [Workspace, Skills, Sessions];
    [Page] Writes App set_scope(workspace::ScopeAsk) -> workspace::WorkspaceView = workspace::set_scope, [Workspace];
    [Page] Writes App look_again(wire::Nothing) -> workspace::WorkspaceView = workspace::look_again, [Workspace, Skills, Sessions];
    [Page, Scripts] Reads Workspace manual(wire::Nothing) -> manual::ManualView = manual::manual, [];
    [Page] Runs App open_link(workspace::LinkAsk) -> wire::Nothing = workspace::open_link, [];
    [Page] Runs App show_in_folder(outside::OutsideAsk) -> outside::HandedView = outside::show_in_folder, [];
    [Page] Runs App open_file(outside::OutsideAsk) -> outside::HandedView = outside::open_file, [];

    [Page] Reads App settings(wire::Nothing) -> settings::SettingsView = settings::settings, [Workspace, Skills, Sessions];
    [Page] Reads App text_size(wire::Nothing) -> settings::TextSize = settings::text_size, [];
    [Page] Reads App staying(wire::Nothing) -> settings::StayingView = settings::staying, [Workspace];
    [Page] Writes App set_staying(settings::Staying) -> settings::StayingView = settings::set_staying, [Workspace];
    [Page] Writes App set_text_size(settings::TextSize) -> settings::TextSize = settings::set_text_size, [];

    [Page, Scripts] Reads App mode(wire::Nothing) -> permission::ModeView = permission::mode, [Workspace, Approvals];
    [Page] Writes App change_permission(permission::PermissionChange) -> permission::PermissionView = permission::change_permission, [Skills, Approvals];
    [Page, Scripts] Reads Workspace evidence_keeping(wire::Nothing) -> hydration::KeepingView = hydration::evidence_keeping, [Workspace, Approvals];
    [Page] Runs Workspace ask_pixir(wire::Nothing) -> hydration::PixirSaysView = hydration::ask_pixir, [];
    [Page, Scripts] Writes Workspace keep_evidence(hydration::KeepAsk) -> hydration::KeepingView = hydration::keep_evidence, [Approvals];
    [Page, Scripts] Reads Workspace trust(wire::Nothing) -> permission::TrustView = permission::trust, [Workspace, Skills];
    [Scripts] Writes Workspace set_trust(permission::SetTrustAsk) -> permission::TrustView = permission::set_trust, [Skills];
    [Page, Scripts] Reads App built_ins(wire::Nothing) -> permission::BuiltInsView = permission::built_ins, [Workspace, Skills];
    [Scripts] Writes App set_built_in(permission::SetBuiltInAsk) -> permission::BuiltInsView = permission::set_built_in, [Skills];
    [Page, Scripts] Reads Workspace visibility(wire::Nothing) -> permission::VisibilityView = permission::visibility, [Workspace, Skills];
    [Scripts] Writes Workspace set_visibility(permission::SetVisibilityAsk) -> permission::VisibilityView = permission::set_visibility, [Skills];
    [Page, Scripts] Reads App context_sources(wire::SkillUnderAsk) -> hydration::SourcesView = hydration::context_sources, [Skills, Approvals];
    [Page] Runs App hydrate(hydration::HydrateAsk) -> hydration::RequestedView = hydration::hydrate, [Approvals];
    [Page, Scripts] Reads App approvals(hydration::ApprovalsAsk) -> hydration::ApprovalsView = hydration::approvals, [Approvals, Skills, Sessions];
    [Page, Scripts] Reads App decision(hydration::DecisionAsk) -> hydration::DecisionView = hydration::decision, [Approvals, Skills, Sessions];
    [Page] Writes App revoke_grant(hydration::GrantAsk) -> wire::Nothing = hydration::revoke_grant, [Approvals];
    [Page] Writes App withdraw(hydration::WaitingAsk) -> wire::Nothing = hydration::withdraw, [Approvals];
    [Page] Writes App show_approval(hydration::WaitingAsk) -> wire::Nothing = hydration::show_approval, [];

    [Approval] Reads App approval(wire::Nothing) -> hydration::ApprovalView = hydration::approval, [Approvals];
    [Approval] Reads App approval_output(hydration::OutputAsk) -> wire::TextWindow = hydration::approval_output, [Approvals];
    [Approval] Runs App decide(hydration::DecideAsk) -> hydration::ApprovalView = hydration::decide, [Approvals];
    [Approval] Reads App loosening(wire::Nothing) -> permission::LooseningView = permission::loosening, [Workspace, Skills, Approvals];
    [Approval] Writes App decide_loosening(permission::DecideLooseningAsk) -> permission::LooseningView = permission::decide_loosening, [Skills, Approvals];

    [Page, Scripts] Reads Workspace skills(wire::SkillsAsk) -> wire::SkillsView = skills::list, [Skills, Sessions];
    [Page, Scripts] Reads Workspace skill(wire::SkillUnderAsk) -> wire::SkillView = skills::skill, [Skills, Sessions];
    [Page, Scripts] Reads Workspace skill_body(wire::SkillAsk) -> wire::BodyView = skills::body, [Skills];
    [Page, Scripts] Reads Workspace skill_usage(skills::SkillUsageAsk) -> skills::SkillUsageView = skills::skill_usage, [Skills, Sessions];
    [Page, Scripts] Reads Workspace skill_source(wire::SourceAsk) -> wire::TextWindow = skills::source, [Skills];
    [Page, Scripts] Reads Workspace resources(wire::SkillAsk) -> skills::ResourcesView = skills::resources, [Skills, Sessions];
    [Page, Scripts] Reads Workspace resource(wire::ResourceAsk) -> skills::ResourceView = skills::resource, [Skills, Sessions];
    [Page, Scripts] Reads Workspace catalog(wire::CatalogAsk) -> skills::CatalogView = skills::catalog, [Skills, Sessions];
    [Page, Scripts] Reads Workspace checks(checks::ChecksAsk) -> checks::ChecksView = checks::checks, [Skills];
    [Page, Scripts] Reads Workspace conventions(wire::Nothing) -> wins::ConventionsView = wins::conventions, [Workspace, Skills];
    [Page, Scripts] Reads Workspace activation_preview(preview::PreviewAsk) -> preview::PreviewView = preview::activation_preview, [Skills, Approvals];
    [Page, Scripts] Reads App skill_hooks(wire::SkillUnderAsk) -> hooks::HooksView = hooks::skill_hooks, [Skills];
    [Page, Scripts] Reads Workspace try_hooks(hooks::TryHooksAsk) -> hooks::TryHooksView = hooks::try_hooks, [Skills];
    [Page, Scripts] Reads App who_wins(wins::WhoWinsAsk) -> wins::WhoWinsView = wins::who_wins, [Skills];
    [Page] Writes App save_wins(wins::SaveWinsAsk) -> wire::SavedView = wins::save_wins, [];

    [Page, Scripts] Reads Workspace sessions(sessions::SessionsAsk) -> wire::SessionsView = sessions::list, [Sessions, Skills];
    [Page, Scripts] Reads Workspace session(sessions::SessionAsk) -> sessions::SessionView = sessions::session, [Sessions, Skills];
    [Page, Scripts] Reads Workspace overview(sessions::OverviewAsk) -> sessions::OverviewView = sessions::overview, [Sessions];
    [Page, Scripts] Reads Workspace timeline(sessions::TimelineAsk) -> sessions::TimelineView = sessions::timeline, [Sessions];
    [Page, Scripts] Reads Workspace place(sessions::PlaceAsk) -> sessions::PlaceView = sessions::place, [Sessions];
    [Page, Scripts] Reads Workspace events(sessions::EventsAsk) -> sessions::EventsView = sessions::events, [Sessions, Skills];
    [Page, Scripts] Reads Workspace provenance(sessions::ProvenanceAsk) -> sessions::ProvenanceView = sessions::provenance, [Sessions, Skills];
    [Page, Scripts] Reads Workspace moment(sessions::MomentAsk) -> sessions::MomentView = sessions::moment, [Sessions, Skills];
    [Page, Scripts] Reads Workspace moment_items(sessions::ItemsAsk) -> sessions::ItemsView = sessions::moment_items, [Sessions];
    [Page, Scripts] Reads Workspace item_text(sessions::ItemTextAsk) -> wire::TextWindow = sessions::item_text, [Sessions];
    [Page, Scripts] Reads Workspace fork_skills(sessions::SessionAsk) -> sessions::ForkSkillsView = sessions::fork_skills, [Sessions, Skills];
    [Page, Scripts] Reads Workspace event_raw(sessions::RawAsk) -> sessions::RawView = sessions::event_raw, [Sessions];
    [Page, Scripts] Reads Workspace event_text(sessions::EventTextAsk) -> wire::TextWindow = sessions::event_text, [Sessions];
    [Page, Scripts] Reads Workspace integrity(sessions::SessionAsk) -> sessions::IntegrityView = sessions::integrity, [Sessions];

    [Page, Scripts] Reads Everywhere all_sessions(everywhere::AllSessionsAsk) -> everywhere::AllSessionsView = everywhere::all_sessions, [Sessions, Skills, Index];
    [Page, Scripts] Reads Everywhere used_elsewhere(wire::SkillAsk) -> everywhere::UsedElsewhere = everywhere::used_elsewhere, [Sessions, Skills, Index];
    [Page, Scripts] Reads Everywhere search(everywhere::SearchAsk) -> everywhere::SearchView = everywhere::search, [Sessions, Index];
    [Page] Writes App stop_search(wire::Nothing) -> wire::Nothing = index::stop_search, [];
    [Page, Scripts] Reads Everywhere known_workspaces(wire::Nothing) -> everywhere::KnownView = everywhere::known_workspaces, [Workspace, Index];
    [Page] Writes App add_workspace(wire::Nothing) -> everywhere::KnownView = index::add_workspace, [Workspace, Index];
    [Page] Writes App find_workspaces(wire::Nothing) -> everywhere::KnownView = index::find_workspaces, [Workspace, Index];
    [Page] Writes App stop_finding(wire::Nothing) -> wire::Nothing = index::stop_finding, [];
    [Page] Writes App forget_workspace(workspace::SwitchAsk) -> everywhere::KnownView = index::forget_workspace, [Workspace, Index];
    [Page, Scripts] Reads Everywhere indexing(wire::Nothing) -> everywhere::IndexingView = everywhere::indexing, [Index];
    [Page] Writes App set_indexing(index::SetIndexingAsk) -> everywhere::IndexingView = index::set_indexing, [Index];

    [Page, Scripts] Reads App saved_texts(wire::Nothing) -> texts::SavedTextsView = texts::saved_texts, [Sessions, Skills, Index];
    [Page, Scripts] Writes App save_texts(texts::SaveTextsAsk) -> texts::SavedTextsView = texts::save_texts, [Index];
    [Page, Scripts] Writes App delete_texts(texts::DeleteTextsAsk) -> texts::SavedTextsView = texts::delete_texts, [Index];
    [Page, Scripts] Reads Workspace saved_text(texts::SavedTextAsk) -> wire::TextWindow = texts::saved_text, [Index];

    [Page] Reads Everywhere drift_everywhere(wire::Nothing) -> everywhere::DriftEverywhereView = everywhere::drift_everywhere, [Sessions, Skills, Workspace];
    [Page, Scripts] Reads Workspace drift(drift::DriftAsk) -> wire::DriftView = drift::list, [Sessions, Skills];
    [Page, Scripts] Reads Workspace snapshot(drift::SnapshotAsk) -> wire::SnapshotView = drift::snapshot, [Sessions, Skills];
    [Page, Scripts] Reads Workspace diff(drift::DiffAsk) -> wire::DiffView = drift::diff, [Sessions, Skills];
    [Page, Scripts] Reads Workspace versions(drift::VersionsAsk) -> drift::VersionsView = drift::versions, [Sessions, Skills];
    [Page, Scripts] Reads Workspace line_history(drift::LineAsk) -> drift::LineView = drift::line_history, [Sessions, Skills];

    [Page, Scripts] Reads Workspace draft(draft::DraftAsk) -> draft::DraftView = draft::draft, [Skills];
    [Page, Scripts] Reads Workspace draft_check(draft::DraftCheckAsk) -> draft::DraftCheckView = draft::draft_check, [Skills];
    [Page, Scripts] Reads Workspace draft_field(draft::DraftFieldAsk) -> draft::DraftFieldView = draft::draft_field, [];
    [Page, Scripts] Reads Workspace draft_preview(draft::DraftTextAsk) -> wire::BodyView = draft::draft_preview, [];
    [Page, Scripts] Reads Workspace name_check(draft::NameCheckAsk) -> draft::NameCheckView = draft::name_check, [Skills];

    [Page] Writes App begin_import(import::BeginImportAsk) -> import::BegunImport = import::begin_import, [];
    [Page, Scripts] Writes App begin_update(wire::SkillAsk) -> import::BegunImport = import::begin_update, [];
    [Page, Scripts] Writes App end_import(import::ImportAsk) -> wire::Nothing = import::end_import, [];
    [Page, Scripts] Reads App import(import::ImportAsk) -> import::ImportView = import::import, [Skills];
    [Page, Scripts] Reads Workspace origin(wire::SkillAsk) -> import::OriginView = import::origin, [Skills, Journal];

    [Page, Scripts] Reads App plan(manage::PlanAsk) -> manage::PlanAnswer = manage::plan, [Skills, Sessions];
    [Page, Scripts] Reads App plan_text(manage::PlanTextAsk) -> wire::TextWindow = manage::plan_text, [];
    [Page, Scripts] Reads App plan_diff(manage::PlanDiffAsk) -> wire::PlanDiffView = manage::plan_diff, [];
    [Page, Scripts] Reads App plan_three(manage::PlanThreeAsk) -> wire::PlanThreeView = manage::plan_three, [];
    [Page, Scripts] Reads App carrying_out(wire::Nothing) -> manage::GoingView = manage::carrying_out, [];
    [Page] Writes App stop_carrying_out(wire::Nothing) -> wire::Nothing = manage::stop_carrying_out, [];
    [Page, Scripts] Writes App carry_out(manage::CarryOutAsk) -> manage::CarriedOutView = manage::carry_out, [Skills, Journal];
    [Page] Writes App undo(manage::UndoAsk) -> manage::CarriedOutView = manage::undo, [Skills, Journal];
    [Page, Scripts] Reads App journal(manage::ChangesAsk) -> manage::JournalView = manage::journal, [Journal];
    [Page, Scripts] Reads Workspace trash(manage::ChangesAsk) -> manage::TrashView = manage::trash, [Journal, Skills];
    [Page, Scripts] Writes Workspace empty_trash(manage::EmptyTrashAsk) -> manage::TrashView = manage::empty_trash, [Journal];

    [Scripts] Reads Workspace folders_report(wire::Nothing) -> settings::FoldersReport = settings::folders_report, [Workspace, Skills];
    [Scripts] Reads App wins_report(wins::WinsReportAsk) -> wins::WinsReport = wins::wins_report, [Skills];
    [Scripts] Reads App skills_report(skills::SkillsReportAsk) -> skills::SkillsReport = skills::skills_report, [Skills, Sessions];
    [Scripts] Reads Workspace skill_file_report(skills::SkillReportAsk) -> skills::SkillFileReport = skills::skill_file_report, [Skills];
    [Scripts] Reads Workspace activation_report(skills::ActivationReportAsk) -> skills::SkillActivationReport = skills::activation_report, [Skills];
    [Scripts] Reads Workspace catalog_report(skills::CatalogReportAsk) -> skills::CatalogReport = skills::catalog_report, [Skills, Sessions];
    [Scripts] Reads App prefix_report(agent::PrefixAsk) -> agent::PrefixReport = agent::prefix_report, [Skills];
    [Scripts] Reads Workspace invoked_report(skills::InvokedAsk) -> skills::InvokedReport = skills::invoked_report, [Skills];
    [Scripts] Reads Workspace templates_report(wire::Nothing) -> skills::TemplatesReport = skills::templates_report, [Skills];
    [Scripts] Reads Workspace check_report(checks::CheckAsk) -> checks::CheckReport = checks::check_report, [Skills];
    [Scripts] Reads Workspace sarif_report(checks::CheckAsk) -> sarif::SarifReport = checks::sarif_report, [Skills];
    [Scripts] Reads Workspace locks_report(locks::LocksAsk) -> locks::LocksReport = locks::locks_report, [Sessions, Skills];
    [Scripts] Reads Workspace lock_sarif_report(locks::LocksAsk) -> sarif::SarifReport = locks::lock_sarif_report, [Sessions, Skills];
    [Scripts] Reads Workspace lock_junit_report(locks::LocksAsk) -> locks::JunitReport = locks::lock_junit_report, [Sessions, Skills];
    [Scripts] Reads Workspace gate_report(gate::GateAsk) -> gate::GateReport = gate::gate_report, [Sessions, Skills];
    [Scripts] Reads Workspace gate_sarif_report(gate::GateAsk) -> sarif::SarifReport = gate::gate_sarif_report, [Sessions, Skills];
    [Scripts] Reads Workspace bound_report(gate::BindAsk) -> gate::BoundReport = gate::bound_report, [];
    [Scripts] Reads Workspace signatures_report(skills::SignaturesAsk) -> skills::SignaturesReport = skills::signatures_report, [Skills];
    [Scripts] Reads Workspace signers_report(wire::Nothing) -> signers::SignersReport = signers::signers_report, [Skills];
    [Scripts] Reads Workspace rules_report(wire::Nothing) -> checks::RulesReport = checks::rules_report, [];
    [Scripts, Agents] Reads Workspace sessions_report(wire::Nothing) -> sessions::SessionsReport = sessions::sessions_report, [Sessions];
    [Scripts] Reads Workspace session_report(sessions::SessionReportAsk) -> sessions::SessionReport = sessions::session_report, [Sessions];
    [Scripts] Reads Everywhere listed_sessions_report(everywhere::SessionFilter) -> everywhere::ListedSessionsReport = everywhere::listed_sessions_report, [Sessions, Skills, Index];
    [Scripts, Agents] Reads Everywhere search_report(everywhere::SearchReportAsk) -> everywhere::SearchReport = everywhere::search_report, [Sessions, Index];
    [Scripts] Reads Workspace visible_report(sessions::VisibleAsk) -> sessions::VisibleReport = sessions::visible_report, [Sessions];
    [Scripts, Agents] Reads Workspace moment_report(sessions::MomentReportAsk) -> sessions::MomentReport = sessions::moment_report, [Sessions, Skills];
    [Scripts, Agents] Reads Workspace drift_report(drift::DriftReportAsk) -> drift::DriftReport = drift::drift_report, [Sessions, Skills];
    [Scripts] Reads Everywhere drift_everywhere_report(drift::DriftReportAsk) -> everywhere::DriftEverywhereReport = everywhere::drift_everywhere_report, [Sessions, Skills, Workspace];
    [Scripts] Reads Workspace diff_report(drift::DiffReportAsk) -> drift::DiffReport = drift::diff_report, [Sessions, Skills];
    [Scripts, Agents] Reads Workspace verify_report(sessions::SessionReportAsk) -> sessions::VerifyReport = sessions::verify_report, [Sessions];
    [Scripts] Reads Workspace verify_all_report(wire::Nothing) -> sessions::VerifyAllReport = sessions::verify_all_report, [Sessions];
    [Scripts] Reads Workspace versions_report(drift::VersionsReportAsk) -> drift::VersionsReport = drift::versions_report, [Sessions, Skills];
    [Scripts] Reads Workspace usage_report(skills::UsageReportAsk) -> skills::UsageReport = skills::usage_report, [Sessions, Skills];
    [Scripts] Reads Workspace policy_report(hydration::PolicyAsk) -> hydration::PolicyReport = hydration::policy_report, [Workspace];
    [Scripts] Reads Workspace sources_report(hydration::SourcesReportAsk) -> hydration::SourcesReport = hydration::sources_report, [Skills];
    [Scripts] Reads Workspace export_report(export::ExportAsk) -> export::ExportReport = export::export_report, [Sessions, Skills];
    [Page, Scripts] Reads Workspace reference(export::ReferenceAsk) -> export::ReferenceView = export::reference, [Sessions];
    [Page] Writes App save_export(export::SaveAsk) -> wire::SavedView = export::save_export, [];
    [Page] Writes App save_tables(export::SaveTablesAsk) -> export::SavedTablesView = export::save_tables, [];
    [Page] Reads App saving_tables(wire::Nothing) -> export::SavingTablesView = export::saving_tables, [];
    [Page] Writes App stop_saving_tables(wire::Nothing) -> wire::Nothing = export::stop_saving_tables, [];
    [Page] Writes App export_skills(export::ExportSkillsAsk) -> export::SkillsSavedView = export::export_skills, [];
    [Scripts] Reads Workspace manual_report(manual::ManualAsk) -> manual::ManualReport = manual::manual_report, [];
    [Scripts] Reads App doctor_report(wire::Nothing) -> workspace::DoctorReport = workspace::doctor_report, [Workspace, Skills, Sessions];
}

/// The line of a request.
pub fn request(name: &str) -> Option<&'static Request> {
    REQUESTS.iter().find(|request| request.name == name)
}

/// Answers one request: `body` is the ask as JSON, so is the answer. Whoever may not ask it is refused.
///
/// # Errors
///
/// [`Code::WrongUse`](crate::Code::WrongUse) when there is no such request or `body` is not of its form,
/// [`Code::NotHere`](crate::Code::NotHere) when `who` may not ask it, and what the request itself answers
/// with.
pub fn answer(app: &App, who: Audience, name: &str, body: &str) -> Result<String, Failure> {
    let request = request(name).ok_or_else(|| unknown_request(name))?;
    if !request.audience.contains(&who) {
        return Err(not_for(request, who));
    }
    answered(app, who, name, || dispatch(app, name, body))
}

/// A panic in one answer is one failed answer; the next request is answered as if nothing had been.
///
/// The page goes on showing what it was told before: where the workspace is gone, or a person has to choose one first,
/// nothing new is said of it.
fn answered<T>(
    app: &App,
    who: Audience,
    name: &str,
    answer: impl FnOnce() -> Result<T, Failure>,
) -> Result<T, Failure> {
    if who == Audience::Page && request(name).is_some_and(Request::is_of_the_workspace) {
        app.stands()?;
    }
    catch_unwind(AssertUnwindSafe(answer)).unwrap_or_else(|_| {
        Err(Failure::new(Code::Failed, message!("the request {name} failed inside Assay.", name)))
    })
}

fn not_for(request: &Request, who: Audience) -> Failure {
    let may: Vec<_> = request.audience.iter().map(|audience| audience.words()).collect();
    let words = message!("{name} is not allowed for {who}.", name = request.name, who = who.words());
    Failure::new(Code::NotHere, words).hint(message!("Allowed for {may}.", may = may.join(" and by ")))
}

fn unknown_request(name: &str) -> Failure {
    let known: Vec<_> = REQUESTS.iter().map(|request| request.name).collect();
    Failure::new(Code::WrongUse, message!("unknown request `{name}`.", name))
        .hint(message!("Requests: {known}.", known = known.join(", ")))
}
