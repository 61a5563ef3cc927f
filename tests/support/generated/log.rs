//! One session's log in the bytes Pixir writes: keys in its order, its escapes, its mix of sizes.

#![allow(clippy::disallowed_methods, reason = "it makes the files that are measured")]

use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::Path;

use disk::Digest;
use serde_json::Value;

use super::dice::Dice;
use super::prose::Prose;
use super::workspace::content;

/// Texts that one skill has over all sessions.
const VERSIONS: usize = 4;
const SESSION: &str = "20260901T080000-0b5e55";

/// Writes events until the file has `size` bytes; returns how many there are.
///
/// # Errors
///
/// When the file cannot be written.
pub fn write(path: &Path, size: u64) -> io::Result<u32> {
    write_seeded(path, size, 3)
}

/// As [`write`], another log for each seed.
///
/// # Errors
///
/// When the file cannot be written.
pub fn write_seeded(path: &Path, size: u64, seed: u64) -> io::Result<u32> {
    let mut out = Writer {
        file: BufWriter::with_capacity(1 << 20, File::create(path)?),
        dice: Dice::seeded(seed),
        prose: Prose::json(),
        markdown: Prose::markdown(),
        seq: 0,
        written: 0,
        micros: 0,
    };
    while out.written < size {
        out.step()?;
    }
    // On the disk before anything is measured, so that no figure pays for the writing.
    out.file.into_inner()?.sync_all()?;
    Ok(out.seq)
}

/// Copies the last `size` bytes of a log, from the next whole line on.
///
/// # Errors
///
/// When the one file cannot be read or the other written.
pub fn copy_end(from: &Path, to: &Path, size: u64) -> io::Result<()> {
    let mut file = File::open(from)?;
    file.seek(SeekFrom::Start(file.metadata()?.len().saturating_sub(size)))?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    let start = bytes.iter().position(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    std::fs::write(to, &bytes[start..])
}

struct Writer {
    file: BufWriter<File>,
    dice: Dice,
    prose: Prose,
    markdown: Prose,
    seq: u32,
    written: u64,
    micros: u64,
}

impl Writer {
    /// Of a thousand steps 20 are a person's message, 3 an activation, and the rest the agent's text or a call
    /// with its result, so that texts, calls and results are a third of the events each.
    fn step(&mut self) -> io::Result<()> {
        match self.dice.below(1000) {
            0..20 => {
                let text = self.text(200, 16);
                self.event("user_message", &format!(r#"{{"text":"{text}"}}"#))
            }
            20..24 => self.activation(),
            24..512 => {
                let text = self.text(500, 16);
                self.event("assistant_message", &format!(r#"{{"text":"{text}"}}"#))
            }
            _ => self.call(),
        }
    }

    fn call(&mut self) -> io::Result<()> {
        let id = format!("call_{:016x}", self.dice.roll());
        let (file, text) = (self.dice.below(400), self.text(400, 20));
        let args = format!(r#"{{"content":"{text}","path":"src/part_{file}.rs"}}"#);
        self.event("tool_call", &format!(r#"{{"args":{args},"call_id":"{id}","name":"write"}}"#))?;
        let output = self.text(600, 30);
        self.event("tool_result", &format!(r#"{{"call_id":"{id}","ok":true,"output":"{output}"}}"#))
    }

    fn activation(&mut self) -> io::Result<()> {
        let name = format!("skill-{:05}", self.dice.below(200));
        // A skill is edited now and then: most of its activations have one of a few texts.
        let version = 1 + self.dice.below(VERSIONS) as u64;
        let mut text = Dice::seeded(
            version << 32 | name.bytes().fold(0, |sum, byte| sum * 31 + u64::from(byte)) & 0xffff_ffff,
        );
        let content = content(&name, &mut text, &self.markdown);
        let root = "/home/dev/work/.agents/skills";
        let body = format!(
            r#"{{"activated_by":"model","content":{},"content_hash":"{}","description":"d","name":"{name}","path":"{root}/{name}/SKILL.md","root":"{root}","scope":"repo","short_path":"repo:{name}/SKILL.md","source":"repo"}}"#,
            Value::from(content.as_str()),
            Digest::of(content.as_bytes()),
        );
        self.event("skill_activation", &body)
    }

    fn text(&mut self, median: usize, sixteenths: i64) -> String {
        let size = self.dice.size(median, sixteenths);
        self.prose.cut(&mut self.dice, size).to_owned()
    }

    fn event(&mut self, kind: &str, body: &str) -> io::Result<()> {
        self.micros += 1_000 + self.dice.roll() % 100_000;
        let (seconds, micros) = (self.micros / 1_000_000, self.micros % 1_000_000);
        let (day, hour) = (1 + seconds / 86_400, seconds / 3_600 % 24);
        let (minute, second) = (seconds / 60 % 60, seconds % 60);
        let line = format!(
            r#"{{"data":{body},"id":"{:016x}","type":"{kind}","seq":{},"session_id":"{SESSION}","ts":"2026-09-{day:02}T{hour:02}:{minute:02}:{second:02}.{micros:06}Z"}}"#,
            self.dice.roll(),
            self.seq,
        );
        self.file.write_all(line.as_bytes())?;
        self.file.write_all(b"\n")?;
        self.written += line.len() as u64 + 1;
        self.seq += 1;
        Ok(())
    }
}
