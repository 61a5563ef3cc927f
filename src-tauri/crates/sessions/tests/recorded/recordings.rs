//! The recordings of real agents, which lie beside the checkout and are no part of the project.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use sessions::{Heads, Homes, Log, LogPlace, Source, find_elsewhere};

/// Names the folder of recordings.
const NAMED: &str = "ASSAY_AGENT_RECORDINGS";

/// Whether somebody names the folder of recordings.
pub fn is_named() -> bool {
    std::env::var_os(NAMED).is_some()
}

/// Where they lie; none, and it says so, where they do not.
pub fn recordings() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../../shared/oracle/agents/recorded");
    let folder = std::env::var_os(NAMED).map_or(beside, PathBuf::from);
    if folder.is_dir() {
        return Some(folder);
    }
    eprintln!("skipped: there are no recordings at {}", folder.display());
    None
}

/// One agent's run of one case.
pub struct Recording {
    /// Case and agent.
    pub label: String,
    /// What the agent was seen to send.
    pub expected: Value,
    /// Whose log it is.
    pub source: Source,
    folder: PathBuf,
    home: tempfile::TempDir,
}

/// The recordings of some families of agents, those whose label holds the text in `ONLY`.
pub fn recorded(recordings: &Path, families: &[(&str, Source)]) -> Vec<Recording> {
    let only = std::env::var("ONLY").unwrap_or_default();
    let mut found = Vec::new();
    for case in folders(recordings) {
        for agent in folders(&case) {
            let name = |path: &Path| path.file_name().unwrap().display().to_string();
            let label = format!("{} {}", name(&case), name(&agent));
            let expected = read_json(&agent.join("expected.json"));
            let family = expected["family"].as_str().unwrap();
            let source = families.iter().find(|(known, _)| *known == family).map(|(_, source)| *source);
            if let Some(source) = source.filter(|_| label.contains(&only)) {
                let home = tempfile::tempdir().unwrap();
                unpack(&agent.join("session"), home.path());
                found.push(Recording { label, expected, source, folder: agent, home });
            }
        }
    }
    found
}

impl Recording {
    /// The logs that the agent wrote.
    pub fn logs(&self) -> Vec<(LogPlace, Log)> {
        let homes = Homes { home: Some(self.home.path().to_owned()), ..Homes::default() };
        let found = find_elsewhere(&homes, &mut Heads::default());
        let own = found.logs.into_iter().filter(|place| place.source == self.source);
        own.map(|place| (place.clone(), Log::open_place(&place).unwrap())).collect()
    }

    /// Whether some words stood in a request, as its JSON writes them.
    pub fn has_sent(&self, words: &str) -> bool {
        let requests = unpacked(&self.folder.join("requests.jsonl.xz"));
        // A line holds the body of a request as a text, so that a backslash of the body is two.
        String::from_utf8_lossy(&requests).contains(&words.replace('\\', "\\\\"))
    }

    /// The digest of a text as a log has it, whose texts are known by digest: between two texts of one message an agent
    /// may send a line break that is in no log, and a note where it cut a text.
    pub fn as_logged(&self, text: &Value, known: &BTreeSet<String>) -> String {
        let digest = text["sha256"].as_str().unwrap().to_owned();
        let file = self.folder.join(text["file"].as_str().unwrap());
        let packed = PathBuf::from(format!("{}.xz", file.display()));
        let bytes = if packed.is_file() { unpacked(&packed) } else { fs::read(&file).unwrap_or_default() };
        let sent = String::from_utf8_lossy(&bytes);
        let shorter = [
            sent.strip_suffix('\n'),
            sent.rsplit_once("\n\n[... skill content truncated").map(|(text, _)| text),
        ];
        let shorter = shorter.into_iter().flatten().map(|text| plain(&disk::Digest::of(text.as_bytes())));
        // Others give a text with and without its last line break, by who asked.
        if known.contains(&digest) || self.source != Source::ClaudeCode {
            return digest;
        }
        shorter.into_iter().find(|shorter| known.contains(shorter)).unwrap_or(digest)
    }
}

/// A digest without the name of its kind.
pub fn plain(digest: &disk::Digest) -> String {
    digest.to_string().trim_start_matches("sha256:").to_owned()
}

fn folders(folder: &Path) -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.retain(|path| path.is_dir());
    folders.sort();
    folders
}

fn read_json(path: &Path) -> Value {
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

/// Copies a recorded home, packed files unpacked.
fn unpack(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let (path, name) = (entry.path(), entry.file_name().into_string().unwrap());
        if path.is_dir() {
            fs::create_dir_all(to.join(&name)).unwrap();
            unpack(&path, &to.join(&name));
        } else if let Some(name) = name.strip_suffix(".xz") {
            fs::write(to.join(name), unpacked(&path)).unwrap();
        } else {
            fs::copy(&path, to.join(&name)).unwrap();
        }
    }
}

fn unpacked(path: &Path) -> Vec<u8> {
    let mut packed = std::io::BufReader::new(fs::File::open(path).unwrap());
    let mut bytes = Vec::new();
    lzma_rs::xz_decompress(&mut packed, &mut bytes).unwrap();
    bytes
}
