//! The sessions of Claude Code in the home.

use super::claude_log::{AnswerTokens, ClaudeLog, call_block, result_block, thinking_block, words_block};
use super::json::{array, object, text};
use super::skills::{
    COMMIT_MESSAGE, ESTIMATE, HOUSE_STYLE, HomeSkill, MIGRATIONS, OLD_DEPLOY, PLUGIN_USED, RELEASE_NOTES,
    REVIEW_CHECKLIST, SKETCH, SPLIT_WORK,
};

/// Paths that sessions name, without an end.
pub struct HomePaths {
    /// The home.
    pub home: String,
    /// The project.
    pub project: String,
    /// A worktree of the project that does not exist.
    pub worktree: String,
}

impl HomePaths {
    fn personal(&self, skill: &HomeSkill) -> String {
        format!("{}/.claude/skills/{}/SKILL.md", self.home, skill.name)
    }

    fn of_project(&self, skill: &HomeSkill) -> String {
        format!("{}/.claude/skills/{}/SKILL.md", self.project, skill.name)
    }

    fn of_plugin(&self, skill: &HomeSkill) -> String {
        let cache = ".claude/plugins/cache/workbench/planner";
        format!("{}/{cache}/{PLUGIN_USED}/skills/{}/SKILL.md", self.home, skill.name)
    }
}

/// A log of Claude Code.
pub struct ClaudeFile {
    /// The folder whose sessions it is among.
    pub folder: String,
    /// Its path below the folder of those sessions.
    pub path: String,
    /// Its text.
    pub text: String,
}

/// Id of the session that others are copies of.
const FIRST: &str = "3c0a51f2-0001-4000-8000-5d2f00000001";
const RESUMED: &str = "3c0a51f2-0002-4000-8000-5d2f00000002";
const FRESH_COPY: &str = "3c0a51f2-0003-4000-8000-5d2f00000003";
const COMPACTED: &str = "3c0a51f2-0004-4000-8000-5d2f00000004";
const WITH_HELPERS: &str = "3c0a51f2-0005-4000-8000-5d2f00000005";
const IN_WORKTREE: &str = "3c0a51f2-0006-4000-8000-5d2f00000006";
const WITH_PLUGIN: &str = "3c0a51f2-0007-4000-8000-5d2f00000007";

const SHORT: AnswerTokens = AnswerTokens { input: 300, cached: 5200, output: 60 };
const LONG: AnswerTokens = AnswerTokens { input: 1200, cached: 9100, output: 410 };

/// Returns all logs of Claude Code.
pub fn claude_files(folders: &HomePaths) -> Vec<ClaudeFile> {
    let (first, copied) = first(folders);
    let mut files = vec![
        session(folders, &resumed(folders, &first, copied)),
        session(folders, &fresh_copy(&first, copied)),
        session(folders, &compacted(folders)),
        session(folders, &with_plugin(folders)),
        ClaudeFile { folder: folders.worktree.clone(), ..session(folders, &in_worktree(folders)) },
    ];
    files.extend(with_helpers(folders));
    files.push(session(folders, &first));
    files
}

fn session(folders: &HomePaths, log: &ClaudeLog) -> ClaudeFile {
    ClaudeFile { folder: folders.project.clone(), path: format!("{}.jsonl", log.session), text: log.text() }
}

fn list(log: &mut ClaudeLog, is_initial: bool) {
    let skills =
        [&RELEASE_NOTES, &REVIEW_CHECKLIST, &COMMIT_MESSAGE, &OLD_DEPLOY, &SKETCH, &MIGRATIONS, &HOUSE_STYLE];
    let mut named: Vec<(&str, &HomeSkill)> = skills.iter().map(|skill| (skill.name, *skill)).collect();
    named.extend([("planner:split-work", &SPLIT_WORK), ("planner:estimate", &ESTIMATE)]);
    log.listing(&named, is_initial);
}

fn run(log: &mut ClaudeLog, answer: &str, call: &str, command: &str, output: &str, skill: Option<&str>) {
    let input = object(&[("command", text(command)), ("description", text("Run a command"))]);
    let blocks = [thinking_block("The list of changes comes first."), call_block(call, "Bash", &input)];
    log.answer(answer, &blocks, LONG, skill);
    log.result(call, output);
}

fn say(log: &mut ClaudeLog, answer: &str, words: &str, skill: Option<&str>) {
    log.answer(answer, &[words_block(words)], SHORT, skill);
}

