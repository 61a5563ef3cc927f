//! What each command asks of the engine, how the answer is told, and with which exit code this program ends.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::JoinHandle;

use api::agent::{IndexPlace, PrefixAsk};
use api::checks::CheckAsk;
use api::draft::NameCheckAsk;
use api::drift::{DiffReportAsk, DriftReportAsk, VersionsReportAsk};
use api::everywhere::{LetterCase, Only, SearchAsk, SearchReportAsk, SearchWay, SessionFilter};
use api::export::{ExportAsk, ReferenceAsk, TablesAsk, TelemetryAsk, tables_into, telemetry_into};
use api::hydration::{KeepAsk, PolicyAsk, SourcesReportAsk};
use api::manage::PlanAsk;
use api::permission::SetBuiltInAsk;
use api::permission::SetTrustAsk;
use api::sessions::{MomentItems, MomentReportAsk, SessionReportAsk, VisibleAsk};
use api::skills::{
    ActivationReportAsk, CatalogReportAsk, InvokedAsk, SignaturesAsk, SkillReportAsk, SkillsReportAsk,
    UnusedOnly, UsageReportAsk,
};
use api::wins::WinsReportAsk;
use api::wire::{Millis, Nothing, Occupied, Trust};
use api::{App, Audience, Code, Effect, Failure, Scripts};
use message::message;
use serde::Serialize;
use serde_json::Value;

use crate::agent_option::AgentOption;
use crate::arguments::{Arguments, Command, Filter, Tables};
use crate::mcp::serving::Serving;
use crate::screen::{self, Document, Printed, Words, print, visible_text};
use crate::telling::{current_folder, here, print_json, tell, unwritten};
use crate::texts::Texts;
use crate::typed::typed;
use crate::unread::{self, List};
use crate::{
    bundle, change, fixing, found, gate, help, hydrate, importing, locks, managing, mcp, moment, signers,
    text, trying, verdict,
};

/// Answers a command, and says with which code to end.
pub fn answer(app: App, arguments: &Arguments, command: &Command) -> Result<u8, Failure> {
    // What is asked of one session is asked where that session is.
    let app = match command.session() {
        Some(id) => app.with_session(id),
        None => app,
    };
    if let Command::Mcp(serving) = command {
        return mcp::serve(app, arguments.globals().agent(serving.agent.as_ref()).as_deref(), serving);
    }
    let app = Arc::new(app);
    let code = carry_out(&app, arguments, command);
    // A thread that still reads a log has it, too, and ends with the process.
    if let Some(app) = Arc::into_inner(app) {
        app.leave();
    }
    code
}

