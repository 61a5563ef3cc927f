//! Hiding a skill from the model, and listing it again, by the means that the agent has for it: a field of the
//! frontmatter, or Codex's own file beside the skill.

use std::path::Path;

use disk::Cause;
use message::message;

use super::change::{Act, Plan, Trouble, deed};
use super::edit::{keep_texts, place_in};
use super::fields::with_field;
use super::plan::{Parts, finish, write_file};
use crate::convention::Steps;
use crate::dialect::is_kept_from_the_list;
use crate::{Claim, Convention, Ruling, SKILL_LIMIT, Skill};

/// Codex's own settings of a skill, by their path from its folder.
const CODEX_SETTINGS: &str = "agents/openai.yaml";
/// The key there, below `policy`, that says whether the model is told of the skill.
const CODEX_KEY: &str = "allow_implicit_invocation";

/// Hides a skill from the model's catalog; it can still be called by name.
///
/// # Errors
///
/// [`Trouble::Refused`] when it is hidden already, lies outside every root, its frontmatter cannot take the key, or the
/// agent has no means that lies with the skill; [`Trouble::Disk`] when it cannot be read.
pub fn hide(ruling: &Ruling, skill: &Skill) -> Result<Plan, Trouble> {
    set_hidden(ruling, skill, Act::Hide)
}

/// Lists a hidden skill again.
///
/// # Errors
///
/// As [`hide`], and [`Trouble::Refused`] when it is not hidden.
pub fn show(ruling: &Ruling, skill: &Skill) -> Result<Plan, Trouble> {
    set_hidden(ruling, skill, Act::Show)
}

fn set_hidden(ruling: &Ruling, skill: &Skill, act: Act) -> Result<Plan, Trouble> {
    let (steps, notes) = setting_hidden(ruling, skill, act)?;
    let (name, path) = (&skill.name, &skill.short_path);
    let deed = match act {
        Act::Hide => deed!("Would hide `{name}`, {path}.", "hid `{name}`, {path}", name, path),
        _ => deed!("Would unhide `{name}`, {path}.", "unhid `{name}`, {path}", name, path),
    };
    finish(ruling, act, deed, steps, notes)
}

pub(super) fn setting_hidden(ruling: &Ruling, skill: &Skill, act: Act) -> Result<Parts, Trouble> {
    let claim = ruling.claims.iter().find(|claim| claim.skill.path == skill.path);
    let is_hidden = claim.map_or(skill.disable_model_invocation, |claim| claim.hidden);
    if is_hidden == (act == Act::Hide) {
        return Trouble::refused(message!("{skill} is already so.", skill = skill.short_path));
    }
    let (step, mut notes) = match ruling.convention.rules().load.steps {
        Steps::Codex => in_codex_settings(ruling, skill, act)?,
        _ => in_frontmatter(ruling, claim, skill, act)?,
    };
    notes.push(match act {
        Act::Hide => {
            message!(
                "The catalog will leave `{name}` out. It can still be called by name.",
                name = skill.name
            )
        }
        _ => message!("The catalog will list `{name}` again.", name = skill.name),
    });
    Ok((step, notes))
}

/// Sets the field of the frontmatter, where the agent reads it.
fn in_frontmatter(ruling: &Ruling, claim: Option<&Claim>, skill: &Skill, act: Act) -> Result<Parts, Trouble> {
    let value = if act == Act::Hide { "true" } else { "false" };
    let content = disk::read(&skill.path, SKILL_LIMIT)?.bytes;
    let bytes = with_field(&content, "disable-model-invocation", value)?;
    let then = claim.and_then(|claim| ruling.claim_of(claim.rank, &skill.dir, &bytes, skill.stamp));
    if then.is_some_and(|claim| claim.hidden != (act == Act::Hide)) {
        let (agent, name) = (ruling.convention.label(), &skill.name);
        let instead = match ruling.convention {
            Convention::GeminiCli => {
                message!("Add `{name}` to `skills.disabled` in ~/.gemini/settings.json.", name)
            }
            Convention::OpenCode => {
                message!("Set `permission.skill.{name}` to `deny` in opencode.json.", name)
            }
            _ => message!("Disable the skill in the settings of {agent}.", agent),
        };
        return Trouble::refused(
            message!("{agent} does not read `disable-model-invocation`, so nothing would change. {instead}", agent, instead => instead),
        );
    }
    let (step, notes) = write_file(ruling, &skill.path, &bytes)?;
    Ok((vec![step], notes))
}

