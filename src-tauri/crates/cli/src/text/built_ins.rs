use std::fmt::Write as _;

use api::permission::{BuiltInParameter, BuiltInsView};

use super::{counted, word};
use crate::screen::visible_text;

/// The skills that come with Assay, and whether each is on.
pub fn built_ins(view: &BuiltInsView) -> String {
    let mut text = String::new();
    for words in [&view.problem, &view.without_tools].into_iter().flatten() {
        let _ = writeln!(text, "{}\n", visible_text(words));
    }
    for row in &view.rows {
        let (name, words) = (visible_text(&row.name), visible_text(&row.description));
        let _ = writeln!(text, "{name} ({})  {words}", word(&row.switch));
        let outranked = row.shadowed.as_ref().map(|other| match &other.rule {
            Some(rule) => format!("{} is used instead: {rule}", other.by),
            None => format!("{} is used instead", other.by),
        });
        let why_off = row.why_off.as_ref().map(ToString::to_string);
        for words in [why_off, outranked].into_iter().flatten() {
            let _ = writeln!(text, "  {}", visible_text(words));
        }
        for tool in &row.tools {
            let names: Vec<String> = tool.parameters.iter().map(parameter).collect();
            let [name, reach, words] = [&tool.name, &tool.reach, &tool.description].map(visible_text);
            let _ = writeln!(text, "  {name}({})  {reach}  {words}", names.join(", "));
        }
    }
    let _ = writeln!(
        text,
        "{} in the convention `merged`, built-in skills included",
        counted(view.skill_count, "skill")
    );
    text
}

fn parameter(parameter: &BuiltInParameter) -> String {
    let name = visible_text(&parameter.name);
    if parameter.required { name } else { format!("{name}?") }
}
