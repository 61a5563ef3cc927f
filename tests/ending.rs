//! The end of a conversation over MCP: the private copies of skills are gone, however it ends, and what a kill left is
//! cleared by the next start, while another program's stay.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::approvals::Room;
use crate::doors::program;

/// An agent that speaks by hand, so that its end can be chosen.
struct Agent {
    process: Child,
    number: u64,
}

impl Agent {
    fn of(room: &Room) -> Self {
        let mut command = Command::new(program());
        command.arg("mcp").arg("--workspace").arg(room.at("workspace"));
        command.env("HOME", room.at("home")).env("XDG_DATA_HOME", room.at("data")).env_remove("PIXIR_HOME");
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut agent = Self { process: command.spawn().expect("assay mcp starts"), number: 0 };
        let hello = json!({
            "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "a test", "version": "1" },
        });
        agent.ask("initialize", &hello);
        agent.say(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        agent
    }

    /// One that took the skill in, so that there is a copy.
    fn with_a_copy(room: &Room) -> Self {
        let mut agent = Self::of(room);
        let taken =
            agent.ask("tools/call", &json!({ "name": "skill_view", "arguments": { "name": "notes" } }));
        assert_eq!(taken["result"]["isError"], false, "{taken:#}");
        agent
    }

    fn say(&mut self, message: &Value) {
        let input = self.process.stdin.as_mut().expect("its input");
        writeln!(input, "{message}").and_then(|()| input.flush()).expect("it listens");
    }

    fn ask(&mut self, method: &str, params: &Value) -> Value {
        self.number += 1;
        let id = self.number;
        self.say(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        let mut output = BufReader::with_capacity(1, self.process.stdout.as_mut().expect("its output"));
        loop {
            let mut line = String::new();
            assert!(output.read_line(&mut line).expect("an answer") > 0, "it ended");
            let answer: Value = serde_json::from_str(&line).expect("JSON");
            if answer["id"] == id {
                return answer;
            }
        }
    }

    /// Ends it by a signal, or by closing its input.
    fn end(mut self, signal: Option<&str>) -> std::process::ExitStatus {
        match signal {
            None => drop(self.process.stdin.take()),
            Some(signal) => {
                let pid = self.process.id().to_string();
                assert!(Command::new("kill").args([signal, &pid]).status().expect("kill runs").success());
            }
        }
        let begun = Instant::now();
        loop {
            if let Some(status) = self.process.try_wait().expect("its end") {
                return status;
            }
            assert!(begun.elapsed() < Duration::from_secs(30), "it does not end");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

/// Everything that lies among the copies of tasks.
fn copies(room: &Room) -> Vec<PathBuf> {
    let (mut found, mut folders) = (Vec::new(), vec![room.at("data/assay/tasks")]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            if entry.file_type().expect("a kind").is_dir() {
                folders.push(entry.path());
            }
            found.push(entry.path());
        }
    }
    found
}

fn is_copied(room: &Room) -> bool {
    copies(room).iter().any(|path| path.ends_with("notes/SKILL.md"))
}

#[test]
fn s2_41_nothing_of_fifty_conversations_is_left_when_their_agents_are_gone() {
    let room = Room::new("auto");
    for _ in 0..50 {
        let agent = Agent::with_a_copy(&room);
        assert!(is_copied(&room));
        assert!(agent.end(None).success());
        assert_eq!(copies(&room), Vec::<PathBuf>::new());
    }
}

#[cfg(unix)]
#[test]
fn s2_41_a_signal_ends_a_conversation_only_after_its_copies_are_gone() {
    use std::os::unix::process::ExitStatusExt;
    let room = Room::new("auto");
    for (name, number) in [("-TERM", 15), ("-INT", 2), ("-HUP", 1)] {
        let agent = Agent::with_a_copy(&room);
        assert!(is_copied(&room));
        assert_eq!(agent.end(Some(name)).signal(), Some(number), "whoever waits learns what ended it");
        assert_eq!(copies(&room), Vec::<PathBuf>::new(), "{name}");
    }
}

#[cfg(unix)]
#[test]
fn s2_41_what_a_kill_left_is_cleared_by_the_next_start_and_no_other_programs_copy() {
    let room = Room::new("auto");
    let alive = Agent::with_a_copy(&room);
    let own = copies(&room);
    let killed = Agent::with_a_copy(&room);
    killed.end(Some("-KILL"));
    assert!(copies(&room).len() > own.len(), "a kill leaves what it leaves");
    // One that takes nothing in clears as well.
    assert!(Agent::of(&room).end(None).success());
    assert_eq!(copies(&room), own, "the copies of the one that runs");
    let second = Agent::with_a_copy(&room);
    let both = copies(&room);
    assert!(alive.end(None).success());
    assert!(is_copied(&room) && copies(&room).len() < both.len(), "each clears its own");
    assert!(second.end(None).success());
    assert_eq!(copies(&room), Vec::<PathBuf>::new());
    let signs = fs::read_dir(room.at("data/assay/tasks-running")).expect("a folder").count();
    assert_eq!(signs, 0, "nor is a sign left");
}
