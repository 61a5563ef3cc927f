//! What programs do with the words they are given, as far as it is known. What is not listed is not known.

/// How a program finds what it runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// It runs nothing and reads what its words name.
    Plain,
    /// It runs the command that follows its own options.
    Wrapper,
    /// It runs the script its first plain word names, or the text behind `-c`.
    Shell,
    /// It runs the script its first plain word names, and modules beside it; with these options, which take no
    /// value, and with those that take the next word.
    Script { alone: &'static [&'static str], valued: &'static [&'static str] },
    /// It finds what it runs by itself.
    Runner,
}

/// Programs that run nothing, whatever their words; those that only read are known elsewhere as well.
const PLAIN: &[&str] = &[
    ":",
    "[",
    "basename",
    "cat",
    "chmod",
    "cksum",
    "cmp",
    "comm",
    "cp",
    "cut",
    "date",
    "df",
    "diff",
    "dirname",
    "du",
    "echo",
    "expand",
    "expr",
    "false",
    "fold",
    "grep",
    "head",
    "hostname",
    "id",
    "join",
    "ln",
    "ls",
    "md5sum",
    "mkdir",
    "mktemp",
    "mv",
    "nl",
    "nproc",
    "od",
    "paste",
    "printf",
    "pwd",
    "readlink",
    "realpath",
    "rm",
    "rmdir",
    "seq",
    "sha1sum",
    "sha256sum",
    "sha512sum",
    "shuf",
    "sleep",
    "stat",
    "sync",
    "tac",
    "tail",
    "tee",
    "test",
    "touch",
    "tr",
    "true",
    "truncate",
    "uname",
    "unexpand",
    "uniq",
    "wc",
    "whoami",
    "yes",
];
/// Programs that start another and are understood; `xargs`, `find -exec` and the like take words from elsewhere.
const WRAPPERS: &[&str] = &["env", "ionice", "nice", "nohup", "setsid", "stdbuf", "time", "timeout"];
const SHELLS: &[&str] = &["ash", "bash", "dash", "ksh", "mksh", "rbash", "sh", "zsh"];

/// How the program of this name, without its folder, finds what it runs.
pub(super) fn kind(name: &str) -> Kind {
    let family = family(name);
    if PLAIN.contains(&name) {
        Kind::Plain
    } else if WRAPPERS.contains(&family) {
        Kind::Wrapper
    } else if SHELLS.contains(&family) {
        Kind::Shell
    } else {
        match family {
            "python" | "pypy" => Kind::Script {
                alone: &[
                    "-B", "-E", "-I", "-O", "-OO", "-P", "-S", "-b", "-bb", "-q", "-s", "-u", "-v", "-d",
                ],
                valued: &["-W", "-X", "--check-hash-based-pycs"],
            },
            "perl" => Kind::Script { alone: &["-T", "-W", "-X", "-t", "-w"], valued: &[] },
            "ruby" => Kind::Script { alone: &["-w", "-W", "-W0", "-W1", "-W2", "-v"], valued: &[] },
            _ => Kind::Runner,
        }
    }
}

/// A name without the version behind it: `python3.11` and `bash-5` are `python` and `bash`.
pub(super) fn family(name: &str) -> &str {
    let name = name.strip_suffix(".exe").unwrap_or(name);
    let short =
        name.trim_end_matches(|letter: char| letter.is_ascii_digit() || matches!(letter, '.' | '-' | '_'));
    if short.is_empty() { name } else { short }
}

/// Variables that decide nothing about what a program runs.
pub(super) fn is_harmless_variable(name: &str) -> bool {
    const NAMES: &[&str] = &[
        "CI",
        "COLUMNS",
        "LANG",
        "LINES",
        "NO_COLOR",
        "PYTHONDONTWRITEBYTECODE",
        "PYTHONUNBUFFERED",
        "TERM",
        "TZ",
    ];
    NAMES.contains(&name) || name.starts_with("LC_")
}

/// Words of a shell that run nothing and change nothing that later words mean.
pub(super) const BUILTINS: &[&str] =
    &[":", "[", "echo", "exit", "false", "printf", "pwd", "set", "test", "true", "wait"];

/// Whether a word of a script at the place of a command starts files that further words name.
pub(super) fn starts_files(word: &str) -> bool {
    let name = word.rsplit('/').next().unwrap_or(word);
    matches!(word, "." | "source" | "command" | "eval")
        || word.contains('/')
        || matches!(kind(name), Kind::Wrapper | Kind::Shell | Kind::Script { .. })
}

#[cfg(test)]
mod tests {
    use super::{Kind, family, kind, starts_files};

    #[test]
    fn interpreters_are_known_and_what_starts_files_is() {
        for script in ["python3.11", "pypy", "perl", "perl5.36.0", "ruby3.1"] {
            assert!(matches!(kind(script), Kind::Script { .. }), "{script}");
        }
        for word in [".", "source", "eval", "./x", "a/b", "bash", "env", "python3"] {
            assert!(starts_files(word), "{word}");
        }
        for word in ["cat", "echo", "make", "sources"] {
            assert!(!starts_files(word), "{word}");
        }
    }

    #[test]
    fn a_version_behind_a_name_changes_nothing() {
        for (name, known) in [
            ("python3.11", "python"),
            ("python3", "python"),
            ("bash-5", "bash"),
            ("ruby3.1", "ruby"),
            ("lua5.4", "lua"),
            ("perl5.36.0", "perl"),
            ("python.exe", "python"),
            ("7", "7"),
        ] {
            assert_eq!(family(name), known);
        }
        assert_eq!((kind("bash-5"), kind("sha256sum")), (Kind::Shell, Kind::Plain));
        for runner in
            ["make", "npm", "node", "lua5.4", "git", "xargs", "find", "awk", "no-such-thing", "sudo"]
        {
            assert_eq!(kind(runner), Kind::Runner, "{runner}");
        }
    }
}
