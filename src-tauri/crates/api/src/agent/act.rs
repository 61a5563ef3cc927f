//! The engine's own tools, carried out.

use ::sessions::Kind;
use ::workspace::Workspace;
use disk::Digest;
use engine::{
    Activation, Again, Approval, Asked, Call as Activate, Consent, Frontmatter, Offered, Page, Platform,
    Refusal, Repeated, RunScript, Via, Viewed, Would, invoked, path_in, run_script,
};
use execution::{Decision, Mode, Stop};
use message::message;
use serde_json::{Value, json};
use skills::Convention;

use super::audit::{audit, text};
use super::call::Form;
use super::{AgentCall, Conversation, Denied, Opened, Outcome, Permit, Running};
use crate::access::{for_model, for_user};
use crate::desk::{ActWord, PermitAsk, PermitCommand, ground};
use crate::{App, Code, Failure};

/// What a call came to that takes a skill in.
pub(super) enum TakenIn {
    /// It is a dry run.
    Would(Would),
    /// The skill is active in this turn already.
    Again(Box<Again>),
    /// The skill was taken in, and that is recorded.
    Now(Box<Activation>),
}

impl Conversation {
    pub(super) fn act(&self, app: &App, opened: &Opened, permit: &Permit<'_>, stop: &Stop) -> Outcome {
        let call = &opened.call;
        match call.tool.as_str() {
            "skills_list" => self.list(&app.workspace, call),
            "skill_view" if call.form == Form::File => self.whole_file(&app.workspace, opened, permit),
            "skill_view" if !skills::activates(path(call)) => self.view_file(&app.workspace, call),
            "skill_view" => self.take_in(&app.workspace, opened, Via::SkillView, permit),
            "activate_skill" => self.take_in(&app.workspace, opened, Via::ActivateSkill, permit),
            "activateSkill" => self.take_in(&app.workspace, opened, Via::PipelineTool, permit),
            "read_skill_resource" => self.read(&app.workspace, call),
            "run_skill_script" => self.run(&app.workspace, opened, permit, stop),
            other => match self
                .built_in(app, opened, permit, stop)
                .or_else(|| audit(app, (self.id(), &self.sight), &call.tool, &call.arguments))
            {
                Some(outcome) => outcome,
                None => Err(Failure::new(Code::NotFound, message!("unknown tool `{other}`.", other)).into()),
            },
        }
    }

    /// What the user said begins a turn, and calls the skills it names (S0-20, S0-21). Their texts go with the
    /// answer; the model takes no step (S3-34).
    pub(super) fn said(&self, workspace: &Workspace, words: &str) -> Result<Vec<String>, Failure> {
        let visible = for_user(&self.sight.ruling(workspace));
        // Held from the look to the turn: of two calls at once with the same words one opens it.
        let mut running = self.running();
        if running.said.as_deref() == Some(words) {
            return Ok(Vec::new());
        }
        let texts = self.begin_turn(workspace, &mut running, words, (&visible, invoked(words, &visible)))?;
        // The user called it, so the model is told why its text is missing.
        Ok(texts.into_iter().map(|text| text.unwrap_or_else(|refusal| refusal.to_string())).collect())
    }

    /// Opens a turn with what the user said, and takes in the skills they call.
    pub(super) fn begin_turn(
        &self,
        workspace: &Workspace,
        running: &mut Running,
        words: &str,
        (visible, calls): (&[Offered], Vec<Activate>),
    ) -> Result<Vec<Result<String, Refusal>>, Failure> {
        // What was taken in before the first words belongs to the turn that they open.
        if running.said.is_some() {
            running.task.next_turn();
        }
        running.said = Some(words.to_owned());
        let mut texts = Vec::new();
        for call in calls {
            // Calls before the first words may have taken it in; what the user calls is the user's all the same.
            let call = Activate { repeated: Repeated::Text, ..call };
            let mut outcome = running.task.activate(visible, &call, Mode::ReadOnly, Consent::NotAsked);
            if let Err(Refusal::ContextPathMissing { patterns, .. }) = &outcome
                && let Some(path) = path_in(words, patterns)
            {
                let call = Activate { context_path: Some(path.to_owned()), ..call };
                outcome = running.task.activate(visible, &call, Mode::ReadOnly, Consent::NotAsked);
            }
            match outcome {
                Ok(engine::Outcome::Activated(activation)) => {
                    self.append(workspace, Kind::SkillActivation, Value::Object(activation.event()))?;
                    texts.push(Ok(activation.wrapped(Frontmatter::Without)));
                }
                // A user is never asked.
                Ok(engine::Outcome::AlreadyActive(_) | engine::Outcome::Ask(_)) => {}
                Err(refusal) => texts.push(Err(refusal)),
            }
        }
        self.append(workspace, Kind::UserMessage, json!({ "text": words }))?;
        Ok(texts)
    }

