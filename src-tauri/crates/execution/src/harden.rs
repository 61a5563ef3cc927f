//! How git runs for a source, so that a repository cannot run programs of its own.
//!
//! What the repository says in its settings is overruled; what the command line can switch off is switched
//! off. One thing is left: a filter that the repository's own settings name still runs on files it applies
//! to. [`crate::judge`] therefore does not prove a command in a repository that names one, and a sandbox
//! holds whatever a person lets run.

use crate::rules::{Contents, EXCLUDE, contents, excludes};

/// Returns `true` for a word that [`harden`] added to leave out files whose names say that they hold secrets.
pub fn is_exclude(word: &str) -> bool {
    word.starts_with(EXCLUDE)
}

/// A command as it is written and as it runs. Both are for the person who approves: nothing is added unseen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hardened {
    /// The words as they are declared.
    pub shown: Vec<String>,
    /// The words that run.
    pub runs: Vec<String>,
    /// What is set in the environment beside, as name and value; empty unless git runs.
    pub environment: Vec<(&'static str, String)>,
}

/// Settings that overrule a repository's own.
const SETTINGS: &[(&str, &str)] = &[
    ("core.fsmonitor", "false"),
    ("core.hooksPath", NOWHERE),
    ("core.pager", "cat"),
    ("core.editor", "false"),
    ("core.sshCommand", "false"),
    ("core.askPass", "false"),
    ("core.alternateRefsCommand", "false"),
    ("credential.helper", ""),
    ("diff.autoRefreshIndex", "false"),
    ("diff.ignoreSubmodules", "dirty"),
    ("gpg.program", "false"),
    ("gpg.openpgp.program", "false"),
    ("gpg.x509.program", "false"),
    ("gpg.ssh.program", "false"),
    ("log.showSignature", "false"),
    ("protocol.allow", "never"),
    ("safe.bareRepository", "explicit"),
];
/// Beside [`SETTINGS`], on the command line only: it needs `--no-ext-diff` in the same command, for git would
/// try to run the empty name.
const NO_EXTERNAL: &str = "diff.external=";
const NOWHERE: &str = if cfg!(windows) { "NUL" } else { "/dev/null" };

/// What each command of git takes to run nothing; the longest name that fits counts.
const SWITCHES: &[(&str, &[&str])] = &[
    ("diff", &["--no-ext-diff", "--no-textconv", "--ignore-submodules=dirty"]),
    ("status", &["--ignore-submodules=dirty"]),
    ("log", NO_DRIVERS),
    ("show", NO_DRIVERS),
    ("shortlog", NO_DRIVERS),
    ("reflog", NO_DRIVERS),
    ("reflog show", NO_DRIVERS),
    ("stash list", NO_DRIVERS),
    ("stash show", NO_DRIVERS),
    ("whatchanged", NO_DRIVERS),
    ("blame", &["--no-textconv"]),
    ("grep", &["--no-textconv"]),
];
const NO_DRIVERS: &[&str] = &["--no-ext-diff", "--no-textconv"];

/// The command as it runs: for git with its switches and surroundings, for anything else as it is written.
pub fn harden(argv: &[String]) -> Hardened {
    let shown = argv.to_vec();
    let Some((name, args)) = argv.split_first().filter(|(name, _)| *name == "git") else {
        return Hardened { runs: shown.clone(), shown, environment: Vec::new() };
    };
    let (before, command) = args.split_at(command_at(args));
    let switches = switches(command);
    let mut runs: Vec<String> = vec![name.clone(), "--no-pager".to_owned(), "--no-optional-locks".to_owned()];
    for (key, value) in SETTINGS {
        runs.extend(["-c".to_owned(), format!("{key}={value}")]);
    }
    if switches.map(|(_, switches)| switches).is_some_and(|switches| switches.contains(&"--no-ext-diff")) {
        runs.extend(["-c".to_owned(), NO_EXTERNAL.to_owned()]);
    }
    runs.extend_from_slice(before);
    let (names, switches) = switches.map_or((0, &[][..]), |(names, switches)| (names, switches));
    runs.extend_from_slice(&command[..names]);
    runs.extend(switches.iter().map(|switch| (*switch).to_owned()));
    runs.extend_from_slice(&command[names..]);
    if contents(&words(before), &words(command)) == Contents::Excludable {
        runs.extend(excludes());
    }
    Hardened { shown, runs, environment: git_environment() }
}

fn words(all: &[String]) -> Vec<&str> {
    all.iter().map(String::as_str).collect()
}

