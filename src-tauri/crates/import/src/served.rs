//! The skills of an MCP server laid into quarantine: the server is started, contained as every command is, asked what it
//! serves, and read from for what was chosen alone.

use std::path::{Path, PathBuf};
use std::time::Duration;

use execution::{End, Further, Level, Limits, NotRun, Order, Ran, Talk, Writes, converse};
use message::{Message, message};
use skills::incoming::{Doubt, Entry as Named, EntryKind, MOST_BYTES};
use skills::manage::StartedFile;

use crate::entry::Entry;
use crate::git::Tools;
use crate::lay::{Ended, Reading, lay_out};
use crate::server::{Listed, Server, Wire, short};
use crate::{Import, Stage, StartedCommand, started_files};

/// How long a server may take in all, and for one answer.
const WALL: Duration = Duration::from_secs(300);
const ANSWER: Duration = Duration::from_secs(30);
/// Bytes of all that it says, files in base64 and more; and of one answer, which holds one file at most.
const SAID: u64 = 2 * MOST_BYTES;
const ANSWERED: usize = 32 << 20;
/// Most skills of one list that are told as not taken.
const TOLD: usize = 20;

impl Wire for Talk<'_> {
    fn say(&mut self, line: &str) -> Result<(), String> {
        Talk::say(self, line, ANSWER).map_err(|silence| silence.to_string())
    }

    fn hear(&mut self) -> Result<Vec<u8>, String> {
        Talk::hear(self, ANSWER, ANSWERED).map_err(|silence| silence.to_string())
    }
}

/// Files of several skills, by the number of their entry.
struct Fetched(Vec<Vec<u8>>);

impl Reading for Fetched {
    fn read(&mut self, entry: usize, most: u64) -> Result<Vec<u8>, Doubt> {
        let bytes = std::mem::take(&mut self.0[entry]);
        match bytes.len() as u64 <= most {
            true => Ok(bytes),
            false => {
                Err(Doubt::refuses("too-large", "", message!("It exceeds the size limit of an import.")))
            }
        }
    }
}

/// Which skills of a server are wanted: those of these names or addresses, the only one without any, all of them
/// without a list.
type Wanted = Option<Vec<String>>;

/// Starts a server in a folder, and lays what is wanted of it into quarantine. A person said that it may be started
/// from the files that were shown.
pub(crate) fn lay_served(
    import: &Import,
    (command, shown, folder): (&[String], &[StartedFile], &Path),
    wanted: &Wanted,
    tools: &Tools,
) -> Result<(), Ended> {
    let label = format!("`{}`", command.join(" "));
    let failed = |why: &dyn std::fmt::Display| {
        Ended::Failed(message!("Cannot run the MCP server {label}: {why}.", label, why))
    };
    let started = started_files(command, folder, &tools.search).map_err(|why| failed(&why))?;
    if let Some(path) = changed(shown, &started.files) {
        let why = format!("{} changed since it was shown; nothing was started", path.display());
        return Err(failed(&why));
    }
    let not_sealed = started.not_sealed.clone();
    let order = order(command, started, folder, tools);
    let talked = converse(&order, &import.stop, |talk| fetched(talk, &label, wanted));
    let (told, ran) = talked.map_err(|error| match error {
        NotRun::Stopped => Ended::Stopped,
        error => failed(&error),
    })?;
    if import.stop.is_wished() {
        return Err(Ended::Stopped);
    }
    let (listed, chosen, files) = told.map_err(|ended| with_its_end(ended, &ran))?;
    let mut doubts = listed.broken;
    let untold = doubts.len().saturating_sub(TOLD);
    if untold > 0 {
        doubts.truncate(TOLD);
        doubts.push(Doubt::warns(
            "not-served",
            "",
            message!("{untold} more of its skills are skipped.", untold),
        ));
    }
    doubts.extend(
        not_sealed
            .iter()
            .map(|words| Doubt::warns("not-sealed", "", message!("{words} It ran unsealed.", words))),
    );
    if ran.level == Level::None {
        let words = message!("The server was not sandboxed: it ran with your rights.");
        doubts.push(Doubt::warns("not-contained", "", words));
    }
    import.tell(|state| {
        state.stage = Stage::Laying;
        state.served = chosen.iter().map(|one| (PathBuf::from(&one.folder), one.marks())).collect();
    });
    let names: Vec<Named> = chosen
        .iter()
        .flat_map(|entry| entry.files.iter().map(|file| format!("{}/{}", entry.folder, file.rel)))
        .zip(&files)
        .map(|(name, bytes)| Named {
            name: name.into_bytes(),
            kind: EntryKind::File,
            size: bytes.len() as u64,
            packed: None,
        })
        .collect();
    // The protocol knows no permissions, so nothing of it can be executed as it lies there.
    let modes = vec![0o644; names.len()];
    lay_out(import, &names, &modes, &mut Fetched(files), "")?;
    import.tell(|state| state.doubts.splice(0..0, doubts).for_each(drop));
    Ok(())
}

