//! Sources that read files instead of starting something.

use std::path::{Path, PathBuf};

use disk::{Cause, Digest, Fault, Folder, Kind};
use globset::{GlobBuilder, GlobMatcher};
use message::{Message, message};

use crate::Surface;

/// What the files of a source hold.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Gathered {
    /// Their bytes. Of a pattern, each file begins with a line `==> path <==`; of one path, as on disk.
    pub text: Vec<u8>,
    /// The files in the order of the text, by the bytes of their paths.
    pub files: Vec<GatheredFile>,
    /// What was left out and why, as sentences.
    pub limitations: Vec<Message>,
}

/// One file that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GatheredFile {
    /// From the workspace, or from the skill's folder for a resource.
    pub path: PathBuf,
    /// What it had.
    pub bytes: u64,
    /// Of the whole file.
    pub digest: Digest,
    /// How many of its bytes are in the text.
    pub kept: u64,
}

/// How much is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Most files of a pattern.
    pub files: usize,
    /// Most bytes of one file; a larger one is left out.
    pub file: u64,
    /// Most bytes of the text.
    pub text: usize,
    /// Most names a pattern is compared with.
    pub names: usize,
}

impl Default for Limits {
    /// 200 files, 4 MiB of each, 4 MiB together, 50,000 names.
    fn default() -> Self {
        Self { files: 200, file: 4 << 20, text: 4 << 20, names: 50_000 }
    }
}

/// Why nothing was gathered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ungathered {
    /// The source runs something; this only reads.
    Runs,
    /// It reads where no source may.
    KeptOut(String),
    /// The pattern is none, with the reason.
    Pattern(String),
    /// The file or its folder cannot be read.
    Unread(Fault),
}

impl Ungathered {
    /// Returns the reason as a sentence without a full stop.
    pub fn message(&self) -> Message {
        match self {
            Self::Runs => message!("this source starts a program, it does not read files"),
            Self::KeptOut(path) => message!("{path} is in .git or .pixir, which no source may read", path),
            Self::Pattern(error) => message!("invalid pattern: {error}", error),
            Self::Unread(inner) => inner.message(),
        }
    }
}

impl std::fmt::Display for Ungathered {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message().text)
    }
}

impl std::error::Error for Ungathered {}

impl From<Fault> for Ungathered {
    fn from(error: Fault) -> Self {
        Self::Unread(error)
    }
}

/// Reads what `surface` names: files of `workspace`, or one of the skill in `skill_dir`. Confined to that
/// folder: a link that leads out is refused. Starts nothing and waits for no pipe.
///
/// # Errors
///
/// [`Ungathered::Runs`] for a source that runs something, [`Ungathered::KeptOut`] for a path that no source
/// may read, [`Ungathered::Pattern`] for a pattern that is none, and [`Ungathered::Unread`] when a single
/// file or its folder is missing, may not be read or is too large. A file of a pattern that cannot be read is
/// left out instead.
pub fn gather(
    surface: &Surface,
    workspace: &Path,
    skill_dir: &Path,
    limits: Limits,
) -> Result<Gathered, Ungathered> {
    match surface {
        Surface::Run(_) | Surface::Shell(_) => Err(Ungathered::Runs),
        Surface::Resource(path) => one(&Folder::open(skill_dir)?, Path::new(path), limits),
        Surface::Read(path) => {
            if path.split('/').any(is_kept_out) {
                return Err(Ungathered::KeptOut(path.clone()));
            }
            let folder = Folder::open(workspace)?;
            // A path that exists as it is written is no pattern: `[id].tsx` is a name people use.
            let kind = folder.kind(Path::new(path));
            if !is_pattern(path) || matches!(kind, Ok(Kind::File)) {
                refuse_kept_out(workspace, Path::new(path))?;
                return one(&folder, Path::new(path), limits);
            }
            let matcher = pattern(path).map_err(Ungathered::Pattern)?;
            Ok(matching(&folder, workspace, path, &matcher, limits))
        }
    }
}

/// Returns the path or pattern of a source and the files that [`gather`] would read for it. A folder that cannot be
/// looked through is left out, as it is there.
pub fn would_gather(surface: &Surface, workspace: &Path, limits: Limits) -> Vec<PathBuf> {
    let (Surface::Read(path) | Surface::Resource(path)) = surface else { return Vec::new() };
    let mut files = vec![PathBuf::from(path)];
    if matches!(surface, Surface::Read(_))
        && is_pattern(path)
        && let (Ok(folder), Ok(matcher)) = (Folder::open(workspace), pattern(path))
        && !matches!(folder.kind(Path::new(path)), Ok(Kind::File))
    {
        files.extend(walked(&folder, path, &matcher, limits).files);
    }
    files
}

