//! Lines of a log as Claude Code writes them.

use super::json::{array, object, text, texts};
use super::skills::HomeSkill;

/// The release whose shapes the lines have.
const RELEASE: &str = "2.1.330";

/// A log of Claude Code that is being written.
pub struct ClaudeLog {
    /// The session's id.
    pub session: &'static str,
    /// Id of the sub-agent whose log it is; `None` in the log of a session.
    agent: Option<&'static str>,
    /// The working directory that every message names.
    folder: String,
    lines: Vec<String>,
    /// Uuid of the last message, which is the parent of the next.
    parent: Option<String>,
    /// The first eight digits of every uuid of this log.
    prefix: u32,
    uuids: u32,
    /// The day, such as `2026-09-14`.
    day: &'static str,
    /// Seconds since midnight.
    second: u32,
}

/// Tokens of one answer of the provider.
#[derive(Clone, Copy)]
pub struct AnswerTokens {
    /// Tokens that were not cached.
    pub input: u32,
    /// Tokens that were read from the cache.
    pub cached: u32,
    /// Tokens of the answer.
    pub output: u32,
}

impl ClaudeLog {
    /// Begins the log of a session at 09:00 of a day.
    pub fn new(session: &'static str, prefix: u32, folder: &str, day: &'static str) -> Self {
        let folder = folder.to_owned();
        let second = 9 * 3600;
        Self { session, agent: None, folder, lines: Vec::new(), parent: None, prefix, uuids: 0, day, second }
    }

    /// Begins the log of a sub-agent of this session.
    pub fn sub_agent(&self, agent: &'static str, prefix: u32) -> Self {
        let log = Self::new(self.session, prefix, &self.folder, self.day);
        Self { agent: Some(agent), second: self.second, ..log }
    }

    /// Continues this session under another id: the new log begins with the first `messages` of this one.
    ///
    /// `prefix` gives the copied messages fresh uuids; with `None` they keep theirs. `content` is the prompt as the
    /// queue has it, which is missing where the prompt holds a picture.
    pub fn resumed(
        &self,
        session: &'static str,
        prefix: Option<u32>,
        day: &'static str,
        messages: usize,
        content: Option<&str>,
    ) -> Self {
        let mut log = Self::new(session, prefix.unwrap_or(self.prefix), &self.folder, day);
        log.queue(content);
        let is_message = |line: &&String| line.contains("\"uuid\":");
        let (before, after) = (uuid_start(self.prefix), uuid_start(log.prefix));
        let copied = self.lines.iter().filter(is_message).take(messages);
        log.lines.extend(copied.map(|line| line.replace(self.session, session).replace(&before, &after)));
        let count = u32::try_from(messages).expect("logs are small");
        log.parent = Some(log.uuid(count));
        // Uuids of its own do not meet those that the original gave later.
        log.uuids = if prefix.is_some() { count } else { 500 };
        log
    }

    /// The whole log.
    pub fn text(&self) -> String {
        self.lines.iter().fold(String::new(), |text, line| text + line + "\n")
    }

    /// The number of messages so far.
    pub fn messages(&self) -> usize {
        self.lines.iter().filter(|line| line.contains("\"uuid\":")).count()
    }

    /// Writes that a prompt entered the queue and left it.
    pub fn queue(&mut self, content: Option<&str>) {
        for operation in ["enqueue", "dequeue"] {
            let mut members = vec![
                ("type", text("queue-operation")),
                ("operation", text(operation)),
                ("timestamp", text(&self.time())),
                ("sessionId", text(self.session)),
            ];
            members.extend(content.filter(|_| operation == "enqueue").map(|words| ("content", text(words))));
            self.lines.push(object(&members));
        }
    }

    /// Writes a prompt of the user.
    pub fn prompt(&mut self, words: &str) {
        let content = text(words);
        self.user(&content, &[]);
    }

    /// Writes a prompt that is a picture and words.
    pub fn prompt_with_picture(&mut self, words: &str) {
        let source = object(&[
            ("type", text("base64")),
            ("media_type", text("image/png")),
            ("data", text("iVBORw0KGgo=")),
        ]);
        let picture = object(&[("type", text("image")), ("source", source)]);
        self.user(&array(&[picture, words_block(words)]), &[]);
    }

