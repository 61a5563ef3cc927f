//! A skill made of code: `cargo run -p tests --example code_skill`.
//!
//! It has a name, a description, one tool and a piece of guidance. Installing it is one call; there is no file and
//! nothing to discover.
#![allow(clippy::print_stdout, reason = "an example shows what it does")]

use engine::{
    Approval, CodeSkill, CodeTool, Done, Installed, Parameter, ParameterKind, Plan, Reach, Refusal, ToolCall,
    planned,
};
use execution::{Mode, Stop};
use hydration::Ground;
use serde_json::json;

/// Counts words.
struct Words;

const TOOLS: &[CodeTool] = &[CodeTool {
    name: "count_words",
    description: "Counts the words of a text.",
    reach: Reach::Reads,
    parameters: &[Parameter::required("text", ParameterKind::Text, "The text")],
}];

impl CodeSkill for Words {
    fn name(&self) -> &str {
        "words"
    }

    fn description(&self) -> &str {
        "Counts words, which a model does badly."
    }

    fn tools(&self) -> &[CodeTool] {
        TOOLS
    }

    fn prompt(&self) -> Option<&str> {
        Some("Count words with count_words; do not guess.")
    }

    fn plan<'a>(&'a self, call: &ToolCall<'_>) -> Result<Plan<'a>, Refusal> {
        let count = call.text("text").unwrap_or_default().split_whitespace().count();
        let done = Done::of(format!("{count} words"), json!({ "words": count }));
        Ok(Plan::free(call.tool, "count the words", move |_| Ok(done)))
    }
}

fn main() {
    print!("{}", shown());
}

/// What the example shows; a test reads it too.
pub fn shown() -> String {
    let mut out = String::new();
    let mut installed = Installed::default();
    installed.install(Box::new(Words)).expect("nothing of that name is installed");
    if let Err(twice) = installed.install(Box::new(Words)) {
        out += &format!("warning: {twice}\n");
    }
    out += &installed.prompt();

    let ground = Ground {
        workspace: std::env::current_dir().expect("a folder to stand in"),
        home: None,
        mode: Mode::ReadOnly,
        mode_from: "this example".to_owned(),
        environment: Vec::new(),
        helper: std::path::PathBuf::new(),
    };
    for arguments in [json!({ "text": "which skill shaped this turn" }), json!({ "texts": [] })] {
        let (skill, _) = installed.owner("count_words").expect("it was installed above");
        let call = ToolCall { tool: "count_words", arguments: &arguments, ground: &ground, unseen: &[] };
        let done = planned(skill, &call).and_then(|plan| plan.carry_out(Approval::Mode, &Stop::default()));
        out += &match done {
            Ok(done) => format!("{} -> {}\n", skill.name(), done.text),
            Err(refusal) => format!("{}\n", refusal.envelope()),
        };
    }
    out
}
