//! What the hooks make of one tool call. [`what_would_run`] tells it without running anything,
//! [`fire`] goes through it; the commands themselves are run by whoever hands in `run`.

use disk::Digest;
use execution::{Bound, Decision, Mode};
use serde_json::{Value, json};

use crate::wrap::{attribute, neutral};

use crate::{
    Action, HookEnd, HookEvent, HookOutput, HookSet, Permission, Ready, directives, hook_bound, matches_tool,
};

/// What a call is about.
#[derive(Debug, Clone, PartialEq)]
pub struct Subject {
    /// The tool.
    pub tool: String,
    /// Its input.
    pub input: Value,
    /// What it gave; nothing before it ran.
    pub output: Option<Value>,
}

/// One action that a call meets, and why it does nothing if it does nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Planned<'a> {
    /// The skill; nothing for the user's configuration.
    pub skill: Option<&'a str>,
    /// The matcher that met.
    pub matcher: &'a str,
    /// The line of its rule, counted from 1 in the file.
    pub line: u32,
    /// The action.
    pub action: &'a Action,
    /// Why it does nothing.
    pub inert: Option<Inert>,
    /// What a yes to its command is bound to.
    pub bound: Option<Bound>,
}

/// Why an action does nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Inert {
    /// Its skill is not active in this turn.
    NotActive,
    /// Its project is not trusted.
    NotTrusted,
    /// Its skill came from an MCP server.
    FromServer,
    /// It is unknown whether its skill came from an MCP server.
    UnknownOrigin,
    /// Nobody said yes to its command.
    NotApproved,
    /// It is none that is understood.
    NotSupported(skills::InertHook),
}

impl Inert {
    /// The reason as a sentence.
    pub fn words(&self) -> String {
        let words = match self {
            Self::NotActive => "Its skill is not active in this turn.",
            Self::NotTrusted => "Its project is not trusted.",
            Self::FromServer => "blocked: remote. Its skill came from an MCP server, so its hooks never run.",
            Self::UnknownOrigin => {
                "blocked: unknown origin. Assay's record of imports cannot be read, so its skill may have come from an \
                 MCP server. Run `assay doctor`."
            }
            Self::NotApproved => "Its command is not approved.",
            Self::NotSupported(why) => return why.to_string(),
        };
        words.to_owned()
    }
}

/// Guidance for the model: a late item of this turn, not a message of the user (S4-27).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prompted {
    /// Who gives it.
    pub skill: Option<String>,
    /// The text.
    pub text: String,
}

impl Prompted {
    /// Returns the text as the model is given it: with whose it is and when it was said, after the tool's result.
    pub fn wrapped(&self, event: &HookEvent) -> String {
        let skill = attribute(self.skill.as_deref().unwrap_or("the user's settings"));
        let (event, text) = (attribute(event.name()), neutral(&self.text));
        format!("<hook_guidance skill=\"{skill}\" event=\"{event}\">\n{text}\n</hook_guidance>")
    }
}

/// Something that a hook did wrong, or that had no effect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// Whose hook.
    pub skill: Option<String>,
    /// The line of its rule.
    pub line: u32,
    /// A sentence.
    pub words: String,
}

/// A command that ran, for the record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HookRan {
    /// Whose hook.
    pub skill: Option<String>,
    /// The text that the shell read, as it is written in the file.
    pub command: String,
    /// How it ended.
    pub end: HookEnd,
    /// The digest of what it was given to read.
    pub input: Digest,
    /// The digest of what it wrote to its standard output.
    pub output: Digest,
}

/// What all hooks together make of a call.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Firing {
    /// Why the call is blocked, if it is. After the tool ran this is an error told to the model, for nothing can be
    /// undone (S4-47).
    pub blocked: Option<String>,
    /// The tool's input as it is now; nothing when no hook changed it.
    pub input: Option<Value>,
    /// What they say about permission: deny over ask over allow (S4-55).
    pub permission: Option<Permission>,
    /// Why, from the strictest that gave a reason.
    pub permission_reason: String,
    /// Whose hook was the first to be so strict: the skill, and the line of its rule.
    pub permission_by: Option<(Option<String>, u32)>,
    /// The mode in force for this call: never laxer than the session's (S4-54).
    pub mode: Option<Mode>,
    /// Guidance, in order.
    pub prompts: Vec<Prompted>,
    /// What went wrong or had no effect.
    pub reports: Vec<Report>,
    /// The commands that ran.
    pub ran: Vec<HookRan>,
}

