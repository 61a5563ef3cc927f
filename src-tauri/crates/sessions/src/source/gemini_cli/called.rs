//! Skills that the user called by `/name`: the program writes a call of `activate_skill` itself, which no answer of the
//! model asked for, and then the prompt, whose `displayContent` is what the user typed (recorded with 0.61.0).

use std::collections::{HashMap, HashSet};

use crate::members::Members;

#[derive(Debug, Clone, Default)]
pub(super) struct Called {
    /// Messages of the model that were seen.
    answers: HashSet<String>,
    /// The calls of `activate_skill` since the model's latest answer, with the skills' names.
    pending: Vec<(String, String)>,
    /// Calls that a prompt of the user stands behind, with the arguments in it.
    by_user: HashMap<String, Option<String>>,
    /// Prompts that called a skill.
    prompts: HashSet<u32>,
}

impl Called {
    pub fn learn(&mut self, first: u32, line: &Members<'_>) {
        match line.text("type").as_deref() {
            Some("gemini") => {
                let is_new = self.answers.insert(line.text("id").unwrap_or_default());
                if is_new && line.object("tokens").is_some() {
                    self.pending.clear();
                }
                for call in line.objects("toolCalls") {
                    let name = call.object("args").and_then(|args| args.text("name"));
                    let is_known = |id: &String| self.pending.iter().any(|(known, _)| known == id);
                    if call.text("name").as_deref() == Some("activate_skill")
                        && let Some((id, name)) = call.text("id").filter(|id| !is_known(id)).zip(name)
                    {
                        self.pending.push((id, name));
                    }
                }
            }
            Some("user") => {
                let Some(typed) = displayed(line) else { return };
                let Some(call) = typed.trim_start().strip_prefix('/') else { return };
                let (asked, words) = call.split_once(char::is_whitespace).unwrap_or((call, ""));
                if let Some((id, _)) = self.pending.iter().rev().find(|(_, name)| name == asked) {
                    let arguments = Some(words.trim().to_owned()).filter(|words| !words.is_empty());
                    self.by_user.insert(id.clone(), arguments);
                    self.prompts.insert(first);
                }
                self.pending.clear();
            }
            _ => {}
        }
    }

    /// Returns whether a message called the skill that was activated before it.
    pub fn is_prompt(&self, first: u32) -> bool {
        self.prompts.contains(&first)
    }

    /// The arguments of a call that the user made; `None` if it was the model's.
    pub fn by_user(&self, call: &str) -> Option<Option<String>> {
        self.by_user.get(call).cloned()
    }
}

/// Returns what the user typed; `None` if that is what the model was given.
pub(super) fn displayed(message: &Members<'_>) -> Option<String> {
    let texts: Vec<String> =
        message.objects("displayContent").iter().filter_map(|part| part.text("text")).collect();
    message.text("displayContent").or_else(|| (!texts.is_empty()).then(|| texts.join("\n")))
}
