//! What the real agents did with such trees, rule by rule: what each looks at, who wins, and what its list says.

use super::tests::Tree;
use crate::{Convention, Renderer, Shown, listed, render};

fn skill(name: &str, description: &str) -> String {
    format!("---\nname: {name}\ndescription: {description}\n---\nDo it.\n")
}

impl Tree {
    /// Skills whose name is the folder's and whose description the path.
    fn with(paths: &[&str]) -> Self {
        let tree = Self::new();
        for path in paths {
            let name = path.rsplit('/').next().unwrap_or(path);
            tree.file(&format!("{path}/SKILL.md"), &skill(name, "d"));
        }
        tree
    }

    /// What the list names, in its order.
    fn listed(&self, convention: Convention) -> Vec<String> {
        listed(&self.rule(convention)).iter().map(|entry| entry.key.to_owned()).collect()
    }

    /// The list, with the tree's own place left out of it.
    fn text(&self, convention: Convention) -> String {
        let rules = convention.rules();
        let text = render(rules.renderer, &listed(&self.rule(convention)), rules.room()).text;
        text.replace(&format!("{}/", self.at("").display().to_string().trim_end_matches('/')), "")
    }
}

#[test]
fn copilot_takes_github_before_agents_before_claude_and_the_project_before_the_user() {
    let tree = Tree::new();
    for (place, description) in [
        ("ws/.github/skills/a/SKILL.md", "far"),
        ("ws/sub/.agents/skills/b/SKILL.md", "near"),
        ("home/.copilot/skills/c/SKILL.md", "user"),
    ] {
        tree.file(place, &skill("x", description));
    }
    let standing =
        ["wins ws/.github/skills/a", "shadowed ws/sub/.agents/skills/b", "shadowed home/.copilot/skills/c"];
    assert_eq!(tree.standing(Convention::Copilot), standing);
    // The paths decide within a root, sign by sign.
    let within = Tree::of("x", &["ws/.github/skills/z", "ws/.github/skills/z-a"]);
    assert_eq!(
        within.standing(Convention::Copilot),
        ["wins ws/.github/skills/z-a", "shadowed ws/.github/skills/z"]
    );
}

#[test]
fn copilot_reads_no_claude_folder_of_the_user() {
    let tree = Tree::with(&["home/.claude/skills/a", "home/.copilot/skills/b", "home/.agents/skills/c"]);
    assert_eq!(tree.listed(Convention::Copilot), ["b", "c"]);
}

#[test]
fn copilot_sorts_what_follows_of_one_kind_by_name() {
    let one = [
        "ws/sub/.github/skills/z",
        "ws/sub/.agents/skills/a",
        "ws/sub/.claude/skills/c",
        "home/.copilot/skills/b",
    ];
    assert_eq!(Tree::with(&one).listed(Convention::Copilot), ["a", "c", "z", "b"]);
    let above = [one.as_slice(), &["ws/.github/skills/h", "ws/.agents/skills/g"]].concat();
    assert_eq!(Tree::with(&above).listed(Convention::Copilot), ["z", "h", "a", "g", "c", "b"]);
}

#[test]
fn without_a_repository_four_agents_look_up_to_the_top_and_codex_stays() {
    let doors = [".claude/skills", ".agents/skills", ".opencode/skills", ".github/skills"];
    let paths: Vec<String> = doors.iter().map(|door| format!("ws/{door}/up")).collect();
    let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
    let tree = Tree::with(&paths);
    for convention in
        [Convention::ClaudeCode, Convention::OpenCode, Convention::Pi, Convention::Copilot, Convention::Codex]
    {
        assert_eq!(tree.listed(convention), ["up"], "{} in a repository", convention.name());
    }
    std::fs::remove_dir(tree.at("ws/.git")).expect("it is empty");
    for convention in [Convention::ClaudeCode, Convention::OpenCode, Convention::Pi, Convention::Copilot] {
        assert_eq!(tree.listed(convention), ["up"], "{} without a repository", convention.name());
    }
    assert!(tree.listed(Convention::Codex).is_empty());
}

