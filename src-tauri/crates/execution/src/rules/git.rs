//! git: which of its commands only read, and with which options.

use message::{Template, message, template};

use crate::inquiry::Inquiry;
use crate::repository;

use super::git_contents::{Contents, contents, unproven};
use super::git_tables::{COMMANDS, WRITERS};
use super::program::names;

/// Options of git itself that are harmless.
const BEFORE: &[&str] =
    &["--no-pager", "-P", "--no-optional-locks", "--literal-pathspecs", "--no-lazy-fetch"];
/// Options after which git says something and ends.
const ALONE: &[&str] = &["--version", "-v", "--html-path", "--man-path", "--info-path"];
/// Options of git itself that are not harmless.
const NEVER: &[(&str, Template)] = &[
    ("-c", template!("can set a program to run")),
    ("--config-env", template!("can set a program to run")),
    ("-C", template!("uses another folder's repository, and its settings")),
    ("--git-dir", template!("uses another repository, and its settings")),
    ("--work-tree", template!("reads another folder")),
    ("--namespace", template!("reads other references")),
    ("--exec-path", template!("takes git's own programs from another folder")),
    ("-p", template!("runs a pager")),
    ("--paginate", template!("runs a pager")),
    ("--bare", template!("takes the folder itself for a repository, and its settings")),
    ("--super-prefix", template!("is for git's own use")),
    ("--help", template!("opens a manual in another program")),
    ("-h", template!("opens a manual in another program")),
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
            Some((name, why)) => message!("`git {name}` {why}", name, why => why.message()),
            None => message!("`git {first}` is not an option known to be harmless", first),
        };
        return inquiry.note("option", words);
    }
    // They say names and states, and print nothing of what a file holds.
    inquiry.prints_contents = !names("status ls-files ls-tree rev-parse show-ref for-each-ref", first);
    // What is left out by a file's name is read from that file.
    if args.iter().any(|word| word.starts_with("-X") || word.starts_with("--exclude-f")) {
        inquiry.prints_contents = true;
    }
    // What a repository says about itself can run programs, so its settings are looked at as well.
    if let Err(words) = repository::is_plain(inquiry.places) {
        inquiry.note("repository", words);
    }
    for word in args {
        if let Some(mark) = odd_mark(word) {
            let words = message!(
                "`{mark}` in `{word}` is not known to be harmless; some marks check signatures, with a program the repository may name",
                mark,
                word
            );
            inquiry.note("option", words);
        }
    }
    for (at, word) in args.iter().enumerate() {
        let value = if *word == "--sort" { args.get(at + 1).copied() } else { word.strip_prefix("--sort=") };
        if let Some(value) = value.filter(|value| !is_order(value)) {
            inquiry.note(
                "option",
                message!("`--sort={value}` is not an order known only to read what is stored", value),
            );
        }
    }
    let named = |name: &str| COMMANDS.iter().find(|command| command.name.strip_prefix("git ") == Some(name));
    let pair = rest.first().and_then(|second| named(&format!("{first} {second}")));
    let writer = WRITERS.iter().find(|(list, _)| names(list, first));
    if *first == "config" {
        return config(rest, inquiry);
    }
    match (pair, named(first), writer) {
        (Some(command), _, _) => command.read(&rest[1..], inquiry),
        (None, Some(command), _) => command.read(rest, inquiry),
        (None, None, Some((_, why))) => {
            inquiry.note("operand", message!("`git {first}` {why}", first, why => why.message()));
        }
        (None, None, None) => {
            let words = message!(
                "`git {first}` is not a command known only to read; it may be an alias, or a program of git's of that name",
                first
            );
            inquiry.note("operand", words);
        }
    }
    let folder = inquiry.places.folder;
    if let Some(word) = unproven(&args[at..], |word| disk::look_at_entry(&folder.join(word)).is_ok()) {
        let words = message!(
            "`git {first}` may print a file by its number, since `{word}` may be another thing than a commit",
            first,
            word
        );
        inquiry.note("guarded", words);
    }
    match contents(&args[..at], &args[at..]) {
        Contents::Named => {}
        Contents::Excludable if !inquiry.by_shell => {}
        Contents::Excludable => {
            let words = message!(
                "`git {first}` in a text for a shell may print files whose names say that they hold secrets; declared \
                 as a list of words it runs without them",
                first
            );
            inquiry.note("guarded", words);
        }
        Contents::Any(why) => {
            inquiry.note("guarded", message!("`git {first}` {why}", first, why => why.message()));
        }
    }
}

