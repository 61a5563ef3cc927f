//! `filesystem`: files of the workspace, read, written and listed; nothing outside it in any mode (S4-06).
//!
//! Likely secrets in what is read are withheld. A path is checked by its text, then by where it really leads: that
//! place is judged, and that place is opened, on a way where no link stands. What Git and Pixir keep for themselves is
//! left alone, and the folders of skills that are kept from the agent are not there for it.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use disk::{Cause, Digest, Fault, Folder, Kind};
use execution::{Decision, Mode, Part};
use serde_json::{Value, json};

use super::setting::setting;
use crate::code_skill::wrong;
use crate::{
    CodeSkill, CodeTool, Done, LIMIT, Parameter, ParameterKind, PathFault, Plan, Reach, Refusal, ToolCall,
    Unable, inside,
};

/// The skill `filesystem`.
#[derive(Debug, Clone, Copy)]
pub struct Filesystem;

/// The largest file that is read or replaced: 1 MiB.
const LARGEST: u64 = 1 << 20;
/// Bytes of a page of a file.
const PAGE: usize = LIMIT - 1_000;
/// Names of a folder that are told.
const NAMES: usize = 500;

const PATH: ParameterKind = ParameterKind::Text;

const TOOLS: &[CodeTool] = &[
    CodeTool {
        name: "read_file",
        description: "Gives a text file of the workspace, page by page; at most 1 MiB.",
        reach: Reach::Reads,
        parameters: &[
            Parameter::required("path", PATH, "The file, from the workspace's folder"),
            Parameter::optional(
                "from",
                ParameterKind::Count,
                "The first byte wanted; an answer says where to read on",
            ),
        ],
    },
    CodeTool {
        name: "write_file",
        description: "Replaces or creates a text file of the workspace. The user may have to approve it first.",
        reach: Reach::Writes,
        parameters: &[
            Parameter::required("path", PATH, "The file, from the workspace's folder"),
            Parameter::required("content", ParameterKind::Text, "All of its new text"),
        ],
    },
    CodeTool {
        name: "list_dir",
        description: "Lists a folder of the workspace.",
        reach: Reach::Reads,
        parameters: &[Parameter::optional("path", PATH, "The folder; the workspace itself if absent")],
    },
];

impl CodeSkill for Filesystem {
    fn name(&self) -> &str {
        "filesystem"
    }

    fn description(&self) -> &str {
        "Reads, writes and lists files of this workspace only."
    }

    fn tools(&self) -> &[CodeTool] {
        TOOLS
    }

    fn prompt(&self) -> Option<&str> {
        Some(
            "Paths begin at the workspace: src/a.txt, not /home/… and not ../…. list_dir lists the files, \
             read_file reads in pages, write_file replaces a whole file: read it first.",
        )
    }

    fn plan<'a>(&'a self, call: &ToolCall<'_>) -> Result<Plan<'a>, Refusal> {
        let top = call.ground.workspace.clone();
        let path = call.text("path").unwrap_or_default().to_owned();
        let rel = place(call.tool, &path)?;
        let real = real_place(&top, &rel, &path)?;
        let spot = Spot { top, rel, real, path, unseen: call.unseen.to_vec() };
        if call.tool == "write_file" {
            return self.plan_write(call, spot);
        }
        spot.is_seen()?;
        let text = format!("{} {}", call.tool, shown(&spot.rel));
        if call.tool == "list_dir" {
            return Ok(Plan::free(call.tool, text, move |_| list(&spot)));
        }
        let from = call.arguments["from"].as_u64().unwrap_or(0);
        match guarded(&spot) {
            None => Ok(Plan::free(call.tool, text, move |_| read(&spot, from))),
            Some(name) => {
                let decision = match call.mode() {
                    Mode::ReadOnly => Decision::Refuse,
                    Mode::Ask | Mode::Auto => Decision::Ask,
                };
                let rule = format!("{} is {name}, which is read only with approval.", shown(&spot.rel));
                let bytes = standing(&spot)?.map(|(digest, _)| digest);
                let mut bound = call.bound(self, &text);
                if let Some(digest) = bytes {
                    bound = bound.with_digest(Part::Script, digest);
                }
                Ok(Plan::new(call.tool, text, (decision, rule), bound, move |_, _| {
                    if standing(&spot)?.map(|(digest, _)| digest) != bytes {
                        let words = format!("{} changed since this was planned; read it again", spot.path);
                        return Err(Refusal::NotRun(words));
                    }
                    read(&spot, from)
                }))
            }
        }
    }
}