/// The actions that a call meets, in the order they come: the user's own, then skills by id, then as they stand in
/// the file. `approved` has the digests of what a person said yes to (see [`hook_bound`]). Nothing runs.
pub fn what_would_run<'a>(
    sets: &'a [HookSet<'a>],
    event: &HookEvent,
    tool: &str,
    approved: &dyn Fn(&Digest) -> bool,
) -> Vec<Planned<'a>> {
    let mut ordered: Vec<&HookSet<'a>> = sets.iter().collect();
    ordered.sort_by_key(|set| set.skill);
    let mut found = Vec::new();
    for set in ordered {
        let meets = |rule: &&crate::Rule| rule.event == *event && matches_tool(&rule.matcher, tool);
        for rule in set.hooks.rules.iter().filter(meets) {
            found.extend(rule.actions.iter().map(|action| planned(set, rule, action, approved)));
        }
    }
    found
}

/// Every action of a skill's hooks with its event, whatever the tool, and why it does nothing now. Nothing runs.
pub fn shown_hooks<'a>(
    set: &'a HookSet<'a>,
    approved: &dyn Fn(&Digest) -> bool,
) -> Vec<(&'a HookEvent, Planned<'a>)> {
    let of = |rule: &'a crate::Rule| {
        rule.actions.iter().map(move |action| (&rule.event, planned(set, rule, action, approved)))
    };
    set.hooks.rules.iter().flat_map(of).collect()
}

/// What the command of a hook would read on its standard input: one line of JSON (S4-49).
pub fn told_to_hook(event: &HookEvent, subject: &Subject) -> String {
    let told = json!({
        "hook_event_name": event.name(),
        "tool_name": subject.tool,
        "tool_input": subject.input,
        "tool_output": subject.output,
    });
    format!("{told}\n")
}

fn planned<'a>(
    set: &HookSet<'a>,
    rule: &'a crate::Rule,
    action: &'a Action,
    approved: &dyn Fn(&Digest) -> bool,
) -> Planned<'a> {
    let bound = match action {
        Action::Command { command, .. } => {
            Some(hook_bound(set.content_hash, set.copy, command, set.workspace))
        }
        _ => None,
    };
    let inert = match (&rule.event, action, set.ready) {
        (HookEvent::Other(name), ..) => {
            Some(Inert::NotSupported(skills::InertHook::Event { event: skills::Quote::of(name) }))
        }
        (_, Action::Inert { why, .. }, _) => Some(Inert::NotSupported(why.clone())),
        // What only tightens needs no trust.
        (_, Action::Permission { decision, .. }, Ready::NotTrusted) if *decision > Permission::Allow => None,
        (_, _, Ready::NotTrusted) => Some(Inert::NotTrusted),
        (_, _, Ready::FromServer) => Some(Inert::FromServer),
        (_, _, Ready::UnknownOrigin) => Some(Inert::UnknownOrigin),
        (_, _, Ready::NotActive) => Some(Inert::NotActive),
        (_, _, Ready::Yes) => {
            let is_open = bound.as_ref().is_some_and(|bound| !approved(&bound.digest()));
            is_open.then_some(Inert::NotApproved)
        }
    };
    Planned { skill: set.skill, matcher: &rule.matcher, line: rule.line, action, inert, bound }
}