/// A session of four turns: an unchanged and a changed skill, a command of the user, an activation with arguments.
///
/// Returns the log and the number of messages of its first two turns.
fn first(folders: &HomePaths) -> (ClaudeLog, usize) {
    let mut log = ClaudeLog::new(FIRST, 0x0a11_0001, &folders.project, "2026-09-14");
    log.queue(Some("Write the release notes for 2.4"));
    log.prompt("Write the release notes for 2.4");
    list(&mut log, true);
    let name = RELEASE_NOTES.name;
    log.activation("msg_a01", name, None, &folders.personal(&RELEASE_NOTES), RELEASE_NOTES.recorded);
    run(
        &mut log,
        "msg_a02",
        "toolu_a02",
        "git log --oneline v2.3..",
        "4f2a9c1 Refuse a refund of zero",
        Some(name),
    );
    log.answer(
        "msg_a03",
        &[
            words_block("One change is new for users."),
            call_block("toolu_a03", "Read", &object(&[("file_path", text("CHANGELOG.md"))])),
        ],
        LONG,
        Some(name),
    );
    log.result("toolu_a03", "# Changelog\n");
    say(&mut log, "msg_a04", "The notes are written.", Some(name));
    log.prompt("Review the change once more");
    let name = REVIEW_CHECKLIST.name;
    log.activation("msg_a05", name, None, &folders.personal(&REVIEW_CHECKLIST), REVIEW_CHECKLIST.recorded);
    say(&mut log, "msg_a06", "No finding.", Some(name));
    let copied = log.messages();
    let file = folders.personal(&COMMIT_MESSAGE);
    log.command(COMMIT_MESSAGE.name, None, &file, COMMIT_MESSAGE.recorded);
    say(&mut log, "msg_a07", "Refuse a refund of zero", Some(COMMIT_MESSAGE.name));
    log.prompt("Add a column for the currency");
    let (name, words) = (MIGRATIONS.name, "add orders.currency, three letters");
    log.activation("msg_a08", name, Some(words), &folders.of_project(&MIGRATIONS), MIGRATIONS.recorded);
    run(&mut log, "msg_a09", "toolu_a09", "ls migrations", "0001_orders.sql", Some(name));
    say(&mut log, "msg_a10", "The migration is 0002_currency.sql.", Some(name));
    (log, copied)
}

/// The first two turns of [`first`] with their uuids, then a prompt with a picture.
fn resumed(folders: &HomePaths, first: &ClaudeLog, copied: usize) -> ClaudeLog {
    let mut log = first.resumed(RESUMED, None, "2026-09-15", copied, None);
    log.prompt_with_picture("The notes look like this now. Shorten them.");
    let name = RELEASE_NOTES.name;
    log.activation("msg_b01", name, None, &folders.personal(&RELEASE_NOTES), RELEASE_NOTES.recorded);
    say(&mut log, "msg_b02", "They are two lines now.", Some(name));
    log
}

/// The first two turns of [`first`] with fresh uuids and the same message ids, then a turn without a skill.
fn fresh_copy(first: &ClaudeLog, copied: usize) -> ClaudeLog {
    let mut log =
        first.resumed(FRESH_COPY, Some(0x0a11_0003), "2026-09-16", copied, Some("Which tag comes next?"));
    log.prompt("Which tag comes next?");
    say(&mut log, "msg_c01", "v2.4.0", None);
    log
}

/// A deleted skill and an unchanged one, a compaction that attaches one of them again, and work after it.
fn compacted(folders: &HomePaths) -> ClaudeLog {
    let mut log = ClaudeLog::new(COMPACTED, 0x0a11_0004, &folders.project, "2026-09-17");
    log.queue(Some("Publish 2.4"));
    log.prompt("Publish 2.4");
    list(&mut log, true);
    let file = folders.personal(&OLD_DEPLOY);
    log.activation("msg_d01", OLD_DEPLOY.name, None, &file, OLD_DEPLOY.recorded);
    run(&mut log, "msg_d02", "toolu_d02", "scp shop.tar host:", "", Some(OLD_DEPLOY.name));
    say(&mut log, "msg_d03", "It is published.", Some(OLD_DEPLOY.name));
    log.command(
        HOUSE_STYLE.name,
        Some("the script"),
        &folders.of_project(&HOUSE_STYLE),
        HOUSE_STYLE.recorded,
    );
    say(&mut log, "msg_d04", "The script follows it.", Some(HOUSE_STYLE.name));
    log.compaction("Version 2.4 was published.", &[(OLD_DEPLOY.name, &file, OLD_DEPLOY.recorded)]);
    list(&mut log, true);
    log.prompt("Is the service up?");
    run(&mut log, "msg_d05", "toolu_d05", "curl -sI https://shop.example/", "HTTP/2 200", None);
    say(&mut log, "msg_d06", "It is.", None);
    log
}

