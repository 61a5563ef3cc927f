//! The terminal door: the program `assay`.
//!
//! It reads the environment, asks `api`, and prints. JSON goes to stdout, one document; words for
//! people and for errors go to stderr. It must not compute an answer of its own: whatever it prints
//! comes from a request of the list.
//!
//! Start with `arguments.rs` for what can be asked, `question.rs` for which request that is, and
//! `text.rs` for how an answer reads. `hydrate.rs` and `mcp.rs` ask for context sources: through the window
//! when it is open, else a person at this terminal, else not at all. `change.rs` writes what a person agreed to.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "this is the door that prints")]

mod agent;
mod arguments;
mod bundle;
mod change;
mod fixing;
mod found;
mod hydrate;
mod importing;
mod managing;
mod mcp;
mod moment;
mod person;
mod question;
mod text;
mod verdict;
mod visibility;
mod window;

use std::io::{self, Write};
use std::process::ExitCode;

use api::{App, Code, Failure, NoHost};
use clap::Parser;

use arguments::{Arguments, Command};

fn main() -> ExitCode {
    // A hydration's command is contained by this same program, started again.
    if let Some(code) = api::contain(std::env::args_os()) {
        return code;
    }
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { 2 } else { 0 });
        }
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

fn answer(app: &App, arguments: &Arguments, command: &Command) -> Result<u8, Failure> {
    if let Some(ask) = question::file_asked(command).filter(|_| !arguments.json) {
        print(&api::skill_file(app, &ask)?);
        return Ok(0);
    }
    let question = question::question(command, &arguments.convention, app.surrounding_workspace())?;
    // Files beside a SKILL.md can be told from what they were only if somebody looks now.
    if matches!(command, Command::Drift { .. }) {
        app.remember();
    }
    let answer = api::answer(app, question.request, &question.body)?;
    // What was seen for the first time is taken down after it was compared with what was seen before.
    if matches!(command, Command::Verify { .. }) {
        app.remember();
    }
    let value =
        serde_json::from_str(&answer).map_err(|error| Failure::new(Code::Failed, error.to_string()))?;
    if arguments.json {
        print(format!("{answer}\n").as_bytes());
    } else {
        print(text::text(command, &value).as_bytes());
    }
    Ok(verdict::exit(command, &value))
}

// A reader that closes the pipe early, such as `head`, has what it wants.
pub(crate) fn print(bytes: &[u8]) {
    let _ = io::stdout().write_all(bytes).and_then(|()| io::stdout().flush());
}

pub(crate) fn fail(failure: &Failure, json: bool) -> ExitCode {
    if json {
        print(format!("{}\n", serde_json::json!({ "error": failure })).as_bytes());
    } else {
        eprintln!("assay: {failure}");
    }
    ExitCode::from(match failure.code {
        Code::Refused | Code::Denied => 1,
        Code::WrongUse | Code::NotHere => 2,
        Code::NotFound => 3,
        Code::Damaged => 4,
        Code::Failed => 5,
    })
}