/// Goes through the hooks of a call. `run` runs a command with a text to read, `valid` says whether an input that a
/// hook wrote fits the tool, `mode` is the session's.
///
/// Before a tool whatever goes wrong blocks it; after it, it is reported. What blocks, and `continue: false`, ends
/// the going through.
pub fn fire(
    planned: &[Planned<'_>],
    (event, subject, mode): (&HookEvent, &Subject, Mode),
    valid: &dyn Fn(&Value) -> Result<(), String>,
    run: &mut dyn FnMut(&Planned<'_>, &[u8]) -> HookOutput,
) -> Firing {
    let mut firing = Fold { event, subject, mode, valid, firing: Firing::default() };
    for one in planned.iter().filter(|one| one.inert.is_none()) {
        let goes_on = match one.action {
            Action::Prompt(text) => {
                firing.prompt(one, text);
                true
            }
            Action::Permission { decision, reason } => {
                firing.permission(one, *decision, reason);
                true
            }
            Action::Command { command, .. } => {
                let input = firing.stdin();
                let output = run(one, &input);
                firing.command(one, command, &input, &output)
            }
            Action::Inert { .. } => true,
        };
        if !goes_on {
            break;
        }
    }
    firing.firing
}

/// What a permission makes of a decision: it only ever tightens it (S4-28).
pub fn tightened(decision: Decision, permission: Option<Permission>) -> Decision {
    match (decision, permission) {
        (_, Some(Permission::Deny)) | (Decision::Refuse, _) => Decision::Refuse,
        (Decision::Ask, _) | (_, Some(Permission::Ask)) => Decision::Ask,
        (Decision::Allow, Some(Permission::Allow) | None) => Decision::Allow,
    }
}

struct Fold<'a> {
    event: &'a HookEvent,
    subject: &'a Subject,
    mode: Mode,
    valid: &'a dyn Fn(&Value) -> Result<(), String>,
    firing: Firing,
}

impl Fold<'_> {
    /// What a command reads. The input is what hooks before it made of it.
    fn stdin(&self) -> Vec<u8> {
        let input = self.firing.input.as_ref().unwrap_or(&self.subject.input).clone();
        told_to_hook(self.event, &Subject { input, ..self.subject.clone() }).into_bytes()
    }

    fn is_before(&self) -> bool {
        *self.event == HookEvent::PreToolUse
    }

    fn report(&mut self, one: &Planned<'_>, words: impl Into<String>) {
        let skill = one.skill.map(str::to_owned);
        self.firing.reports.push(Report { skill, line: one.line, words: words.into() });
    }

    fn prompt(&mut self, one: &Planned<'_>, text: &str) {
        self.firing.prompts.push(Prompted { skill: one.skill.map(str::to_owned), text: text.to_owned() });
    }

    fn permission(&mut self, one: &Planned<'_>, decision: Permission, reason: &str) {
        let firing = &mut self.firing;
        // The first reason of the strictest decision.
        if firing.permission < Some(decision) {
            firing.permission = Some(decision);
            firing.permission_by = Some((one.skill.map(str::to_owned), one.line));
            firing.permission_reason.clear();
        }
        if firing.permission == Some(decision) && firing.permission_reason.is_empty() {
            reason.clone_into(&mut firing.permission_reason);
        }
    }

    /// Takes in what a command said; whether the next one is asked.
    fn command(&mut self, one: &Planned<'_>, command: &str, input: &[u8], output: &HookOutput) -> bool {
        self.firing.ran.push(HookRan {
            skill: one.skill.map(str::to_owned),
            command: command.to_owned(),
            end: output.end.clone(),
            input: Digest::of(input),
            output: Digest::of(&output.stdout),
        });
        let said = directives(&output.stdout);
        match &output.end {
            HookEnd::Exit(0) => {}
            HookEnd::Exit(2) => {
                let words = if said.reason.is_empty() { first_words(&output.stderr) } else { said.reason };
                return self.block(one, words);
            }
            other if self.is_before() => return self.block(one, other.words()),
            other => {
                self.report(one, other.words());
                return true;
            }
        }
        for note in &said.notes {
            self.report(one, note.clone());
        }
        if let Some(permission) = said.permission {
            self.permission(one, permission, &said.reason);
        }
        self.wish(one, &said.mode);
        if !said.context.is_empty() {
            self.prompt(one, &said.context);
        }
        if said.blocks {
            return self.block(one, said.reason);
        }
        if let Some(input) = said.updated_input
            && !self.update(one, input)
        {
            return false;
        }
        !said.is_last
    }

    fn block(&mut self, one: &Planned<'_>, reason: String) -> bool {
        let reason = if reason.trim().is_empty() {
            let whose =
                one.skill.map_or_else(|| "the user's settings".to_owned(), |id| format!("the skill '{id}'"));
            format!("A hook of {whose} blocked this call and gave no reason.")
        } else {
            reason
        };
        self.firing.blocked = Some(reason);
        false
    }

    /// S4-52: only before the tool, and only what the tool can read.
    fn update(&mut self, one: &Planned<'_>, input: Value) -> bool {
        if !self.is_before() {
            self.report(one, "`updatedInput` has no effect after the tool ran.");
            return true;
        }
        match (self.valid)(&input) {
            Ok(()) => {
                self.firing.input = Some(input);
                true
            }
            Err(why) => {
                self.block(one, format!("A hook changed the input to one the tool cannot read: {why}."))
            }
        }
    }

    /// S4-54: the last wish counts, and never loosens.
    fn wish(&mut self, one: &Planned<'_>, word: &str) {
        let wished = match word {
            "" => return,
            "auto" => Mode::Auto,
            "default" | "ask" | "acceptEdits" | "strict" | "bubble" => Mode::Ask,
            // What is not allowed already is denied.
            "plan" | "read_only" | "dontAsk" => Mode::ReadOnly,
            "bypassPermissions" => return self.report(one, "A hook may not disable permissions."),
            other => {
                let word: String = other.chars().take(40).collect();
                return self.report(one, format!("Unknown mode {word:?}."));
            }
        };
        self.firing.mode = Some(wished.max(self.mode));
    }
}

/// The first lines of an error output, as a reason.
fn first_words(stderr: &[u8]) -> String {
    let text = String::from_utf8_lossy(stderr);
    text.trim().chars().take(1_000).collect()
}

#[cfg(test)]
mod tests {
    use super::Inert;

    #[test]
    fn why_a_hook_does_nothing_is_a_sentence_of_its_own() {
        let all = [
            Inert::NotActive,
            Inert::NotTrusted,
            Inert::FromServer,
            Inert::UnknownOrigin,
            Inert::NotApproved,
            Inert::NotSupported(skills::InertHook::NoType),
        ];
        let others: std::collections::BTreeSet<_> = all.iter().map(Inert::words).collect();
        assert!(others.len() == 6 && others.iter().all(|said| said.ends_with('.')), "{others:?}");
        assert!(others.contains("It has no `type`."));
    }
}