/// A session with two sub-agents, one of which runs in the background, and their logs.
fn with_helpers(folders: &HomePaths) -> Vec<ClaudeFile> {
    let mut log = ClaudeLog::new(WITH_HELPERS, 0x0a11_0005, &folders.project, "2026-09-18");
    log.queue(Some("Check notes and style"));
    log.prompt("Check notes and style");
    list(&mut log, true);
    let start = |description: &str, words: &str, is_background: bool| {
        object(&[
            ("description", text(description)),
            ("prompt", text(words)),
            ("subagent_type", text("general-purpose")),
            ("run_in_background", is_background.to_string()),
        ])
    };
    let (notes, style) = ("Check the notes", "Check the style");
    log.answer(
        "msg_e01",
        &[
            call_block("toolu_e01", "Agent", &start(notes, "Use release-notes and report.", false)),
            call_block("toolu_e02", "Agent", &start(style, "Report on the style.", true)),
        ],
        SHORT,
        None,
    );
    let mut first = log.sub_agent("a51f2c00e0000001", 0x0a11_0051);
    first.prompt("Use release-notes and report.");
    let name = RELEASE_NOTES.name;
    first.activation("msg_e11", name, None, &folders.personal(&RELEASE_NOTES), RELEASE_NOTES.recorded);
    say(&mut first, "msg_e12", "The notes are complete.", Some(name));
    let mut second = log.sub_agent("a51f2c00e0000002", 0x0a11_0052);
    second.prompt("Report on the style.");
    run(&mut second, "msg_e21", "toolu_e21", "ls src", "cart.rs", None);
    say(&mut second, "msg_e22", "Nothing stands out.", None);
    let launched = object(&[
        ("isAsync", "true".to_owned()),
        ("status", text("async_launched")),
        ("agentId", text("a51f2c00e0000002")),
        ("description", text(style)),
    ]);
    let words = text("The agent works in the background.\nagentId: a51f2c00e0000002");
    log.user(&array(&[result_block("toolu_e02", &words)]), &[("toolUseResult", launched)]);
    let answered = object(&[
        ("status", text("completed")),
        ("agentId", text("a51f2c00e0000001")),
        ("prompt", text("Use release-notes and report.")),
        ("totalToolUseCount", "1".to_owned()),
    ]);
    let words = text("The notes are complete.\nagentId: a51f2c00e0000001");
    log.user(&array(&[result_block("toolu_e01", &words)]), &[("toolUseResult", answered)]);
    say(&mut log, "msg_e02", "The notes are complete; the style is being read.", None);
    log.notification("a51f2c00e0000002", "toolu_e02", "Agent \"Check the style\" finished");
    say(&mut log, "msg_e03", "Nothing stands out in the style.", None);
    let mut files = vec![session(folders, &log)];
    for (agent, call, description, log) in
        [("a51f2c00e0000001", "toolu_e01", notes, &first), ("a51f2c00e0000002", "toolu_e02", style, &second)]
    {
        let about = object(&[
            ("agentType", text("general-purpose")),
            ("description", text(description)),
            ("toolUseId", text(call)),
            ("spawnDepth", "1".to_owned()),
        ]);
        let path = format!("{WITH_HELPERS}/subagents/agent-{agent}");
        let file = |end: &str, text: String| ClaudeFile {
            folder: folders.project.clone(),
            path: format!("{path}.{end}"),
            text,
        };
        files.extend([file("jsonl", log.text()), file("meta.json", about)]);
    }
    files
}

/// A session in a worktree that is gone.
fn in_worktree(folders: &HomePaths) -> ClaudeLog {
    let mut log = ClaudeLog::new(IN_WORKTREE, 0x0a11_0006, &folders.worktree, "2026-09-19");
    log.queue(Some("Tidy the cart"));
    log.prompt("Tidy the cart");
    list(&mut log, true);
    let file = format!("{}/.claude/skills/{}/SKILL.md", folders.worktree, HOUSE_STYLE.name);
    log.activation("msg_f01", HOUSE_STYLE.name, None, &file, HOUSE_STYLE.recorded);
    let input = object(&[
        ("file_path", text("src/cart.rs")),
        ("old_string", text("fn tot(")),
        ("new_string", text("fn total(")),
    ]);
    log.answer("msg_f02", &[call_block("toolu_f02", "Edit", &input)], LONG, Some(HOUSE_STYLE.name));
    log.result("toolu_f02", "The file src/cart.rs has been updated.");
    say(&mut log, "msg_f03", "The cart is tidy.", Some(HOUSE_STYLE.name));
    log
}

/// Two skills of a plugin as its former version had them: one is changed in the installed version, one is not.
fn with_plugin(folders: &HomePaths) -> ClaudeLog {
    let mut log = ClaudeLog::new(WITH_PLUGIN, 0x0a11_0007, &folders.project, "2026-09-21");
    log.queue(Some("Plan the gift cards"));
    log.prompt("Plan the gift cards");
    list(&mut log, true);
    let name = "planner:split-work";
    log.activation("msg_g01", name, None, &folders.of_plugin(&SPLIT_WORK), SPLIT_WORK.recorded);
    say(&mut log, "msg_g02", "There are six steps.", Some(name));
    log.command("planner:estimate", None, &folders.of_plugin(&ESTIMATE), ESTIMATE.recorded);
    say(&mut log, "msg_g03", "Three to five days.", Some("planner:estimate"));
    log
}