/// Names of folders that no source reads: what Git and Pixir keep for themselves may hold credentials, and is
/// no work of the user's.
pub(crate) fn is_kept_out(name: &str) -> bool {
    [".git", ".pixir"].iter().any(|kept| name.eq_ignore_ascii_case(kept))
}

/// A pattern where `*` and `?` stay within one name and `**` goes through folders.
pub(crate) fn pattern(text: &str) -> Result<GlobMatcher, String> {
    let glob = GlobBuilder::new(text).literal_separator(true).backslash_escape(false).build();
    glob.map(|glob| glob.compile_matcher()).map_err(|error| error.kind().to_string())
}

fn is_pattern(path: &str) -> bool {
    path.contains(['*', '?', '[', '{'])
}

fn one(folder: &Folder, path: &Path, limits: Limits) -> Result<Gathered, Ungathered> {
    let contents = folder.read(path, limits.file)?;
    let mut found = Gathered::default();
    found.add(path, &contents.bytes, limits);
    Ok(found)
}

fn matching(
    folder: &Folder,
    workspace: &Path,
    pattern: &str,
    matcher: &GlobMatcher,
    limits: Limits,
) -> Gathered {
    let Walk { mut files, seen, mut found, .. } = walked(folder, pattern, matcher, limits);
    if seen > limits.names {
        found.limitations.push(message!(
            "Only {names} names were compared with the pattern; the rest is omitted.",
            names = limits.names
        ));
    }
    files.sort_by(|a, b| bytes_of(a).cmp(bytes_of(b)));
    if files.len() > limits.files {
        let words = message!(
            "{count} files match; the first {files} by path are read.",
            count = files.len(),
            files = limits.files
        );
        found.limitations.push(words);
        files.truncate(limits.files);
    }
    if files.is_empty() {
        found.limitations.push(message!("No file matches {pattern}.", pattern));
    }
    for (at, path) in files.iter().enumerate() {
        let head = found.head(path);
        if found.text.len() + head.len() >= limits.text {
            let words =
                message!("{count} of the files were not read: the text is full.", count = files.len() - at);
            found.limitations.push(words);
            break;
        }
        let read = refuse_kept_out(workspace, path)
            .and_then(|()| folder.read(path, limits.file).map_err(Ungathered::Unread));
        match read {
            Ok(contents) => {
                found.text.extend(head.as_bytes());
                found.add(path, &contents.bytes, limits);
            }
            Err(why) => found.limitations.push(message!("Left out: {why}.", why => why.message())),
        }
    }
    found
}

fn walked<'a>(folder: &'a Folder, pattern: &str, matcher: &'a GlobMatcher, limits: Limits) -> Walk<'a> {
    let mut walk = Walk { folder, matcher, limits, files: Vec::new(), seen: 0, found: Gathered::default() };
    let start: PathBuf = pattern.split('/').take_while(|part| !is_pattern(part)).collect();
    walk.below(&start, DEPTH);
    walk
}

/// Most folders deep that a pattern is followed.
const DEPTH: usize = 32;

struct Walk<'a> {
    folder: &'a Folder,
    matcher: &'a GlobMatcher,
    limits: Limits,
    files: Vec<PathBuf>,
    seen: usize,
    found: Gathered,
}

impl Walk<'_> {
    /// Links to folders are not followed, so no walk goes in circles.
    fn below(&mut self, at: &Path, depth: usize) {
        let leaves = match self.folder.list(at) {
            Ok(leaves) => leaves,
            Err(Fault { cause: Cause::Missing | Cause::NotAFolder, .. }) => return,
            Err(fault) => return self.found.limitations.push(message!("Left out: {fault}.", fault)),
        };
        for leaf in leaves {
            self.seen += 1;
            if self.seen > self.limits.names {
                return;
            }
            let name = leaf.rel.file_name().and_then(|name| name.to_str());
            if name.is_some_and(is_kept_out) {
                continue;
            }
            match leaf.kind {
                Kind::Folder if depth > 1 => self.below(&leaf.rel, depth - 1),
                Kind::Folder => {
                    let words =
                        message!("{rel} is nested too deep to be searched.", rel = leaf.rel.display());
                    self.found.limitations.push(words);
                }
                Kind::File if self.matcher.is_match(&leaf.rel) => self.files.push(leaf.rel),
                Kind::Link if self.matcher.is_match(&leaf.rel) => self.link(leaf.rel),
                _ => {}
            }
        }
    }

    fn link(&mut self, path: PathBuf) {
        match self.folder.kind(&path) {
            Ok(Kind::File) => self.files.push(path),
            Ok(_) => self.found.limitations.push(message!("{path} is a broken link.", path = path.display())),
            Err(fault) => self.found.limitations.push(message!("Left out: {fault}.", fault)),
        }
    }
}

