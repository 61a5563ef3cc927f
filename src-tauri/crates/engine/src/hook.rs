//! Hooks as a skill writes them down (S4-23, S4-56). Nothing of them counts until the skill is active, its project
//! trusted and each command approved; what is not known is kept, shown and does nothing.

use std::time::Duration;

use skills::{Field, HookFlaw, InertHook, Quote, Value, YamlReading};

use crate::Permission;

/// The hooks of one skill, in the order of its file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Hooks {
    /// The rules, those that never do anything included.
    pub rules: Vec<Rule>,
    /// What there is to say about them.
    pub findings: Vec<HookFinding>,
}

/// Something about hooks that their author may not expect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HookFinding {
    /// Where, counted from 1 in the file.
    pub line: u32,
    /// The flaw.
    pub flaw: HookFlaw,
}

/// What happens at one event for some tools.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    /// When.
    pub event: HookEvent,
    /// For which tools (see [`crate::matches`]); `*` when the file does not say.
    pub matcher: String,
    /// What, in order.
    pub actions: Vec<Action>,
    /// Where it stands, counted from 1 in the file.
    pub line: u32,
}

/// When a hook fires.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HookEvent {
    /// Before a tool runs.
    PreToolUse,
    /// After a tool ran.
    PostToolUse,
    /// An event of other agents; it never comes here.
    Other(String),
}

/// What a hook does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// A text that `bash` reads.
    Command {
        /// The text.
        command: String,
        /// How long it may take.
        timeout: Duration,
    },
    /// Guidance for the model.
    Prompt(String),
    /// A decision on the call.
    Permission {
        /// The decision.
        decision: Permission,
        /// Why, in the skill's own words; may be empty.
        reason: String,
    },
    /// Something that does nothing.
    Inert {
        /// What it calls itself.
        kind: String,
        /// The reason why it does nothing.
        why: InertHook,
    },
}

/// How long a command may take that does not say.
const TIMEOUT: Duration = Duration::from_secs(10);
/// The longest it may ask for.
const LONGEST: u64 = 300;
/// Most bytes of a command.
const COMMAND: usize = 32 << 10;
/// Most actions that are read of one skill.
const MOST: usize = 200;
/// Most findings that are told.
const FINDINGS: usize = 50;

impl HookEvent {
    fn of(name: &str) -> Self {
        match name {
            "PreToolUse" => Self::PreToolUse,
            "PostToolUse" => Self::PostToolUse,
            other => Self::Other(other.to_owned()),
        }
    }

    /// The name that a hook is told.
    pub fn name(&self) -> &str {
        match self {
            Self::PreToolUse => "PreToolUse",
            Self::PostToolUse => "PostToolUse",
            Self::Other(name) => name,
        }
    }
}

impl Action {
    /// The word for it.
    pub fn kind(&self) -> &str {
        match self {
            Self::Command { .. } => "command",
            Self::Prompt(_) => "prompt",
            Self::Permission { .. } => "permission",
            Self::Inert { kind, .. } => kind,
        }
    }
}

/// The hooks that a frontmatter declares. Never fails: what is wrong is a finding.
pub fn hooks(reading: &YamlReading) -> Hooks {
    let mut found = Reading::default();
    if let Some(field) = reading.field("hooks") {
        match &field.value {
            Value::Map(events) => events.iter().for_each(|event| found.event(event)),
            // `hooks:` with nothing behind it.
            Value::Text { text, .. } if text.trim().is_empty() => {}
            _ => found.say(field.line, HookFlaw::NoEvents),
        }
    }
    found.hooks
}

#[derive(Default)]
struct Reading {
    hooks: Hooks,
    actions: usize,
}

impl Reading {
    fn say(&mut self, line: u32, flaw: HookFlaw) {
        if self.hooks.findings.len() < FINDINGS {
            self.hooks.findings.push(HookFinding { line, flaw });
        }
    }

    fn event(&mut self, field: &Field) {
        let event = HookEvent::of(&field.key);
        if let HookEvent::Other(name) = &event {
            self.say(field.line, HookFlaw::Event { event: Quote::of(name) });
        }
        match &field.value {
            Value::List(rules) => {
                for rule in rules {
                    self.rule(&event, rule, rule.line().unwrap_or(field.line));
                }
            }
            // One rule without a list around it.
            rule @ Value::Map(_) => self.rule(&event, rule, field.line),
            Value::Text { text, .. } if text.trim().is_empty() => {}
            Value::Text { .. } => {
                self.say(field.line, HookFlaw::NotAList { event: Quote::of(&field.key) });
                let action = Action::Inert { kind: "text".to_owned(), why: InertHook::NotARule };
                self.push(&event, "*".to_owned(), vec![action], field.line);
            }
        }
    }

