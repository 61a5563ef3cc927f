//! The commands of git that print what files hold, and how files whose names say that they hold secrets are kept out.
//!
//! Where git takes patterns of paths, patterns that exclude those names are added to the command ([`excludes`]). A
//! text that a shell reads cannot be added to, and a file that is asked for by its number has no name: both are asked
//! about.

use crate::guarded::guarded_names;

/// The contents of files that a command of git prints.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Contents {
    /// None, or those of files that it names.
    Named,
    /// Those of any file that patterns of paths do not exclude.
    Excludable,
    /// Those of any file, and why no pattern excludes one.
    Any(&'static str),
}

/// Options after which only names and numbers are printed.
const SUMMARY: &[&str] = &[
    "--stat",
    "--shortstat",
    "--numstat",
    "--name-only",
    "--name-status",
    "--summary",
    "--raw",
    "--dirstat",
    "--compact-summary",
    "--quiet",
    "--no-patch",
    "-s",
];
/// Options that print differences all the same.
const PATCH: &[&str] = &[
    "-p",
    "-u",
    "-U",
    "-W",
    "-c",
    "-m",
    "--patch",
    "--unified",
    "--patch-with-raw",
    "--patch-with-stat",
    "--function-context",
    "--word-diff",
    "--color-words",
    "--binary",
    "--cc",
    "--check",
    "--text",
];

const BY_NUMBER: &str = "may print a file that it names by its number";

/// Returns what a command of git prints, `words` being its name and arguments, and `before` git's own options.
pub(crate) fn contents(before: &[&str], words: &[&str]) -> Contents {
    let Some((command, args)) = words.split_first() else { return Contents::Named };
    let found = match *command {
        "diff" if args.iter().any(|word| is_number(word)) => Contents::Any(BY_NUMBER),
        "diff" if is_summary(args) => Contents::Named,
        "diff" | "grep" => Contents::Excludable,
        "show" if !operands(args).all(is_commit_or_named) => Contents::Any(BY_NUMBER),
        "show" if is_summary(args) => Contents::Named,
        // Files by their paths, which are looked at one by one.
        "show" if operands(args).next().is_some() && operands(args).all(|word| word.contains(':')) => {
            Contents::Named
        }
        "show" => Contents::Excludable,
        "log" | "whatchanged" if args.iter().any(|word| word.starts_with("-L")) => {
            Contents::Any("follows lines through files of other names")
        }
        "log" | "whatchanged" if !has_patch(args) => Contents::Named,
        "log" | "whatchanged" if args.contains(&"--follow") => {
            Contents::Any("follows a file through other names")
        }
        "log" | "whatchanged" => Contents::Excludable,
        "stash" if args.first() == Some(&"show") && !is_summary(args) => {
            Contents::Any("prints all that is stashed")
        }
        "stash" | "reflog" if has_patch(args) => Contents::Any("prints every change"),
        "cat-file" if args.iter().any(|word| ["-t", "-s", "-e"].contains(word)) => Contents::Named,
        "cat-file" if !operands(args).all(is_commit_or_named) => Contents::Any(BY_NUMBER),
        _ => Contents::Named,
    };
    match found {
        Contents::Excludable if before.contains(&"--literal-pathspecs") => {
            Contents::Any("takes no pattern that excludes a name")
        }
        found => found,
    }
}

/// Returns the patterns that exclude every name that says that it holds secrets, in every folder and for all that is
/// in a folder of such a name.
pub(crate) fn excludes() -> impl Iterator<Item = String> {
    guarded_names().flat_map(|name| ["", "/**"].map(|rest| format!("{EXCLUDE}**/{name}{rest}")))
}

/// The beginning of each of these patterns.
pub(crate) const EXCLUDE: &str = ":(top,exclude,icase,glob)";

fn is_summary(args: &[&str]) -> bool {
    let is_in = |word: &&str| SUMMARY.contains(&word.split('=').next().unwrap_or_default());
    args.iter().any(is_in) && !has_patch(args)
}

