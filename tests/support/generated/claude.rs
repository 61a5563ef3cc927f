//! The logs that Claude Code keeps of a folder, in the shapes it writes: prompts, answers, calls with their results,
//! texts of skills, and bookkeeping between them.

#![allow(clippy::disallowed_methods, reason = "it makes the files that are measured")]

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use serde_json::Value;

use super::dice::Dice;
use super::prose::Prose;
use super::workspace::content;

/// Bytes of the one long line that every hundredth log has.
const LONG: usize = 2 << 20;
/// Skills that sessions take in.
const SKILLS: usize = 40;

/// Writes `logs` logs of together about `bytes` bytes into a folder of `~/.claude/projects`; how many lines they have.
///
/// # Errors
///
/// When a file or folder cannot be written.
pub fn write(project: &Path, started_in: &Path, logs: u32, bytes: u64) -> io::Result<u64> {
    std::fs::create_dir_all(project)?;
    let (json, markdown) = (Prose::json(), Prose::markdown());
    let mut lines = 0;
    for number in 0..logs {
        let mut dice = Dice::seeded(7_000 + u64::from(number));
        // From a quarter of the mean to seven quarters of it.
        let size = bytes / u64::from(logs) * (250 + dice.below(1_500) as u64) / 1000;
        let id = format!("{number:08x}-0000-4000-8000-{:012x}", dice.roll() >> 16);
        let file = File::create(project.join(format!("{id}.jsonl")))?;
        let mut out = Writer {
            file: BufWriter::with_capacity(1 << 20, file),
            tail: format!(
                r#""cwd":{},"sessionId":"{id}","version":"2.1.330","gitBranch":"main""#,
                Value::from(started_in.to_string_lossy())
            ),
            folder: started_in.join(".claude/skills").to_string_lossy().into_owned(),
            json: &json,
            markdown: &markdown,
            parent: "null".to_owned(),
            millis: u64::from(number) * 3_600_000,
            dice,
            lines: 0,
            written: 0,
        };
        while out.written < size {
            out.turn()?;
        }
        if number % 100 == 0 {
            out.call(LONG)?;
        }
        out.file.into_inner()?.sync_all()?;
        lines += out.lines;
    }
    Ok(lines)
}

struct Writer<'a> {
    file: BufWriter<File>,
    /// What stands at the end of every line of a session.
    tail: String,
    /// Where its skills lie.
    folder: String,
    json: &'a Prose,
    markdown: &'a Prose,
    /// The line that the next one hangs on, as JSON.
    parent: String,
    millis: u64,
    dice: Dice,
    lines: u64,
    written: u64,
}

