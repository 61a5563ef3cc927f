//! git: which of its commands only read, and with which options.

use crate::judge::Inquiry;
use crate::repository;

use super::git_tables::{COMMANDS, WRITERS};
use super::names;

/// Options of git itself that are harmless.
const BEFORE: &[&str] =
    &["--no-pager", "-P", "--no-optional-locks", "--literal-pathspecs", "--no-lazy-fetch"];
/// Options after which git says something and ends.
const ALONE: &[&str] = &["--version", "-v", "--html-path", "--man-path", "--info-path"];
/// Options of git itself that are not harmless.
const NEVER: &[(&str, &str)] = &[
    ("-c", "can set a program to run"),
    ("--config-env", "can set a program to run"),
    ("-C", "uses another folder's repository, and its settings"),
    ("--git-dir", "uses another repository, and its settings"),
    ("--work-tree", "looks at another folder"),
    ("--namespace", "looks at other references"),
    ("--exec-path", "takes git's own programs from another folder"),
    ("-p", "runs a pager"),
    ("--paginate", "runs a pager"),
    ("--bare", "takes the folder itself for a repository, and its settings"),
    ("--super-prefix", "is for git's own use"),
    ("--help", "opens a manual in another program"),
    ("-h", "opens a manual in another program"),
];

pub(super) fn read(args: &[&str], inquiry: &mut Inquiry<'_>) {
    let at = args.iter().take_while(|word| BEFORE.contains(word)).count();
    let Some((first, rest)) = args[at..].split_first() else { return };
    if ALONE.contains(first) && rest.is_empty() {
        return;
    }
    if first.starts_with('-') {
        let known = NEVER.iter().find(|(name, _)| {
            let ends = |tail: &str| tail.is_empty() || tail.starts_with('=') || !name.starts_with("--");
            first.strip_prefix(name).is_some_and(ends)
        });
        let words = match known {
            Some((name, why)) => format!("`git {name}` {why}"),
            None => format!("`git {first}` is not an option known to be harmless"),
        };
        return inquiry.note("option", words);
    }
    // What a repository says about itself can run programs, so its settings are looked at as well.
    if let Err(words) = repository::is_plain(inquiry.places) {
        inquiry.note("repository", words);
    }
    if let Some(word) = args.iter().find(|word| word.contains("%G") || word.contains("%(signature")) {
        let words = format!("`{word}` checks signatures, with a program the repository may name");
        inquiry.note("option", words);
    }
    let named = |name: &str| COMMANDS.iter().find(|command| command.name.strip_prefix("git ") == Some(name));
    let pair = rest.first().and_then(|second| named(&format!("{first} {second}")));
    let writer = WRITERS.iter().find(|(list, _)| names(list, first));
    match (pair, named(first), writer) {
        (Some(command), _, _) => command.read(&rest[1..], inquiry),
        (None, Some(command), _) => command.read(rest, inquiry),
        (None, None, Some((_, why))) => inquiry.note("operand", format!("`git {first}` {why}")),
        (None, None, None) => {
            let known = "is not a command known only to read";
            let words =
                format!("`git {first}` {known}; it may be an alias, or a program called `git-{first}`");
            inquiry.note("operand", words);
        }
    }
}
