//! `filesystem`: files of the workspace, read, written and listed; nothing outside it in any mode (S4-06).
//!
//! Likely secrets in what is read are withheld. A path is checked by its text, then by where it really leads; what is opened is opened below the workspace by a
//! handle that no link leads out of. What Git and Pixir keep for themselves is left alone.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use disk::{Cause, Digest, Fault, Folder, Kind};
use execution::{Decision, Mode, Part};
use serde_json::{Value, json};

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
        description: "Replaces a text file of the workspace, or makes it. A person may have to decide first.",
        reach: Reach::Writes,
        parameters: &[
            Parameter::required("path", PATH, "The file, from the workspace's folder"),
            Parameter::required("content", ParameterKind::Text, "All of its new text"),
        ],
    },
    CodeTool {
        name: "list_dir",
        description: "Names what is in a folder of the workspace.",
        reach: Reach::Reads,
        parameters: &[Parameter::optional("path", PATH, "The folder; the workspace itself if absent")],
    },
];

impl CodeSkill for Filesystem {
    fn name(&self) -> &str {
        "filesystem"
    }

    fn description(&self) -> &str {
        "Reads, writes and lists files of this workspace, and of nowhere else."
    }

    fn tools(&self) -> &[CodeTool] {
        TOOLS
    }

    fn prompt(&self) -> Option<&str> {
        Some(
            "Paths begin at the workspace: src/a.txt, not /home/… and not ../…. list_dir tells what is there, \
             read_file reads in pages, write_file replaces a whole file: read it first.",
        )
    }

    fn plan<'a>(&'a self, call: &ToolCall<'_>) -> Result<Plan<'a>, Refusal> {
        let top = call.ground.workspace.clone();
        let path = call.text("path").unwrap_or_default().to_owned();
        let rel = place(call.tool, &path)?;
        keep_out(&top, &rel, &path)?;
        match call.tool {
            "write_file" => self.plan_write(call, &top, path, rel),
            "list_dir" => {
                let text = format!("list_dir {}", shown(&rel));
                Ok(Plan::free(call.tool, text, move |_| list(&top, &rel, &path)))
            }
            _ => {
                let from = call.arguments["from"].as_u64().unwrap_or(0);
                let text = format!("read_file {}", shown(&rel));
                Ok(Plan::free(call.tool, text, move |_| read(&top, &rel, &path, from)))
            }
        }
    }
}

impl Filesystem {
    fn plan_write<'a>(
        &'a self,
        call: &ToolCall<'_>,
        top: &Path,
        path: String,
        rel: PathBuf,
    ) -> Result<Plan<'a>, Refusal> {
        let content = call.text("content").unwrap_or_default().to_owned();
        if content.len() as u64 > LARGEST {
            let words = format!("has {} bytes; at most {LARGEST} are written at once", content.len());
            return Err(wrong(call.tool, "content", &words));
        }
        let before = standing(top, &rel, &path)?;
        let text = format!("write_file {}\n{content}", shown(&rel));
        let mut bound = call.bound(self, &text);
        if let Some((digest, _)) = before {
            bound = bound.with_digest(Part::Script, digest);
        }
        let verdict = judge(call.mode(), &rel, before, content.len());
        let top = top.to_owned();
        Ok(Plan::new(call.tool, text, verdict, bound, move |by, _| {
            if standing(&top, &rel, &path)? != before {
                let words = format!("{path} is not what it was when this was planned; read it again");
                return Err(Refusal::NotRun(words));
            }
            write(&top, &rel, &path, &content, (before.map(|(digest, _)| digest), by))
        }))
    }
}

/// What a mode says of writing. What begins with a dot, and what a skill is made of, tells programs what to do:
/// there a person decides in every mode.
fn judge(mode: Mode, rel: &Path, before: Option<(Digest, u64)>, bytes: usize) -> (Decision, String) {
    let is_setting = |name: &str| name.starts_with('.') || name.eq_ignore_ascii_case("SKILL.md");
    let setting = rel.iter().filter_map(|name| name.to_str()).find(|name| is_setting(name));
    let deed = match before {
        None => format!("it makes {} with {bytes} bytes", shown(rel)),
        Some((digest, size)) => {
            format!("it replaces {} ({size} bytes, {}) by {bytes} bytes", shown(rel), digest.short())
        }
    };
    let (decision, words) = match (mode, setting) {
        (Mode::ReadOnly, _) => (Decision::Refuse, "nothing is written in it".to_owned()),
        (Mode::Ask, _) => (Decision::Ask, format!("writing needs a yes; {deed}")),
        (Mode::Auto, Some(name)) => {
            (Decision::Ask, format!("{name} tells programs what to do, so a person decides; {deed}"))
        }
        (Mode::Auto, None) => (Decision::Allow, deed),
    };
    (decision, format!("Mode {}: {words}.", mode.word()))
}

/// The path from the workspace, by its text alone. The workspace itself is a folder, so only `list_dir` takes it.
fn place(tool: &str, path: &str) -> Result<PathBuf, Refusal> {
    if tool == "list_dir" && matches!(path, "" | "." | "./") {
        return Ok(PathBuf::new());
    }
    inside(path).map_err(|fault| Unable::outside(path, fault).into())
}

