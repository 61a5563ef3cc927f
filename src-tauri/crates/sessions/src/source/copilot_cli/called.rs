//! Skills that the user called by `/name`: in the terminal the text is recorded before the prompt that called for it.

use std::collections::{HashMap, HashSet};

use crate::members::Members;

#[derive(Debug, Clone, Default)]
pub(super) struct Called {
    /// The latest call by the user whose prompt was not seen, with the skill's name.
    waiting: Option<(u32, String)>,
    /// Calls that stand before their prompt.
    early: HashSet<u32>,
    /// The latest call.
    last: Option<u32>,
    /// The skill and the arguments of the latest prompt, until the model answers.
    prompt: Option<(String, Option<String>)>,
    arguments: HashMap<u32, String>,
}

impl Called {
    /// Takes in that a skill was invoked.
    pub fn invoke(&mut self, first: u32, data: &Members<'_>) {
        if data.text("trigger").as_deref() != Some("user-invoked") {
            return;
        }
        let name = data.text("name").unwrap_or_default();
        self.last = Some(first);
        match self.prompt.take_if(|(asked, _)| *asked == name) {
            Some((_, arguments)) => self.keep(first, arguments),
            None => {
                self.early.insert(first);
                self.waiting = Some((first, name));
            }
        }
    }

    /// Takes in what a user typed.
    pub fn prompt(&mut self, data: &Members<'_>) {
        let text = data.text("content").unwrap_or_default();
        let sent = data.text("transformedContent").unwrap_or_default();
        let called = text.trim_start().strip_prefix('/').map(|call| {
            let (name, words) = call.split_once(char::is_whitespace).unwrap_or((call, ""));
            (name.to_owned(), Some(words.trim().to_owned()).filter(|words| !words.is_empty()))
        });
        self.prompt = None;
        match (self.waiting.take(), called) {
            (Some((first, name)), Some((asked, arguments))) if asked == name => self.keep(first, arguments),
            (Some((first, _)), _) => self.keep(first, arguments_in(&sent)),
            (None, called) => self.prompt = called,
        }
    }

    /// Takes in the text that the model was given.
    pub fn deliver(&mut self, data: &Members<'_>) {
        let text = data.text("content").or_else(|| data.text("suffix")).unwrap_or_default();
        if let Some((first, arguments)) = self.last.zip(arguments_in(&text)) {
            self.arguments.entry(first).or_insert(arguments);
        }
    }

    /// Takes in that the model answered: what comes now was not called by the prompt before.
    pub fn answer(&mut self) {
        (self.prompt, self.last) = (None, None);
    }

    /// Returns whether an invocation stands before the prompt that called for it.
    pub fn comes_before_prompt(&self, first: u32) -> bool {
        self.early.contains(&first)
    }

    /// Returns the arguments of a call; `None` if it has none.
    pub fn arguments(&self, first: u32) -> Option<String> {
        self.arguments.get(&first).cloned()
    }

    fn keep(&mut self, first: u32, arguments: Option<String>) {
        if let Some(arguments) = arguments {
            self.arguments.insert(first, arguments);
        }
    }
}

/// The arguments as the program words them for the model.
fn arguments_in(text: &str) -> Option<String> {
    let (_, arguments) = text.rsplit_once("ARGUMENTS: ")?;
    let arguments = arguments.split("\n\n").next().unwrap_or(arguments).split("</").next()?.trim();
    (!arguments.is_empty()).then(|| arguments.to_owned())
}
