//! No option is accepted and then ignored.

use std::collections::BTreeSet;

use clap::builder::ValueRange;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgAction, Command};

/// The words of an argument as it is typed, with a value that it takes.
fn typed(arg: &Arg) -> Vec<String> {
    let mut words: Vec<String> = arg.get_long().map(|long| format!("--{long}")).into_iter().collect();
    if matches!(arg.get_action(), ArgAction::Set | ArgAction::Append)
        && arg.get_num_args().unwrap_or(ValueRange::SINGLE).min_values() > 0
    {
        words.push(value(arg));
    }
    words
}

fn value(arg: &Arg) -> String {
    if let Some(known) = arg.get_possible_values().first() {
        return known.get_name().to_owned();
    }
    let name = arg.get_value_names().and_then(|names| names.first()).map_or("", |name| name.as_str());
    match name {
        "N" | "SEQ" => "1",
        "A-B" => "1-2",
        "DAY" | "YYYY-MM-DD" => "2026-05-01",
        "MODE" => "ask",
        "STATE" => "deleted",
        "WORD" => "as-recorded",
        "KEY=VALUE" => "key=value",
        "skill|session" => "skill",
        _ => "x",
    }
    .to_owned()
}

/// The part that is missing from a command line; nothing where that is not what is wrong with it.
fn missing(program: &Command, words: &[String]) -> BTreeSet<String> {
    let Err(error) = program.clone().try_get_matches_from(words) else { return BTreeSet::new() };
    match (error.kind(), error.get(ContextKind::InvalidArg)) {
        (ErrorKind::MissingRequiredArgument, Some(ContextValue::Strings(names))) => {
            names.iter().cloned().collect()
        }
        _ => BTreeSet::new(),
    }
}

fn is_accepted(program: &Command, words: &[String]) -> bool {
    program.clone().try_get_matches_from(words).is_ok()
}

/// Every command with the words that lead to it.
fn commands(command: &Command, path: &[String]) -> Vec<(Command, Vec<String>)> {
    let below = command.get_subcommands().flat_map(|below| {
        let path = [path, &[below.get_name().to_owned()]].concat();
        commands(below, &path)
    });
    std::iter::once((command.clone(), path.to_owned())).chain(below).collect()
}

/// clap drops what an option requires as soon as the required one conflicts with another that is there: `export SESSION
/// --to out` once printed the session and wrote no file.
#[test]
fn option_that_requires_another_is_refused_without_it_whatever_else_is_there() {
    let mut program = crate::command();
    program.build();
    let (mut needing, mut accepted) = (0, Vec::new());
    for (command, path) in commands(&program, &["assay".to_owned()]) {
        let own = |arg: &&Arg| !arg.is_global_set() && !["help", "version"].contains(&arg.get_id().as_str());
        let args: Vec<&Arg> = command.get_arguments().filter(own).collect();
        let bare = missing(&program, &path);
        let positionals: Vec<String> =
            args.iter().filter(|arg| arg.is_positional()).flat_map(|arg| typed(arg)).collect();
        for arg in args.iter().filter(|arg| !arg.is_positional()) {
            let with = [path.clone(), typed(arg)].concat();
            let needed: Vec<String> = missing(&program, &with).difference(&bare).cloned().collect();
            if needed.is_empty() {
                continue;
            }
            needing += 1;
            let is_needed = |other: &Arg| {
                let long = other.get_long().map(|long| format!("--{long} "));
                long.is_some_and(|long| needed.iter().any(|needed| format!("{needed} ").contains(&long)))
            };
            for other in args.iter().filter(|other| other.get_id() != arg.get_id() && !is_needed(other)) {
                let own = if other.is_positional() { Vec::new() } else { typed(other) };
                for positionals in [Vec::new(), positionals.clone()] {
                    let words = [path.clone(), positionals, typed(arg), own.clone()].concat();
                    if is_accepted(&program, &words) {
                        accepted.push(words.join(" "));
                    }
                }
            }
        }
    }
    assert!(needing >= 10, "only {needing} options require another");
    accepted.sort();
    accepted.dedup();
    assert!(accepted.is_empty(), "accepted without what they require:\n{}", accepted.join("\n"));
}

#[test]
fn option_of_another_form_of_a_command_is_refused() {
    let program = crate::command();
    for words in [
        "export s --to out",
        "export --otlp f --machine m",
        "export --otlp f --text",
        "export s --since 2026-05-01",
        "export s --everywhere",
        "export s --text",
        "export --skills a --to f --form json",
        "export --parquet d --form json",
        "at s --seq 3 --call 1",
        "trash --empty --name x",
        "evidence --in-companions --regardless",
        "import x --theirs notes.txt",
        "import --update x --to user",
        "check --fix --json --rules",
    ] {
        let words: Vec<String> = format!("assay {words}").split(' ').map(str::to_owned).collect();
        assert!(!is_accepted(&program, &words), "{words:?}");
    }
    for words in [
        "export s --form json --turns 1-2",
        "export --skills a b --to f",
        "export --parquet d --text --machine m --since 2026-05-01 --everywhere",
        "export --otlp f --since 2026-05-01",
        "at s --turn 1 --call 1",
        "trash --put-back x --name y --yes",
        "import --update x --theirs notes.txt",
    ] {
        let words: Vec<String> = format!("assay {words}").split(' ').map(str::to_owned).collect();
        assert!(is_accepted(&program, &words), "{words:?}");
    }
}
