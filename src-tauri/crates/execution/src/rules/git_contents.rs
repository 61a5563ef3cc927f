//! The commands of git that print what files hold, and how files whose names say that they hold secrets are kept out.
//!
//! Where git takes patterns of paths, patterns that exclude those names are added to the command ([`excludes`]). A
//! text that a shell reads cannot be added to, and a file that is asked for by its number has no name: both are asked
//! about. Options and forms of revisions are on lists of what is known to print no more; any other is asked about.

use message::{Template, template};

use crate::guarded::guarded_names;

use super::git_tables::COMMANDS;
use super::program::{Program, names};

/// The contents of files that a command of git prints.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Contents {
    /// None, or those of files that it names.
    Named,
    /// Those of any file that patterns of paths do not exclude.
    Excludable,
    /// Those of any file, and why no pattern excludes one.
    Any(Template),
}

/// Options with which only names, numbers and dates are printed.
const NAMES: &str = "--stat --shortstat --numstat --name-only --name-status --summary --raw --dirstat -X --cumulative \
                     --compact-summary --quiet --exit-code --no-patch -s -z --no-ext-diff --no-textconv --cached \
                     --staged --merge-base --stat-width --stat-name-width --stat-graph-width --stat-count \
                     --diff-filter --no-color --color --abbrev --full-index --no-renames --oneline --graph \
                     --no-graph --decorate --no-decorate --decorate-refs --decorate-refs-exclude --clear-decorations \
                     --abbrev-commit --no-abbrev-commit --no-abbrev --parents --children --no-notes --date \
                     --relative-date --format --pretty --encoding --source --use-mailmap --no-use-mailmap --mailmap \
                     --no-mailmap --log-size --expand-tabs --no-expand-tabs --show-linear-break --root";
/// Those of them that say what is printed of a difference.
const SUMMARY: &str = "--stat --shortstat --numstat --name-only --name-status --summary --raw --dirstat -X \
                       --compact-summary --quiet --no-patch -s";
/// Options of what goes through commits that choose commits, and no files.
const COMMITS: &str = "-n --max-count --skip --since --after --until --before --since-as-filter --max-age --min-age \
                       --author --committer --grep --grep-reflog -i -E -F -P -g --walk-reflogs --all --branches --tags \
                       --remotes --glob --exclude --reflog --no-walk --ancestry-path --merges --no-merges \
                       --min-parents --max-parents --no-min-parents --no-max-parents --first-parent \
                       --exclude-first-parent-only --reverse --topo-order --date-order --author-date-order \
                       --left-right --left-only --right-only --cherry --cherry-mark --cherry-pick --boundary \
                       --simplify-merges --simplify-by-decoration --full-history --dense --sparse --show-pulls \
                       --remove-empty --regexp-ignore-case --extended-regexp --fixed-strings --perl-regexp \
                       --basic-regexp --invert-grep --all-match --unpacked";
/// Options of differences that print no more than the differences of the files that patterns choose.
const DIFFERENCES: &str = "-p -u -U -W -c -m -w -b -a -R -D -M -B -C -l --patch --unified --patch-with-raw \
                           --patch-with-stat --function-context --word-diff --word-diff-regex --color-words --binary \
                           --cc --check --text --minimal --patience --histogram --diff-algorithm --anchored \
                           --ignore-all-space --ignore-space-change --ignore-space-at-eol --ignore-cr-at-eol \
                           --ignore-blank-lines --inter-hunk-context --find-renames --find-copies --break-rewrites \
                           --rename-empty --no-rename-empty --irreversible-delete --indent-heuristic \
                           --no-indent-heuristic --no-prefix --default-prefix --src-prefix --dst-prefix \
                           --line-prefix --color-moved --no-color-moved --color-moved-ws --ws-error-highlight \
                           --output-indicator-new --output-indicator-old --output-indicator-context --base --ours \
                           --theirs";
/// Options whose value is the next word in every release of git.
const WITH_VALUE: &str = "-n -e -f -A -B -C -m -S -G -O --max-count --skip --since --after --until --before --author \
                          --committer --grep --date --diff-filter --max-depth";

const OPTION: Template =
    template!("is given an option that is not known to print no more than a pattern of names lets it");