/// The first file that is not as it was shown, or was not shown.
fn changed<'a>(shown: &'a [StartedFile], now: &'a [StartedFile]) -> Option<&'a Path> {
    let odd = now
        .iter()
        .find(|file| !shown.contains(file))
        .or_else(|| shown.iter().find(|file| !now.contains(file)));
    odd.map(|file| file.path.as_path())
}

fn order(command: &[String], started: StartedCommand, folder: &Path, tools: &Tools) -> Order {
    Order {
        argv: command.to_owned(),
        program: started.program,
        sealed: started.sealed,
        kept: Vec::new(),
        workspace: folder.to_owned(),
        cwd: folder.to_owned(),
        environment: tools.environment.iter().filter(|(name, _)| name == "PATH").cloned().collect(),
        further: Further::Usual,
        input: Vec::new(),
        readable: Vec::new(),
        writes: Writes::Nothing,
        limits: Limits { read: SAID, memory: 2 << 30, ..Limits::for_source(WALL, SAID) },
        least: Level::None,
        helper: tools.helper.clone(),
    }
}

type Fetch = (Listed, Vec<Entry>, Vec<Vec<u8>>);

/// Greets a server, asks what it serves, and reads what was chosen.
pub(crate) fn fetched(wire: &mut dyn Wire, name: &str, wanted: &Wanted) -> Result<Fetch, Ended> {
    let mut server = Server::greet(wire, name)?;
    let listed = server.list()?;
    let chosen = chosen(&mut server, &listed, wanted)?;
    check_apart(&server, &chosen)?;
    let mut files = Vec::new();
    for entry in &chosen {
        files.extend(server.files(entry)?);
    }
    Ok((listed, chosen, files))
}

/// What lies in another skill's folder would come in as a part of that one, of which its list says nothing.
fn check_apart(server: &Server<'_>, chosen: &[Entry]) -> Result<(), Ended> {
    for outer in chosen {
        let above = format!("{}/", outer.folder);
        if let Some(inner) = chosen.iter().find(|inner| inner.folder.starts_with(&above)) {
            let words =
                format!("{} is inside {}; import one at a time with --skill URI", inner.uri, outer.uri);
            return Err(server.failed(&words));
        }
    }
    Ok(())
}

fn chosen(server: &mut Server<'_>, listed: &Listed, wanted: &Wanted) -> Result<Vec<Entry>, Ended> {
    let Some(names) = wanted else {
        return if listed.entries.is_empty() {
            Err(none(server, listed))
        } else {
            Ok(listed.entries.clone())
        };
    };
    if names.is_empty() {
        return match listed.entries.as_slice() {
            [] => Err(none(server, listed)),
            [one] => Ok(vec![one.clone()]),
            several => {
                let names: Vec<_> = several.iter().take(TOLD).map(Entry::name).collect();
                let more = if several.len() > TOLD { ", …" } else { "" };
                let (count, names) = (several.len(), names.join(", "));
                Err(server.failed(&format!(
                    "it serves {count} skills: {names}{more}. Select with --skill NAME, or import all with --all"
                )))
            }
        };
    }
    let mut found: Vec<Entry> = Vec::new();
    for name in names {
        let meant: Vec<&Entry> =
            listed.entries.iter().filter(|entry| entry.name() == name || entry.uri == *name).collect();
        let entry = match meant.as_slice() {
            [one] => (*one).clone(),
            [] if name.contains("://") => server.get(name)?,
            [] => return Err(server.failed(&format!("it lists no importable skill {name}"))),
            several => {
                let uris: Vec<_> = several.iter().map(|entry| entry.uri.as_str()).collect();
                let uris = uris.join(", ");
                return Err(
                    server.failed(&format!("it serves several skills named {name}; pass one of {uris}"))
                );
            }
        };
        if found.iter().all(|known| known.uri != entry.uri) {
            found.push(entry);
        }
    }
    Ok(found)
}

fn none(server: &Server<'_>, listed: &Listed) -> Ended {
    match listed.broken.first() {
        None => server.failed("it lists no skills; pass the address of a skill"),
        Some(doubt) => server.failed(&format!("it lists no importable skill; {}: {}", doubt.at, doubt.words)),
    }
}

/// How a server ended and what it wrote to its errors say more than that it did not answer.
fn with_its_end(ended: Ended, ran: &Ran) -> Ended {
    let Ended::Failed(words) = ended else { return ended };
    let mut words = vec![words];
    if !matches!(ran.end, End::Exit(0) | End::Stopped) {
        words.push(message!("It {end}.", end = ran.end));
    }
    let said = String::from_utf8_lossy(&ran.stderr.kept);
    let lines: Vec<&str> = said.lines().map(str::trim).filter(|line| !line.is_empty()).take(3).collect();
    if !lines.is_empty() {
        words.push(message!("It wrote: {text}", text = short(&lines.join(" "))));
    }
    Ended::Failed(Message::in_a_row(words))
}