/// Carries out a command that needs the engine no longer than until it is answered.
fn carry_out(app: &Arc<App>, arguments: &Arguments, command: &Command) -> Result<u8, Failure> {
    let scripts = Scripts(app);
    let (json, globals) = (arguments.json, arguments.globals());
    let agent_of = |agent: &AgentOption| Some(agent.or_default(app, globals));
    match command {
        Command::Skills { agent, trusted } => {
            let ask = SkillsReportAsk { convention: agent_of(agent), trust: trust(*trusted) };
            tell(json, &scripts.skills_report(&ask)?, text::skills)
        }
        Command::WhoWins { name, agent } => {
            let ask = WinsReportAsk { name: name.clone(), convention: globals.agent(agent.as_ref()) };
            tell(json, &scripts.wins_report(&ask)?, text::wins::wins)
        }
        Command::Skill { name, activation: Some(by), .. } => {
            let ask = ActivationReportAsk { name: name.clone(), by: by.clone() };
            hand_over(json, &scripts.activation_report(&ask)?, |report| report.rendered.clone() + "\n")
        }
        Command::Skill { name, agent, resource, .. } => {
            let resource = resource.clone().unwrap_or_default();
            let ask = SkillReportAsk { name: name.clone(), resource, convention: agent_of(agent) };
            if json {
                return print_json(&scripts.skill_file_report(&ask)?);
            }
            print(&Printed::Bytes(api::skills::skill_file(&app.workspace, &ask)?));
            Ok(0)
        }
        Command::Catalog { agent, budget, form, trusted } => {
            let (form, trust) = (form.clone(), trust(*trusted));
            let ask = CatalogReportAsk { budget: *budget, form, convention: agent_of(agent), trust };
            let report = scripts.catalog_report(&ask)?;
            hand_over(json, &report, |report| report.text.clone())?;
            // The list itself stays as the model is shown it, also in a pipe.
            if !json {
                let recorded = report.recorded.as_ref().map(text::recorded);
                let told = recorded.into_iter().chain(text::reconstructed(report.reconstructed.as_ref()));
                told.collect::<Vec<_>>().iter().for_each(|line| screen::tell(&visible_text(line)));
            }
            Ok(0)
        }
        Command::Prefix(Serving { agent, catalog, built_ins, only, groups }) => {
            let ask = PrefixAsk {
                convention: globals.agent(agent.as_ref()),
                groups: groups.clone(),
                built_ins: built_ins.clone(),
                only: only.clone(),
                index: IndexPlace::from(*catalog),
            };
            tell(json, &scripts.prefix_report(&ask)?, text::prefix)
        }
        Command::Invoked { text } => {
            tell(json, &scripts.invoked_report(&InvokedAsk { text: text.clone() })?, text::invoked)
        }
        Command::Templates => tell(json, &scripts.templates_report(&Nothing {})?, text::templates),
        Command::Check { paths, agent, only, fixing, .. } if fixing.fix => {
            let ask = CheckAsk {
                paths: here(paths)?,
                severity: None,
                rules: only.clone(),
                convention: agent_of(agent),
            };
            fixing::fix(app, ask, fixing, json)
        }
        Command::Check { rules: true, .. } => {
            tell(json, &scripts.rules_report(&Nothing {})?, text::check::rules)
        }
        Command::Check { paths, agent, severity, only, sarif, .. } => {
            let severity = severity.as_deref().map(typed).transpose()?;
            let convention = agent_of(agent);
            let ask = CheckAsk { paths: here(paths)?, severity, rules: only.clone(), convention };
            if *sarif {
                let report = scripts.sarif_report(&ask)?;
                let json = serde_json::to_string_pretty(&report).map_err(|error| unwritten(&error))?;
                print(&Printed::Json(json));
                return Ok(u8::from(report.errors > 0));
            }
            let report = scripts.check_report(&ask)?;
            tell(json, &report, text::check::check)?;
            Ok(verdict::check(&report))
        }
        Command::Lock(wanted) => locks::locks(app, wanted, json),
        Command::Gate(wanted) => gate::gate(app, wanted, json),
        Command::Sessions(filter) if *filter == Filter::default() => {
            let ask = || scripts.sessions_report(&Nothing {});
            let List { report, .. } = unread::list(app, ask, |report| &report.reading, App::read_large_logs)?;
            let code = tell(json, &report, text::sessions::sessions)?;
            unread::tell_unread_logs(&report.reading, "");
            Ok(code)
        }
        Command::Sessions(filter) => {
            let filter = filtered(filter, app.surrounding_workspace())?;
            let ask = || scripts.listed_sessions_report(&filter);
            let read = |app: &App| drop(app.everywhere().index_sessions());
            let List { report, reader } = unread::list(app, ask, |report| &report.reading, read)?;
            tell(json, &report, text::sessions::listed)?;
            tell_unread(app, true);
            unread::tell_unread_logs(
                &report.reading,
                " Assay reads on for the next list; Ctrl+C stops that.",
            );
            // What was read is in the index, so that the next list has it.
            reader.map(JoinHandle::join);
            Ok(u8::from(report.sessions.is_empty()))
        }
        Command::Search { words, regex, ranked, case, filter, .. } => {
            let way = match (regex, ranked) {
                (true, _) => SearchWay::Pattern,
                (_, true) => SearchWay::Ranked,
                _ => SearchWay::Exact,
            };
            let letters = if *case { LetterCase::Exact } else { LetterCase::Any };
            let filter = filtered(filter, app.surrounding_workspace())?;
            let search =
                SearchAsk { words: words.clone(), way, letters, filter, zone: 0, first: 0, count: 0 };
            let report = scripts.search_report(&SearchReportAsk { search })?;
            tell(json, &report, found::found)?;
            tell_unread(app, true);
            Ok(u8::from(report.hits.is_empty()))
        }
        Command::Session { id, at: Some(seq) } => {
            let ask = VisibleAsk { id: id.clone(), seq: *seq };
            tell(json, &scripts.visible_report(&ask)?, text::sessions::visible)
        }
        Command::Session { id, at: None } => session(app, id, json),
        Command::At { session, turn, call, seq, items, from, skill_texts } => {
            let items = items.then_some(MomentItems { from: *from, count: 2_000, skill_texts: *skill_texts });
            let ask = MomentReportAsk { id: session.clone(), turn: *turn, call: *call, seq: *seq, items };
            tell(json, &scripts.moment_report(&ask)?, moment::moment)
        }
        Command::Drift { session, skill, states, group, everywhere } => {
            // Files beside a SKILL.md can be told from what they were only if somebody looks now.
            app.remember();
            let ask = DriftReportAsk {
                session: session.clone(),
                skill: skill.clone(),
                states: states.clone(),
                group: group.unwrap_or_default(),
            };
            if *everywhere {
                let report = scripts.drift_everywhere_report(&ask)?;
                tell(json, &report, text::prove::drift_everywhere)?;
                tell_unread(app, true);
                return Ok(verdict::drift_everywhere(&report));
            }
            let report = scripts.drift_report(&ask)?;
            tell(json, &report, text::prove::drift)?;
            tell_unread(app, false);
            Ok(verdict::drift(&report))
        }
        Command::Versions { skill } => {
            let ask = VersionsReportAsk { name: skill.clone() };
            tell(json, &scripts.versions_report(&ask)?, text::prove::versions)
        }
        Command::Usage { agent, unused } => {
            let only = if *unused { UnusedOnly::Unused } else { UnusedOnly::All };
            // Without an agent the skills of all that left a session here are counted.
            let convention = globals.agent(agent.as_ref());
            let report = scripts.usage_report(&UsageReportAsk { unused: only, convention })?;
            tell(json, &report, text::prove::usage)?;
            tell_unread(app, false);
            Ok(u8::from(*unused && !report.skills.is_empty()))
        }
        Command::Diff { session, seq, word } => {
            let report = scripts.diff_report(&DiffReportAsk { session: session.clone(), seq: *seq })?;
            tell(json, &report, if *word { text::words } else { text::diff })?;
            Ok(verdict::diff(&report))
        }
        Command::Verify { session: Some(id), .. } => {
            let report = scripts.verify_report(&SessionReportAsk { id: id.clone() })?;
            // What was seen for the first time is taken down after it was compared with what was seen before.
            app.remember();
            tell(json, &report, text::prove::verify)?;
            Ok(verdict::verify(&report))
        }
        Command::Verify { session: None, .. } => {
            let report = scripts.verify_all_report(&Nothing {})?;
            app.remember();
            tell(json, &report, text::prove::verify_all)?;
            Ok(verdict::verify_all(&report))
        }
        Command::Signatures { skills } => {
            let report = scripts.signatures_report(&SignaturesAsk { skills: named_from_here(skills)? })?;
            tell(json, &report, text::signers::signatures)?;
            Ok(verdict::signatures(&report))
        }
        Command::Signers(wanted) => signers::signers(app, wanted, json),
        Command::Help { about } => help::help(&scripts, about.as_deref(), json),
        Command::Example { folder, demo: false } => trying::lay_out(folder, json),
        Command::Example { folder, demo: true } => trying::lay_out_demo(folder, json),
        Command::Doctor => tell(json, &scripts.doctor_report(&Nothing {})?, text::doctor),
        Command::Export {
            tables: Tables { parquet: Some(folder), since, everywhere, text, machine, .. },
            ..
        } => {
            let ask = TablesAsk {
                since: since.clone(),
                everywhere: *everywhere,
                texts: *text,
                machine: machine.clone(),
            };
            tell(json, &tables_into(app, &ask, folder, &|_| false)?, text::tables::tables)
        }
        Command::Export { tables: Tables { otlp: Some(file), since, everywhere, .. }, .. } => {
            let ask = TelemetryAsk { since: since.clone(), everywhere: *everywhere };
            let file = current_folder()?.join(file);
            tell(json, &telemetry_into(app, &ask, &file)?, text::tables::telemetry)
        }
        Command::Export { session: Some(session), form, turns, redact, .. } => {
            let session = session.clone();
            let ask = ExportAsk { session, form: typed(form)?, turns: *turns, redact: *redact };
            hand_over(json, &scripts.export_report(&ask)?, |report| report.text.clone())
        }
        Command::Export { skills, to, .. } => importing::export(app, skills, to.as_deref(), json),
        Command::Event { reference } => {
            let view = scripts.reference(&ReferenceAsk { text: reference.clone() })?;
            hand_over(json, &view, |view| view.event.clone().unwrap_or_default() + "\n")
        }
        Command::Policy { mode, command } => {
            let report = scripts.policy_report(&PolicyAsk { mode: *mode, command: command.clone() })?;
            tell(json, &report, text::policy)?;
            Ok(u8::from(report.assay.decision == "deny"))
        }
        Command::Sources { agent, skill } => {
            let ask = SourcesReportAsk { skill: skill.clone(), convention: agent_of(agent) };
            tell(json, &scripts.sources_report(&ask)?, text::sources)
        }
        Command::Evidence { in_pixirs_logs: false, in_companions: false, .. } => {
            tell(json, &scripts.evidence_keeping(&Nothing {})?, text::evidence)
        }
        Command::Evidence { in_pixirs_logs, regardless, .. } => {
            let ask = KeepAsk { in_pixirs_logs: *in_pixirs_logs, regardless: *regardless };
            tell(json, &scripts.keep_evidence(&ask)?, text::evidence)
        }
        Command::Visibility(wanted) => tell(json, &wanted.carry_out(app)?, text::visibility::visibility),
        Command::Texts(Texts { show: Some(id), .. }) => {
            let text = Texts::text(app, id)?;
            tell(json, &text, |text| text::lines(text))
        }
        Command::Texts(wanted) => tell(json, &wanted.carry_out(app)?, text::texts::texts),
        Command::Folders(wanted) => {
            wanted.carry_out(app)?;
            tell(json, &scripts.folders_report(&Nothing {})?, text::folders::folders)
        }
        Command::Trust { show: true, .. } => tell(json, &scripts.trust(&Nothing {})?, text::trust::trust),
        Command::Trust { revoke, .. } => {
            let ask = SetTrustAsk { trust: trust(!revoke) };
            tell(json, &scripts.set_trust(&ask)?, text::trust::trust)
        }
        Command::BuiltIns { on, off, tools } => {
            let switch = match (tools, on, off) {
                (Some(switch), ..) => Some((None, switch.as_str())),
                (None, Some(name), _) => Some((Some(name.clone()), "on")),
                (None, None, Some(name)) => Some((Some(name.clone()), "off")),
                (None, None, None) => None,
            };
            let view = match switch {
                Some((name, switch)) => {
                    scripts.set_built_in(&SetBuiltInAsk { name, switch: typed(switch)? })?
                }
                None => scripts.built_ins(&Nothing {})?,
            };
            tell(json, &view, text::built_ins::built_ins)
        }
        Command::Bundle(wanted) => bundle::bundle(app, wanted, json),
        Command::Hydrate(wanted) => hydrate::hydrate(app, agent_of(&wanted.agent), arguments.json, wanted),
        Command::Restore { session, what, to, unverified, consent } => {
            let to = to.as_deref().map(typed).transpose()?;
            let ask = change::restoring(app, session, what, to, *unverified)?;
            change::planned(app, &ask, consent.of(), json)
        }
        Command::New { name, agent, scope, description, outline, folders, consent } => {
            let (scope, outline, convention) = (typed(scope)?, typed(outline)?, agent_of(agent));
            let (name, description, folders) = (name.clone(), description.clone(), folders.clone());
            let check = NameCheckAsk {
                convention: convention.clone(),
                scope,
                name: name.clone(),
                description: description.clone(),
            };
            change::advise(app, &check, json)?;
            let ask = PlanAsk::Create { convention, scope, name, description, outline, folders };
            change::planned(app, &ask, consent.of(), json)
        }
        Command::Undo { entry, consent } => {
            change::planned(app, &PlanAsk::Undo { entry: entry.clone() }, consent.of(), json)
        }
        Command::Trash { put_back: Some(item), name, consent, .. } => {
            let occupied = if name.is_some() { Occupied::Beside } else { Occupied::Refused };
            let ask = PlanAsk::PutBack { item: item.clone(), occupied, name: name.clone() };
            change::planned(app, &ask, consent.of(), json)
        }
        Command::Trash { empty: true, consent, .. } => change::empty(app, consent.of(), json),
        Command::Trash { consent, .. } => {
            consent.refuse("--put-back or --empty")?;
            change::listed(app, json)
        }
        Command::Manage(wanted) => managing::manage(app, globals, wanted),
        Command::Import(wanted) => importing::import(app, globals, wanted),
        Command::Ask { request, body } => asked(app, request, body, json),
        Command::Mcp(_) => Ok(0),
    }
}