impl Gathered {
    /// The line before a file, which begins a line of its own.
    fn head(&self, path: &Path) -> String {
        let end = if self.text.is_empty() || self.text.ends_with(b"\n") { "" } else { "\n" };
        // A name with a line end must not look like the head of another file.
        let name: String = path.to_string_lossy().chars().flat_map(shown).collect();
        format!("{end}==> {name} <==\n")
    }

    fn add(&mut self, path: &Path, bytes: &[u8], limits: Limits) {
        let kept = bytes.len().min(limits.text.saturating_sub(self.text.len()));
        self.text.extend(&bytes[..kept]);
        if kept < bytes.len() {
            let words = message!(
                "The first {kept} of {count} bytes of {path} are kept.",
                kept,
                count = bytes.len(),
                path = path.display()
            );
            self.limitations.push(words);
        }
        let (bytes, digest, kept) = (bytes.len() as u64, Digest::of(bytes), kept as u64);
        self.files.push(GatheredFile { path: path.to_owned(), bytes, digest, kept });
    }
}

fn shown(character: char) -> Vec<char> {
    if character.is_control() { character.escape_default().collect() } else { vec![character] }
}

/// A link inside the workspace may still lead to what is kept out.
fn refuse_kept_out(workspace: &Path, path: &Path) -> Result<(), Ungathered> {
    let Ok(real) = disk::canonical(&workspace.join(path)) else { return Ok(()) };
    let Ok(top) = disk::canonical(workspace) else { return Ok(()) };
    let inside = real.strip_prefix(&top).unwrap_or(Path::new(""));
    let kept_out = inside.iter().filter_map(|part| part.to_str()).any(is_kept_out);
    if kept_out { Err(Ungathered::KeptOut(path.display().to_string())) } else { Ok(()) }
}

