//! A yes that Assay needs while it serves an agent: for taking a skill in, a script, or a hook. The serving process
//! carries it out; here, where the window is, a person or a grant decides.

use std::sync::Arc;

use ::hydration::{
    Act, Asker, AskerDoor, Called, Carried, CommandWork, Ground, Origin, Prepared, SkillFacts, Source,
    Surface, Wish, Work,
};
use ::workspace::Workspace;
use disk::Digest;
use execution::{Bound, Command, Decision, Judgement, Mode, Part, Places, Programs};
use message::{Message, message};
use serde_json::{Value, json};

use super::AgentTicket;
use super::aim::ground;
use super::permit_ask::{ActWord, PermitAsk, PermitCommand};
use super::turn::last_turn;
use crate::{App, Code, Failure};

/// The largest `SKILL.md` that is shown: 512 KiB.
const SHOWN: u64 = 512 << 10;

/// Takes the question in; it waits at the desk of `app`.
pub(crate) fn submit(app: &App, ask: &PermitAsk) -> Result<AgentTicket, Failure> {
    if !ask.workspace.is_absolute() {
        return Err(Failure::new(Code::WrongUse, message!("the workspace must be an absolute path.")));
    }
    let there = Arc::new(app.workspace.beside(&ask.workspace));
    let session = views::sessions::by_id(&there, &ask.session)?;
    let turn = last_turn(&there, &session, &ask.path)?;
    let asker = Asker {
        door: AskerDoor::Mcp,
        name: ask.name.clone(),
        version: ask.version.clone(),
        connection: Some(ask.connection.clone()),
    };
    let (ground, prepared) = take(&there, ask)?;
    let (again, there) = (ask.clone(), Arc::clone(&there));
    let again = move || take(&there, &again).map(|(_, prepared)| prepared).map_err(|why| why.message);
    let wish = Wish {
        asker,
        called: Called::Explicitly,
        ground,
        prepared,
        turn: Some(turn),
        again: Box::new(again),
    };
    Ok(AgentTicket(app.desk.submit(wish)))
}

/// What is asked, as everything is now.
fn take(workspace: &Workspace, ask: &PermitAsk) -> Result<(Ground, Prepared), Failure> {
    let ground = ground(workspace);
    let content = content(ask)?;
    let bound = Bound::default()
        .with(Part::Skill, ask.content_hash.as_bytes())
        .with(Part::Source, ask.tool.as_bytes())
        .with(Part::Place, ask.workspace.as_os_str().as_encoded_bytes())
        .with(Part::Mode, ground.mode.word().as_bytes());
    let (work, surface, bound, dir) = match (&ask.command, &ask.deed) {
        (None, Some(deed)) => {
            let bound = bound.with(Part::Command, deed.as_bytes());
            let surface = Surface::Run(vec![ask.tool.clone()]);
            (Work::ByAsker(deed.clone()), surface, bound, ask.workspace.clone())
        }
        (None, None) => {
            let dir = ask.path.parent().unwrap_or(&ask.path).to_owned();
            let main = "SKILL.md".to_owned();
            (Work::Resource(main.clone()), Surface::Resource(main), bound, dir)
        }
        (Some(command), _) => {
            let work = work(command, &ground)?;
            let bound = bound
                .with(Part::Command, command.bound.as_bytes())
                .with(Part::Program, work.program.path.as_os_str().as_encoded_bytes())
                .with_digest(Part::ProgramBytes, work.program.digest);
            let surface = Surface::Run(command.runs.argv.clone());
            (Work::Command(Box::new(work)), surface, bound, command.runs.cwd.clone())
        }
    };
    let (act, title) = match ask.act {
        ActWord::Activation => (Act::Activation, "The agent wants to activate this skill."),
        ActWord::Script => (Act::Script, "The agent wants to run this script of the skill."),
        ActWord::Hook => (Act::Hook, "A hook of the skill runs this around the agent’s tool calls."),
        ActWord::Tool => (Act::Tool, "The agent wants to use this tool of the skill."),
        ActWord::Call => (Act::Tool, "A hook of this skill asks you to decide on the agent’s call."),
    };
    let judgement = judged(&ground, ask);
    let refused = match ask.act {
        ActWord::Activation | ActWord::Call => false,
        ActWord::Script | ActWord::Hook => ground.mode == Mode::ReadOnly,
        ActWord::Tool => judgement
            .as_ref()
            .is_some_and(|found| execution::decide(ground.mode, found).decision == Decision::Refuse),
    };
    let reads_only = judgement.as_ref().map_or(ask.act == ActWord::Activation, |found| found.reads_only);
    let prepared = Prepared {
        skill: SkillFacts {
            name: ask.skill.clone(),
            scope: ask.scope.clone(),
            path: ask.path.clone(),
            short_path: ask.short_path.clone(),
            dir,
            content_hash: Digest::of(&content),
            content,
        },
        source: Source {
            id: ask.tool.clone(),
            title: title.to_owned(),
            surface,
            read_only: ask.act == ActWord::Activation,
            auto: false,
            timeout: ask.command.as_ref().map_or(Source::TIMEOUT, PermitCommand::wall),
            max_bytes: ask.command.as_ref().map_or(SHOWN, |command| command.runs.keep),
            cwd: String::new(),
            origin: Origin::Frontmatter,
            line: ask.line.unwrap_or(0),
            blocked: None,
        },
        work,
        decision: if refused { Decision::Refuse } else { Decision::Ask },
        rule: Message::verbatim(ask.rule.clone()),
        reads_only,
        reasons: judgement
            .map(|found| found.reasons)
            .unwrap_or_default()
            .into_iter()
            .map(|why| why.words)
            .collect(),
        not_by_itself: None,
        level: execution::best(&ground.helper),
        bound,
        // All of a task's own copy is bound, and what a tool is called with is not run again unasked.
        not_bound: Vec::new(),
        carried: Carried::ByAsker(act),
    };
    Ok((ground, prepared))
}