    fn rule(&mut self, event: &HookEvent, rule: &Value, line: u32) {
        let Value::Map(fields) = rule else {
            return self.say(line, HookFlaw::NotAMapping);
        };
        let matcher = match field(fields, "matcher") {
            None => "*".to_owned(),
            Some(Field { value: Value::Text { text, .. }, .. }) if !text.trim().is_empty() => {
                text.trim().to_owned()
            }
            Some(Field { value: Value::Text { .. }, .. }) => "*".to_owned(),
            Some(field) => {
                return self.say(field.line, HookFlaw::Matcher);
            }
        };
        let actions = match field(fields, "hooks").map(|field| &field.value) {
            Some(Value::List(actions)) => {
                actions.iter().map(|action| self.action(action, action.line().unwrap_or(line))).collect()
            }
            Some(action @ Value::Map(_)) => vec![self.action(action, line)],
            // The action stands in the rule itself.
            None if field(fields, "type").is_some() => vec![self.action(rule, line)],
            _ => {
                self.say(line, HookFlaw::NoHooks);
                Vec::new()
            }
        };
        self.push(event, matcher, actions, line);
    }

    fn push(&mut self, event: &HookEvent, matcher: String, mut actions: Vec<Action>, line: u32) {
        let room = MOST.saturating_sub(self.actions);
        if actions.len() > room {
            self.say(line, HookFlaw::TooMany { most: MOST });
            actions.truncate(room);
        }
        self.actions += actions.len();
        self.hooks.rules.push(Rule { event: event.clone(), matcher, actions, line });
    }

    fn action(&mut self, action: &Value, line: u32) -> Action {
        let read = match action {
            Value::Map(fields) => self.read_action(fields, line),
            _ => Err(("text".to_owned(), InertHook::NotAMapping)),
        };
        read.unwrap_or_else(|(kind, why)| {
            self.say(line, HookFlaw::Inert { why: why.clone() });
            Action::Inert { kind, why }
        })
    }

    fn read_action(&mut self, fields: &[Field], line: u32) -> Result<Action, (String, InertHook)> {
        let text = |key: &str| field(fields, key).and_then(|field| field.value.text()).unwrap_or_default();
        let kind = text("type").trim();
        let inert = |why| Err((kind.to_owned(), why));
        match kind {
            "command" => {
                let command = text("command");
                if command.trim().is_empty() {
                    return inert(InertHook::NoCommand);
                }
                if command.len() > COMMAND || command.contains('\0') {
                    return inert(InertHook::Command);
                }
                let timeout = self.timeout(field(fields, "timeout"), line);
                Ok(Action::Command { command: command.to_owned(), timeout })
            }
            "prompt" => match text("prompt").trim() {
                "" => inert(InertHook::NoPrompt),
                prompt => Ok(Action::Prompt(prompt.to_owned())),
            },
            "permission" => match decision(fields) {
                Some(decision) => {
                    Ok(Action::Permission { decision, reason: text("reason").trim().to_owned() })
                }
                None => inert(InertHook::Decision),
            },
            "" => inert(InertHook::NoType),
            other => inert(InertHook::Kind { kind: Quote::of(other) }),
        }
    }

    /// In whole seconds or parts of them; what is no such number is said and does not count.
    fn timeout(&mut self, field: Option<&Field>, line: u32) -> Duration {
        let Some(field) = field else { return TIMEOUT };
        let seconds = field.value.text().and_then(|text| text.trim().parse::<f64>().ok());
        match seconds.filter(|seconds| seconds.is_finite() && *seconds > 0.0) {
            Some(seconds) if seconds <= LONGEST as f64 => Duration::from_secs_f64(seconds),
            Some(_) => {
                self.say(line, HookFlaw::TooLong { most: LONGEST });
                Duration::from_secs(LONGEST)
            }
            None => {
                self.say(line, HookFlaw::BadTimeout);
                TIMEOUT
            }
        }
    }
}

/// Returns the decision of a permission hook, which some authors write as `permission`; the stricter of the two.
fn decision(fields: &[Field]) -> Option<Permission> {
    let read = |key| field(fields, key).map(|field| Permission::parse(field.value.text()?.trim()));
    match (read("decision"), read("permission")) {
        (Some(one), None) | (None, Some(one)) => one,
        (Some(Some(one)), Some(Some(other))) => Some(one.max(other)),
        _ => None,
    }
}

