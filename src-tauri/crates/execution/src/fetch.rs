//! A git repository fetched, and its bytes taken out without checking it out.
//!
//! The tip of one branch comes into a bare repository of our own, which has no hooks, no settings but ours and no
//! working tree: nothing the repository says about filters, line ends or programs takes effect. What is wanted of
//! it leaves as a zip of the exact bytes. git asks nobody for a password, uses no key of the person's, and speaks
//! one protocol: https, or for a repository of this machine plain files, and that one without a network.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::{
    Captured, End, Further, Level, Limits, NotRun, Order, Stop, Writes, git_environment, resolve, run, run_at,
};

/// Where a repository is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Remote<'a> {
    /// An address; `https` alone is spoken.
    Address(&'a str),
    /// A folder of this machine, absolute.
    Folder(&'a Path),
}

/// What is fetched, and with what.
#[derive(Debug, Clone, Copy)]
pub struct Fetch<'a> {
    /// Where the repository is.
    pub from: Remote<'a>,
    /// The branch, tag or commit; its own head when absent.
    pub reference: Option<&'a str>,
    /// An empty private folder, absolute and without links, for the fetched repository.
    pub place: &'a Path,
    /// The folders in which `git` is looked for.
    pub search: &'a [PathBuf],
    /// The person's environment, of which only the way through a proxy and to certificates is taken.
    pub environment: &'a [(String, String)],
    /// A program that calls [`crate::helper`] first.
    pub helper: &'a Path,
}

/// A fetched repository.
#[derive(Debug)]
pub struct Fetched<'a> {
    fetch: Fetch<'a>,
    /// The commit, in hexadecimal digits.
    pub commit: String,
}

/// Why nothing was fetched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotFetched {
    /// It is not even tried, for the reason in the sentence.
    Refused(String),
    /// Somebody wished it to stop.
    Stopped,
    /// git said no, or could not be run.
    Failed(String),
}

impl std::fmt::Display for NotFetched {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Refused(words) | Self::Failed(words) => f.write_str(words.trim_end_matches('.')),
            Self::Stopped => f.write_str("it was stopped"),
        }
    }
}

/// How long one step may take.
const WALL: Duration = Duration::from_secs(180);
/// Bytes of the largest file that git may write: what a pack may have.
const LARGEST: u64 = 512 << 20;
/// Bytes of a list of names that are read.
const NAMES: u64 = 16 << 20;
/// What takes every attribute away that would change bytes on their way out.
const ATTRIBUTES: &[u8] =
    b"* -text -eol -crlf -ident -filter -working-tree-encoding -export-ignore -export-subst\n";
/// What git is told beside its [`git_environment`].
const SETTINGS: &[&str] = &[
    "core.protectHFS=true",
    "core.protectNTFS=true",
    "core.autocrlf=false",
    "fetch.fsckObjects=true",
    "transfer.fsckObjects=true",
    "fetch.recurseSubmodules=false",
    "submodule.recurse=false",
    "gc.auto=0",
    "maintenance.auto=false",
    "http.followRedirects=initial",
    "tar.umask=0022",
];
/// What is taken of the person's environment.
const PASSED: &[&str] = &[
    "https_proxy",
    "HTTPS_PROXY",
    "no_proxy",
    "NO_PROXY",
    "SSL_CERT_FILE",
    "SSL_CERT_DIR",
    "GIT_SSL_CAINFO",
];

/// Fetches the newest commit of a repository, and nothing of what was before it.
///
/// # Errors
///
/// [`NotFetched::Refused`] when the address or the name of the reference is not one that is let through,
/// [`NotFetched::Stopped`] when `stop` says so, and [`NotFetched::Failed`] when git is missing, says no, or
/// takes longer than 180 seconds for a step.
pub fn fetch<'a>(fetch: Fetch<'a>, stop: &Stop) -> Result<Fetched<'a>, NotFetched> {
    let from = address(fetch.from)?;
    let reference = fetch.reference.unwrap_or("HEAD");
    check_reference(reference)?;
    let mut fetched = Fetched { fetch, commit: String::new() };
    lay_out(&fetched.repository()).map_err(|fault| NotFetched::Failed(fault.to_string()))?;
    let words =
        ["fetch", "--quiet", "--depth=1", "--no-tags", "--no-recurse-submodules", "--", &from, reference];
    fetched.git(&words, NAMES, stop)?;
    let commit = fetched.git(&["rev-parse", "--verify", "FETCH_HEAD^{commit}"], NAMES, stop)?;
    fetched.commit = String::from_utf8_lossy(&commit.kept).trim().to_owned();
    Ok(fetched)
}