/// Prints an answer as JSON, or the text in it byte for byte.
fn hand_over<T: Serialize>(
    as_json: bool,
    answer: &T,
    text: impl FnOnce(&T) -> String,
) -> Result<u8, Failure> {
    if as_json {
        return print_json(answer);
    }
    print(&Printed::Bytes(text(answer).into_bytes()));
    Ok(0)
}

/// Names what holds sessions and was not read, on standard error: the answer is about less than there is.
fn tell_unread(app: &App, everywhere: bool) {
    for problem in api::wire::unread_sessions(&app.workspace, everywhere) {
        screen::tell(&format!("warning: not read: {}", visible_text(&problem.message.text)));
    }
}

/// A session may have a million turns: they are printed as they are read.
fn session(app: &App, id: &str, as_json: bool) -> Result<u8, Failure> {
    let ask = SessionReportAsk { id: id.to_owned() };
    if as_json {
        return match api::sessions::write_session(&app.workspace, &ask, &mut Document::default()) {
            // The reader has closed the pipe, or the failure is told when the program ends.
            Err(_) if screen::output_end().is_some() => Ok(0),
            written => written.map(|()| 0),
        };
    }
    let words = std::cell::RefCell::new(Words::default());
    api::sessions::tell_session(
        &app.workspace,
        &ask,
        &mut |whole| words.borrow_mut().say(&text::sessions::whole(whole)),
        &mut |turn| words.borrow_mut().say(&text::sessions::turn(turn)),
    )?;
    Ok(0)
}