    /// Writes the list of skills that the model is shown.
    pub fn listing(&mut self, skills: &[(&str, &HomeSkill)], is_initial: bool) {
        let lines = skills.iter().map(|(name, skill)| format!("- {name}: {}", skill.description));
        let names: Vec<&str> = skills.iter().map(|(name, _)| *name).collect();
        let members = [
            ("type", text("skill_listing")),
            ("content", text(&lines.collect::<Vec<_>>().join("\n"))),
            ("skillCount", names.len().to_string()),
            ("isInitial", is_initial.to_string()),
            ("names", texts(&names)),
        ];
        self.attachment(&members);
    }

    /// Writes an answer of the model: a line for each block, each with the usage of the whole answer.
    ///
    /// `skill` is the skill that Claude Code says the answer came of.
    pub fn answer(&mut self, id: &str, blocks: &[String], tokens: AnswerTokens, skill: Option<&str>) {
        let is_call = blocks.iter().any(|block| block.contains("\"tool_use\""));
        for block in blocks {
            let usage = object(&[
                ("input_tokens", tokens.input.to_string()),
                ("cache_creation_input_tokens", "0".to_owned()),
                ("cache_read_input_tokens", tokens.cached.to_string()),
                ("output_tokens", tokens.output.to_string()),
            ]);
            let message = object(&[
                ("id", text(id)),
                ("type", text("message")),
                ("role", text("assistant")),
                ("model", text("claude-sonnet-4-5")),
                ("content", array(std::slice::from_ref(block))),
                ("stop_reason", text(if is_call { "tool_use" } else { "end_turn" })),
                ("usage", usage),
            ]);
            let mut members = vec![("message", message), ("requestId", text(&id.replace("msg", "req")))];
            members.extend(skill.map(|skill| ("attributionSkill", text(skill))));
            members.push(("type", text("assistant")));
            self.message(&members);
        }
    }

    /// Writes the answer of a tool.
    pub fn result(&mut self, call: &str, words: &str) {
        self.user(&array(&[result_block(call, &text(words))]), &[]);
    }

    /// Writes that the model activated a skill: its call, the answer and the text in full.
    ///
    /// `file` is the path of the skill's SKILL.md; `name` what the model called it.
    pub fn activation(&mut self, answer: &str, name: &str, arguments: Option<&str>, file: &str, body: &str) {
        let call = format!("toolu_{}", answer.trim_start_matches("msg_"));
        let mut input = vec![("skill", text(name))];
        input.extend(arguments.map(|words| ("args", text(words))));
        let block = call_block(&call, "Skill", &object(&input));
        self.answer(answer, &[block], AnswerTokens { input: 900, cached: 4000, output: 40 }, None);
        let told = object(&[("success", "true".to_owned()), ("commandName", text(name))]);
        let launched = array(&[result_block(&call, &text(&format!("Launching skill: {name}")))]);
        self.user(&launched, &[("toolUseResult", told)]);
        let content = array(&[words_block(&skill_text(file, body, arguments))]);
        self.user(&content, &[("isMeta", "true".to_owned()), ("sourceToolUseID", text(&call))]);
    }

    /// Writes that the user typed a skill's name as a command.
    pub fn command(&mut self, name: &str, arguments: Option<&str>, file: &str, body: &str) {
        let mut words =
            format!("<command-message>{name}</command-message>\n<command-name>/{name}</command-name>");
        if let Some(arguments) = arguments {
            words += &format!("\n<command-args>{arguments}</command-args>");
        }
        self.prompt(&words);
        let content = array(&[words_block(&skill_text(file, body, arguments))]);
        self.user(&content, &[("isMeta", "true".to_owned())]);
    }

    /// Writes a compaction: the boundary, the summary and the texts of skills that are attached again.
    pub fn compaction(&mut self, summary: &str, skills: &[(&str, &str, &str)]) {
        let (before, parent) = (self.parent.take(), "logicalParentUuid");
        let metadata = object(&[
            ("trigger", text("auto")),
            ("preTokens", "150000".to_owned()),
            ("postTokens", "6000".to_owned()),
        ]);
        self.message(&[
            (parent, before.map_or("null".to_owned(), |uuid| text(&uuid))),
            ("type", text("system")),
            ("subtype", text("compact_boundary")),
            ("content", text("Conversation compacted")),
            ("level", text("info")),
            ("compactMetadata", metadata),
        ]);
        let flags =
            [("isVisibleInTranscriptOnly", "true".to_owned()), ("isCompactSummary", "true".to_owned())];
        let content = text(&format!("This session is being continued from an earlier one.\n{summary}"));
        self.user(&content, &flags);
        let attached = skills.iter().map(|(name, file, body)| {
            object(&[
                ("name", text(name)),
                ("path", text(&format!("userSettings:{name}"))),
                ("content", text(&skill_text(file, body, None))),
            ])
        });
        let attached = array(&attached.collect::<Vec<_>>());
        self.attachment(&[("type", text("invoked_skills")), ("skills", attached)]);
    }