/// What is set wherever git may run, also for a git that shell text starts: the settings above, and no file
/// of settings but the repository's, no network, no questions, no writing on the side.
pub fn git_environment() -> Vec<(&'static str, String)> {
    let fixed = [
        ("GIT_CONFIG_NOSYSTEM", "1"),
        ("GIT_CONFIG_SYSTEM", NOWHERE),
        ("GIT_CONFIG_GLOBAL", NOWHERE),
        ("GIT_ATTR_NOSYSTEM", "1"),
        ("GIT_TERMINAL_PROMPT", "0"),
        ("GIT_OPTIONAL_LOCKS", "0"),
        ("GIT_NO_LAZY_FETCH", "1"),
        ("GIT_ALLOW_PROTOCOL", "none"),
        ("GIT_PAGER", "cat"),
        ("PAGER", "cat"),
        ("GIT_EDITOR", "false"),
        ("GIT_SEQUENCE_EDITOR", "false"),
        ("GIT_ASKPASS", "false"),
        ("SSH_ASKPASS", "false"),
        ("GIT_SSH_COMMAND", "false"),
        ("GIT_PROXY_COMMAND", "false"),
    ];
    let mut all: Vec<_> = fixed.iter().map(|(name, value)| (*name, (*value).to_owned())).collect();
    all.push(("GIT_CONFIG_COUNT", SETTINGS.len().to_string()));
    for ((key, value), (key_name, value_name)) in SETTINGS.iter().zip(NUMBERED) {
        all.push((key_name, (*key).to_owned()));
        all.push((value_name, (*value).to_owned()));
    }
    all
}

/// The names git reads settings from, by number.
const NUMBERED: [(&str, &str); 17] = [
    ("GIT_CONFIG_KEY_0", "GIT_CONFIG_VALUE_0"),
    ("GIT_CONFIG_KEY_1", "GIT_CONFIG_VALUE_1"),
    ("GIT_CONFIG_KEY_2", "GIT_CONFIG_VALUE_2"),
    ("GIT_CONFIG_KEY_3", "GIT_CONFIG_VALUE_3"),
    ("GIT_CONFIG_KEY_4", "GIT_CONFIG_VALUE_4"),
    ("GIT_CONFIG_KEY_5", "GIT_CONFIG_VALUE_5"),
    ("GIT_CONFIG_KEY_6", "GIT_CONFIG_VALUE_6"),
    ("GIT_CONFIG_KEY_7", "GIT_CONFIG_VALUE_7"),
    ("GIT_CONFIG_KEY_8", "GIT_CONFIG_VALUE_8"),
    ("GIT_CONFIG_KEY_9", "GIT_CONFIG_VALUE_9"),
    ("GIT_CONFIG_KEY_10", "GIT_CONFIG_VALUE_10"),
    ("GIT_CONFIG_KEY_11", "GIT_CONFIG_VALUE_11"),
    ("GIT_CONFIG_KEY_12", "GIT_CONFIG_VALUE_12"),
    ("GIT_CONFIG_KEY_13", "GIT_CONFIG_VALUE_13"),
    ("GIT_CONFIG_KEY_14", "GIT_CONFIG_VALUE_14"),
    ("GIT_CONFIG_KEY_15", "GIT_CONFIG_VALUE_15"),
    ("GIT_CONFIG_KEY_16", "GIT_CONFIG_VALUE_16"),
];
const _: () = assert!(SETTINGS.len() == NUMBERED.len());

/// Where the command of git stands, behind git's own options.
fn command_at(args: &[String]) -> usize {
    const WITH_VALUE: &[&str] =
        &["-c", "-C", "--git-dir", "--work-tree", "--namespace", "--config-env", "--attr-source"];
    let mut at = 0;
    while let Some(word) = args.get(at).filter(|word| word.starts_with('-')) {
        at += if WITH_VALUE.contains(&word.as_str()) { 2 } else { 1 };
    }
    at.min(args.len())
}

/// How many words name the command, and what it takes.
fn switches(command: &[String]) -> Option<(usize, &'static [&'static str])> {
    (1..=2.min(command.len())).rev().find_map(|count| {
        let name = command[..count].join(" ");
        SWITCHES.iter().find(|(known, _)| *known == name).map(|(_, switches)| (count, *switches))
    })
}

#[cfg(test)]
mod tests {
    use super::harden;

    #[test]
    fn git_runs_with_its_switches_and_nothing_else_is_touched() {
        let check = |line: &str, expected: &str| {
            let argv: Vec<String> = line.split(' ').map(str::to_owned).collect();
            let hardened = harden(&argv);
            assert_eq!(hardened.shown, argv);
            let runs = hardened.runs.join(" ");
            let tail = runs.rsplit("safe.bareRepository=explicit ").next().expect("one part");
            let tail = tail.split(" :(top,exclude").next().expect("one part");
            assert_eq!(tail, expected, "{line}");
            assert_eq!(hardened.environment.is_empty(), argv[0] != "git");
        };
        check("git status -s", "status --ignore-submodules=dirty -s");
        check(
            "git diff HEAD",
            "-c diff.external= diff --no-ext-diff --no-textconv --ignore-submodules=dirty HEAD",
        );
        check("git --no-pager log -1", "-c diff.external= --no-pager log --no-ext-diff --no-textconv -1");
        check("git stash show -p", "-c diff.external= stash show --no-ext-diff --no-textconv -p");
        check("git -c a=b blame x", "-c a=b blame --no-textconv x");
        check("git rev-parse HEAD", "rev-parse HEAD");
        check("git stash", "stash");
        check("ls -la", "ls -la");
        check("/usr/bin/git status", "/usr/bin/git status");
        assert_eq!(harden(&[]).runs, Vec::<String>::new());
    }
}
