//! Lines of a log as Codex writes them, and its sessions in the home.

use super::claude_sessions::HomePaths;
use super::json::{array, object, text};
use super::skills::{AGENTS_SKILLS, CHANGELOG, HomeSkill};

/// A log of Codex.
pub struct CodexFile {
    /// Its path below `.codex/sessions`.
    pub path: String,
    /// Its text.
    pub text: String,
}

/// Two releases that order their lines otherwise.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CodexRelease {
    /// Counts tokens behind the answers of the tools.
    Early,
    /// Numbers its lines, and counts tokens behind the calls as well.
    Late,
}

struct CodexLog {
    id: &'static str,
    release: CodexRelease,
    lines: Vec<String>,
    ordinal: usize,
    turn: u32,
    calls: u32,
    /// Tokens so far: in, of these cached, and out.
    total: [u32; 3],
    /// The day, such as `2026-09-22`.
    day: &'static str,
    second: u32,
}

const ONE_READ: &str = "019c40aa-0001-7000-8000-00000000000a";
const FORK: &str = "019c40aa-0002-7000-8000-00000000000b";
const THREE_READS: &str = "019c40aa-0003-7000-8000-00000000000c";

/// Returns all logs of Codex.
pub fn codex_files(folders: &HomePaths) -> Vec<CodexFile> {
    let one = one_read(folders);
    vec![file(&fork(folders, &one)), file(&three_reads(folders)), file(&one)]
}

fn file(log: &CodexLog) -> CodexFile {
    let name = format!("rollout-{}T09-00-00-{}.jsonl", log.day, log.id);
    let text = log.lines.iter().fold(String::new(), |text, line| text + line + "\n");
    CodexFile { path: format!("{}/{name}", log.day.replace('-', "/")), text }
}

impl CodexLog {
    /// Begins a log; `fork` is the thread that it continues, and the first line of it that is left out.
    fn new(
        id: &'static str,
        release: CodexRelease,
        folder: &str,
        day: &'static str,
        fork: Option<(&CodexLog, usize)>,
    ) -> Self {
        let mut log = Self {
            id,
            release,
            lines: Vec::new(),
            ordinal: 0,
            turn: 0,
            calls: 0,
            total: [0; 3],
            day,
            second: 9 * 3600,
        };
        let mut head = vec![
            ("session_id", text(id)),
            ("id", text(id)),
            ("timestamp", text(&log.moment())),
            ("cwd", text(folder)),
            ("originator", text("codex_exec")),
            ("cli_version", text(if release == CodexRelease::Late { "0.169.0" } else { "0.144.0" })),
            ("source", text("exec")),
            ("thread_source", text("user")),
            ("model_provider", text("openai")),
        ];
        if let Some((parent, ordinal)) = fork {
            head.push(("forked_from_id", text(parent.id)));
            head.push(("forked_from_ordinal_exclusive", ordinal.to_string()));
            log.ordinal = ordinal;
            log.total = parent.total;
        }
        log.line("session_meta", &object(&head));
        log
    }

    /// Writes the list of skills that the model is shown.
    fn listing(&mut self, folders: &HomePaths) {
        let mut lines = vec![
            "<skills_instructions>\n## Skills\nThese skills can be used.\n### Skill roots".to_owned(),
            format!("- `r0` = `{}/.codex/skills`", folders.home),
            format!("- `r1` = `{}/.agents/skills`", folders.project),
            "### Available skills".to_owned(),
        ];
        let listed = AGENTS_SKILLS.iter().map(|skill| ("r1", skill));
        for (root, skill) in [("r0", &CHANGELOG)].into_iter().chain(listed) {
            lines.push(format!(
                "- {}: {} (file: {root}/{}/SKILL.md)",
                skill.name, skill.description, skill.name
            ));
        }
        self.said("developer", "input_text", &(lines.join("\n") + "\n</skills_instructions>"));
    }

    fn prompt(&mut self, folder: &str, words: &str) {
        self.turn += 1;
        let turn = ("turn_id", text(&self.turn_id()));
        self.line("event_msg", &object(&[("type", text("task_started")), turn.clone()]));
        let context = [turn, ("cwd", text(folder)), ("model", text("gpt-5-codex"))];
        self.line("turn_context", &object(&context));
        self.said("user", "input_text", words);
        if self.release == CodexRelease::Early {
            self.line("event_msg", &object(&[("type", text("user_message")), ("message", text(words))]));
        }
    }

    fn said(&mut self, role: &str, kind: &str, words: &str) {
        let content = array(&[object(&[("type", text(kind)), ("text", text(words))])]);
        let message = [("type", text("message")), ("role", text(role)), ("content", content)];
        self.line("response_item", &object(&message));
    }

    /// Writes a shell command of the model and its output.
    fn shell(&mut self, command: &str, output: &str, tokens: [u32; 3]) {
        self.calls += 1;
        let id = format!("call_{}_{}", self.ordinal, self.calls);
        let arguments = object(&[("cmd", text(command))]);
        let call = [
            ("type", text("function_call")),
            ("name", text("exec_command")),
            ("arguments", text(&arguments)),
            ("call_id", text(&id)),
        ];
        self.line("response_item", &object(&call));
        self.add(tokens);
        if self.release == CodexRelease::Late {
            self.usage_record(tokens);
        }
        let output = format!(
            "Chunk ID: 7c01d2\nWall time: 0.0100 seconds\nProcess exited with code 0\nOutput:\n{output}"
        );
        let answer =
            [("type", text("function_call_output")), ("call_id", text(&id)), ("output", text(&output))];
        self.line("response_item", &object(&answer));
        self.token_count(tokens);
    }