/// `git config`: one setting that holds nothing secret, asked for by its whole name. All of them are the text of
/// `.git/config`, in which addresses with passwords stand; and what else `git config` does is for its first word to say.
fn config(rest: &[&str], inquiry: &mut Inquiry<'_>) {
    const KEYS: &str = "user.name user.email author.name author.email committer.name committer.email \
                        init.defaultbranch core.bare core.filemode core.ignorecase core.autocrlf core.eol \
                        core.symlinks core.abbrev pull.rebase pull.ff push.default";
    const ALONE: &str =
        "-z --null --local --show-origin --show-scope --bool --int --bool-or-int --includes --no-includes";
    let ["--get" | "--get-all" | "get", ..] = rest else {
        let first = rest.first().copied().unwrap_or_default();
        let words = message!(
            "`git config {first}` shows every setting or may change a setting; `git config --get KEY` would only read \
             one",
            first
        );
        return inquiry.note("operand", words);
    };
    let (options, keys): (Vec<&str>, Vec<&str>) = rest[1..].iter().partition(|word| word.starts_with('-'));
    for option in options.iter().filter(|option| !names(ALONE, option)) {
        inquiry
            .note("option", message!("`git config {option}` is not an option known to be harmless", option));
    }
    match keys[..] {
        [key] if names(KEYS, &key.to_ascii_lowercase()) => {}
        [key] => inquiry.note(
            "operand",
            message!("the setting `{key}` may hold a password or name a program, so it is asked about", key),
        ),
        _ => inquiry
            .note("operand", message!("`git config` is given more than one name, and may change a setting")),
    }
}

/// The first mark of a format that is not known only to show what is stored.
///
/// `%G…` and the atoms of signatures start the program that checks them, also with the modifiers that may stand between
/// (`%+G?`, `%(*signature)`).
fn odd_mark(word: &str) -> Option<&str> {
    for (at, _) in word.match_indices('%') {
        let behind = word[at + 1..].trim_start_matches(['+', '-', ' ']);
        if behind.starts_with('G') {
            return Some(&word[at..]);
        }
        let Some(inner) = behind.strip_prefix('(') else { continue };
        if !is_atom(inner) {
            return Some(&word[at..]);
        }
    }
    None
}

/// Whether a field of references, trees or files is known only to be shown. `inner` may go on behind its name.
fn is_atom(inner: &str) -> bool {
    let name = inner.trim_start_matches('*');
    let end = name.find([':', ')', '=', ',', ' ']).unwrap_or(name.len());
    names(ATOMS, &name[..end])
}

/// Whether references are put in an order that is known only to look at what is stored.
fn is_order(value: &str) -> bool {
    let key = value.trim_start_matches('-');
    is_atom(key.strip_prefix("version:").or_else(|| key.strip_prefix("v:")).unwrap_or(key))
}

const ATOMS: &str = "refname objecttype objectsize objectname deltabase tree parent numparent object type tag author \
                     authorname authoremail authordate committer committername committeremail committerdate tagger \
                     taggername taggeremail taggerdate creator creatordate upstream push symref flag HEAD color align \
                     end if then else worktreepath subject body contents trailers ahead-behind decorate \
                     objectmode stage eolinfo eolattr path rest count separator";