#[test]
fn depth_and_skills_inside_skills_are_each_agents_own() {
    let tree = Tree::new();
    for door in [
        ".claude/skills",
        ".agents/skills",
        ".gemini/skills",
        ".opencode/skills",
        ".pi/skills",
        ".github/skills",
    ] {
        for folder in
            ["one", "d/two", "d/e/f/g/h/six", "d/e/f/g/h/i/seven", "one/inner", ".dot", "node_modules"]
        {
            let name = folder.rsplit('/').next().unwrap_or(folder);
            tree.file(&format!("ws/sub/{door}/{folder}/SKILL.md"), &skill(name, "d"));
        }
    }
    let of = |convention: Convention, expected: &[&str]| {
        let mut names = tree.listed(convention);
        names.sort();
        assert_eq!(names, expected, "{}", convention.name());
    };
    of(Convention::ClaudeCode, &[".dot", "node_modules", "one"]);
    of(Convention::GeminiCli, &["one"]);
    of(Convention::Codex, &["inner", "node_modules", "one", "six", "two"]);
    // OpenCode passes over folders with a dot in its own folders alone.
    of(Convention::OpenCode, &[".dot", "inner", "node_modules", "one", "seven", "six", "two"]);
    of(Convention::Copilot, &["node_modules", "one", "seven", "six", "two"]);
    of(Convention::Pi, &["one", "seven", "six", "two"]);
}

#[test]
fn a_skill_in_the_root_itself_is_the_only_one_to_some_and_none_to_others() {
    let tree = Tree::with(&[
        "ws/sub/.github/skills/a",
        "ws/sub/.pi/skills/a",
        "ws/sub/.claude/skills/a",
        "ws/sub/.agents/skills/a",
    ]);
    for door in [".github", ".pi", ".claude", ".agents"] {
        tree.file(&format!("ws/sub/{door}/skills/SKILL.md"), &skill("root", "d"));
    }
    assert_eq!(tree.listed(Convention::Copilot), ["root"]);
    assert_eq!(tree.listed(Convention::Pi), ["root"]);
    assert_eq!(tree.listed(Convention::ClaudeCode), ["a"]);
    assert_eq!(tree.listed(Convention::Codex), ["a", "root"]);
}

#[test]
fn claude_code_lists_a_file_once_by_the_first_folder_that_leads_to_it() {
    let tree = Tree::with(&["ws/.claude/skills/one", "home/.claude/skills/other"]);
    tree.link("ws/.claude/skills/again", "one");
    assert_eq!(tree.listed(Convention::ClaudeCode), ["other", "again"]);
    assert_eq!(tree.text(Convention::ClaudeCode), "- other: d\n- again (one): d\n");
}

#[test]
fn claude_code_tells_a_second_name_that_leads_nowhere_else() {
    let tree = Tree::new();
    for (folder, name) in [
        ("a", "b"),
        ("b", "b"),
        ("c", "' c '"),
        ("f0", "same"),
        ("f1", "same"),
        ("g", "two words"),
        ("h", "技能"),
    ] {
        tree.file(&format!("ws/.claude/skills/{folder}/SKILL.md"), &skill(name, "d"));
    }
    let text = "- a: d\n- b: d\n- c: d\n- f0 (same): d\n- f1: d\n- g: d\n- h (技能): d\n";
    assert_eq!(tree.text(Convention::ClaudeCode), text);
}

#[test]
fn codex_calls_roots_by_short_names_its_own_among_them() {
    let tree = Tree::with(&[
        "ws/sub/.codex/skills/z",
        "ws/.agents/skills/b",
        "ws/sub/.agents/skills/a",
        "home/.codex/skills/u",
    ]);
    let text = "### Skill roots\n- `r0` = `ws/sub/.codex/skills`\n- `r1` = `home/.codex/skills`\n- `r2` = \
                `home/.codex/skills/.system`\n- `r3` = `ws/.agents/skills`\n- `r4` = `ws/sub/.agents/skills`\n\
                ### Available skills\n- a: d (file: r4/a/SKILL.md)\n- b: d (file: r3/b/SKILL.md)\n- z: d (file: \
                r0/z/SKILL.md)\n- u: d (file: r1/u/SKILL.md)\n";
    assert_eq!(tree.text(Convention::Codex), text);
}