impl Fetched<'_> {
    /// Every file and link of the commit by its path, in bytes.
    ///
    /// # Errors
    ///
    /// [`NotFetched::Stopped`] when `stop` says so, and [`NotFetched::Failed`] when git fails or the names
    /// have more than 16 MiB.
    pub fn names(&self, stop: &Stop) -> Result<Vec<Vec<u8>>, NotFetched> {
        let words = ["ls-tree", "-r", "-z", "--name-only", "--full-tree", self.commit.as_str()];
        let listed = self.git(&words, NAMES, stop)?;
        Ok(listed.kept.split(|byte| *byte == 0).filter(|name| !name.is_empty()).map(<[u8]>::to_vec).collect())
    }

    /// Some folders of the commit as a zip, at most `most` bytes; all of it when one of them is the top itself.
    ///
    /// # Errors
    ///
    /// [`NotFetched::Stopped`] when `stop` says so, and [`NotFetched::Failed`] when git fails, a folder is
    /// not in the commit, or the zip has more than `most` bytes.
    pub fn archive(&self, folders: &[String], most: u64, stop: &Stop) -> Result<Vec<u8>, NotFetched> {
        let mut words = vec!["archive", "--format=zip", "-0", self.commit.as_str(), "--"];
        if !folders.iter().any(String::is_empty) {
            words.extend(folders.iter().map(String::as_str));
        }
        Ok(self.git(&words, most, stop)?.kept)
    }

    fn repository(&self) -> PathBuf {
        self.fetch.place.join(REPOSITORY)
    }

    fn git(&self, words: &[&str], keep: u64, stop: &Stop) -> Result<Captured, NotFetched> {
        let fetch = &self.fetch;
        let failed =
            |error: &dyn std::fmt::Display| NotFetched::Failed(format!("git cannot be run: {error}"));
        let repository = self.repository();
        let program = resolve("git", &repository, fetch.search).map_err(|error| failed(&error))?;
        let mut argv: Vec<String> =
            ["git", "--no-pager", "--literal-pathspecs", "--git-dir=."].map(str::to_owned).into();
        argv.extend(SETTINGS.iter().flat_map(|setting| ["-c".to_owned(), (*setting).to_owned()]));
        argv.extend(words.iter().map(|word| (*word).to_owned()));
        let order = Order {
            argv,
            program,
            sealed: Vec::new(),
            kept: Vec::new(),
            workspace: fetch.place.to_owned(),
            cwd: repository,
            environment: environment(fetch),
            further: Further::Usual,
            input: Vec::new(),
            readable: match fetch.from {
                Remote::Folder(folder) => vec![folder.to_owned()],
                Remote::Address(_) => Vec::new(),
            },
            writes: Writes::Workspace,
            limits: limits(keep),
            least: Level::None,
            helper: fetch.helper.to_owned(),
        };
        // Only the fetching of an address needs the network, which no walls allow.
        let needs_network = matches!(fetch.from, Remote::Address(_)) && words.first() == Some(&"fetch");
        let ran = if needs_network { run_at(&order, Level::None, stop) } else { run(&order, stop) };
        match ran {
            Err(NotRun::Stopped) => Err(NotFetched::Stopped),
            Err(error) => Err(failed(&error)),
            Ok(ran) => match ran.end {
                End::Exit(0) => Ok(ran.stdout),
                End::Stopped => Err(NotFetched::Stopped),
                End::Flooded => {
                    Err(NotFetched::Failed(format!("what is wanted of it has more than {keep} bytes")))
                }
                End::Exit(_) => Err(NotFetched::Failed(said(&ran.stderr))),
                end => Err(NotFetched::Failed(format!("git {end}"))),
            },
        }
    }
}

/// An empty bare repository. `git init` is not asked: it changes permissions, which the walls do not allow.
fn lay_out(repository: &Path) -> Result<(), disk::Fault> {
    for folder in ["objects", "refs", "info"] {
        disk::make_private_folder(&repository.join(folder))?;
    }
    disk::write_private(&repository.join("HEAD"), b"ref: refs/heads/main\n")?;
    disk::write_private(
        &repository.join("config"),
        b"[core]\n\trepositoryformatversion = 0\n\tbare = true\n",
    )?;
    disk::write_private(&repository.join("info/attributes"), ATTRIBUTES)
}

/// The fetched repository's folder in the place it was given.
const REPOSITORY: &str = "repository";