/// Returns what a command of git prints, `words` being its name and arguments, and `before` git's own options.
pub(crate) fn contents(before: &[&str], words: &[&str]) -> Contents {
    let Some((command, parsed)) = parsed(words) else { return Contents::Named };
    let is_short = parsed.has(SUMMARY);
    let found = match command {
        "diff" | "show" if is_short && parsed.is_of(&[NAMES]) => Contents::Named,
        // Files by their paths, which are looked at one by one.
        "show" if parsed.is_of(&[NAMES]) && parsed.is_all_named() => Contents::Named,
        "diff" | "show" if parsed.is_of(&[NAMES, DIFFERENCES]) => Contents::Excludable,
        "log" if parsed.has("-L") => Contents::Any(template!("follows lines through files of other names")),
        // Without differences, these two choose no more than names.
        "log" if parsed.is_of(&[NAMES, COMMITS, "--follow --full-diff"]) => Contents::Named,
        "log" if parsed.has("--follow") => Contents::Any(template!("follows a file through other names")),
        "log" if parsed.is_of(&[NAMES, COMMITS, DIFFERENCES]) => Contents::Excludable,
        "diff" | "show" | "log" => Contents::Any(OPTION),
        "stash show" if is_short && parsed.is_of(&[NAMES, "--include-untracked --only-untracked"]) => {
            Contents::Named
        }
        "stash show" => Contents::Any(template!("prints all that is stashed")),
        "reflog" | "reflog show" | "stash list" if !parsed.is_of(&[NAMES, COMMITS]) => {
            Contents::Any(template!("prints every change"))
        }
        "blame" if parsed.has("-C") => Contents::Any(template!("compares lines with those of other files")),
        "grep" => Contents::Excludable,
        _ => Contents::Named,
    };
    match found {
        Contents::Excludable if before.contains(&"--literal-pathspecs") => {
            Contents::Any(template!("takes no pattern that excludes a name"))
        }
        found => found,
    }
}

/// Returns the first word that may name a file or a folder by its number, or by a reference to it, in a command that
/// prints what such a word names; `is_there` tells whether a word is the path of something.
///
/// `None` if each is certainly a commit, the tree of one, a path in it, or a path.
pub(crate) fn unproven<'a>(words: &[&'a str], is_there: impl Fn(&str) -> bool) -> Option<&'a str> {
    let (command, parsed) = parsed(words)?;
    let before_paths = match command {
        "show" | "diff" => &parsed.operands[..],
        "cat-file" if parsed.has("-t -s -e") => &[],
        "cat-file" => &parsed.operands[..],
        "grep" if parsed.has("-e -f") => &parsed.operands[..],
        // git takes the pattern from behind the first `--`, and what follows is no path yet.
        "grep" if parsed.operands.is_empty() => parsed.paths.get(1..).unwrap_or_default(),
        "grep" => &parsed.operands[1..],
        _ => &[],
    };
    // With a `--`, what stands before it is never a path.
    let has_paths = words.contains(&"--");
    let is_path = |word: &str| !has_paths && command != "cat-file" && (is_there(word) || is_pattern(word));
    // A word that begins with a colon is a path of the index, words of a commit, or a pattern of paths.
    let is_proven = |word: &str| {
        let is_of_index = word.starts_with(':') && !has_mark(word);
        is_of_index || is_commit(word) || is_range(word) || is_in_commit(word) || is_path(word)
    };
    before_paths.iter().copied().find(|word| is_described(word) || !is_proven(word))
}

/// The words of a command of git by what they are.
struct Parsed<'a> {
    /// The options without their values.
    given: Vec<&'a str>,
    operands: Vec<&'a str>,
    /// The words behind `--`.
    paths: Vec<&'a str>,
}

/// Returns the name of a known command and its words; `None` for another.
fn parsed<'a>(words: &[&'a str]) -> Option<(&'static str, Parsed<'a>)> {
    let found = (1..=2.min(words.len())).rev().find_map(|count| {
        let name = format!("git {}", words[..count].join(" "));
        COMMANDS.iter().find(|known| known.name == name).map(|known| (known, count))
    });
    let (program, count) = found?;
    let mut parsed = Parsed { given: Vec::new(), operands: Vec::new(), paths: Vec::new() };
    let mut rest = words[count..].iter().copied();
    while let Some(word) = rest.next() {
        if word == "--" {
            parsed.paths.extend(rest.by_ref());
        } else if word.starts_with("--") {
            let (name, has_value) = word.split_once('=').map_or((word, false), |(name, _)| (name, true));
            parsed.given.push(name);
            if !has_value && program.takes_value(name) && names(WITH_VALUE, name) {
                rest.next();
            }
        } else if word.len() > 1 && word.starts_with('-') {
            if parsed.short(program, word) {
                rest.next();
            }
        } else {
            parsed.operands.push(word);
        }
    }
    Some((program.name.trim_start_matches("git "), parsed))
}