    /// Writes that a sub-agent which ran in the background has ended.
    pub fn notification(&mut self, agent: &str, call: &str, summary: &str) {
        let words = format!(
            "<task-notification>\n<task-id>{agent}</task-id>\n<tool-use-id>{call}</tool-use-id>\n\
             <status>completed</status>\n<summary>{summary}</summary>\n</task-notification>"
        );
        let origin = object(&[("kind", text("task-notification"))]);
        self.user(&text(&words), &[("origin", origin)]);
    }

    /// Writes a message of the user's side with its content as JSON.
    pub fn user(&mut self, content: &str, more: &[(&str, String)]) {
        let message = object(&[("role", text("user")), ("content", content.to_owned())]);
        let mut members = vec![("type", text("user")), ("message", message)];
        members.extend_from_slice(more);
        self.message(&members);
    }

    fn attachment(&mut self, members: &[(&str, String)]) {
        self.message(&[("attachment", object(members)), ("type", text("attachment"))]);
    }

    fn message(&mut self, members: &[(&str, String)]) {
        self.uuids += 1;
        let uuid = self.uuid(self.uuids);
        let parent = self.parent.take().map_or("null".to_owned(), |parent| text(&parent));
        let is_aside = self.agent.is_some().to_string();
        let mut all = vec![("parentUuid", parent), ("isSidechain", is_aside)];
        all.extend(self.agent.map(|agent| ("agentId", text(agent))));
        all.extend_from_slice(members);
        all.extend([
            ("uuid", text(&uuid)),
            ("timestamp", text(&self.time())),
            ("userType", text("external")),
            ("entrypoint", text("cli")),
            ("cwd", text(&self.folder)),
            ("sessionId", text(self.session)),
            ("version", text(RELEASE)),
            ("gitBranch", text("main")),
        ]);
        self.lines.push(object(&all));
        self.parent = Some(uuid);
    }

    fn uuid(&self, number: u32) -> String {
        format!("{}{number:012x}", uuid_start(self.prefix))
    }

    /// The next moment; each is two seconds after the one before.
    fn time(&mut self) -> String {
        self.second += 2;
        let (hour, minute, second) = (self.second / 3600, self.second / 60 % 60, self.second % 60);
        format!("{}T{hour:02}:{minute:02}:{second:02}.000Z", self.day)
    }
}

fn uuid_start(prefix: u32) -> String {
    format!("{prefix:08x}-0000-4000-8000-")
}

/// Returns a block of words.
pub fn words_block(words: &str) -> String {
    object(&[("type", text("text")), ("text", text(words))])
}

/// Returns a block of thinking.
pub fn thinking_block(words: &str) -> String {
    object(&[("type", text("thinking")), ("thinking", text(words)), ("signature", text(""))])
}

/// Returns a call of a tool.
pub fn call_block(id: &str, tool: &str, input: &str) -> String {
    object(&[("type", text("tool_use")), ("id", text(id)), ("name", text(tool)), ("input", input.to_owned())])
}

/// Returns the answer to a call; `content` is JSON.
pub fn result_block(call: &str, content: &str) -> String {
    object(&[("type", text("tool_result")), ("tool_use_id", text(call)), ("content", content.to_owned())])
}

/// The text of a skill as Claude Code gives it to the model: its folder before it, the arguments behind it.
fn skill_text(file: &str, body: &str, arguments: Option<&str>) -> String {
    let folder = file.trim_end_matches("/SKILL.md");
    let arguments = arguments.map(|words| format!("\n\nARGUMENTS: {words}")).unwrap_or_default();
    format!("Base directory for this skill: {folder}\n\n{body}{arguments}")
}