fn has_patch(args: &[&str]) -> bool {
    let is_in = |word: &&str| {
        let name = word.split('=').next().unwrap_or_default();
        let is_short_for = |long: &&str| name.len() > 2 && name.starts_with("--") && long.starts_with(name);
        PATCH.contains(&name) || name.starts_with("-U") || PATCH.iter().any(is_short_for)
    };
    args.iter().take_while(|word| **word != "--").any(is_in)
}

fn operands<'a>(args: &'a [&'a str]) -> impl Iterator<Item = &'a str> {
    args.iter().copied().take_while(|word| *word != "--").filter(|word| !word.starts_with('-'))
}

/// Returns `true` for four hexadecimal digits or more, which may name a file as well as a commit.
fn is_number(word: &str) -> bool {
    let word = word.split(['~', '^', '@']).next().unwrap_or_default();
    word.len() >= 4 && word.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Returns `true` for a commit that cannot be a file, and for a file that is named by its path.
fn is_commit_or_named(word: &str) -> bool {
    const HEADS: &[&str] = &["", "HEAD", "@", "stash", "ORIG_HEAD", "FETCH_HEAD", "MERGE_HEAD"];
    if word.contains("..") {
        return true;
    }
    if let Some((_, path)) = word.split_once(':') {
        return !path.is_empty() && !word.starts_with(":/");
    }
    let (base, rest) = word.find(['~', '^']).map_or((word, ""), |at| word.split_at(at));
    let base = base.split_once("@{").map_or(base, |(name, _)| name);
    let is_peeled =
        rest.split("^{").skip(1).all(|kind| kind.starts_with("commit}") || kind.starts_with("tree}"));
    HEADS.contains(&base) && is_peeled
}

#[cfg(test)]
mod tests {
    use super::{Contents, contents, excludes};

    fn check(line: &str) -> Contents {
        contents(&[], &line.split(' ').collect::<Vec<_>>())
    }

    #[test]
    fn what_prints_contents_is_told_from_what_prints_names() {
        for line in [
            "diff --stat HEAD",
            "diff --cached --name-only",
            "log --oneline -5",
            "log --stat",
            "show HEAD --stat",
            "stash list",
            "stash show --stat",
            "cat-file -t abcd1234",
            "cat-file -p HEAD",
            "cat-file -p HEAD:a.txt",
            "cat-file -p HEAD^{tree}",
            "blame a.txt",
            "status",
            "reflog -3",
            "show HEAD:a.txt --stat",
            "show HEAD:a.txt",
        ] {
            assert_eq!(check(line), Contents::Named, "{line}");
        }
        for line in [
            "diff",
            "diff HEAD",
            "diff --stat -p",
            "diff --stat -U5",
            "log -p -1",
            "log --patc",
            "log --stat -U1",
            "show",
            "show HEAD~2",
            "show HEAD@{1}",
            "grep zebra",
            "grep -l zebra",
            "log --word-diff=plain",
        ] {
            assert_eq!(check(line), Contents::Excludable, "{line}");
        }
        for line in [
            "show abcd1234",
            "show --stat abcd1234",
            "show v1.0",
            "show HEAD^{blob}",
            "cat-file -p abcd1234",
            "cat-file blob abcd",
            "cat-file -p v1.0",
            "diff abcd1234 1234abcd",
            "log -L1,1:.env",
            "log -p --follow a",
            "stash show",
            "stash show -p",
            "stash show --stat -p",
            "stash list -p",
            "reflog -p",
        ] {
            assert!(matches!(check(line), Contents::Any(_)), "{line}");
        }
        assert!(matches!(contents(&["--literal-pathspecs"], &["diff"]), Contents::Any(_)));
    }

    #[test]
    fn excludes_have_every_guarded_name() {
        let all: Vec<_> = excludes().collect();
        for name in [".env*", ".git-credentials", "id_rsa*", "*.pem", ".ssh"] {
            assert!(all.contains(&format!(":(top,exclude,icase,glob)**/{name}")), "{name}");
        }
        assert!(all.contains(&":(top,exclude,icase,glob)**/.ssh/**".to_owned()));
    }
}