impl<'a> Parsed<'a> {
    /// Reads `-abc`; returns `true` if its last option takes the next word.
    fn short(&mut self, program: &Program, word: &'a str) -> bool {
        for (at, letter) in word.char_indices().skip(1) {
            let (name, is_last) = (format!("-{letter}"), at + letter.len_utf8() == word.len());
            // An option that no table has stays as it is written, and is in no list.
            self.given.push(program.listed(&name).unwrap_or(word));
            if !program.is_alone(&name) {
                return is_last && program.takes_value(&name) && names(WITH_VALUE, &name);
            }
        }
        false
    }

    fn has(&self, list: &str) -> bool {
        self.given.iter().any(|name| names(list, name))
    }

    /// Returns `true` if each option stands in one of these lists or is a number.
    fn is_of(&self, lists: &[&str]) -> bool {
        let is_number = |name: &str| name.strip_prefix('-').is_some_and(|rest| rest.parse::<u32>().is_ok());
        self.given.iter().all(|name| is_number(name) || lists.iter().any(|list| names(list, name)))
    }

    /// Returns `true` if there are operands, and each is a file by its path.
    fn is_all_named(&self) -> bool {
        !self.operands.is_empty() && self.operands.iter().all(|word| is_in_commit(word))
    }
}

/// Returns `true` for a form that only a commit fits, or the tree of one, whatever references there are.
fn is_commit(word: &str) -> bool {
    if let Some(commit) = word.strip_suffix("^{tree}") {
        return is_commit(commit);
    }
    if is_head(word) {
        return true;
    }
    // The ancestors of anything are commits, and so is what is peeled to one.
    let of = word
        .strip_suffix("^{commit}")
        .or_else(|| word.trim_end_matches(|letter: char| letter.is_ascii_digit()).strip_suffix(['~', '^']));
    let is_name = |of: &str| !of.is_empty() && !of.contains("..") && !of.contains([':', '{', '*', '?', '[']);
    of.is_some_and(|of| is_name(of) || is_commit(of))
}

/// Returns `true` for the commit that is checked out, or was.
fn is_head(word: &str) -> bool {
    let Some((name, entry)) = word.split_once("@{") else { return matches!(word, "HEAD" | "@") };
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()) && !text.is_empty();
    matches!(name, "HEAD" | "") && entry.strip_suffix('}').is_some_and(is_number)
}

/// Returns `true` for commits from one to another. With three dots git takes nothing but commits.
fn is_range(word: &str) -> bool {
    let is_end = |end: &str| end.is_empty() || is_commit(end);
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'_' | b'.' | b'-');
    let is_name = |name: &str| !name.contains("..") && name.bytes().all(is_plain);
    match (word.split_once("..."), word.split_once("..")) {
        (Some((from, to)), _) => (is_end(from) || is_name(from)) && is_end(to),
        (None, Some((from, to))) => is_end(from) && is_end(to),
        (None, None) => false,
    }
}

/// Returns `true` for a file of a commit, or of the index with the number of its stage, by its path. A folder that is
/// asked for by its number would give its files other paths.
fn is_in_commit(word: &str) -> bool {
    let of_index = word.strip_prefix(':').and_then(|rest| rest.split_once(':'));
    match (of_index, word.split_once(':')) {
        (Some((stage, path)), _) => {
            matches!(stage, "0" | "1" | "2" | "3") && !path.is_empty() && !has_mark(path)
        }
        (None, Some((commit, path))) => is_commit(commit) && !path.is_empty() && !has_mark(path),
        (None, None) => false,
    }
}

/// Returns `true` for a word with a mark of revisions, which git looks for before it takes a word for a path.
fn has_mark(word: &str) -> bool {
    word.contains("..") || word.contains(['^', '~', '{'])
}