fn trust(given: bool) -> Trust {
    if given { Trust::Trusted } else { Trust::Untrusted }
}

/// What names a folder from here is a path; anything else is the name of a skill.
fn named_from_here(skills: &[String]) -> Result<Vec<String>, Failure> {
    let here = current_folder()?;
    let told = |skill: &String| {
        let path = here.join(skill);
        let is_path = skill.contains(std::path::is_separator) || skill.starts_with('.');
        if is_path { path.display().to_string() } else { skill.clone() }
    };
    Ok(skills.iter().map(told).collect())
}

/// The filter as the engine takes it. Without another word it is about the workspace that is looked at.
fn filtered(filter: &Filter, workspace: &Path) -> Result<SessionFilter, Failure> {
    let folder = current_folder()?;
    let within: Vec<PathBuf> = match (filter.everywhere, filter.within.as_slice()) {
        (true, _) => Vec::new(),
        (false, []) => vec![workspace.to_owned()],
        (false, named) => named.iter().map(|path| folder.join(path)).collect(),
    };
    let only = [(filter.hydrated, Only::Hydrated), (filter.damaged, Only::Damaged)];
    Ok(SessionFilter {
        workspaces: within.iter().map(|path| path.display().to_string()).collect(),
        text: String::new(),
        agent: filter.agent.clone().unwrap_or_default(),
        skill: filter.skill.clone().unwrap_or_default(),
        drift: filter.drift.iter().map(|word| typed(word)).collect::<Result<_, _>>()?,
        outcomes: filter.outcome.iter().map(|word| typed(word)).collect::<Result<_, _>>()?,
        from: filter.since.map(Millis),
        to: filter.before.map(Millis),
        only: only.into_iter().filter_map(|(on, only)| on.then_some(only)).collect(),
    })
}

/// Any reading request that scripts may ask, in the engine's own JSON.
fn asked(app: &App, name: &str, body: &str, as_json: bool) -> Result<u8, Failure> {
    if api::request(name).is_some_and(|known| known.effect != Effect::Reads) {
        let words = message!("`{name}` is not a read request, and `assay ask` answers only those.", name);
        return Err(Failure::new(Code::NotHere, words));
    }
    let json = api::answer(app, Audience::Scripts, name, body)?;
    if as_json {
        print(&Printed::Json(json));
    } else {
        let value: Value = serde_json::from_str(&json).map_err(|error| unwritten(&error))?;
        print(&Printed::Json(format!("{value:#}")));
    }
    Ok(0)
}
