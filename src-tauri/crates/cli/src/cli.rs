//! The terminal door: the program `assay`.
//!
//! It reads the environment, asks `api`, and prints. JSON goes to stdout, one document; words for
//! people and for errors go to stderr. It must not compute an answer of its own: whatever it prints
//! comes from a request of the list.
//!
//! Start with `arguments.rs` for what can be asked, `answer.rs` for what each command comes to,
//! `text.rs` for how an answer reads, `screen.rs` for how anything leaves this program. `hydrate.rs` and `mcp.rs` ask
//! for context sources: through the window when it is open, else a person at this terminal, else not at all. `change.rs`
//! writes what a person agreed to.

mod agent;
mod agent_option;
mod answer;
mod arguments;
mod bundle;
mod change;
mod fixing;
mod folders;
mod found;
mod gate;
mod help;
mod hydrate;
mod importing;
mod locks;
mod managing;
mod mcp;
mod moment;
mod paging;
mod person;
mod screen;
mod signers;
mod telling;
mod text;
mod texts;
mod trying;
mod typed;
mod unread;
mod verdict;
mod visibility;
mod window;

use std::process::ExitCode;

use api::{App, Code, Failure, NoHost};
use clap::error::ContextValue;
use clap::{CommandFactory, Parser};

use arguments::{Arguments, Command};
use screen::{OutputEnd, Printed, output_end, print, tell, visible_text};

pub use mcp::converse;

/// What can be typed, for whatever is made of it: completions of shells, pages of the manual.
pub fn command() -> clap::Command {
    Arguments::command()
}

/// Does what the arguments of this process ask for, and tells how it ended as `assay help` lists it.
pub fn run() -> ExitCode {
    screen::draw_panics();
    // A hydration's command is contained by this same program, started again.
    if let Some(code) = api::contain(std::env::args_os()) {
        return code;
    }
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return written(misused(error), None),
    };
    written(answered(&arguments), arguments.command.as_ref())
}

/// Replaces the exit code where the answer could not be written in full.
fn written(code: ExitCode, command: Option<&Command>) -> ExitCode {
    let Some(OutputEnd::Failed(why)) = output_end() else { return code };
    tell(&format!(
        "error: cannot write to standard output: {why}. The output is incomplete; free some space or write it \
         elsewhere"
    ));
    ExitCode::from(if command.is_some_and(verdict::is_like_grep) { 2 } else { 5 })
}

fn answered(arguments: &Arguments) -> ExitCode {
    let Some(command) = &arguments.command else { return window::open(arguments) };
    let app = match arguments.surroundings() {
        Ok(surroundings) => App::new(surroundings, Box::new(NoHost)),
        Err(failure) => return fail(&failure, arguments.json),
    };
    if let Err(failure) =
        arguments.check_convention(command).and_then(|()| arguments.check_workspace(command, &app))
    {
        return fail(&failure, arguments.json);
    }
    for problem in app.settings_problems() {
        tell(&format!("warning: {}", visible_text(&problem.message.text)));
    }
    match answer::answer(app, arguments, command) {
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
            ContextValue::Strings(texts) => ContextValue::Strings(texts.iter().map(visible_text).collect()),
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

pub(crate) fn fail(failure: &Failure, json: bool) -> ExitCode {
    if json {
        print(&Printed::Json(serde_json::json!({ "error": failure }).to_string()));
    } else {
        tell(&format!("error: {}", visible_text(failure.to_string())));
    }
    ExitCode::from(match failure.code {
        Code::Refused | Code::Denied => 1,
        Code::WrongUse | Code::NotHere => 2,
        Code::NotFound => 3,
        Code::Damaged => 4,
        Code::Failed | Code::NoWorkspace => 5,
    })
}
