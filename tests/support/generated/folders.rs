//! Many folders in which Claude Code was started often: short sessions, every tenth of which activates one of the user's
//! skills.

#![allow(clippy::disallowed_methods, reason = "it makes the files that are measured")]

use std::fs;
use std::io;
use std::path::Path;

use serde_json::{Value, json};

/// The user's skills that are activated in turn.
const SKILLS: usize = 20;
/// Answers in every session.
const ANSWERS: usize = 4;
/// How often a skill is activated: in every session with a number that this divides.
const ACTIVATED: usize = 10;

/// The words of the prompt of one session, which no other session has.
pub fn prompt(number: usize) -> String {
    format!("please do the task number-{number:06} of this folder")
}

/// The id of a session.
pub fn id(number: usize) -> String {
    format!("{number:08x}-0000-4000-8000-000000000000")
}

/// Writes the user's skills and `folders` folders, each with `each` sessions, below `home` and `work`. Returns how many
/// sessions there are.
///
/// # Errors
///
/// When a file or folder cannot be written.
pub fn write(home: &Path, work: &Path, folders: usize, each: usize) -> io::Result<usize> {
    for skill in 0..SKILLS {
        let folder = home.join(format!(".claude/skills/skill-{skill:02}"));
        fs::create_dir_all(&folder)?;
        let front = format!("---\nname: skill-{skill:02}\ndescription: Does thing {skill}.\n---\n");
        fs::write(folder.join("SKILL.md"), front + &body(skill))?;
    }
    for folder in 0..folders {
        let started_in = work.join(format!("project-{folder:03}"));
        let project = home.join(format!(".claude/projects/-work-project-{folder:03}"));
        fs::create_dir_all(&started_in)?;
        fs::create_dir_all(&project)?;
        for number in folder * each..(folder + 1) * each {
            fs::write(project.join(format!("{}.jsonl", id(number))), session(home, &started_in, number))?;
        }
    }
    Ok(folders * each)
}

fn body(skill: usize) -> String {
    format!("Body of skill {skill}.\n{}", "One more line of it.\n".repeat(20))
}

fn session(home: &Path, started_in: &Path, number: usize) -> String {
    let mut log = Log { text: String::new(), started_in, number, parent: Value::Null, lines: 0 };
    log.line("user", &json!({"role": "user", "content": prompt(number)}), &json!({}));
    if number.is_multiple_of(ACTIVATED) {
        let (skill, call) = (number / ACTIVATED % SKILLS, format!("toolu_{number}"));
        let name = format!("skill-{skill:02}");
        let asked = json!({"type": "tool_use", "id": call, "name": "Skill", "input": {"skill": name}});
        log.said("call", &asked);
        let done = json!({"type": "tool_result", "tool_use_id": call, "content": format!("Launching skill: {name}")});
        let result = json!({"toolUseResult": {"success": true, "commandName": name}});
        log.line("user", &json!({"role": "user", "content": [done]}), &result);
        let folder = home.join(".claude/skills").join(&name);
        let text = format!("Base directory for this skill: {}\n\n{}", folder.display(), body(skill));
        let text = json!({"role": "user", "content": [{"type": "text", "text": text}]});
        log.line("user", &text, &json!({"isMeta": true, "sourceToolUseID": call}));
    }
    for answer in 0..ANSWERS {
        let words = format!("Answer {answer}: {}", "some words about the thing ".repeat(20));
        log.said(&answer.to_string(), &json!({"type": "text", "text": words}));
    }
    log.text
}

struct Log<'a> {
    text: String,
    started_in: &'a Path,
    number: usize,
    parent: Value,
    lines: usize,
}

impl Log<'_> {
    /// An answer of the model with one block.
    fn said(&mut self, id: &str, block: &Value) {
        let id = format!("msg_{}_{id}", self.number);
        let usage = json!({"input_tokens": 100, "output_tokens": 50});
        let message = json!({"id": id, "type": "message", "role": "assistant", "model": "claude-opus-4",
            "content": [block], "usage": usage});
        self.line("assistant", &message, &json!({}));
    }

    fn line(&mut self, kind: &str, message: &Value, more: &Value) {
        let uuid = format!("{:08x}-0000-4000-8000-{:012x}", self.number, self.lines);
        let (day, minute) = (1 + self.number % 28, self.lines);
        let mut line = json!({"parentUuid": self.parent, "isSidechain": false, "userType": "external",
            "cwd": self.started_in, "sessionId": id(self.number), "version": "2.1.330", "gitBranch": "main",
            "type": kind, "message": message, "uuid": uuid,
            "timestamp": format!("2026-09-{day:02}T10:{minute:02}:00.000Z")});
        if let (Some(line), Some(more)) = (line.as_object_mut(), more.as_object()) {
            line.extend(more.clone());
        }
        self.text += &format!("{line}\n");
        self.parent = uuid.into();
        self.lines += 1;
    }
}