    fn take_in(&self, workspace: &Workspace, opened: &Opened, via: Via, permit: &Permit<'_>) -> Outcome {
        let call = Activate {
            name: name(&opened.call).to_owned(),
            arguments: optional(&opened.call, "arguments"),
            context_path: optional(&opened.call, "context_path"),
            repeated: match opened.call.arguments["again"] == true {
                true => Repeated::Text,
                false => Repeated::Note,
            },
            via,
        };
        match self.taken_in(workspace, opened, &call, permit)? {
            TakenIn::Would(would) => Ok(tried(would, via)),
            TakenIn::Again(again) => Ok(match via {
                Via::PipelineTool => said(again.payload()),
                _ => (again.wrapped(), again.viewed()),
            }),
            TakenIn::Now(activation) => {
                let with = opened.call.arguments["include_frontmatter"] == true;
                let form = if with { Frontmatter::With } else { Frontmatter::Without };
                Ok(given(&activation, form))
            }
        }
    }

    /// The one way by which a model takes a skill in: guards, a person's yes where the mode wants one, the event.
    pub(super) fn taken_in(
        &self,
        workspace: &Workspace,
        opened: &Opened,
        call: &Activate,
        permit: &Permit<'_>,
    ) -> Result<TakenIn, Denied> {
        let ruling = self.sight.ruling(workspace);
        let mode = self.activation_mode(opened);
        if opened.is_dry() {
            let running = self.running();
            let visible = for_model(&ruling, &running.task);
            let would = running.task.would_activate(&visible, call, mode, Consent::NotAsked)?;
            return Ok(TakenIn::Would(would));
        }
        let mut consent = if opened.said.wants_a_person() { Consent::Wanted } else { Consent::NotAsked };
        loop {
            let mut running = self.running();
            let visible = for_model(&ruling, &running.task);
            let question = match running.task.activate(&visible, call, mode, consent)? {
                engine::Outcome::Ask(question) => question,
                engine::Outcome::AlreadyActive(again) => {
                    drop(running);
                    if !matches!(consent, Consent::Given(_)) {
                        self.ask_for_call(workspace, opened, permit)?;
                    }
                    return Ok(TakenIn::Again(Box::new(again)));
                }
                engine::Outcome::Activated(activation) => {
                    self.append(workspace, Kind::SkillActivation, Value::Object(activation.event()))?;
                    return Ok(TakenIn::Now(activation));
                }
            };
            // Nobody else waits while a person thinks.
            drop(running);
            let skill = visible.iter().find(|skill| skill.id == question.id);
            let skill =
                skill.ok_or_else(|| Failure::broken("a skill was asked about that is not offered"))?;
            self.ask_for_text(workspace, opened, permit, (skill, question.content_hash))?;
            consent = Consent::Given(question.content_hash);
        }
    }

    /// Returns the mode in which a skill's text is given out. Pixir asks nobody for a look at a skill (S0-02); the other
    /// conventions ask in mode `ask` (S2-30).
    pub(super) fn activation_mode(&self, opened: &Opened) -> Mode {
        match opened.set {
            _ if self.sight.convention == Convention::Pixir => Mode::ReadOnly,
            // Taking a skill in needs a yes here, and none in `read_only`: a hook that asks for that loosens nothing.
            Mode::Ask => Mode::Ask,
            Mode::Auto | Mode::ReadOnly => opened.mode,
        }
    }

    /// Asks the user about a text of a skill, by its digest.
    pub(super) fn ask_for_text(
        &self,
        workspace: &Workspace,
        opened: &Opened,
        permit: &Permit<'_>,
        (skill, content_hash): (&Offered, Digest),
    ) -> Result<(), Denied> {
        let rule = match self.activation_mode(opened) {
            Mode::Ask => {
                "Mode ask: the user approves each skill text before a task activates it for the first \
             time."
            }
            _ => "",
        };
        let ask = PermitAsk {
            rule: opened.said.rule(rule).trim_end().to_owned(),
            ..self.permit_ask(workspace, &opened.call, ActWord::Activation, skill, content_hash)
        };
        permit(&ask).map_err(|why| match why.code {
            Code::Denied => Refusal::Rejected.into(),
            _ => Denied::from(why),
        })
    }

    fn view_file(&self, workspace: &Workspace, call: &AgentCall) -> Outcome {
        if super::is_dry(call) {
            let told = json!({ "dry_run": true, "would": "view_skill", "would_activate": false });
            return Ok((told.to_string(), told));
        }
        let mut running = self.running();
        let visible = for_model(&self.sight.ruling(workspace), &running.task);
        let asked = (name(call), path(call));
        match running.task.view(&visible, asked, page(call), Mode::ReadOnly, Consent::NotAsked)? {
            Viewed::File(page) => {
                let facts = serde_json::to_value(&page).map_err(Failure::broken)?;
                Ok((page.text, facts))
            }
            Viewed::Main(_) => Err(Refusal::MainFile { path: path(call).to_owned() }.into()),
        }
    }