impl Writer<'_> {
    fn turn(&mut self) -> io::Result<()> {
        let prompt = self.text(200, 16);
        self.line("user", &format!(r#""message":{{"role":"user","content":"{prompt}"}}"#))?;
        if self.dice.hits(150) {
            self.skill()?;
        }
        for _ in 0..1 + self.dice.below(12) {
            let size = self.dice.size(4_000, 24);
            self.call(size)?;
        }
        let text = self.text(700, 16);
        self.answer(&format!(r#"{{"type":"text","text":"{text}"}}"#))?;
        self.own(r#"{"type":"file-history-snapshot","messageId":"m","snapshot":{},"isSnapshotUpdate":false}"#)
    }

    /// A call and its result, which stands in the line twice: for the model and for the screen.
    fn call(&mut self, size: usize) -> io::Result<()> {
        let id = format!("toolu_{:016x}", self.dice.roll());
        if self.dice.hits(300) {
            let text = self.text(300, 16);
            self.answer(&format!(r#"{{"type":"thinking","thinking":"{text}","signature":"{id}"}}"#))?;
        }
        let file = self.dice.below(400);
        let input = format!(r#"{{"command":"cat src/part_{file}.rs","description":"Read a part"}}"#);
        self.answer(&format!(r#"{{"type":"tool_use","id":"{id}","name":"Bash","input":{input}}}"#))?;
        let mut output = String::with_capacity(size);
        while output.len() < size / 2 {
            let rest = (size / 2 - output.len()).min(50 << 10);
            output.push_str(self.json.cut(&mut self.dice, rest.max(1)));
        }
        let result =
            format!(r#"{{"tool_use_id":"{id}","type":"tool_result","content":"{output}","is_error":false}}"#);
        let shown = format!(r#"{{"stdout":"{output}","stderr":"","interrupted":false,"isImage":false}}"#);
        self.line(
            "user",
            &format!(r#""message":{{"role":"user","content":[{result}]}},"toolUseResult":{shown}"#),
        )
    }

    /// A skill that the model asks for, and its text.
    fn skill(&mut self) -> io::Result<()> {
        let name = format!("skill-{:05}", self.dice.below(SKILLS));
        let id = format!("toolu_{:016x}", self.dice.roll());
        self.answer(&format!(
            r#"{{"type":"tool_use","id":"{id}","name":"Skill","input":{{"skill":"{name}"}}}}"#
        ))?;
        let result =
            format!(r#"{{"type":"tool_result","tool_use_id":"{id}","content":"Launching skill: {name}"}}"#);
        self.line(
            "user",
            &format!(
                r#""message":{{"role":"user","content":[{result}]}},"toolUseResult":{{"success":true,"commandName":"{name}"}}"#
            ),
        )?;
        let mut seed = Dice::seeded(name.bytes().fold(0, |sum, byte| sum * 31 + u64::from(byte)));
        let file = content(&name, &mut seed, self.markdown);
        let body = file.split_once("\n---\n\n").map_or("", |(_, body)| body);
        let text = format!("Base directory for this skill: {}/{name}\n\n{body}", self.folder);
        let block = format!(r#"{{"type":"text","text":{}}}"#, Value::from(text));
        self.line(
            "user",
            &format!(
                r#""message":{{"role":"user","content":[{block}]}},"isMeta":true,"sourceToolUseID":"{id}""#
            ),
        )
    }

    fn answer(&mut self, block: &str) -> io::Result<()> {
        let (id, sent) = (self.dice.roll(), 2_000 + self.dice.below(90_000));
        let usage = format!(
            r#"{{"input_tokens":{},"cache_creation_input_tokens":{},"cache_read_input_tokens":{sent},"output_tokens":{},"service_tier":"standard"}}"#,
            1 + self.dice.below(50),
            self.dice.below(4_000),
            1 + self.dice.below(900),
        );
        self.line(
            "assistant",
            &format!(
                r#""message":{{"model":"claude-sonnet-4-5","id":"msg_{id:016x}","type":"message","role":"assistant","content":[{block}],"stop_reason":null,"stop_sequence":null,"usage":{usage}}},"requestId":"req_{id:016x}""#
            ),
        )
    }

    fn line(&mut self, kind: &str, members: &str) -> io::Result<()> {
        self.millis += 300 + self.dice.below(40_000) as u64;
        let id = format!("{:08x}-0000-4000-8000-{:012x}", self.lines, self.dice.roll() >> 16);
        let (parent, tail) = (&self.parent, &self.tail);
        let time = time(self.millis);
        let line = format!(
            r#"{{"parentUuid":{parent},"isSidechain":false,"userType":"external",{tail},"type":"{kind}",{members},"uuid":"{id}","timestamp":"{time}"}}"#
        );
        self.parent = format!("\"{id}\"");
        self.own(&line)
    }

    fn own(&mut self, line: &str) -> io::Result<()> {
        self.file.write_all(line.as_bytes())?;
        self.file.write_all(b"\n")?;
        self.written += line.len() as u64 + 1;
        self.lines += 1;
        Ok(())
    }

    fn text(&mut self, median: usize, sixteenths: i64) -> String {
        let size = self.dice.size(median, sixteenths);
        self.json.cut(&mut self.dice, size).to_owned()
    }
}

/// So many milliseconds into September 2026, of which there are thirty days.
fn time(millis: u64) -> String {
    let (seconds, millis) = (millis / 1_000 % (30 * 86_400), millis % 1_000);
    let (day, hour) = (1 + seconds / 86_400, seconds / 3_600 % 24);
    format!("2026-09-{day:02}T{hour:02}:{:02}:{:02}.{millis:03}Z", seconds / 60 % 60, seconds % 60)
}