/// The field of that key that counts, which is the last.
fn field<'a>(fields: &'a [Field], key: &str) -> Option<&'a Field> {
    fields.iter().rev().find(|field| field.key == key)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use skills::read_yaml;

    use super::{Action, HookEvent, Hooks, hooks};
    use crate::Permission;

    fn read(lines: &str) -> Hooks {
        hooks(&read_yaml(format!("---\nname: a\ndescription: d\n{lines}\n---\nx\n").as_bytes()))
    }

    /// Each rule on one line: event, matcher, and what its actions are.
    fn shown(hooks: &Hooks) -> Vec<String> {
        let action = |action: &Action| match action {
            Action::Command { command, timeout } => format!("run {command:?} {}s", timeout.as_secs_f64()),
            Action::Prompt(text) => format!("say {text:?}"),
            Action::Permission { decision, reason } => format!("{} {reason:?}", decision.word()),
            Action::Inert { kind, .. } => format!("nothing ({kind})"),
        };
        let rules = hooks.rules.iter();
        rules
            .map(|rule| {
                let actions: Vec<_> = rule.actions.iter().map(action).collect();
                format!("{} {}: {}", rule.event.name(), rule.matcher, actions.join("; "))
            })
            .collect()
    }

    #[test]
    fn s4_56_s4_23_rules_are_read_by_event() {
        let found = read(
            "hooks:\n  PreToolUse:\n    - matcher: \"Bash\"\n      hooks:\n        - type: command\n          \
             command: \"${SKILL_DIR}/scripts/validate.sh\"\n          timeout: 5\n        - type: prompt\n          \
             prompt: \"Check it\"\n        - type: permission\n          decision: ask\n  PostToolUse:\n    \
             - matcher: \"*\"\n      hooks:\n        - type: prompt\n          prompt: Look",
        );
        assert_eq!(
            shown(&found),
            [
                "PreToolUse Bash: run \"${SKILL_DIR}/scripts/validate.sh\" 5s; say \"Check it\"; ask \"\"",
                "PostToolUse *: say \"Look\"",
            ]
        );
        assert_eq!(found.findings, []);
        assert_eq!(found.rules[0].line, 6);
    }

    #[test]
    fn s4_23_s4_56_every_form_in_use_is_read() {
        let check = |lines: &str, rules: &[&str], findings: usize| {
            let found = read(lines);
            assert_eq!(
                (shown(&found), found.findings.len()),
                (rules.iter().map(|r| (*r).to_owned()).collect(), findings),
                "{lines}"
            );
        };
        check(
            "hooks:\n  PreToolUse:\n  - hooks:\n    - {type: prompt, prompt: x}",
            &["PreToolUse *: say \"x\""],
            0,
        );
        check(
            "hooks:\n  PreToolUse:\n  - {matcher: 'Write|Edit', type: prompt, prompt: x}",
            &["PreToolUse Write|Edit: say \"x\""],
            0,
        );
        check(
            "hooks:\n  PreToolUse:\n    matcher: A\n    hooks: {type: prompt, prompt: x}",
            &["PreToolUse A: say \"x\""],
            0,
        );
        check(
            "hooks:\n  Stop:\n  - hooks:\n    - {type: command, command: echo}",
            &["Stop *: run \"echo\" 10s"],
            1,
        );
        check("hooks:\n  SessionStart: |\n    Load it", &["SessionStart *: nothing (text)"], 2);
        check("hooks:\n  PreToolUse:\n  - matcher: [a]\n    hooks: []", &[], 1);
        check("hooks:\n  PreToolUse:\n  - matcher: a", &["PreToolUse a: "], 1);
        check("hooks: [a]", &[], 1);
        check("hooks: later", &[], 1);
        for nothing in ["hooks:", "hooks: {}", "hooks:\n  PreToolUse:", "hooks:\n  PreToolUse: []", ""] {
            check(nothing, &[], 0);
        }
    }

    #[test]
    fn s4_23_what_is_wrong_is_kept_and_does_nothing() {
        let found = read(
            "hooks:\n  PreToolUse:\n  - matcher: Bash\n    hooks:\n    - {type: command, command: ''}\n    \
             - {type: permission, decision: maybe}\n    - {type: command, command: 'true', timeout: 9999}\n    \
             - {type: unknown-kind}\n    - {command: x}\n    - plain\n    - {type: prompt}",
        );
        assert_eq!(
            shown(&found),
            [
                "PreToolUse Bash: nothing (command); nothing (permission); run \"true\" 300s; nothing (unknown-kind); \
              nothing (); nothing (text); nothing (prompt)"
            ]
        );
        assert_eq!(found.findings.len(), 7);
    }

    #[test]
    fn s4_57_a_timeout_is_in_seconds() {
        let timeout = |word: &str| {
            let line = format!(
                "hooks: {{PreToolUse: [{{hooks: [{{type: command, command: a, timeout: {word}}}]}}]}}"
            );
            match &read(&line).rules[0].actions[0] {
                Action::Command { timeout, .. } => *timeout,
                other => panic!("{other:?}"),
            }
        };
        assert_eq!(timeout("5"), Duration::from_secs(5));
        assert_eq!(timeout("0.5"), Duration::from_millis(500));
        for odd in ["0", "-1", "soon", "NaN", "[]"] {
            assert_eq!(timeout(odd), Duration::from_secs(10), "{odd}");
        }
        for long in ["301", "inf", "1e300"] {
            assert!(timeout(long) <= Duration::from_secs(300), "{long}");
        }
    }

    #[test]
    fn there_is_a_most() {
        let many = "{type: prompt, prompt: x},".repeat(300);
        let found = read(&format!("hooks: {{PreToolUse: [{{hooks: [{many}]}}]}}"));
        let count: usize = found.rules.iter().map(|rule| rule.actions.len()).sum();
        assert!(count <= 200 && found.rules.iter().all(|rule| rule.event == HookEvent::PreToolUse));
        assert_eq!(Permission::parse("allow"), Some(Permission::Allow));
    }
}
