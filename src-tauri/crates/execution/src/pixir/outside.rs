use std::collections::HashSet;
use std::path::Path;

use super::{climbs, is_assignment, is_blank, unquoted};
use crate::links::{End, Links};

/// The first word of a command that Pixir holds to lead out of the workspace, in every mode. `workspace` is
/// absolute; `home` is what a link written `~/…` means.
pub fn outside_token(command: &str, workspace: &Path, home: Option<&Path>) -> Option<String> {
    let mut links = Links::new(home);
    let root = links.real(workspace);
    let mut seen = HashSet::new();
    let mut words = candidates(command).into_iter().filter(|word| seen.insert(*word));
    words.find(|word| leads_out(word, workspace, &root, &mut links)).map(str::to_owned)
}

fn leads_out(word: &str, workspace: &Path, root: &Path, links: &mut Links<'_>) -> bool {
    let word = unquoted(word);
    if word.is_empty() {
        return false;
    }
    if climbs(word) || is_at_home(word) {
        return true;
    }
    if word.starts_with('/') {
        return !links.real(Path::new(word)).starts_with(root);
    }
    if word.starts_with(['-', '$']) {
        return false;
    }
    match links.follow(&workspace.join(word)) {
        End::Whole(end) | End::Part(end) => !end.starts_with(root),
        End::Lost => false,
    }
}

fn is_at_home(word: &str) -> bool {
    let rest = ["~", "$HOME", "${HOME}"].iter().find_map(|home| word.strip_prefix(home));
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// The words that may be paths, in the order of the text.
fn candidates(command: &str) -> Vec<&str> {
    let mut found = Vec::new();
    // Whether an assignment may still stand here, and whether the next word is the target of a redirection.
    let (mut leading, mut redirected) = (true, false);
    for piece in pieces(command) {
        match piece {
            Piece::Gap => {}
            Piece::NewCommand => (leading, redirected) = (true, false),
            Piece::Redirection => redirected = true,
            Piece::Word(word) if redirected => {
                found.extend(halves(word));
                redirected = false;
            }
            Piece::Word(word) if leading && is_assignment(word) => {}
            Piece::Word(word) => {
                found.extend(halves(word));
                leading = false;
            }
        }
    }
    found
}

/// What stands before and after the first `=` that is not at the start; what is empty is left out.
fn halves(word: &str) -> impl Iterator<Item = &str> {
    let (first, second) =
        word.trim_start_matches('=').split_once('=').unwrap_or((word.trim_start_matches('='), ""));
    [first, second].into_iter().filter(|half| !half.is_empty())
}

enum Piece<'a> {
    Word(&'a str),
    /// Blanks, parentheses and a single `&`.
    Gap,
    /// A line end, `&&`, `||`, `;` or `|`.
    NewCommand,
    /// `>`, `>>` or `<`, with the digits before it.
    Redirection,
}

fn pieces(command: &str) -> Vec<Piece<'_>> {
    let bytes = command.as_bytes();
    let mut found = Vec::new();
    let (mut start, mut at) = (0, 0);
    while at < bytes.len() {
        let Some((piece, length)) = mark(&command[at..]) else {
            at += command[at..].chars().next().map_or(1, char::len_utf8);
            continue;
        };
        let mut end = at;
        if matches!(piece, Piece::Redirection) {
            while end > start && bytes[end - 1].is_ascii_digit() {
                end -= 1;
            }
        }
        if end > start {
            found.push(Piece::Word(&command[start..end]));
        }
        found.push(piece);
        at += length;
        start = at;
    }
    if start < bytes.len() {
        found.push(Piece::Word(&command[start..]));
    }
    found
}

/// What parts words at the start of a text, and its length in bytes.
fn mark(text: &str) -> Option<(Piece<'_>, usize)> {
    for (mark, piece) in [
        ("\r\n", Piece::NewCommand),
        ("\n", Piece::NewCommand),
        ("&&", Piece::NewCommand),
        ("||", Piece::NewCommand),
        (";", Piece::NewCommand),
        ("|", Piece::NewCommand),
        ("&", Piece::Gap),
        (">>", Piece::Redirection),
        (">", Piece::Redirection),
        ("<", Piece::Redirection),
    ] {
        if text.starts_with(mark) {
            return Some((piece, mark.len()));
        }
    }
    let rest = text.trim_start_matches(|letter| is_blank(letter) || matches!(letter, '(' | ')'));
    let run = &text[..text.len() - rest.len()];
    let piece = if run.contains(['\n', '\r']) { Piece::NewCommand } else { Piece::Gap };
    (!run.is_empty()).then_some((piece, run.len()))
}

#[cfg(test)]
mod tests {
    #[cfg(unix)]
    #[test]
    #[allow(clippy::disallowed_methods, reason = "a test lays its files out by hand")]
    fn what_leads_out_is_found_in_the_order_of_the_text() {
        use std::fs;
        use std::os::unix::fs::symlink;

        use super::outside_token;

        let home = tempfile::tempdir().expect("a folder");
        let root = fs::canonicalize(home.path()).expect("a name");
        let workspace = root.join("ws");
        fs::create_dir_all(workspace.join("sub")).expect("a folder");
        fs::create_dir_all(root.join("other")).expect("a folder");
        for (target, name) in [
            ("../other", "out"),
            ("sub", "in"),
            ("~/other", "at-home"),
            ("round", "round"),
            ("/nowhere", "dead"),
        ] {
            symlink(target, workspace.join(name)).expect("a link");
        }
        for count in 0..=40 {
            let target = if count == 0 { "../other".to_owned() } else { format!("chain{}", count - 1) };
            symlink(target, workspace.join(format!("chain{count}"))).expect("a link");
        }
        let check = |command: &str, expected: &str| {
            let command = command.replace("WS", workspace.to_str().expect("plain"));
            let expected = expected.replace("WS", workspace.to_str().expect("plain"));
            let found = outside_token(&command, &workspace, Some(&root)).unwrap_or_default();
            assert_eq!(found, expected, "{command:?}");
        };
        check("", "");
        check("ls out ..", "out");
        check("ls in/../x", "in/../x");
        check("ls in/x sub/y new", "");
        check("ls dead", "dead");
        check("ls round", "");
        check("ls at-home/x", "at-home/x");
        check("ls chain39", "chain39");
        check("ls chain40", "");
        check("ls WS/out/new", "");
        check("ls WS/out", "WS/out");
        check("ls WS/new WSx", "WSx");
        check("> b A=/x >A=/y c", "/y");
        check("a12>/x", "/x");
        check("a>>/x", "/x");
        check("== /x", "/x");
        check("c ==/x", "/x");
        check("c a==/x", "");
        check("A=/x B=/y\u{b}c=~", "");
        check("A=/x (B=/y) c =~", "~");
        check("x\rA=/y", "");
        check("x & A=/y", "/y");
        check("x \"'~'\" '\"~\"'", "'\"~\"'");
        check("x ${HOME}/a", "${HOME}/a");
        check("x\u{3000}/a", "");
        check("x \0/..", "\0/..");
        check("x \0", "");
    }
}