/// A place of the workspace: as it is named, and where that really is.
struct Spot {
    top: PathBuf,
    /// As it is named, from the workspace.
    rel: PathBuf,
    /// Where that leads, from the workspace, with no link on the way.
    real: PathBuf,
    /// As the agent wrote it.
    path: String,
    unseen: Vec<PathBuf>,
}

impl Spot {
    /// Refuses a place that is kept from the agent, in the words for one that is not there.
    fn is_seen(&self) -> Result<(), Refusal> {
        let top = disk::canonical(&self.top).map_err(Refusal::Unreadable)?;
        let real = top.join(&self.real);
        // A second name of a main file is no link, and leads there all the same.
        let twin = |folder: &PathBuf| {
            let (own, other) =
                (disk::look(&real).ok()?.stamp, disk::look(&folder.join("SKILL.md")).ok()?.stamp);
            Some(own.inode != 0 && (own.device, own.inode) == (other.device, other.inode))
        };
        if self.unseen.iter().any(|folder| real.starts_with(folder) || twin(folder) == Some(true)) {
            return Err(missing(&self.path));
        }
        Ok(())
    }
}

impl Filesystem {
    fn plan_write<'a>(&'a self, call: &ToolCall<'_>, spot: Spot) -> Result<Plan<'a>, Refusal> {
        let content = call.text("content").unwrap_or_default().to_owned();
        if content.len() as u64 > LARGEST {
            let words = format!("has {} bytes; at most {LARGEST} are written at once", content.len());
            return Err(wrong(call.tool, "content", &words));
        }
        let before = standing(&spot)?;
        let mut text = format!("write_file {}\n{content}", shown(&spot.rel));
        if spot.real != spot.rel {
            text = format!("write_file {}, which is {}\n{content}", shown(&spot.rel), shown(&spot.real));
        }
        let mut bound = call.bound(self, &text);
        if let Some((digest, _)) = before {
            bound = bound.with_digest(Part::Script, digest);
        }
        let verdict = judge(call.mode(), &spot, before, content.len());
        Ok(Plan::new(call.tool, text, verdict, bound, move |by, _| {
            // Looked at once more: a link may have come while a person thought.
            if real_place(&spot.top, &spot.rel, &spot.path)? != spot.real || standing(&spot)? != before {
                let words = format!("{} changed since this was planned; read it again", spot.path);
                return Err(Refusal::NotRun(words));
            }
            write(&spot, &content, (before.map(|(digest, _)| digest), by))
        }))
    }
}

/// Returns the name by which a file usually holds secrets: its own, that of a folder above it, or another name of it.
fn guarded(spot: &Spot) -> Option<String> {
    execution::guarded_part(&spot.rel)
        .or_else(|| execution::guarded_part(&spot.real))
        .or_else(|| execution::guarded_twin(&spot.top, &spot.top.join(&spot.real)))
}

fn counted(bytes: u64) -> String {
    if bytes == 1 { "1 byte".to_owned() } else { format!("{bytes} bytes") }
}

/// What a mode says of writing. Files from which code runs later are a person's to decide on in every mode, by
/// whatever name they are reached.
fn judge(mode: Mode, spot: &Spot, before: Option<(Digest, u64)>, bytes: usize) -> (Decision, String) {
    let rel = if spot.real == spot.rel {
        shown(&spot.rel)
    } else {
        format!("{}, which is {},", shown(&spot.rel), shown(&spot.real))
    };
    let deed = match before {
        // An agent may try this out; it is not told what stands where it may not look.
        _ if spot.is_seen().is_err() => format!("it writes {rel} with {}", counted(bytes as u64)),
        None => format!("it creates {rel} with {}", counted(bytes as u64)),
        Some((digest, size)) => {
            format!("it replaces {rel} ({}, {}) by {}", counted(size), digest.short(), counted(bytes as u64))
        }
    };
    let why = setting(&spot.rel).or_else(|| setting(&spot.real)).or_else(|| special(spot));
    let (decision, words) = match (mode, why) {
        (Mode::ReadOnly, _) => (Decision::Refuse, "nothing is written in it".to_owned()),
        (Mode::Ask, _) => (Decision::Ask, format!("writing needs a yes; {deed}")),
        (Mode::Auto, Some((name, why))) => {
            (Decision::Ask, format!("the user decides on {name}, because {why}; {deed}"))
        }
        (Mode::Auto, None) => (Decision::Allow, deed),
    };
    (decision, format!("Mode {}: {words}.", mode.word()))
}