/// Refuses what leads out of the workspace by a link, and what Git and Pixir keep for themselves, by whatever name.
fn keep_out(top: &Path, rel: &Path, path: &str) -> Result<(), Refusal> {
    let real_top = disk::canonical(top).map_err(Refusal::Unreadable)?;
    let mut at = top.join(rel);
    // What is not there yet stands in the nearest folder that is.
    let real = loop {
        match disk::canonical(&at) {
            Ok(real) => break real,
            Err(_) if at != top && at.pop() => {}
            Err(fault) => return Err(Refusal::Unreadable(fault)),
        }
    };
    let Ok(below) = real.strip_prefix(&real_top) else {
        return Err(Unable::outside(path, PathFault::Link).into());
    };
    let kept = |name: &std::ffi::OsStr| [".git", ".pixir"].iter().any(|own| name.eq_ignore_ascii_case(own));
    if rel.iter().chain(below.iter()).any(kept) {
        let words =
            format!("{path:?} lies in what Git or Pixir keeps for itself. It is not read or written here.");
        let details = json!({ "path": path });
        return Err(Unable { details, ..Unable::new("permission_denied", words) }.into());
    }
    Ok(())
}

/// What stands where something would be written: its digest and size; nothing where nothing is.
fn standing(top: &Path, rel: &Path, path: &str) -> Result<Option<(Digest, u64)>, Refusal> {
    let folder = Folder::open(top).map_err(Refusal::Unreadable)?;
    match folder.read(rel, LARGEST) {
        Ok(contents) => Ok(Some((Digest::of(&contents.bytes), contents.bytes.len() as u64))),
        Err(fault) if fault.cause == Cause::Missing => Ok(None),
        Err(fault) => Err(refused(&fault, path)),
    }
}

fn read(top: &Path, rel: &Path, path: &str, from: u64) -> Result<Done, Refusal> {
    let folder = Folder::open(top).map_err(Refusal::Unreadable)?;
    let contents = folder.read(rel, LARGEST).map_err(|fault| refused(&fault, path))?;
    let size = contents.bytes.len();
    let text = std::str::from_utf8(&contents.bytes).ok().filter(|text| !text.contains('\0'));
    let Some(text) = text else {
        let details = json!({ "path": path, "size": size });
        let words = format!("{path:?} is no text: {size} bytes that are not shown.");
        return Err(Unable { details, ..Unable::new("binary", words) }.into());
    };
    let boundary =
        |at: usize| (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
    let start = boundary(usize::try_from(from).unwrap_or(usize::MAX));
    let end = boundary(start.saturating_add(PAGE));
    let next = (end < text.len()).then_some(end);
    let rest = next.map_or_else(String::new, |next| {
        format!("\n…[bytes {start} to {next} of {size}; read on from {next}]")
    });
    // Nobody looks at it before the model does.
    let (part, withheld) = hydration::secret::withhold(&text[start..end]);
    let facts = json!({
        "path": shown(rel),
        "from": start,
        "next": next,
        "bytes_total": size,
        "withheld": withheld,
        "sha256": Digest::of(&contents.bytes).to_string(),
    });
    Ok(Done::of(format!("{part}{rest}"), facts))
}

fn write(
    top: &Path,
    rel: &Path,
    path: &str,
    content: &str,
    (before, by): (Option<Digest>, &str),
) -> Result<Done, Refusal> {
    // Looked at once more: a link may have come while a person thought.
    keep_out(top, rel, path)?;
    let folder = Folder::open(top).map_err(Refusal::Unreadable)?;
    folder.write(rel, content.as_bytes()).map_err(|fault| refused(&fault, path))?;
    let facts = json!({
        "path": shown(rel),
        "bytes": content.len(),
        "sha256": Digest::of(content.as_bytes()).to_string(),
        "replaced_sha256": before.map(|digest| digest.to_string()),
        "by": by,
    });
    let text = format!("Wrote {} bytes to {}.", content.len(), shown(rel));
    Ok(Done { text, evidence: Some(facts.clone()), facts })
}

fn list(top: &Path, rel: &Path, path: &str) -> Result<Done, Refusal> {
    let folder = Folder::open(top).map_err(Refusal::Unreadable)?;
    let leaves = folder.list(rel).map_err(|fault| refused(&fault, path))?;
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
    let facts: Value = json!({ "path": shown(rel), "entries": rows, "omitted": omitted });
    Ok(Done::of(text, facts))
}

fn shown(rel: &Path) -> String {
    let parts: Vec<_> = rel.iter().map(|part| part.to_string_lossy()).collect();
    if parts.is_empty() { ".".to_owned() } else { parts.join("/") }
}

/// What stood in the way, in words about the workspace that do not tell where it lies.
fn refused(fault: &Fault, path: &str) -> Refusal {
    let told = |kind, words: String, details: Value| Refusal::from(Unable { kind, words, details });
    let of_path = json!({ "path": path });
    match &fault.cause {
        Cause::Missing | Cause::NotAFolder => {
            told("not_found", format!("The workspace has no {path:?}."), of_path)
        }
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
