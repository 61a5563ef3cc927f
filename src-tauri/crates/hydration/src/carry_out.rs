//! What was decided is carried out: the command runs, or the files are read; nothing is released yet.

use std::time::{Duration, SystemTime};

use disk::Digest;
use execution::{End, Further, Level, Limits, NotRun, Order, OrderDescription, Stop, Writes};
use message::{Message, message};

use crate::prepare::judge_gathered;
use crate::{
    Bounded, CommandWork, GatheredFile, Ground, Limits as Reading, Origin, Prepared, Secret, Work, bounded,
    gather, kept, secret,
};

/// What came back. Nobody has it yet but Assay.
#[derive(Debug, Clone)]
pub struct Capture {
    /// How the command ended; nothing when files were read.
    pub end: Option<End>,
    /// How long it took.
    pub wall: Duration,
    /// When it began.
    pub begun: SystemTime,
    /// When it had ended.
    pub ended: SystemTime,
    /// What contained it; nothing when files were read.
    pub level: Option<Level>,
    /// The bytes read from standard output or from the files, as far as they are held: 1 MiB at most.
    pub raw: Vec<u8>,
    /// How many bytes were read.
    pub raw_bytes: u64,
    /// The digest of all bytes that were read.
    pub raw_digest: Digest,
    /// How many bytes were read from standard error.
    pub stderr_bytes: u64,
    /// The files that were read.
    pub files: Vec<GatheredFile>,
    /// The text that would be released.
    pub text: Bounded,
    /// Likely secrets in it.
    pub secrets: Vec<Secret>,
    /// What is known not to be complete, each in a sentence.
    pub limitations: Vec<Message>,
}

/// Bytes of output that are held for the person who decides; what is released is cut further.
const HELD: u64 = 1 << 20;

/// Carries it out. The words of a failure are for the person and for the asker.
pub fn carry_out(
    ground: &Ground,
    prepared: &Prepared,
    clock: fn() -> SystemTime,
    stop: &Stop,
) -> Result<Capture, Message> {
    let begun = clock();
    match &prepared.work {
        Work::Command(command) => {
            let order = order(ground, prepared, command);
            let order = match order.writes {
                Writes::Workspace => Order { kept: kept(&ground.workspace), ..order },
                Writes::Nothing => order,
            };
            let ran = execution::run(&order, stop).map_err(|not_run: NotRun| not_run.message())?;
            let mut limitations = ran.limitations;
            limitations.extend(prepared.not_bound.iter().cloned());
            if command.runs.iter().any(|word| execution::is_exclude(word)) {
                limitations.push(message!("Files whose names say that they hold secrets were left out."));
            }
            if ran.stderr.total > 0 {
                limitations.push(message!(
                    "{total} bytes on standard error are not part of the text.",
                    total = ran.stderr.total
                ));
            }
            Ok(Capture {
                end: Some(ran.end),
                wall: ran.wall,
                level: Some(ran.level),
                raw_bytes: ran.stdout.total,
                raw_digest: ran.stdout.digest,
                stderr_bytes: ran.stderr.total,
                ..captured(prepared, ran.stdout.kept, begun, clock(), limitations)
            })
        }
        Work::ByAsker(_) => Err(message!("The agent does it; Assay has nothing to run.")),
        Work::Files(_) | Work::Resource(_) => {
            let gathered =
                gather(&prepared.source.surface, &ground.workspace, &prepared.skill.dir, Reading::default())
                    .map_err(|error| error.message())?;
            // A file may have come since nobody was asked.
            let files: Vec<_> = gathered.files.iter().map(|file| file.path.clone()).collect();
            let judgement = judge_gathered(ground, &prepared.skill.dir, &prepared.work, &files);
            if let Some(reason) = judgement.reasons.first().filter(|_| prepared.reads_only) {
                return Err(message!("{words}, without asking.", words => reason.words.clone()));
            }
            let ended = clock();
            Ok(Capture {
                wall: ended.duration_since(begun).unwrap_or_default(),
                files: gathered.files,
                ..captured(prepared, gathered.text, begun, ended, gathered.limitations)
            })
        }
    }
}

// Without the places that stay as they are, which are looked for when it runs.
fn order(ground: &Ground, prepared: &Prepared, command: &CommandWork) -> Order {
    // A source that provably only reads is walled in so that it cannot do otherwise.
    let (writes, least) = match prepared.reads_only {
        true => (Writes::Nothing, Level::Walls),
        false => (Writes::Workspace, Level::None),
    };
    Order {
        argv: command.runs.clone(),
        program: command.program.clone(),
        sealed: command.bindings.sealed.clone(),
        workspace: ground.workspace.clone(),
        cwd: command.cwd.clone(),
        environment: command.environment.clone(),
        further: match prepared.source.origin {
            Origin::Inline => Further::Nothing,
            Origin::File | Origin::Frontmatter => Further::Usual,
        },
        input: Vec::new(),
        readable: vec![prepared.skill.dir.clone()],
        writes,
        kept: Vec::new(),
        limits: Limits::for_source(prepared.source.timeout, HELD),
        least,
        helper: ground.helper.clone(),
    }
}

/// Returns what will run and within which limits, whoever carries it out; `None` if no command runs.
pub fn order_description(ground: &Ground, prepared: &Prepared) -> Option<OrderDescription> {
    let Work::Command(command) = &prepared.work else { return None };
    Some(match &command.runs_elsewhere {
        Some(runs) => runs.clone(),
        // Of the output that is held, only what the source may keep is released.
        None => OrderDescription {
            keep: prepared.source.max_bytes,
            ..order(ground, prepared, command).description()
        },
    })
}

fn captured(
    prepared: &Prepared,
    raw: Vec<u8>,
    begun: SystemTime,
    ended: SystemTime,
    limitations: Vec<Message>,
) -> Capture {
    let text = bounded(&raw, prepared.source.max_bytes);
    Capture {
        end: None,
        wall: Duration::ZERO,
        begun,
        ended,
        level: None,
        raw_bytes: raw.len() as u64,
        raw_digest: Digest::of(&raw),
        stderr_bytes: 0,
        files: Vec::new(),
        secrets: secret::find(&text.text),
        limitations,
        text,
        raw,
    }
}
