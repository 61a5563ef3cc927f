//! Plugins as the real agents loaded them, in runs of the releases that each file of this module names.
#![cfg(unix)]

use super::tests::Tree;
use crate::Convention;

fn skill(name: &str) -> String {
    format!("---\nname: {name}\ndescription: d\n---\nDo it.\n")
}

/// A home of Claude Code with the plugin `aa` of the marketplace `gh` in two versions, of which one is installed.
fn claude() -> Tree {
    let tree = Tree::new();
    let folder = "home/.claude/plugins";
    for version in ["1.0.0", "2.0.0"] {
        tree.file(&format!("{folder}/cache/gh/aa/{version}/skills/qa/SKILL.md"), &skill("qa"));
    }
    tree.file("home/.claude/settings.json", r#"{"enabledPlugins": {"aa@gh": true, "off@gh": false}}"#);
    let at = |rel: &str| tree.at(&format!("{folder}/{rel}")).display().to_string();
    let entry =
        format!(r#"{{"scope": "user", "installPath": "{}", "version": "1.0.0"}}"#, at("cache/gh/aa/1.0.0"));
    tree.file(
        &format!("{folder}/installed_plugins.json"),
        &format!(r#"{{"version": 2, "plugins": {{"aa@gh": [{entry}]}}}}"#),
    );
    let known = format!(
        r#"{{"gh": {{"source": {{"source": "github"}}, "installLocation": "{}"}}}}"#,
        at("marketplaces/gh")
    );
    tree.file(&format!("{folder}/known_marketplaces.json"), &known);
    tree.file(
        &format!("{folder}/marketplaces/gh/.claude-plugin/marketplace.json"),
        r#"{"name": "gh", "plugins": [{"name": "aa", "source": "./plugins/aa"}]}"#,
    );
    tree
}

#[test]
fn claude_loads_the_installed_version_under_the_name_of_the_plugin() {
    let tree = claude();
    tree.file("home/.claude/skills/qa/SKILL.md", &skill("qa"));
    let installed = "home/.claude/plugins/cache/gh/aa/1.0.0";
    assert_eq!(
        tree.standing(Convention::ClaudeCode),
        [format!("wins {installed}/skills/qa"), "wins home/.claude/skills/qa".to_owned()]
    );
    assert_eq!(tree.keys(Convention::ClaudeCode), ["aa:qa", "qa"]);
    let ruling = tree.rule(Convention::ClaudeCode);
    assert_eq!(ruling.claims[0].skill.short_path, "plugin:aa@1.0.0/qa/SKILL.md");
    // The manifest names the plugin and adds folders of its own.
    tree.file(
        &format!("{installed}/.claude-plugin/plugin.json"),
        r#"{"name": "real", "skills": ["./extra", "../../../../.."]}"#,
    );
    tree.file(&format!("{installed}/extra/more/SKILL.md"), &skill("more"));
    assert_eq!(tree.keys(Convention::ClaudeCode), ["qa", "real:more", "real:qa"]);
}

#[test]
fn claude_loads_no_plugin_that_is_not_enabled_installed_and_listed() {
    let tree = claude();
    let keys = || tree.keys(Convention::ClaudeCode);
    tree.file("ws/sub/.claude/settings.json", r#"{"enabledPlugins": {"aa@gh": false}}"#);
    assert!(keys().is_empty(), "a project's settings decide over the user's");
    tree.file("ws/.claude/settings.local.json", r#"{"enabledPlugins": {"aa@gh": true}}"#);
    assert_eq!(keys(), ["aa:qa"]);
    let listed = "home/.claude/plugins/marketplaces/gh/.claude-plugin/marketplace.json";
    tree.file(listed, r#"{"name": "gh", "plugins": []}"#);
    assert!(keys().is_empty(), "its marketplace does not list it");
}

#[test]
fn claude_loads_an_installation_of_this_project_and_of_no_other() {
    let tree = claude();
    let entry = |project: &str| {
        let (path, project) = (tree.at("home/.claude/plugins/cache/gh/aa/2.0.0"), tree.at(project));
        let (path, project) = (path.display(), project.display());
        let entry = format!(r#"{{"scope": "project", "projectPath": "{project}", "installPath": "{path}"}}"#);
        tree.file(
            "home/.claude/plugins/installed_plugins.json",
            &format!(r#"{{"version": 2, "plugins": {{"aa@gh": [{entry}]}}}}"#),
        );
        tree.standing(Convention::ClaudeCode)
    };
    assert!(entry("ws/other").is_empty());
    assert_eq!(entry("ws/sub"), ["wins home/.claude/plugins/cache/gh/aa/2.0.0/skills/qa"]);
}

#[test]
fn claude_loads_a_marketplace_that_is_a_folder_from_there() {
    let tree = claude();
    let market = tree.at("market");
    let known = format!(
        r#"{{"gh": {{"source": {{"source": "directory"}}, "installLocation": "{}"}}}}"#,
        market.display()
    );
    tree.file("home/.claude/plugins/known_marketplaces.json", &known);
    tree.file(
        "market/.claude-plugin/marketplace.json",
        r#"{"plugins": [{"name": "aa", "source": "./plugins/aa"}]}"#,
    );
    tree.file("market/plugins/aa/skills/qa/SKILL.md", &skill("qa"));
    assert_eq!(tree.standing(Convention::ClaudeCode), ["wins market/plugins/aa/skills/qa"]);
}

#[test]
fn a_setting_of_a_skill_does_not_mean_that_of_a_plugin_and_a_permission_does() {
    let tree = claude();
    let settings = |more: &str| {
        tree.file(
            "home/.claude/settings.json",
            &format!(r#"{{"enabledPlugins": {{"aa@gh": true}}, {more}}}"#),
        );
        tree.switched(Convention::ClaudeCode).len()
    };
    assert_eq!(settings(r#""skillOverrides": {"qa": "off", "aa:qa": "off"}"#), 0);
    assert_eq!(settings(r#""permissions": {"deny": ["Skill(aa:*)"]}"#), 1);
}

#[test]
fn codex_loads_the_newest_version_of_an_enabled_plugin() {
    let tree = Tree::new();
    for version in ["1.9.0", "1.10.0"] {
        let folder = format!("home/.codex/plugins/cache/mk/alpha/{version}");
        tree.file(&format!("{folder}/.codex-plugin/plugin.json"), r#"{"name": "alpha"}"#);
        tree.file(&format!("{folder}/skills/qa/SKILL.md"), &skill("qa"));
    }
    assert!(tree.keys(Convention::Codex).is_empty());
    let config = "[plugins.\"alpha@mk\"]\nenabled = true\n";
    tree.file("home/.codex/config.toml", config);
    assert_eq!(
        tree.standing(Convention::Codex),
        ["wins home/.codex/plugins/cache/mk/alpha/1.10.0/skills/qa"]
    );
    assert_eq!(tree.keys(Convention::Codex), ["alpha:qa"]);
    let off = "[[skills.config]]\nname = \"alpha:qa\"\nenabled = false\n";
    tree.file("home/.codex/config.toml", &format!("{config}{off}"));
    assert!(tree.keys(Convention::Codex).is_empty());
    tree.file("home/.codex/config.toml", &format!("{config}[features]\nplugins = false\n"));
    assert!(tree.standing(Convention::Codex).is_empty());
    let trusted = format!("[projects.\"{}\"]\ntrust_level = \"trusted\"\n", tree.at("ws/sub").display());
    tree.file("ws/sub/.codex/config.toml", "[plugins.\"alpha@mk\"]\nenabled = false\n");
    tree.file("home/.codex/config.toml", config);
    assert_eq!(tree.keys(Convention::Codex), ["alpha:qa"], "the project is not trusted");
    tree.file("home/.codex/config.toml", &format!("{config}{trusted}"));
    assert!(tree.keys(Convention::Codex).is_empty(), "a trusted project disables it");
    tree.file("home/.codex/config.toml", "[plugins.\"../alpha@mk\"]\nenabled = true\n");
    assert!(tree.standing(Convention::Codex).is_empty());
}

#[test]
fn a_change_of_a_plugins_skill_says_what_overwrites_it() {
    let tree = claude();
    let ruling = tree.rule(Convention::ClaudeCode);
    let plan = crate::manage::hide(&ruling, &ruling.claims[0].skill).expect("it can be hidden");
    let says = "belongs to the plugin aa@1.0.0. The next update of the plugin overwrites this change.";
    assert!(plan.notes.iter().any(|note| note.text.ends_with(says)), "{:?}", plan.notes);
}

#[test]
fn a_plugin_with_very_many_folders_or_versions_is_read_in_part() {
    let tree = claude();
    let added: Vec<String> = (0..50_000).map(|at| format!("\"./x{at}\"")).collect();
    tree.file(
        "home/.claude/plugins/cache/gh/aa/1.0.0/.claude-plugin/plugin.json",
        &format!(r#"{{"name": "aa", "skills": [{}]}}"#, added.join(",")),
    );
    assert_eq!(tree.keys(Convention::ClaudeCode), ["aa:qa"]);
    assert!(tree.rule(Convention::ClaudeCode).roots.len() < 50);
}

#[test]
fn a_folder_marketplace_leads_to_no_folder_outside_of_it() {
    let tree = claude();
    let known = r#"{"gh": {"source": {"source": "directory"}, "installLocation": "PLACE"}}"#;
    let known = known.replace("PLACE", &tree.at("market").display().to_string());
    tree.file("home/.claude/plugins/known_marketplaces.json", &known);
    tree.file(
        "market/.claude-plugin/marketplace.json",
        r#"{"plugins": [{"name": "aa", "source": "../secret"}]}"#,
    );
    tree.file("secret/skills/qa/SKILL.md", &skill("qa"));
    assert!(tree.standing(Convention::ClaudeCode).is_empty());
}