/// What no name tells: a program, and the files of a skill.
fn special(spot: &Spot) -> Option<(String, &'static str)> {
    let file = spot.top.join(&spot.real);
    let is_program = disk::look(&file).is_ok_and(|look| look.kind == Kind::File && look.mode & 0o111 != 0);
    if is_program {
        return Some((shown(&spot.real), "it is a program"));
    }
    let has = |folder: &Path, name: &str| disk::look(&spot.top.join(folder).join(name)).is_ok();
    // The workspace itself is no skill to anybody.
    let mut folders = spot.real.ancestors().skip(1).filter(|folder| !folder.as_os_str().is_empty());
    let skill = folders.find(|folder| has(folder, "SKILL.md") || has(folder, "skill.md"))?;
    Some((shown(skill), "it is a skill, which agents read and run"))
}

/// The path from the workspace, by its text alone. The workspace itself is a folder, so only `list_dir` takes it.
fn place(tool: &str, path: &str) -> Result<PathBuf, Refusal> {
    if tool == "list_dir" && matches!(path, "" | "." | "./") {
        return Ok(PathBuf::new());
    }
    inside(path).map_err(|fault| Unable::outside(path, fault).into())
}

/// Where a path of the workspace really leads, from the workspace. Refuses what leads out of it by a link, and what
/// Git and Pixir keep for themselves, by whatever name.
fn real_place(top: &Path, rel: &Path, path: &str) -> Result<PathBuf, Refusal> {
    let real_top = disk::canonical(top).map_err(Refusal::Unreadable)?;
    let mut at = top.join(rel);
    let mut new = PathBuf::new();
    // What is not there yet stands in the nearest folder that is.
    let real = loop {
        match disk::canonical(&at) {
            Ok(real) => break real,
            Err(fault) => {
                let name = at.file_name().map(PathBuf::from);
                let Some(name) = name.filter(|_| at != top && at.pop()) else {
                    return Err(Refusal::Unreadable(fault));
                };
                new = if new.as_os_str().is_empty() { name } else { name.join(new) };
            }
        }
    };
    let Ok(below) = real.strip_prefix(&real_top) else {
        return Err(Unable::outside(path, PathFault::Link).into());
    };
    let kept = |name: &std::ffi::OsStr| [".git", ".pixir"].iter().any(|own| name.eq_ignore_ascii_case(own));
    if rel.iter().chain(below.iter()).any(kept) {
        let words = format!("{path:?} is private to Git or Pixir. It is not read or written here.");
        let details = json!({ "path": path });
        return Err(Unable { details, ..Unable::new("permission_denied", words) }.into());
    }
    Ok(if new.as_os_str().is_empty() { below.to_owned() } else { below.join(new) })
}

/// What stands where something would be written: its digest and size; nothing where nothing is.
fn standing(spot: &Spot) -> Result<Option<(Digest, u64)>, Refusal> {
    let folder = Folder::open(&spot.top).map_err(Refusal::Unreadable)?;
    match folder.read_plain(&spot.real, LARGEST) {
        Ok(contents) => Ok(Some((Digest::of(&contents.bytes), contents.bytes.len() as u64))),
        Err(fault) if fault.cause == Cause::Missing => Ok(None),
        Err(fault) => Err(refused(&fault, &spot.path)),
    }
}