/// Returns `true` for a number as `git describe` writes it, in which git looks at nothing but the end: `*-g1234abcd`.
fn is_described(word: &str) -> bool {
    word.rsplit_once("-g").is_some_and(|(_, end)| end.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

/// Returns `true` for a pattern of paths that is no name of anything else.
fn is_pattern(word: &str) -> bool {
    word.contains(['*', '?', '[']) && !word.contains(':') && !has_mark(word)
}

/// Returns the patterns that exclude every name that says that it holds secrets, in every folder and for all that is
/// in a folder of such a name.
pub(crate) fn excludes() -> impl Iterator<Item = String> {
    guarded_names().flat_map(|name| ["", "/**"].map(|rest| format!("{EXCLUDE}**/{name}{rest}")))
}

/// The beginning of each of these patterns.
pub(crate) const EXCLUDE: &str = ":(top,exclude,icase,glob)";

#[cfg(test)]
mod tests {
    use super::{Contents, contents, excludes, unproven};

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
            "log -n -p",
            "log --follow a.txt",
            "show HEAD --stat",
            "stash list",
            "stash show --stat",
            "cat-file -t abcd1234",
            "cat-file -p HEAD",
            "blame a.txt",
            "status",
            "reflog -3",
            "show HEAD:a.txt --stat",
            "show HEAD:a.txt",
            "show :0:a.txt",
        ] {
            assert_eq!(check(line), Contents::Named, "{line}");
        }
        for line in [
            "diff",
            "diff HEAD",
            "diff --stat -p",
            "diff --stat -U5",
            "log -p -1",
            "log -wp",
            "log -12p",
            "log --stat -U1",
            "log -c",
            "show",
            "show HEAD~2",
            "show HEAD@{1}",
            "show :a.txt",
            "show :(glob)**",
            "show :*",
            "show HEAD HEAD:a.txt",
            "show HEAD:..@{0}",
            "grep zebra",
            "grep -l zebra",
            "log --word-diff=plain",
        ] {
            assert_eq!(check(line), Contents::Excludable, "{line}");
        }
        for line in [
            "log -L1,1:.env",
            "log -p --follow a",
            "log --patc",
            "log -p --full-diff -n1 -- README.md",
            "log -p --merge",
            "log -G zebra",
            "log -Szebra",
            "log --find-object=abcd1234",
            "diff --numstat -I zebra",
            "diff --quiet -G zebra",
            "show --full-diff HEAD -- README.md",
            "show --tags",
            "show --stat --all",
            "show -s --branches",
            "show --remotes",
            "show --glob=tags/t*",
            "stash show",
            "stash show -p",
            "stash show --stat -p",
            "stash list -p",
            "stash list -wp",
            "stash list -S zebra",
            "reflog -p",
            "reflog show -G zebra",
            "blame -C a.txt",
        ] {
            assert!(matches!(check(line), Contents::Any(_)), "{line}");
        }
        assert!(matches!(contents(&["--literal-pathspecs"], &["diff"]), Contents::Any(_)));
    }

    #[test]
    fn unproven_revision_is_found_in_every_form() {
        let check =
            |line: &str| unproven(&line.split(' ').collect::<Vec<_>>(), |word| word == "there").is_none();
        for line in [
            "show",
            "show HEAD",
            "show @~2",
            "show v1.0^{commit}",
            "show abcd1234~0 --stat",
            "show HEAD@{1}",
            "show HEAD^{tree}",
            "show HEAD~1:a.txt",
            "show main^0:a.txt",
            "show :a.txt",
            "show there",
            "diff HEAD~3..HEAD",
            "diff main...HEAD",
            "diff main...",
            "diff *.rs",
            "diff HEAD -- abcd1234",
            "log abcd1234",
            "grep abcd1234",
            "grep -A 3 -e zebra HEAD",
            "grep -n zebra HEAD there",
            "cat-file -p HEAD:a.txt",
            "cat-file -t abcd1234",
        ] {
            assert!(check(line), "{line}");
        }
        for line in [
            "show abcd1234",
            "show --stat abcd1234",
            "show v1.0",
            "show refs/x/y",
            "show HEAD^{blob}",
            "show HEAD^{}",
            "show v1.0^{tree}",
            "show HEAD abcd1234",
            "show x-1-gabcd1234",
            "show HEAD:x-1-gabcd1234",
            "diff HEAD:x-1-gabcd1234^{tree}",
            "diff :x-1-gabcd1234^{object}",
            "diff *x-1-gabcd1234..HEAD",
            "grep zebra :x-1-gabcd1234",
            "grep zebra *-gABCD1234",
            "show there -- a.txt",
            "show abcd1234:config",
            "show v1.0^{tree}:config",
            "show main@{u}",
            "show HEAD:a..b",
            "diff :/text..v1.0",
            "diff main",
            "diff abcd1234 1234abcd",
            "diff v1.0..HEAD",
            "diff v1.0..HEAD~1",
            "diff x...y-1-gabcd1234",
            "diff a..b...HEAD",
            "grep zebra abcd1234",
            "grep zebra v1.0",
            "grep zebra HEAD abcd1234",
            "grep -e zebra abcd1234",
            "grep -- zebra abcd1234",
            "grep -A 3 zebra abcd1234^{blob}",
            "cat-file -p abcd1234",
            "cat-file -p there",
            "cat-file blob abcd",
        ] {
            assert!(!check(line), "{line}");
        }
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