    /// Writes the last answer of a turn.
    fn answer(&mut self, words: &str, tokens: [u32; 3]) {
        if self.release == CodexRelease::Early {
            self.line("event_msg", &object(&[("type", text("agent_message")), ("message", text(words))]));
        }
        self.said("assistant", "output_text", words);
        self.add(tokens);
        if self.release == CodexRelease::Late {
            self.usage_record(tokens);
        }
        // Codex repeats a count when its limits change.
        self.token_count(tokens);
        self.token_count(tokens);
        let turn = ("turn_id", text(&self.turn_id()));
        let ended = [("type", text("task_complete")), turn, ("last_agent_message", text(words))];
        self.line("event_msg", &object(&ended));
    }

    fn add(&mut self, tokens: [u32; 3]) {
        for (total, more) in self.total.iter_mut().zip(tokens) {
            *total += more;
        }
    }

    fn usage_record(&mut self, tokens: [u32; 3]) {
        let record = object(&[
            ("thread_id", text(self.id)),
            ("turn_id", text(&self.turn_id())),
            ("usage", usage(tokens)),
            ("thread_token_usage", usage(self.total)),
        ]);
        self.line("token_usage_record", &record);
    }

    fn token_count(&mut self, tokens: [u32; 3]) {
        let counts = object(&[
            ("total_token_usage", usage(self.total)),
            ("last_token_usage", usage(tokens)),
            ("model_context_window", "258400".to_owned()),
        ]);
        self.line("event_msg", &object(&[("type", text("token_count")), ("info", counts)]));
    }

    fn line(&mut self, kind: &str, payload: &str) {
        let mut members = vec![("timestamp", text(&self.moment()))];
        if self.release == CodexRelease::Late {
            members.push(("ordinal", self.ordinal.to_string()));
        }
        members.extend([("type", text(kind)), ("payload", payload.to_owned())]);
        self.lines.push(object(&members));
        self.ordinal += 1;
        self.second += 2;
    }

    fn moment(&self) -> String {
        let (hour, minute, second) = (self.second / 3600, self.second / 60 % 60, self.second % 60);
        format!("{}T{hour:02}:{minute:02}:{second:02}.000Z", self.day)
    }

    fn turn_id(&self) -> String {
        format!("{}1{:03}", &self.id[..self.id.len() - 4], self.turn)
    }
}

fn usage([input, cached, output]: [u32; 3]) -> String {
    object(&[
        ("input_tokens", input.to_string()),
        ("cached_input_tokens", cached.to_string()),
        ("output_tokens", output.to_string()),
        ("reasoning_output_tokens", "0".to_owned()),
        ("total_tokens", (input + output).to_string()),
    ])
}

fn changelog_path(folders: &HomePaths) -> String {
    format!("{}/.codex/skills/{}/SKILL.md", folders.home, CHANGELOG.name)
}

/// A skill read by `cat`, then one that the user named.
fn one_read(folders: &HomePaths) -> CodexLog {
    let mut log = CodexLog::new(ONE_READ, CodexRelease::Late, &folders.project, "2026-09-22", None);
    log.listing(folders);
    log.prompt(&folders.project, "Add the refund to the changelog");
    let path = changelog_path(folders);
    log.shell(&format!("cat {path}"), &CHANGELOG.recorded_file(), [2100, 1000, 45]);
    log.answer("The line is there.", [2400, 2000, 20]);
    log.prompt(&folders.project, "$queue-worker How often is a task tried?");
    let skill = &AGENTS_SKILLS[1];
    log.said("user", "input_text", &given(folders, skill));
    log.answer("At most three times.", [2900, 2400, 15]);
    log
}

/// The text of a skill that the user named, as Codex gives it.
fn given(folders: &HomePaths, skill: &HomeSkill) -> String {
    let path = format!("{}/.agents/skills/{}/SKILL.md", folders.project, skill.name);
    format!("<skill>\n<name>{}</name>\n<path>{path}</path>\n{}\n</skill>", skill.name, skill.recorded_file())
}

/// Continues [`one_read`] behind its first turn, without a copy of its lines.
fn fork(folders: &HomePaths, parent: &CodexLog) -> CodexLog {
    let is_second = |line: &String| line.contains("\"task_started\"");
    let begins = parent.lines.iter().rposition(is_second).expect("the parent has turns");
    let fork = Some((parent, begins));
    let mut log = CodexLog::new(FORK, CodexRelease::Late, &folders.project, "2026-09-23", fork);
    log.prompt(&folders.project, "Word the line again");
    let path = changelog_path(folders);
    log.shell(&format!("cat '{path}'"), &CHANGELOG.recorded_file(), [2500, 2000, 30]);
    log.answer("It is shorter now.", [2600, 2400, 10]);
    log
}

/// Three skills in one output of the shell.
fn three_reads(folders: &HomePaths) -> CodexLog {
    let mut log = CodexLog::new(THREE_READS, CodexRelease::Early, &folders.project, "2026-09-24", None);
    log.listing(folders);
    log.prompt(&folders.project, "Put the new interface behind a flag");
    let paths: Vec<String> =
        AGENTS_SKILLS.iter().map(|skill| format!("cat .agents/skills/{}/SKILL.md", skill.name)).collect();
    let output: String = AGENTS_SKILLS.iter().map(HomeSkill::recorded_file).collect();
    log.shell(&paths.join(" && "), &output, [3100, 1000, 90]);
    log.shell("ls src", "cart.rs\n", [3900, 3000, 12]);
    log.answer("It is behind the flag interface-v2.", [4100, 3900, 40]);
    log
}