/// What is proven of a command line that a tool was called with.
fn judged(ground: &Ground, ask: &PermitAsk) -> Option<Judgement> {
    let command = ask.command.as_ref().filter(|_| ask.act == ActWord::Tool)?;
    let search = ::hydration::path_of(&ground.environment);
    let (home, programs) = (ground.home.as_deref(), Programs::In(&search));
    let places = Places { workspace: &ground.workspace, folder: &command.runs.cwd, home, programs };
    Some(match &command.shell {
        Some(text) => execution::judge(Command::Shell(text), &places),
        None => execution::judge(Command::Argv(&command.runs.argv), &places),
    })
}

/// The bytes that stand for the skill.
fn content(ask: &PermitAsk) -> Result<Vec<u8>, Failure> {
    if let Some(declaration) = &ask.declaration {
        if Digest::of(declaration.as_bytes()).to_string() != ask.content_hash {
            return Err(Failure::new(
                Code::WrongUse,
                message!("the skill’s declaration does not match the request."),
            ));
        }
        return Ok(declaration.clone().into_bytes());
    }
    let content = match disk::read(&ask.path, SHOWN) {
        Ok(contents) => contents.bytes,
        // What runs is the task's copy; the skill itself may be gone by now.
        Err(fault) if ask.act == ActWord::Activation => return Err(fault.into()),
        Err(_) => Vec::new(),
    };
    if ask.act == ActWord::Activation && Digest::of(&content).to_string() != ask.content_hash {
        let words = message!("{path} changed since the agent requested it.", path = ask.path.display());
        return Err(Failure::new(Code::Refused, words));
    }
    Ok(content)
}

fn work(command: &PermitCommand, ground: &Ground) -> Result<CommandWork, Failure> {
    let search = ::hydration::path_of(&ground.environment);
    let runs = &command.runs;
    let program = execution::resolve(&runs.program.to_string_lossy(), &runs.cwd, &search)
        .map_err(|unresolved| Failure::new(Code::Refused, Message::of_error(unresolved)))?;
    Ok(CommandWork {
        argv: runs.argv.clone(),
        runs: runs.argv.clone(),
        added: Vec::new(),
        shell: command.shell.clone(),
        program,
        bindings: ::hydration::Bindings::default(),
        cwd: runs.cwd.clone(),
        environment: Vec::new(),
        passed: runs.environment.clone(),
        withheld: ground.environment.iter().filter(|(name, _)| !runs.environment.contains(name)).count(),
        runs_elsewhere: Some(runs.clone()),
    })
}

/// Answers `{"permit": PermitAsk}`: waits until a person has decided.
pub(crate) fn asked(app: &App, question: &Value) -> Result<AgentTicket, Failure> {
    serde_json::from_value::<PermitAsk>(question.clone())
        .map_err(|error| Failure::new(Code::WrongUse, message!("cannot read the request: {error}.", error)))
        .and_then(|ask| submit(app, &ask))
}

/// The question as it goes over the socket.
pub fn permit_question(ask: &PermitAsk) -> Value {
    json!({ "permit": ask })
}