#[test]
fn codex_does_not_list_what_its_own_file_keeps_from_it() {
    let tree = Tree::with(&["ws/.agents/skills/a", "ws/.agents/skills/b"]);
    // A link to a folder is followed, a link to a file is not.
    tree.file("ws/store/c.md", &skill("c", "d")).file("ws/store/d/SKILL.md", &skill("d", "d"));
    tree.link("ws/.agents/skills/c/SKILL.md", tree.at("ws/store/c.md"));
    tree.link("ws/.agents/skills/d", tree.at("ws/store/d"));
    tree.file("ws/.agents/skills/b/agents/openai.yaml", "policy:\n  allow_implicit_invocation: false\n");
    assert_eq!(tree.listed(Convention::Codex), ["a", "d"]);
    assert_eq!(tree.keys(Convention::Codex), ["a", "b", "d"]);
}

#[test]
fn tags_are_escaped_as_each_agent_does() {
    let tree = Tree::new();
    for door in [".claude", ".github", ".gemini", ".opencode", ".pi"] {
        tree.file(&format!("ws/sub/{door}/skills/a/SKILL.md"), &skill("a", "<b> & \"q\" 'r'"));
    }
    assert_eq!(tree.text(Convention::ClaudeCode), "- a: &lt;b&gt; & \"q\" 'r'\n");
    let of = |convention, description: &str| {
        let text = tree.text(convention);
        assert!(text.contains(&format!("<description>{description}</description>")), "{text}");
    };
    of(Convention::GeminiCli, "<b> & \"q\" 'r'");
    of(Convention::OpenCode, "<b> & \"q\" 'r'");
    of(Convention::Pi, "&lt;b&gt; &amp; &quot;q&quot; &apos;r&apos;");
    of(Convention::Copilot, "&lt;b&gt; &amp; &quot;q&quot; &apos;r&apos;");
    assert!(tree.text(Convention::Copilot).contains("<skill>\n  <name>a</name>\n"));
    assert!(tree.text(Convention::Copilot).contains("  <location>project</location>\n</skill>\n"));
}

#[test]
fn what_does_not_fit_loses_its_description_and_keeps_its_name() {
    let tree = Tree::new();
    for number in 0..60 {
        let description = format!("{number:02} {}", "w".repeat(397));
        for door in [".claude", ".agents", ".github", ".pi"] {
            let name = format!("s{number:02}");
            tree.file(&format!("ws/sub/{door}/skills/{name}/SKILL.md"), &skill(&name, &description));
        }
    }
    let claude = tree.text(Convention::ClaudeCode);
    assert!(claude.starts_with("- s00: 00 ww") && claude.contains("\n- s59\n"), "{claude}");
    assert_eq!(claude.lines().count(), 60);
    let codex = tree.text(Convention::Codex);
    assert_eq!(codex.lines().filter(|line| line.ends_with("/SKILL.md)")).count(), 60);
    let lengths: Vec<usize> = codex.lines().filter(|line| line.starts_with("- s")).map(str::len).collect();
    assert!(lengths.iter().all(|length| (300..400).contains(length)), "{lengths:?}");
    let copilot = tree.text(Convention::Copilot);
    assert!(copilot.ends_with(", s58, s59\n</available_skills>"), "{copilot}");
    assert!(copilot.contains("\nAdditional skills available (invoke by name): s"));
    assert_eq!(tree.text(Convention::Pi).matches("</skill>").count(), 60);
}

#[test]
fn a_long_description_is_cut_by_claude_code_and_codex() {
    let tree = Tree::new();
    for door in [".claude", ".agents"] {
        tree.file(&format!("ws/sub/{door}/skills/a/SKILL.md"), &skill("a", &"w".repeat(1_700)));
    }
    assert_eq!(tree.text(Convention::ClaudeCode), format!("- a: {}…\n", "w".repeat(1_535)));
    assert!(tree.text(Convention::Codex).contains(&format!("- a: {}... (file: ", "w".repeat(1_021))));
    let found = tree.rule(Convention::ClaudeCode);
    let drawn = render(Renderer::ClaudeCode, &listed(&found), 8_000);
    assert_eq!(drawn.shown, [Shown::Beginning(format!("{}…", "w".repeat(1_535)))]);
}