fn limits(keep: u64) -> Limits {
    Limits {
        wall: WALL,
        keep,
        read: keep,
        memory: 2 << 30,
        processes: 64,
        files: 256,
        file_size: LARGEST,
        cpu: WALL,
    }
}

fn environment(fetch: &Fetch<'_>) -> Vec<(String, String)> {
    let protocol = match fetch.from {
        Remote::Address(_) => "https",
        Remote::Folder(_) => "file",
    };
    let mut all: Vec<(String, String)> = git_environment()
        .into_iter()
        .filter(|(name, _)| *name != "GIT_ALLOW_PROTOCOL")
        .map(|(name, value)| (name.to_owned(), value))
        .collect();
    all.push(("GIT_ALLOW_PROTOCOL".to_owned(), protocol.to_owned()));
    if let Remote::Address(_) = fetch.from {
        let passed = fetch.environment.iter().filter(|(name, _)| PASSED.contains(&name.as_str()));
        all.extend(passed.cloned());
    }
    all
}

/// What git complained of, in one line.
fn said(stderr: &Captured) -> String {
    let text = String::from_utf8_lossy(&stderr.kept).into_owned();
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).take(4).collect();
    if lines.is_empty() {
        "git failed and said nothing".to_owned()
    } else {
        format!("git says: {}", lines.join(" "))
    }
}

/// The word git is given for the remote, once it is one that can only be what it seems.
fn address(from: Remote<'_>) -> Result<String, NotFetched> {
    let refuse = |words: &str| Err(NotFetched::Refused(words.to_owned()));
    match from {
        Remote::Folder(folder) => match folder.to_str() {
            Some(text) if folder.is_absolute() => Ok(text.to_owned()),
            _ => refuse("The repository’s path is not absolute, or not UTF-8."),
        },
        Remote::Address(address) => {
            let Some(rest) = address.strip_prefix("https://") else {
                return refuse(
                    "Only https addresses are fetched. Clone anything else yourself, and import the folder or repository.",
                );
            };
            let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
            if host.contains('@') {
                return refuse(
                    "The address holds a user or password, which would be recorded. Leave it out.",
                );
            }
            let plain = |c: char| c.is_ascii_graphic() && !"\"'`\\<>{}|^".contains(c);
            if host.is_empty()
                || host.starts_with('-')
                || !address.chars().all(plain)
                || address.len() > 2_000
            {
                return refuse("This is not the address of a repository.");
            }
            Ok(address.to_owned())
        }
    }
}

/// A branch, tag or commit that is no option and no range.
fn check_reference(reference: &str) -> Result<(), NotFetched> {
    let plain = |c: char| c.is_alphanumeric() || "./_-+@#".contains(c);
    let fits = !reference.is_empty() && reference.len() <= 200 && reference.chars().all(plain);
    if fits && !reference.starts_with(['-', '+']) && !reference.contains("..") && !reference.contains("@{") {
        return Ok(());
    }
    Err(NotFetched::Refused(format!(
        "`{}` is not the name of a branch, tag or commit.",
        reference.escape_debug()
    )))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{Remote, address, check_reference};

    #[test]
    fn only_plain_addresses_are_fetched() {
        let check =
            |text: &str, fits: bool| assert_eq!(address(Remote::Address(text)).is_ok(), fits, "{text}");
        check("https://example.org/skills.git", true);
        check("https://example.org:8443/a/b", true);
        for text in [
            "http://example.org/a",
            "ssh://example.org/a",
            "git@example.org:a/b",
            "file:///etc",
            "ext::sh -c id",
            "--upload-pack=id",
            "https://user:word@example.org/a",
            "https://-oProxyCommand=id/a",
            "https://example.org/a b",
            "https://example.org/\na",
            "https://",
            "",
        ] {
            check(text, false);
        }
        assert!(address(Remote::Folder(Path::new("relative"))).is_err());
        assert!(address(Remote::Folder(Path::new("/a"))).is_ok());
    }

    #[test]
    fn a_reference_is_a_name() {
        for (text, fits) in [
            ("main", true),
            ("release/1.2", true),
            ("v2.0-rc1", true),
            ("0123456789abcdef0123456789abcdef01234567", true),
            ("", false),
            ("-x", false),
            ("a..b", false),
            ("a b", false),
            ("a:b", false),
            ("+main", false),
            ("HEAD@{1}", false),
        ] {
            assert_eq!(check_reference(text).is_ok(), fits, "{text}");
        }
    }
}