/// Sets the key of `agents/openai.yaml`, which is made where there is none.
fn in_codex_settings(ruling: &Ruling, skill: &Skill, act: Act) -> Result<Parts, Trouble> {
    let path = place_in(skill, Path::new(CODEX_SETTINGS))?;
    let before = match disk::look_at_entry(&path) {
        Ok(_) => disk::read(&path, SKILL_LIMIT)?.bytes,
        Err(fault) if fault.cause == Cause::Missing => Vec::new(),
        Err(fault) => return Err(fault.into()),
    };
    let Ok(before) = str::from_utf8(&before) else {
        return Trouble::refused(message!("{path} is not UTF-8.", path = path.display()));
    };
    let after = with_key(before, if act == Act::Hide { "false" } else { "true" }).into_bytes();
    // What the agent would read of it decides, not how it was written.
    if is_kept_from_the_list(&after) != (act == Act::Hide) {
        return Trouble::refused(message!(
            "{path} has a form in which Assay cannot set `policy.{codex_key}`. Set it there by hand.",
            path = path.display(),
            codex_key = CODEX_KEY
        ));
    }
    let (mut step, notes) = write_file(ruling, &path, &after)?;
    if !step.path.starts_with(disk::canonical(&skill.dir)?) {
        return Trouble::refused(message!("{path} leads out of the skill’s folder.", path = path.display()));
    }
    keep_texts(&mut step);
    Ok((vec![step], notes))
}

/// The text of such settings with the key set: in its line, else as the first line below `policy`, else at the end.
fn with_key(text: &str, value: &str) -> String {
    let end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let begins = |line: &String| line.trim_start().starts_with(&format!("{CODEX_KEY}:"));
    if let Some(line) = lines.iter_mut().find(|line| begins(line)) {
        let blank = line.len() - line.trim_start().len();
        *line = format!("{}{CODEX_KEY}: {value}", &line[..blank]);
    } else if let Some(at) = lines.iter().position(|line| line.trim_end() == "policy:") {
        let indent = lines.get(at + 1).map_or(2, |next| next.len() - next.trim_start().len()).max(1);
        lines.insert(at + 1, format!("{}{CODEX_KEY}: {value}", " ".repeat(indent)));
    } else {
        lines.push(format!("policy:{end}  {CODEX_KEY}: {value}"));
    }
    lines.join(end) + end
}

#[cfg(test)]
mod tests {
    use super::{is_kept_from_the_list, with_key};

    #[test]
    fn key_of_codex_is_set_where_it_stands_or_belongs() {
        for (before, after) in [
            ("", "policy:\n  allow_implicit_invocation: false\n"),
            (
                "interface:\n  display_name: A\n",
                "interface:\n  display_name: A\npolicy:\n  allow_implicit_invocation: false\n",
            ),
            (
                "policy:\n    products: [codex]\n",
                "policy:\n    allow_implicit_invocation: false\n    products: [codex]\n",
            ),
            (
                "policy:\n  allow_implicit_invocation: true # yes\nx: 1\n",
                "policy:\n  allow_implicit_invocation: false\nx: 1\n",
            ),
        ] {
            for end in ["\n", "\r\n"] {
                let hidden = with_key(&before.replace('\n', end), "false");
                // A file that has no line yet gets those of Unix.
                assert_eq!(
                    hidden,
                    if before.is_empty() { after.to_owned() } else { after.replace('\n', end) }
                );
                let shown = with_key(&hidden, "true");
                assert!(is_kept_from_the_list(hidden.as_bytes()) && !is_kept_from_the_list(shown.as_bytes()));
            }
        }
    }
}