    fn read(&self, workspace: &Workspace, call: &AgentCall) -> Outcome {
        let running = self.running();
        let visible = for_model(&self.sight.ruling(workspace), &running.task);
        let path = text(&call.arguments, "path")?;
        let page = running.task.read_resource(&visible, name(call), &path, page(call))?;
        if super::is_dry(call) {
            let told = json!({ "dry_run": true, "would": "read_skill_resource", "bytes": page.bytes_total });
            return Ok((told.to_string(), told));
        }
        let facts = serde_json::to_value(&page).map_err(Failure::broken)?;
        Ok((page.wrapped(), facts))
    }

    fn run(&self, workspace: &Workspace, opened: &Opened, permit: &Permit<'_>, stop: &Stop) -> Outcome {
        let call = &opened.call;
        let wish = RunScript {
            name: name(call).to_owned(),
            script: text(&call.arguments, "script")?,
            arguments: optional(call, "arguments"),
        };
        let mut ground = ground(workspace);
        ground.mode = ground.mode.max(opened.mode);
        let (plan, skill) = {
            let running = self.running();
            let visible = for_model(&self.sight.ruling(workspace), &running.task);
            let plan = running.task.plan_script(&visible, &wish, &ground, Platform::here())?;
            let skill = running.task.held(&plan.skill).map(|held| held.skill.clone());
            (
                plan,
                skill.ok_or_else(|| Failure::broken("a script was planned of a skill that is not active"))?,
            )
        };
        if opened.is_dry() {
            let told = plan.payload();
            return Ok((told.to_string(), told));
        }
        let approval = match opened.said.on(plan.decision) {
            Decision::Ask => {
                let command = PermitCommand {
                    shell: None,
                    runs: plan.description(),
                    bound: plan.bound.digest().to_string(),
                };
                let ask = PermitAsk {
                    command: Some(command),
                    rule: opened.said.rule(&plan.rule),
                    ..self.permit_ask(workspace, call, ActWord::Script, &skill, plan.content_hash)
                };
                permit(&ask)?;
                Approval::Person(plan.bound.digest())
            }
            Decision::Allow | Decision::Refuse => Approval::Mode,
        };
        let evidence = run_script(&plan, approval, stop)?;
        let facts = serde_json::to_value(&evidence).map_err(Failure::broken)?;
        Ok((evidence.wrapped(), json!({ "script": facts })))
    }

    pub(super) fn permit_ask(
        &self,
        workspace: &Workspace,
        call: &AgentCall,
        act: ActWord,
        skill: &Offered,
        content_hash: Digest,
    ) -> PermitAsk {
        let (name, version, connection) = call.agent.clone();
        PermitAsk {
            workspace: workspace.folder(),
            act,
            tool: call.tool.clone(),
            skill: skill.name.clone(),
            scope: skill.scope.clone(),
            path: skill.path.clone(),
            short_path: skill.short_path.clone(),
            content_hash: content_hash.to_string(),
            command: None,
            deed: None,
            declaration: None,
            line: None,
            rule: String::new(),
            session: self.id().to_owned(),
            name,
            version,
            connection,
        }
    }
}

/// What an agent is answered that takes a skill in: the text for the model, and facts beside it.
pub(crate) fn given(activation: &Activation, form: Frontmatter) -> (String, Value) {
    match activation.via {
        Via::PipelineTool => said(activation.payload()),
        Via::SkillView => {
            let viewed = activation.viewed();
            (viewed["output"].as_str().unwrap_or_default().to_owned(), viewed)
        }
        _ => {
            let facts = json!({
                "name": activation.skill.id,
                "path": activation.skill.path.display().to_string(),
                "content_hash": activation.content_hash.to_string(),
                "activated": true,
                "resources": activation.resources,
                "mount_path": activation.mount_path,
            });
            (activation.wrapped(form), facts)
        }
    }
}

/// What a dry run is answered.
pub(super) fn tried(would: Would, via: Via) -> (String, Value) {
    let mut told = would.payload();
    if via != Via::SkillView {
        told["would"] = json!(via.word());
        told["would_ask"] = json!(would == Would::Activate(Asked::Person));
    }
    said(told)
}

fn said(payload: Value) -> (String, Value) {
    (payload.to_string(), payload)
}

fn name(call: &AgentCall) -> &str {
    call.arguments["name"].as_str().unwrap_or_default()
}

fn path(call: &AgentCall) -> &str {
    call.arguments["path"].as_str().unwrap_or_default()
}

fn optional(call: &AgentCall, key: &str) -> Option<String> {
    call.arguments[key].as_str().map(str::to_owned)
}

pub(super) fn page(call: &AgentCall) -> Page {
    Page { from: call.arguments["from"].as_u64().unwrap_or(0) }
}
