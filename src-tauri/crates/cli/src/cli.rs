//! The terminal door: the program `assay`.
//!
//! It reads the environment, asks `api`, and prints. JSON goes to stdout, one document; words for
//! people and for errors go to stderr. It must not compute an answer of its own: whatever it prints
//! comes from a request of the list.
//!
//! Start with `arguments.rs` for what can be asked, `question.rs` for which request that is, and
//! `text.rs` for how an answer reads, `screen.rs` for how anything leaves this program. `hydrate.rs` and `mcp.rs` ask
//! for context sources: through the window when it is open, else a person at this terminal, else not at all. `change.rs`
//! writes what a person agreed to.

mod agent;
mod arguments;
mod bundle;
mod change;
mod fixing;
mod folders;
mod found;
mod hydrate;
mod importing;
mod managing;
mod mcp;
mod moment;
mod paging;
mod person;
mod question;
mod screen;
mod text;
mod verdict;
mod visibility;
mod window;

use std::process::ExitCode;

use api::{App, Code, Failure, NoHost};
use clap::Parser;
use clap::error::ContextValue;

use arguments::{Arguments, Command};
use screen::{Document, Printed, Words, print, tell, visible_text};

pub use mcp::converse;

/// Does what the arguments of this process ask for, and tells how it ended as `assay help` lists it.
pub fn run() -> ExitCode {
    screen::draw_panics();
    // A hydration's command is contained by this same program, started again.
    if let Some(code) = api::contain(std::env::args_os()) {
        return code;
    }
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return misused(error),
    };
    let Some(command) = &arguments.command else { return window::open(&arguments) };
    let app = match arguments.surroundings() {
        Ok(surroundings) => App::new(surroundings, Box::new(NoHost)),
        Err(failure) => return fail(&failure, arguments.json),
    };
    if let Err(failure) =
        arguments.check_convention(command).and_then(|()| arguments.check_workspace(command))
    {
        return fail(&failure, arguments.json);
    }
    match command {
        Command::Hydrate { .. } => return hydrate::hydrate(&app, &arguments, command),
        Command::Mcp(serving) => return mcp::serve(app, &arguments, serving),
        Command::Bundle { .. } => return bundle::bundle(&app, &arguments, command),
        Command::Restore { .. }
        | Command::New { .. }
        | Command::Undo { .. }
        | Command::Manage(_)
        | Command::Import(_)
        | Command::Check { fixing: fixing::Fixing { fix: true, .. }, .. }
        | Command::Trash { .. } => {
            return change::change(&app, &arguments, command);
        }
        Command::Export { session: None, .. } => {
            return change::change(&app, &arguments, command);
        }
        _ => {}
    }
    match answer(&app, &arguments, command) {
        Ok(code) => ExitCode::from(code),
        // As grep has it: 1 is for not found, 2 for any trouble.
        Err(failure) if verdict::is_like_grep(command) => {
            fail(&failure, arguments.json);
            ExitCode::from(2)
        }
        Err(failure) => fail(&failure, arguments.json),
    }
}

/// Help that was asked for, or what is wrong with the arguments: a script may have handed on a stranger's.
fn misused(mut error: clap::Error) -> ExitCode {
    let echoed: Vec<_> = error.context().map(|(kind, value)| (kind, value.clone())).collect();
    for (kind, value) in echoed {
        let value = match value {
            ContextValue::String(text) => ContextValue::String(visible_text(&text)),
            ContextValue::Strings(texts) => {
                ContextValue::Strings(texts.iter().map(|text| visible_text(text)).collect())
            }
            other => other,
        };
        error.insert(kind, value);
    }
    let words = error.render().to_string();
    if error.use_stderr() {
        screen::ask(&words);
        return ExitCode::from(2);
    }
    print(&Printed::Words(words));
    ExitCode::SUCCESS
}

fn answer(app: &App, arguments: &Arguments, command: &Command) -> Result<u8, Failure> {
    if let Some(ask) = question::file_asked(command).filter(|_| !arguments.json) {
        print(&Printed::Bytes(api::skill_file(app, &ask)?));
        return Ok(0);
    }
    if let Command::Session { id, at: None } = command {
        return session(app, id, arguments.json).map(|()| 0);
    }
    if let Command::Folders(wanted) = command {
        wanted.carry_out(app)?;
    }
    let question = question::question(command, &arguments.convention, app.surrounding_workspace())?;
    // Files beside a SKILL.md can be told from what they were only if somebody looks now.
    if matches!(command, Command::Drift { .. }) {
        app.remember();
    }
    let answer = api::answer(app, api::Audience::Scripts, question.request, &question.body)?;
    // What was seen for the first time is taken down after it was compared with what was seen before.
    if matches!(command, Command::Verify { .. }) {
        app.remember();
    }
    let value =
        serde_json::from_str(&answer).map_err(|error| Failure::new(Code::Failed, error.to_string()))?;
    print(&if arguments.json { Printed::Json(answer) } else { text::text(command, &value) });
    // The list itself stays as the model is shown it, also in a pipe.
    if matches!(command, Command::Catalog { .. }) && !arguments.json {
        text::reconstructed(&value).iter().for_each(|line| tell(&visible_text(line)));
    }
    Ok(verdict::exit(command, &value))
}

/// A session may have a million turns: they are printed as they are read.
fn session(app: &App, id: &str, json: bool) -> Result<(), Failure> {
    let ask = api::report::SessionReportAsk { id: id.to_owned() };
    if json {
        return api::report::write_session(app, &ask, &mut Document::default());
    }
    let words = std::cell::RefCell::new(Words::default());
    api::report::tell_session(
        app,
        &ask,
        &mut |whole| words.borrow_mut().say(&text::session_whole(&serde_json::json!(whole))),
        &mut |turn| words.borrow_mut().say(&text::session_turn(&serde_json::json!(turn))),
    )
}

pub(crate) fn fail(failure: &Failure, json: bool) -> ExitCode {
    if json {
        print(&Printed::Json(serde_json::json!({ "error": failure }).to_string()));
    } else {
        tell(&format!("assay: {}", visible_text(&failure.to_string())));
    }
    ExitCode::from(match failure.code {
        Code::Refused | Code::Denied => 1,
        Code::WrongUse | Code::NotHere => 2,
        Code::NotFound => 3,
        Code::Damaged => 4,
        Code::Failed | Code::NoWorkspace => 5,
    })
}