fn read(spot: &Spot, from: u64) -> Result<Done, Refusal> {
    let path = &spot.path;
    let folder = Folder::open(&spot.top).map_err(Refusal::Unreadable)?;
    let contents = folder.read_plain(&spot.real, LARGEST).map_err(|fault| refused(&fault, path))?;
    let size = contents.bytes.len();
    let text = std::str::from_utf8(&contents.bytes).ok().filter(|text| !text.contains('\0'));
    let Some(text) = text else {
        let details = json!({ "path": path, "size": size });
        let words = format!("{path:?} is not text: {size} bytes that are not shown.");
        return Err(Unable { details, ..Unable::new("binary", words) }.into());
    };
    let start = text.floor_char_boundary(usize::try_from(from).unwrap_or(usize::MAX));
    let end = text.floor_char_boundary(start.saturating_add(PAGE));
    let next = (end < text.len()).then_some(end);
    let rest = next.map_or_else(String::new, |next| {
        format!("\n…[bytes {start} to {next} of {size}; read on from {next}]")
    });
    // Nobody looks at it before the model does.
    let (part, withheld) = hydration::secret::withhold(&text[start..end]);
    let facts = json!({
        "path": shown(&spot.rel),
        "from": start,
        "next": next,
        "bytes_total": size,
        "withheld": withheld,
        "sha256": Digest::of(&contents.bytes).to_string(),
    });
    Ok(Done::of(format!("{part}{rest}"), facts))
}

fn write(spot: &Spot, content: &str, (before, by): (Option<Digest>, &str)) -> Result<Done, Refusal> {
    let folder = Folder::open(&spot.top).map_err(Refusal::Unreadable)?;
    let written = folder.write_plain(&spot.real, content.as_bytes());
    written.map_err(|fault| refused(&fault, &spot.path))?;
    let facts = json!({
        "path": shown(&spot.rel),
        "real_path": shown(&spot.real),
        "bytes": content.len(),
        "sha256": Digest::of(content.as_bytes()).to_string(),
        "replaced_sha256": before.map(|digest| digest.to_string()),
        "by": by,
    });
    let text = format!("Wrote {} to {}.", counted(content.len() as u64), shown(&spot.rel));
    Ok(Done { text, evidence: Some(facts.clone()), facts })
}

fn list(spot: &Spot) -> Result<Done, Refusal> {
    let folder = Folder::open(&spot.top).map_err(Refusal::Unreadable)?;
    let mut leaves = folder.list_plain(&spot.real).map_err(|fault| refused(&fault, &spot.path))?;
    let is_unseen = |leaf: &disk::Leaf| {
        let real = disk::canonical(&spot.top.join(&leaf.rel));
        real.is_ok_and(|real| spot.unseen.iter().any(|folder| real.starts_with(folder)))
    };
    leaves.retain(|leaf| !is_unseen(leaf));
    let omitted = leaves.len().saturating_sub(NAMES);
    let (mut text, mut rows) = (String::new(), Vec::new());
    for leaf in leaves.iter().take(NAMES) {
        let name = leaf.rel.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let (kind, mark) = match leaf.kind {
            Kind::File => ("file", ""),
            Kind::Folder => ("folder", "/"),
            Kind::Link => ("link", "@"),
            Kind::Other(_) => ("other", "?"),
        };
        // A name may hold line ends; escaped it stays one line.
        let _ = writeln!(text, "{}{mark}", name.escape_debug());
        rows.push(json!({ "name": name, "kind": kind, "bytes": leaf.size }));
    }
    if omitted > 0 {
        let _ = writeln!(text, "…[{omitted} more names are not listed]");
    }
    let facts: Value = json!({ "path": shown(&spot.rel), "entries": rows, "omitted": omitted });
    Ok(Done::of(text, facts))
}

fn shown(rel: &Path) -> String {
    let parts: Vec<_> = rel.iter().map(|part| part.to_string_lossy()).collect();
    if parts.is_empty() { ".".to_owned() } else { parts.join("/") }
}

fn missing(path: &str) -> Refusal {
    let details = json!({ "path": path });
    Unable { details, ..Unable::new("not_found", format!("The workspace has no {path:?}.")) }.into()
}

/// What stood in the way, in words about the workspace that do not tell where it lies.
fn refused(fault: &Fault, path: &str) -> Refusal {
    let told = |kind, words: String, details: Value| Refusal::from(Unable { kind, words, details });
    let of_path = json!({ "path": path });
    match &fault.cause {
        Cause::Missing | Cause::NotAFolder => missing(path),
        Cause::Outside => Unable::outside(path, PathFault::Link).into(),
        Cause::NotAFile(what) => told("read_failed", format!("{path:?} is a {what}, not a file."), of_path),
        Cause::TooLarge { size, limit } => {
            let words =
                format!("{path:?} has {size} bytes; at most {limit} of one file are read or replaced.");
            told("too_large", words, json!({ "path": path, "size": size, "limit": limit }))
        }
        _ => Refusal::Unreadable(fault.clone()),
    }
}
