//! Settings of each agent and what they do to its skills, as the real agents did in runs of the releases that each file
//! of this module names.
#![cfg(unix)]

use super::tests::Tree;
use crate::{Convention, SwitchEffect, listed};

/// Trees of skills named like their folders.
fn tree(folders: &[&str]) -> Tree {
    let tree = Tree::new();
    for folder in folders {
        let name = folder.rsplit('/').next().unwrap_or(folder);
        tree.file(
            &format!("{folder}/SKILL.md"),
            &format!("---\nname: {name}\ndescription: d\n---\nDo it.\n"),
        );
    }
    tree
}

impl Tree {
    /// Each skill with what switches it: `off a .claude/settings.json:3`.
    pub(super) fn switched(&self, convention: Convention) -> Vec<String> {
        let ruling = self.rule(convention);
        let switched = ruling.claims.iter().filter_map(|claim| {
            let by = claim.switched.as_ref()?;
            let effect = serde_json::to_value(by.effect).expect("it is a word");
            let (effect, at) = (effect.as_str().unwrap_or_default(), self.rel(&by.setting.file));
            Some(format!("{effect} {} {at}:{}", claim.key, by.setting.line))
        });
        switched.collect()
    }

    fn catalog(&self, convention: Convention) -> Vec<String> {
        let ruling = self.rule(convention);
        listed(&ruling).iter().map(|entry| entry.key.to_owned()).collect()
    }
}