fn bytes_of(path: &Path) -> &[u8] {
    path.as_os_str().as_encoded_bytes()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::disallowed_methods, reason = "a test lays its files out by hand")]

    use message::Message;
    use std::fs;
    use std::path::Path;

    use disk::{Cause, Digest};
    use tempfile::TempDir;

    use super::{Gathered, Limits, Ungathered, gather};
    use crate::Surface;

    /// A workspace `ws` with these files and a skill in `skill`.
    fn room(files: &[(&str, &str)]) -> TempDir {
        let room = TempDir::new().unwrap();
        for (path, text) in
            [("skill/notes.md", "N\n"), ("secret", "S"), ("ws/a.md", "A\n")].iter().chain(files)
        {
            let path = room.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        room
    }

    fn read(room: &TempDir, path: &str, limits: Limits) -> Result<Gathered, Ungathered> {
        gather(&Surface::Read(path.into()), &room.path().join("ws"), &room.path().join("skill"), limits)
    }

    fn paths(found: &Gathered) -> Vec<String> {
        found.files.iter().map(|file| file.path.display().to_string()).collect()
    }

    #[test]
    fn one_file_is_taken_as_it_is() {
        let room = room(&[("ws/b [x].md", "no line end")]);
        let found = read(&room, "b [x].md", Limits::default()).unwrap();
        assert_eq!(found.text, b"no line end");
        let file = &found.files[0];
        assert_eq!((file.bytes, file.kept, file.digest), (11, 11, Digest::of(b"no line end")));
        let skill = Surface::Resource("notes.md".into());
        let found = gather(&skill, room.path(), &room.path().join("skill"), Limits::default()).unwrap();
        assert_eq!(found.text, b"N\n");
    }

    #[test]
    fn a_pattern_takes_files_in_the_order_of_their_paths() {
        let room = room(&[
            ("ws/docs/b.md", "B"),
            ("ws/docs/a.md", "A"),
            ("ws/docs/deep/c.md", "C"),
            ("ws/docs/x.txt", "X"),
            ("ws/.git/d.md", "G"),
            ("ws/.pixir/d.md", "P"),
            ("ws/sub/.git/d.md", "G"),
        ]);
        let check = |pattern: &str, expected: &[&str]| {
            let found = read(&room, pattern, Limits::default()).unwrap();
            assert_eq!(paths(&found), expected, "{pattern}: {:?}", found.limitations);
        };
        check("docs/*.md", &["docs/a.md", "docs/b.md"]);
        check("docs/**/*.md", &["docs/a.md", "docs/b.md", "docs/deep/c.md"]);
        check("**/*.md", &["a.md", "docs/a.md", "docs/b.md", "docs/deep/c.md"]);
        check("docs/[bx].*", &["docs/b.md", "docs/x.txt"]);
        check("do?s/?.md", &["docs/a.md", "docs/b.md"]);
        check("*", &["a.md"]);
        check("none/*", &[]);
        let found = read(&room, "docs/*.md", Limits::default()).unwrap();
        assert_eq!(String::from_utf8(found.text).unwrap(), "==> docs/a.md <==\nA\n==> docs/b.md <==\nB");
        let found = read(&room, "none/*", Limits::default()).unwrap();
        assert_eq!(found.limitations, ["No file matches none/*."]);
    }

    #[test]
    fn what_is_left_out_is_told() {
        let room = room(&[("ws/d/1", "11"), ("ws/d/2", "2222"), ("ws/d/3", "33")]);
        let check = |limits: Limits, files: &[&str], kept: &[u64], told: &str| {
            let found = read(&room, "d/*", limits).unwrap();
            assert_eq!(paths(&found), files);
            assert_eq!(found.files.iter().map(|file| file.kept).collect::<Vec<_>>(), kept);
            assert_eq!(
                Message::in_a_row(found.limitations.clone()).text.replace(room.path().to_str().unwrap(), ""),
                told
            );
        };
        let all = Limits::default();
        check(all, &["d/1", "d/2", "d/3"], &[2, 4, 2], "");
        check(Limits { files: 1, ..all }, &["d/1"], &[2], "3 files match; the first 1 by path are read.");
        check(
            Limits { file: 3, ..all },
            &["d/1", "d/3"],
            &[2, 2],
            "Left out: `/ws/d/2` has 4 bytes; Assay reads at most 3 of such a file.",
        );
        check(
            Limits { text: 28, ..all },
            &["d/1", "d/2"],
            &[2, 1],
            "The first 1 of 4 bytes of d/2 are kept. 1 of the files were not read: the text is full.",
        );
        check(
            Limits { names: 2, ..all },
            &["d/1", "d/2"],
            &[2, 4],
            "Only 2 names were compared with the pattern; the rest is omitted.",
        );
    }

    #[test]
    fn nothing_else_is_read() {
        let room = room(&[("ws/.git/config", "G")]);
        let cause = |path: &str| match read(&room, path, Limits::default()) {
            Err(Ungathered::Unread(fault)) => fault.cause,
            other => panic!("{path}: {other:?}"),
        };
        assert_eq!(cause("../secret"), Cause::Outside);
        assert_eq!(cause("/etc/passwd"), Cause::Outside);
        assert_eq!(cause("absent"), Cause::Missing);
        fs::create_dir(room.path().join("ws/folder")).unwrap();
        assert_eq!(cause("folder"), Cause::NotAFile("folder"));
        for path in [".git/config", ".GIT/config", "a/.pixir/x", ".git/*"] {
            let found = read(&room, path, Limits::default());
            assert!(matches!(found, Err(Ungathered::KeptOut(_))), "{path}: {found:?}");
        }
        for surface in [Surface::Run(vec!["true".into()]), Surface::Shell("true".into())] {
            let found = gather(&surface, room.path(), room.path(), Limits::default());
            assert_eq!(found, Err(Ungathered::Runs));
        }
    }

    #[cfg(unix)]
    #[test]
    fn links_stay_in_the_workspace() {
        use std::os::unix::fs::symlink;
        let room = room(&[("ws/.git/config", "G"), ("ws/d/x", "X")]);
        let ws = room.path().join("ws");
        for (target, name) in [
            ("../../secret", "d/out"),
            ("../.git/config", "d/kept"),
            ("../a.md", "d/in"),
            ("..", "d/up"),
            ("absent", "d/gone"),
        ] {
            symlink(target, ws.join(name)).unwrap();
        }
        let found = read(&room, "d/**", Limits::default()).unwrap();
        assert_eq!(paths(&found), ["d/in", "d/x"]);
        let told = Message::in_a_row(found.limitations.clone()).text;
        for words in
            ["d/out` leads outside", "d/kept is in .git", "d/gone`: no such file", "d/up is a broken link"]
        {
            assert!(told.contains(words), "{words} in {told}");
        }
        assert!(matches!(read(&room, "d/out", Limits::default()), Err(Ungathered::Unread(_))));
        assert!(matches!(read(&room, "d/kept", Limits::default()), Err(Ungathered::KeptOut(_))));
        let skill = Surface::Resource("out".into());
        symlink("../secret", room.path().join("skill/out")).unwrap();
        let found = gather(&skill, &ws, &room.path().join("skill"), Limits::default());
        assert!(matches!(found, Err(Ungathered::Unread(fault)) if fault.cause == Cause::Outside));
    }

    #[test]
    fn a_name_cannot_pretend_to_be_a_head() {
        let head = Gathered::default().head(Path::new("a\n==> b <=="));
        assert_eq!(head, "==> a\\n==> b <== <==\n");
    }
}