#[test]
fn claude_overrides_go_by_the_folder_and_the_nearer_file_counts() {
    let tree = tree(&[
        "home/.claude/skills/a",
        "home/.claude/skills/b",
        "home/.claude/skills/c",
        "home/.claude/skills/d",
        "home/.claude/skills/twice",
        "ws/sub/.claude/skills/twice",
    ]);
    tree.file(
        "home/.claude/settings.json",
        r#"{"skillOverrides": {
            "a": "off", "b": "off", "c": "name-only", "d": "user-invocable-only", "A": "on", "twice": "off"}}"#,
    );
    tree.file("ws/sub/.claude/settings.json", r#"{"skillOverrides": {"b": "on"}}"#);
    assert_eq!(
        tree.standing(Convention::ClaudeCode),
        [
            "off home/.claude/skills/a",
            "wins home/.claude/skills/b",
            "wins home/.claude/skills/c",
            "wins home/.claude/skills/d",
            "off home/.claude/skills/twice",
            "shadowed ws/sub/.claude/skills/twice",
        ]
    );
    assert_eq!(tree.catalog(Convention::ClaudeCode), ["b", "c"]);
    assert_eq!(
        tree.switched(Convention::ClaudeCode)[..3],
        [
            "off a home/.claude/settings.json:2",
            "name_only c home/.claude/settings.json:2",
            "user_only d home/.claude/settings.json:2",
        ]
    );
    // A managed setting goes before all others.
    tree.file("etc/claude-code/managed-settings.json", r#"{"skillOverrides": {"a": "on"}}"#);
    assert_eq!(tree.standing(Convention::ClaudeCode)[0], "wins home/.claude/skills/a");
}

#[test]
fn one_wrong_value_voids_the_overrides_of_its_file() {
    let tree = tree(&["home/.claude/skills/a", "home/.claude/skills/b"]);
    tree.file("home/.claude/settings.json", r#"{"skillOverrides": {"a": "off", "b": "disabled"}}"#);
    assert_eq!(tree.catalog(Convention::ClaudeCode), ["a", "b"]);
    tree.file("home/.claude/settings.json", "{\"skillOverrides\": {\n\"a\": \"off\",,}");
    let problems = tree.rule(Convention::ClaudeCode).problems;
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert!(problems[0].message.text.contains("line 2 cannot be read"), "{problems:?}");
    assert_eq!(tree.catalog(Convention::ClaudeCode), ["a", "b"]);
}

#[test]
fn a_denied_skill_of_claude_code_stays_listed() {
    let tree = tree(&["home/.claude/skills/aa", "home/.claude/skills/bb", "home/.claude/skills/cc"]);
    tree.file(
        "ws/sub/.claude/settings.json",
        r#"{"permissions": {"deny": ["Skill(aa)", "Skill(b:*)", "Skill(CC)", "Bash"]}}"#,
    );
    let switched = tree.switched(Convention::ClaudeCode);
    let at = "ws/sub/.claude/settings.json:1";
    assert_eq!(switched, [format!("model_refused aa {at}"), format!("model_refused bb {at}")]);
    assert_eq!(tree.catalog(Convention::ClaudeCode), ["aa", "bb", "cc"]);
    tree.file("ws/sub/.claude/settings.json", r#"{"permissions": {"deny": ["Skill"]}}"#);
    assert!(tree.catalog(Convention::ClaudeCode).is_empty());
    assert_eq!(tree.keys(Convention::ClaudeCode), ["aa", "bb", "cc"], "the user can still call them");
}

#[test]
fn codex_entries_name_a_skill_or_its_file_and_the_last_counts() {
    let tree = tree(&[
        "home/.agents/skills/a",
        "home/.agents/skills/b",
        "home/.agents/skills/c",
        "home/.agents/skills/d",
        "ws/.agents/skills/twice",
        "home/.agents/skills/twice",
    ]);
    tree.link("home/other", tree.at("home/.agents/skills/twice"));
    tree.file(
        "home/.codex/config.toml",
        "model = \"m\"\n\n[[skills.config]]\nname = \" a \"\nenabled = false\n\n[[skills.config]]\n\
         name = \"b\"\nenabled = false\n[[skills.config]]\nname = \"b\"\nenabled = true\n[[skills.config]]\n\
         path = \"~/.agents/skills/c\"\nenabled = false\n[[skills.config]]\nname = \"d\"\n[[skills.config]]\n\
         path = \"~/other/SKILL.md\"\nenabled = false\n",
    );
    assert_eq!(
        tree.standing(Convention::Codex),
        [
            "off home/.agents/skills/a",
            "wins home/.agents/skills/b",
            "wins home/.agents/skills/c",
            "wins home/.agents/skills/d",
            "wins ws/.agents/skills/twice",
            "off home/.agents/skills/twice",
        ]
    );
    assert_eq!(tree.switched(Convention::Codex)[0], "ignored a home/.codex/config.toml:4");
    // A project's configuration says nothing of skills.
    tree.file("ws/sub/.codex/config.toml", "[[skills.config]]\nname = \"b\"\nenabled = false\n");
    assert_eq!(tree.keys(Convention::Codex), ["b", "c", "d", "twice"]);
    tree.file("home/.codex/config.toml", "[skills]\ninclude_instructions = false\n");
    assert!(tree.catalog(Convention::Codex).is_empty());
    tree.file("home/.codex/config.toml", "[skills]\nconfig = [{ name = \"a\", enabled = false }]\n");
    assert_eq!(tree.switched(Convention::Codex), ["ignored a home/.codex/config.toml:2"]);
}

#[test]
fn copilot_leaves_out_names_and_folders() {
    let tree = tree(&["ws/.github/skills/x", "ws/.claude/skills/x", "home/.copilot/skills/y"]);
    tree.file("home/.copilot/settings.json", r#"{"disabledSkills": ["x", "Y"]}"#);
    assert_eq!(
        tree.standing(Convention::Copilot),
        ["off ws/.github/skills/x", "shadowed ws/.claude/skills/x", "wins home/.copilot/skills/y"]
    );
    let folder = tree.at("ws/.github/skills");
    let ignored = format!(r#"{{"ignoredSkillsLocations": ["{}"]}}"#, folder.display());
    tree.file("home/.copilot/settings.json", &ignored);
    assert_eq!(
        tree.standing(Convention::Copilot),
        ["wins ws/.claude/skills/x", "off ws/.github/skills/x", "wins home/.copilot/skills/y"]
    );
}

#[test]
fn gemini_disables_in_any_case_and_the_workspace_says_whether_there_are_skills() {
    let tree = tree(&["home/.gemini/skills/a", "home/.gemini/skills/b", "ws/sub/.gemini/skills/a"]);
    tree.file("home/.gemini/settings.json", "{ // of mine\n\"skills\": {\"disabled\": [\"A\",]}}");
    tree.file("ws/sub/.gemini/settings.json", r#"{"skills": {"disabled": ["b "]}}"#);
    assert_eq!(
        tree.standing(Convention::GeminiCli),
        ["off ws/sub/.gemini/skills/a", "shadowed home/.gemini/skills/a", "wins home/.gemini/skills/b"]
    );
    tree.file("home/.gemini/settings.json", r#"{"skills": {"enabled": false}}"#);
    assert!(tree.keys(Convention::GeminiCli).is_empty());
    tree.file("ws/sub/.gemini/settings.json", r#"{"skills": {"enabled": true}}"#);
    assert_eq!(tree.keys(Convention::GeminiCli), ["a", "b"]);
}

#[test]
fn the_last_permission_of_opencode_that_fits_counts() {
    let tree =
        tree(&["ws/.opencode/skills/pre-one", "ws/.opencode/skills/pre-two", "ws/.opencode/skills/other"]);
    tree.file(
        "home/.config/opencode/opencode.json",
        "{\"permission\": {\"bash\": \"deny\", \"sk*\": {\n\"pre-*\": \"deny\", \"pre-two\": \"allow\"}}}",
    );
    assert_eq!(tree.catalog(Convention::OpenCode), ["other", "pre-two"]);
    assert_eq!(tree.keys(Convention::OpenCode), ["other", "pre-one", "pre-two"], "the user can call it");
    assert_eq!(
        tree.switched(Convention::OpenCode),
        ["user_only pre-one home/.config/opencode/opencode.json:2"]
    );
    tree.file("ws/opencode.json", r#"{"permission": {"*": "allow"}, "tools": {"skill": false}}"#);
    assert_eq!(tree.catalog(Convention::OpenCode), ["other", "pre-one", "pre-two"]);
    tree.file("ws/opencode.json", r#"{"tools": {"skill": false}}"#);
    assert!(tree.catalog(Convention::OpenCode).is_empty());
}

#[test]
fn pi_excludes_by_pattern_and_brings_back_by_path_in_each_scope() {
    let tree = tree(&[
        "ws/sub/.pi/skills/x",
        "home/.pi/agent/skills/x",
        "home/.pi/agent/skills/one",
        "home/.pi/agent/skills/two",
        "home/.pi/agent/skills/three",
    ]);
    tree.file("ws/sub/.pi/settings.json", r#"{"skills": ["!x", "!one"]}"#);
    tree.file(
        "home/.pi/agent/settings.json",
        r#"{"skills": ["more", "-skills/two/", "!t*", "+skills/two"]}"#,
    );
    assert_eq!(
        tree.standing(Convention::Pi),
        [
            "wins home/.pi/agent/skills/one",
            "off home/.pi/agent/skills/three",
            "wins home/.pi/agent/skills/two",
            "wins home/.pi/agent/skills/x",
            "off ws/sub/.pi/skills/x",
        ]
    );
}

#[test]
fn effects_are_ordered_by_how_much_they_keep_from_an_agent() {
    use SwitchEffect::{Ignored, ModelRefused, NameOnly, Off, On, UserOnly};
    assert!([On, NameOnly, ModelRefused, UserOnly, Off, Ignored].is_sorted());
}

#[test]
fn a_file_with_too_many_settings_is_named_and_not_compared() {
    let tree = tree(&["ws/.opencode/skills/a"]);
    let permissions = |count: usize, name: fn(usize) -> String| {
        let names: Vec<String> = (0..count).map(|at| format!("\"{}\": \"deny\"", name(at))).collect();
        let names = names.join(",");
        tree.file("ws/opencode.json", &format!(r#"{{"permission": {{"skill": {{"a": "deny", {names}}}}}}}"#));
        let problems = tree.rule(Convention::OpenCode).problems;
        let is_named = problems.iter().any(|one| one.code == "settings_unreadable");
        (tree.catalog(Convention::OpenCode).is_empty(), is_named)
    };
    assert_eq!(permissions(999, |at| format!("n{at}")), (true, false));
    assert_eq!(permissions(1_000, |at| format!("n{at}")), (false, true));
    assert_eq!(permissions(100, |at| format!("n{at}*")), (true, false));
    assert_eq!(permissions(30_000, |at| format!("n{at}*")), (false, true));
}

#[test]
fn a_pattern_that_is_too_large_means_nothing() {
    let tree = tree(&["home/.pi/agent/skills/a"]);
    for pattern in
        ["{".repeat(250) + "a" + &"}".repeat(250), "{a,".repeat(300) + &"}".repeat(300), "*".repeat(1_025)]
    {
        tree.file("home/.pi/agent/settings.json", &format!(r#"{{"skills": ["!{pattern}"]}}"#));
        assert_eq!(tree.standing(Convention::Pi), ["wins home/.pi/agent/skills/a"]);
    }
}

#[test]
fn claude_drops_a_file_with_a_trailing_comma() {
    let tree = tree(&["home/.claude/skills/a"]);
    tree.file("home/.claude/settings.json", r#"{"skillOverrides": {"a": "off"},}"#);
    assert_eq!(tree.standing(Convention::ClaudeCode), ["wins home/.claude/skills/a"]);
    assert_eq!(tree.codes(Convention::ClaudeCode), ["settings_unreadable"]);
}

#[test]
fn a_trusted_project_of_codex_switches_all_skills_and_no_single_one() {
    let tree = tree(&["home/.agents/skills/a"]);
    let user = |more: &str| {
        let trusted = format!("[projects.\"{}\"]\ntrust_level = \"trusted\"\n", tree.at("ws/sub").display());
        tree.file("home/.codex/config.toml", &format!("{more}\n{trusted}"));
        tree.catalog(Convention::Codex)
    };
    tree.file(
        "ws/sub/.codex/config.toml",
        "[skills]\ninclude_instructions = true\n[[skills.config]]\nname = \"a\"\nenabled = false\n",
    );
    assert_eq!(user("[skills]\ninclude_instructions = false"), ["a"], "the project decides over the user");
    tree.file("ws/sub/.codex/config.toml", "[skills]\ninclude_instructions = false\n");
    assert!(user("").is_empty());
    tree.file("home/.codex/config.toml", "");
    assert_eq!(tree.catalog(Convention::Codex), ["a"], "the project is not trusted");
}
