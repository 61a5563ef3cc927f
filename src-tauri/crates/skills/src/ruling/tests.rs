//! One tree each, and what every convention makes of it.
#![cfg(unix)]
#![allow(clippy::disallowed_methods, reason = "a test lays out files of its own")]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::root::{AgentPlaces, ClaudeFolders};
use crate::*;

/// A workspace `ws/sub` in a repository `ws`, a home, and a folder for the machine's settings.
pub(super) struct Tree(tempfile::TempDir);

impl Tree {
    pub(super) fn new() -> Self {
        let tree = Self(tempfile::tempdir().expect("a temporary folder can be made"));
        for folder in ["ws/.git", "ws/sub", "home", "etc"] {
            fs::create_dir_all(tree.at(folder)).expect("a folder can be made");
        }
        tree
    }

    /// A skill in each folder, named alike, that says where it lies.
    pub(super) fn of(name: &str, folders: &[&str]) -> Self {
        let tree = Self::new();
        folders.iter().for_each(|folder| {
            tree.skill(folder, name);
        });
        tree
    }

    pub(super) fn at(&self, rel: &str) -> PathBuf {
        self.0.path().join(rel)
    }

    pub(super) fn file(&self, rel: &str, content: &str) -> &Self {
        fs::create_dir_all(self.at(rel).parent().expect("a file has a folder")).expect("it can be made");
        fs::write(self.at(rel), content).expect("a file can be written");
        self
    }

    fn skill(&self, folder: &str, name: &str) -> &Self {
        let content = format!("---\nname: {name}\ndescription: in {folder}\n---\nDo it.\n");
        self.file(&format!("{folder}/SKILL.md"), &content)
    }

    pub(super) fn link(&self, rel: &str, target: impl AsRef<Path>) -> &Self {
        fs::create_dir_all(self.at(rel).parent().expect("a link has a folder")).expect("it can be made");
        symlink(target, self.at(rel)).expect("a link can be made");
        self
    }

    pub(super) fn places(&self) -> Places {
        Places {
            workspace: self.at("ws/sub"),
            home: Some(self.at("home")),
            agents: AgentPlaces { machine: Some(self.at("etc")), ..AgentPlaces::default() },
            ..Places::default()
        }
    }

    pub(super) fn rule(&self, convention: Convention) -> Ruling {
        rule(convention, &survey(&self.places()), &Visibility::whole(Trust::Trusted))
    }

    /// The state of each file of a key, winner first: `wins home/.agents/skills/a`.
    pub(super) fn standing(&self, convention: Convention) -> Vec<String> {
        let claims = self.rule(convention).claims;
        claims.iter().map(|claim| format!("{} {}", claim.state.name(), self.rel(&claim.skill.dir))).collect()
    }

    pub(super) fn rel(&self, path: &Path) -> String {
        path.strip_prefix(self.0.path()).expect("inside the tree").display().to_string()
    }

    pub(super) fn codes(&self, convention: Convention) -> Vec<&'static str> {
        let mut codes: Vec<_> = self.rule(convention).problems.iter().map(|problem| problem.code).collect();
        codes.sort_unstable();
        codes
    }

    pub(super) fn keys(&self, convention: Convention) -> Vec<String> {
        visible_keys(&self.rule(convention)).into_iter().map(str::to_owned).collect()
    }
}

/// The keys an agent may call, each once, sorted.
fn visible_keys(ruling: &Ruling) -> Vec<&str> {
    let visible = ruling.claims.iter().filter(|claim| claim.is_visible());
    let mut keys: Vec<&str> = visible.map(|claim| claim.key.as_str()).collect();
    keys.dedup();
    keys
}

/// The file a key calls; none where several stay or nothing says which.
fn winner<'a>(ruling: &'a Ruling, key: &str) -> Option<&'a Claim> {
    ruling.claims.iter().find(|claim| claim.key == key && claim.state == State::Wins)
}

fn check(convention: Convention, folders: &[&str], expected: &[&str]) {
    let tree = Tree::of("x", folders);
    assert_eq!(tree.standing(convention), expected, "{}", convention.name());
    let reversed: Vec<&str> = folders.iter().rev().copied().collect();
    assert_eq!(
        Tree::of("x", &reversed).standing(convention),
        expected,
        "{}, laid out backwards",
        convention.name()
    );
}

#[test]
fn s0_26_pixir_takes_the_first_scope() {
    check(
        Convention::Pixir,
        &["ws/.agents/skills/x", "home/.agents/skills/x", "home/.pixir/skills/x", "ws/sub/skills/x"],
        &["wins ws/.agents/skills/x", "shadowed home/.agents/skills/x", "shadowed home/.pixir/skills/x"],
    );
    check(
        Convention::Pixir,
        &["ws/.agents/skills/a", "ws/.agents/skills/b"],
        &["wins ws/.agents/skills/a", "shadowed ws/.agents/skills/b"],
    );
}

#[test]
fn s2_01_s2_02_s2_16_the_pipeline_reads_one_folder_and_takes_the_last() {
    check(
        Convention::Pipeline,
        &[
            "ws/sub/skills/a",
            "ws/sub/skills/z",
            "ws/sub/skills/deep/er",
            "ws/skills/x",
            "ws/sub/.agents/skills/x",
            "home/.agents/skills/x",
        ],
        &["wins ws/sub/skills/z", "shadowed ws/sub/skills/a"],
    );
    let tree = Tree::of("dup", &["ws/sub/skills/a", "ws/sub/skills/z"]);
    let ruling = tree.rule(Convention::Pipeline);
    assert_eq!(
        winner(&ruling, "dup").map(|claim| claim.skill.description.as_str()),
        Some("in ws/sub/skills/z")
    );
    let warning = &ruling.warnings[0];
    assert_eq!((warning.selected.as_str(), warning.shadowed.len()), ("repo:skills/z/SKILL.md", 1));
    assert_eq!(warning.shadowed[0], "repo:skills/a/SKILL.md");
    let State::Shadowed { rule, .. } = &ruling.claims[1].state else { panic!("{:?}", ruling.claims[1]) };
    assert_eq!(rule.to_string(), "last path in skills");
}

#[test]
fn s2_09_a_skill_in_the_root_itself_is_one_of_the_pipeline_and_of_the_merged_view() {
    let tree = Tree::of("x", &["ws/sub/skills/n"]);
    tree.skill("ws/sub/skills", "top");
    for convention in [Convention::Pipeline, Convention::Merged] {
        assert_eq!(tree.keys(convention), ["top", "x"], "{}", convention.name());
    }
    assert_eq!(tree.keys(Convention::Echo), ["x"]);
    assert_eq!(tree.codes(Convention::Echo), ["name_folder", "skill_in_root"]);
}

#[test]
fn s3_04_s3_05_s3_06_s3_10_agent_skills_looks_in_four_folders_and_in_claudes_if_told() {
    let folders = [
        "ws/.assay/skills/x",
        "ws/.agents/skills/x",
        "home/.assay/skills/x",
        "home/.agents/skills/x",
        "ws/.claude/skills/x",
        "home/.claude/skills/x",
    ];
    check(
        Convention::AgentSkills,
        &folders,
        &[
            "wins ws/.assay/skills/x",
            "shadowed ws/.agents/skills/x",
            "shadowed home/.assay/skills/x",
            "shadowed home/.agents/skills/x",
        ],
    );
    let tree = Tree::of("x", &folders);
    let places = Places { claude_folders: ClaudeFolders::Read, ..tree.places() };
    let found = rule(Convention::AgentSkills, &survey(&places), &Visibility::whole(Trust::Trusted));
    let order: Vec<_> = found.claims.iter().map(|claim| tree.rel(&claim.skill.root)).collect();
    assert_eq!(order[2..4], ["ws/.claude/skills", "home/.assay/skills"]);
    assert_eq!(order.len(), 6);
    let State::Shadowed { rule, .. } = &found.claims[3].state else { panic!("{:?}", found.claims[3]) };
    assert_eq!(rule.to_string(), "repo takes precedence over user");
    let State::Shadowed { rule, .. } = &found.claims[1].state else { panic!("{:?}", found.claims[1]) };
    assert_eq!(rule.to_string(), ".assay/skills takes precedence over .agents/skills");
}

#[test]
fn s4_40_s4_41_s4_42_echo_reads_two_folders_of_the_project_the_users_and_named_ones() {
    let folders =
        ["ws/sub/skills/x", "ws/sub/.agents/skills/x", "home/.agents/skills/x", "ws/.agents/skills/x"];
    check(
        Convention::Echo,
        &folders,
        &["wins ws/sub/skills/x", "shadowed ws/sub/.agents/skills/x", "shadowed home/.agents/skills/x"],
    );
    let tree = Tree::of("x", &folders);
    tree.skill("elsewhere/y", "y");
    let places = Places { named: vec![tree.at("elsewhere")], ..tree.places() };
    let found = rule(Convention::Echo, &survey(&places), &Visibility::whole(Trust::Trusted));
    assert_eq!(winner(&found, "y").map(|claim| claim.skill.scope), Some(Scope::Custom));
    assert_eq!(found.roots.len(), 4);
}

#[test]
fn s0_23_s0_24_s0_25_s2_15_the_merged_view_ranks_all_tiers_and_calls_by_id() {
    check(
        Convention::Merged,
        &[
            "home/.pixir/skills/x",
            "home/.agents/skills/x",
            "ws/sub/skills/x",
            "ws/.agents/skills/m",
            "ws/.agents/skills/x",
        ],
        &[
            "wins ws/.agents/skills/x",
            "shadowed ws/.agents/skills/m",
            "shadowed ws/sub/skills/x",
            "shadowed home/.agents/skills/x",
            "shadowed home/.pixir/skills/x",
        ],
    );
    let tree = Tree::of("Repo Survey", &["ws/.agents/skills/a"]);
    tree.skill("home/.agents/skills/b", "repo-survey").skill("ws/.agents/skills/c", "技能");
    tree.skill("ws/.agents/skills/d", "'!!!'").skill("ws/.agents/skills/e", "..");
    assert_eq!(tree.keys(Convention::Merged), ["repo-survey", "技能"]);
    assert!(tree.codes(Convention::Merged).contains(&"name_empty_after_sanitising"));
    // A worktree has a file of that name; to Pixir it is no repository, to the others it is.
    let worktree = Tree::of("x", &["ws/.agents/skills/x"]);
    fs::remove_dir(worktree.at("ws/.git")).expect("it is empty");
    worktree.file("ws/.git", "gitdir: elsewhere\n");
    assert_eq!(worktree.keys(Convention::Merged), ["x"]);
    assert!(worktree.keys(Convention::Pixir).is_empty());
}

#[test]
fn claude_code_lets_the_person_win_and_calls_by_the_folder() {
    check(
        Convention::ClaudeCode,
        &[
            "ws/.claude/skills/x",
            "ws/sub/.claude/skills/x",
            "home/.claude/skills/x",
            "etc/claude-code/.claude/skills/x",
            "ws/.agents/skills/x",
        ],
        &[
            "wins etc/claude-code/.claude/skills/x",
            "shadowed home/.claude/skills/x",
            "shadowed ws/sub/.claude/skills/x",
            "shadowed ws/.claude/skills/x",
        ],
    );
    let tree = Tree::of("other", &["home/.claude/skills/folder"]);
    tree.file("home/.claude/skills/bare/SKILL.md", "Do it.\n");
    assert_eq!(tree.keys(Convention::ClaudeCode), ["bare", "folder"]);
    let found = tree.rule(Convention::ClaudeCode);
    assert_eq!(winner(&found, "bare").map(|claim| claim.skill.description.as_str()), Some("Do it."));
}

#[test]
fn codex_keeps_all_but_the_same_file() {
    let tree = Tree::of(
        "x",
        &[
            "ws/.codex/skills/x",
            "ws/.agents/skills/deep/er/x",
            "home/.agents/skills/x",
            "home/.codex/skills/.system/x",
            "home/.codex/skills/.hidden/x",
        ],
    );
    tree.link("ws/.codex/skills/again", tree.at("home/.agents/skills/x"));
    assert_eq!(
        tree.standing(Convention::Codex),
        [
            "kept ws/.codex/skills/again",
            "kept ws/.codex/skills/x",
            "same_file home/.agents/skills/x",
            "kept home/.codex/skills/.system/x",
            "kept ws/.agents/skills/deep/er/x",
        ]
    );
}

#[test]
fn gemini_takes_what_is_loaded_last_and_the_workspace_is() {
    check(
        Convention::GeminiCli,
        &[
            "ws/sub/.gemini/skills/x",
            "ws/sub/.agents/skills/x",
            "home/.gemini/skills/x",
            "home/.agents/skills/x",
            "ws/.agents/skills/x",
        ],
        &[
            "wins ws/sub/.agents/skills/x",
            "shadowed ws/sub/.gemini/skills/x",
            "shadowed home/.agents/skills/x",
            "shadowed home/.gemini/skills/x",
        ],
    );
    check(
        Convention::GeminiCli,
        &["home/.gemini/skills/a", "home/.gemini/skills/b"],
        &["unsettled home/.gemini/skills/a", "unsettled home/.gemini/skills/b"],
    );
}

#[test]
fn opencode_fixes_no_order() {
    check(
        Convention::OpenCode,
        &["home/.claude/skills/x", "ws/sub/.opencode/skill/x", "home/.config/opencode/skills/x"],
        &[
            "unsettled home/.claude/skills/x",
            "unsettled home/.config/opencode/skills/x",
            "unsettled ws/sub/.opencode/skill/x",
        ],
    );
    check(Convention::OpenCode, &["ws/.claude/skills/x"], &["wins ws/.claude/skills/x"]);
    let doors = Tree::of("x", &["home/.agents/skills/x"]);
    doors.link("home/.claude/skills/x", "../../.agents/skills/x");
    let expected = ["wins home/.claude/skills/x", "same_file home/.agents/skills/x"];
    assert_eq!(doors.standing(Convention::OpenCode), expected);
}

#[test]
fn pi_lets_the_project_win() {
    check(
        Convention::Pi,
        &["ws/.agents/skills/x", "ws/sub/.pi/skills/x", "home/.agents/skills/x", "home/.pi/agent/skills/x"],
        &[
            "wins ws/sub/.pi/skills/x",
            "shadowed ws/.agents/skills/x",
            "shadowed home/.pi/agent/skills/x",
            "shadowed home/.agents/skills/x",
        ],
    );
}

#[test]
fn s2_05_s2_06_s2_11_s2_12_s2_13_s2_14_what_is_no_skill_is_told_and_the_rest_is_read() {
    let tree = Tree::of("good", &["ws/sub/skills/good"]);
    tree.file("ws/sub/skills/no-name/SKILL.md", "---\ndescription: x\n---\n")
        .file("ws/sub/skills/no-description/SKILL.md", "---\nname: n\n---\n")
        .file("ws/sub/skills/colon/SKILL.md", "---\nname: colon\ndescription: Use when: now\n---\n")
        .file("ws/sub/skills/conflict/SKILL.md", "---\nname: conflict\ndescription: d\n<<<<<<< x\n---\n");
    assert_eq!(tree.keys(Convention::Pipeline), ["colon", "conflict", "good"]);
    let found = tree.rule(Convention::Pipeline);
    let told = |code: &str| {
        let problem = found.problems.iter().find(|problem| problem.code == code);
        problem.unwrap_or_else(|| panic!("{code}: {:?}", found.problems)).message.clone()
    };
    assert!(told("name_missing").text.contains("no-name/SKILL.md has no name"));
    assert!(told("description_missing").text.contains("no-description/SKILL.md has no description"));
    let stage = |key: &str| winner(&found, key).and_then(|claim| claim.stage).map(Stage::name);
    assert_eq!(
        (stage("good"), stage("colon"), stage("conflict")),
        (Some("yaml"), Some("line"), Some("line"))
    );
    // One that reads YAML alone passes both over.
    let strict = Tree::of("good", &["home/.agents/skills/good"]);
    strict.file("home/.agents/skills/colon/SKILL.md", "---\nname: colon\ndescription: Use when: now\n---\n");
    assert_eq!(
        strict.standing(Convention::Pi),
        ["invalid home/.agents/skills/colon", "wins home/.agents/skills/good",]
    );
}

#[test]
fn s3_13_s3_14_s3_15_s3_16_s3_17_s3_18_s3_19_frontmatter_is_read_with_forgiveness() {
    let tree = Tree::new();
    let long = "n".repeat(70);
    for (folder, frontmatter) in [
        ("colon", "name: colon\ndescription: Use when: now"),
        ("flow", "name: flow\ndescription: d\nhint: [x] [y]"),
        ("lines", "name: lines\ndescription: d\n<<<<<<< x"),
        ("other", "name: another\ndescription: d"),
        ("long", &format!("name: {long}\ndescription: d")),
        ("empty", "name: empty\ndescription: \"\""),
        ("list", "- a\n- b"),
    ] {
        tree.file(
            &format!("ws/.agents/skills/{folder}/SKILL.md"),
            &format!("\u{feff}---\r\n{}\r\n---\r\nx --- y\r\n", frontmatter.replace('\n', "\r\n")),
        );
    }
    let found = tree.rule(Convention::AgentSkills);
    let shown: Vec<String> = found
        .claims
        .iter()
        .map(|claim| {
            format!("{} {}", claim.key, claim.stage.filter(|_| claim.is_visible()).map_or("-", Stage::name))
        })
        .collect();
    let long_row = format!("{long} yaml");
    let expected =
        ["another yaml", "colon quoted", "empty -", "flow block", "lines line", "list -", long_row.as_str()];
    assert_eq!(shown, expected);
    let codes = tree.codes(Convention::AgentSkills);
    for code in ["name_folder", "name_over_64", "description_missing", "yaml_unparseable", "repaired"] {
        assert!(codes.contains(&code), "{code}: {codes:?}");
    }
}

#[test]
fn s4_16_s4_17_s4_18_s4_21_s4_25_s4_63_what_is_odd_in_a_file_is_a_warning() {
    let tree = Tree::new();
    let check = |folder: &str, frontmatter: &str, code: Option<&str>| {
        tree.file(&format!("ws/sub/skills/{folder}/SKILL.md"), &format!("---\n{frontmatter}\n---\nDo it.\n"));
        let found = tree.rule(Convention::Echo);
        let claim = found.claims.iter().find(|claim| claim.skill.dir.ends_with(folder)).expect("it is seen");
        assert!(claim.state == State::Wins && claim.is_listed(), "{folder}");
        let codes: Vec<_> = found
            .problems
            .iter()
            .filter(|problem| problem.path == claim.skill.path)
            .map(|one| one.code)
            .collect();
        assert!(code.map_or(codes.is_empty(), |code| codes.contains(&code)), "{folder}: {codes:?}");
        claim.clone()
    };
    for (folder, name) in [("-lead", "-lead"), ("a--b", "a--b"), ("Up", "Up"), ("un_der", "un_der")] {
        check(folder, &format!("name: {name}\ndescription: d"), Some("name_characters"));
    }
    check("dir", "name: mismatch\ndescription: d", Some("name_folder"));
    let long = "d".repeat(1_025);
    check("long", &format!("name: long\ndescription: {long}"), Some("description_over_1024"));
    let astral = "\u{1F680}".repeat(1_024);
    check("astral", &format!("name: astral\ndescription: {astral}"), None);
    let folded = check("folded", "name: folded\ndescription: >-\n  one\n  line\nversion: 2", None);
    assert_eq!(folded.skill.description, "one line");
    let paths = check("paths", "name: paths\ndescription: d\npaths:\n  - '*.py'\n  - tests/**", None);
    assert_eq!(paths.paths, ["*.py", "tests/**"]);
    let single = check("single", "name: single\ndescription: d\npaths: '*.py'", None);
    assert_eq!(single.paths, ["*.py"]);
}

#[test]
fn s2_04_a_file_spelt_otherwise_counts_where_none_is_spelt_right() {
    let tree = Tree::new();
    tree.file("ws/sub/skills/a/skill.md", "---\nname: a\ndescription: d\n---\n");
    tree.file("ws/sub/skills/b/skill.md", "---\nname: wrong\ndescription: d\n---\n");
    tree.skill("ws/sub/skills/b", "b");
    assert_eq!(tree.keys(Convention::Pipeline), ["a", "b"]);
    assert_eq!(tree.codes(Convention::Pipeline), ["file_name_case"]);
    tree.file("home/.copilot/skills/c/skill.md", "---\nname: c\ndescription: d\n---\n");
    assert!(tree.keys(Convention::Copilot).is_empty());
}

#[test]
fn s2_10_s3_07_s3_08_s3_09_a_walk_has_its_bounds() {
    let tree = Tree::of("x", &["home/.agents/skills/1/2/3/4/5/six"]);
    tree.skill("home/.agents/skills/1/2/3/4/5/6/seven", "seven")
        .skill("home/.agents/skills/a", "a")
        .skill("home/.agents/skills/a/sub", "nested")
        .skill("home/.agents/skills/node_modules/m", "m")
        .skill("home/.agents/skills/.git/g", "g")
        .link("home/.agents/skills/loop/back", tree.at("home/.agents/skills"));
    assert_eq!(tree.keys(Convention::Merged), ["a", "x"]);
    let codes = tree.codes(Convention::Merged);
    for code in ["depth_cap", "nested_skill", "link_loop"] {
        assert!(codes.contains(&code), "{code}: {codes:?}");
    }
    // Echo looks four folders deep, and passes more over.
    tree.skill("home/.agents/skills/target/t", "t").skill("home/.agents/skills/1/2/3/four", "four");
    assert_eq!(tree.keys(Convention::Echo), ["a", "four"]);
    assert_eq!(tree.keys(Convention::Merged), ["a", "four", "t", "x"]);
}

#[test]
fn no_more_than_two_thousand_folders_are_listed_and_pixir_lists_all() {
    let tree = Tree::new();
    for number in 0..2_010 {
        tree.skill(&format!("home/.agents/skills/s{number:04}"), &format!("s{number:04}"));
    }
    assert_eq!(tree.keys(Convention::Pixir).len(), 2_010);
    let found = tree.rule(Convention::Merged);
    assert_eq!(visible_keys(&found).len(), 1_999);
    let other = tree.rule(Convention::Codex);
    assert_eq!(found.problems.iter().filter(|problem| problem.code == "folder_cap").count(), 1);
    assert_eq!(other.claims.len(), 1_999);
}

#[test]
fn s0_03_nothing_outside_the_roots_is_read() {
    let tree = Tree::of("x", &["ws/other/x", "home/skills/x", "elsewhere/skills/x", "ws/sub/x"]);
    for convention in Convention::ALL {
        assert!(tree.rule(*convention).claims.is_empty(), "{}", convention.name());
    }
    let large = "x".repeat(600 << 10);
    tree.file(
        "home/.agents/skills/large/SKILL.md",
        &format!("---\nname: large\ndescription: d\n---\n{large}"),
    );
    assert_eq!(tree.keys(Convention::Pixir), ["large"]);
    assert!(tree.keys(Convention::Merged).is_empty());
    assert_eq!(tree.codes(Convention::Merged), ["too_large"]);
}

#[test]
fn s3_11_skills_of_a_project_wait_for_trust() {
    let tree = Tree::of("x", &["ws/.agents/skills/x", "home/.agents/skills/x"]);
    tree.skill("ws/.agents/skills/only", "only");
    let seen = survey(&tree.places());
    let untrusted = Visibility::whole(Trust::Untrusted);
    for convention in [Convention::AgentSkills, Convention::Merged, Convention::Pi] {
        let found = rule(convention, &seen, &untrusted);
        assert_eq!(visible_keys(&found), ["x"], "{}", convention.name());
        assert_eq!(winner(&found, "x").map(|claim| claim.skill.scope), Some(Scope::User));
        let held = found.claims.iter().filter(|claim| claim.state == State::HeldBack).count();
        assert_eq!(held, 2);
    }
    let pixir = rule(Convention::Pixir, &seen, &untrusted);
    assert_eq!(visible_keys(&pixir), ["only", "x"]);
}

#[test]
fn s2_24_s2_39_s3_25_s3_29_what_may_not_be_seen_is_in_no_list() {
    let tree = Tree::of("a", &["home/.agents/skills/a"]);
    tree.skill("home/.agents/skills/b", "b").file(
        "home/.agents/skills/c/SKILL.md",
        "---\nname: c\ndescription: d\ndisable-model-invocation: true\n---\n",
    );
    let seen = survey(&tree.places());
    let check = |visibility: &Visibility, visible: &[&str], listed_: &[&str]| {
        let found = rule(Convention::AgentSkills, &seen, visibility);
        assert_eq!((visible_keys(&found), found.listed_keys()), (visible.to_vec(), listed_.to_vec()));
        let text = render(Renderer::Xml, &listed(&found), 8_000).text;
        for key in ["a", "b", "c"] {
            assert_eq!(
                text.contains(&format!("<name>{key}</name>")),
                listed_.contains(&key),
                "{key}: {text}"
            );
        }
    };
    let whole = Visibility::whole(Trust::Trusted);
    check(&whole, &["a", "b", "c"], &["a", "b"]);
    check(&Visibility { disabled: vec!["a".into()], ..whole.clone() }, &["b", "c"], &["b"]);
    check(&Visibility { denied: vec!["B".into()], ..whole.clone() }, &["a", "c"], &["a"]);
    check(&Visibility { allowed: Allowed::of(Some(&[])), ..whole.clone() }, &[], &[]);
    check(&Visibility { allowed: Allowed::of(Some(&["c".into()])), ..whole }, &["c"], &[]);
}

#[test]
fn u_01_every_state_a_skill_can_be_in_is_told() {
    let tree = Tree::of("twice", &["ws/.agents/skills/twice", "home/.agents/skills/twice"]);
    for name in ["free", "off", "no", "unnamed"] {
        tree.skill(&format!("home/.agents/skills/{name}"), name);
    }
    tree.file("home/.agents/skills/bad/SKILL.md", "no frontmatter\n");
    let visibility = Visibility {
        disabled: vec!["off".to_owned()],
        denied: vec!["no".to_owned()],
        allowed: Allowed::Only(["free", "twice", "off", "no"].map(str::to_owned).to_vec()),
        ..Visibility::whole(Trust::Untrusted)
    };
    let ruling = rule(Convention::AgentSkills, &survey(&tree.places()), &visibility);
    let states: Vec<String> = ruling
        .claims
        .iter()
        .map(|claim| format!("{} {}", claim.state.name(), tree.rel(&claim.skill.dir)))
        .collect();
    assert_eq!(
        states,
        [
            "invalid home/.agents/skills/bad",
            "wins home/.agents/skills/free",
            "denied home/.agents/skills/no",
            "disabled home/.agents/skills/off",
            "wins home/.agents/skills/twice",
            "held_back ws/.agents/skills/twice",
            "not_allowed home/.agents/skills/unnamed",
        ]
    );
    let trusted = Visibility { trust: Trust::Trusted, ..visibility };
    let ruling = rule(Convention::AgentSkills, &survey(&tree.places()), &trusted);
    let twice: Vec<_> = ruling.claims.iter().filter(|claim| claim.key == "twice").collect();
    assert_eq!(twice.iter().map(|claim| claim.state.name()).collect::<Vec<_>>(), ["wins", "shadowed"]);
}

#[test]
fn s2_19_a_filtered_view_leaves_what_it_filters_as_it_is() {
    let tree = Tree::of("a", &["ws/.agents/skills/a"]);
    tree.skill("ws/.agents/skills/b", "b");
    let look = survey(&tree.places());
    let only =
        Visibility { allowed: Allowed::Only(vec!["a".to_owned()]), ..Visibility::whole(Trust::Trusted) };
    for convention in [Convention::Pixir, Convention::AgentSkills, Convention::Merged] {
        let before = rule(convention, &look, &Visibility::whole(Trust::Trusted));
        // A ruling is a value: there is nothing in it by which a skill could be put back.
        let filtered = rule(convention, &look, &only);
        assert_eq!((visible_keys(&filtered), visible_keys(&before)), (vec!["a"], vec!["a", "b"]));
        assert_eq!(rule(convention, &look, &Visibility::whole(Trust::Trusted)), before, "{convention:?}");
    }
}

#[test]
fn a_second_look_at_rulings_reads_only_what_changed() {
    let tree = Tree::of("a", &["home/.agents/skills/a", "ws/.agents/skills/b"]);
    let later = SystemTime::now() + Duration::from_secs(3);
    let first = survey(&tree.places()).again(&tree.places(), later);
    let again = first.again(&tree.places(), later);
    assert_eq!(first, again);
    let shared = |seen: &Survey, rel: &str| {
        let looked = &seen.roots[&tree.at(rel)];
        std::sync::Arc::clone(&looked.files[0].file)
    };
    let (before, after) = (shared(&first, "ws/.agents/skills"), shared(&again, "ws/.agents/skills"));
    assert!(std::sync::Arc::ptr_eq(&before, &after), "it was read again");
    tree.skill("ws/.agents/skills/b", "another-name");
    let changed = first.again(&tree.places(), later);
    assert_eq!(
        visible_keys(&rule(Convention::Codex, &changed, &Visibility::whole(Trust::Trusted))),
        ["a", "another-name"]
    );
}

#[test]
fn s3_20_of_a_skill_its_name_description_and_place_are_kept_and_no_body() {
    let tree = Tree::of("a", &["ws/.agents/skills/a"]);
    let body = "A body that nobody keeps. ".repeat(1_000);
    tree.file("ws/.agents/skills/a/SKILL.md", &format!("---\nname: a\ndescription: d\n---\n{body}"));
    let ruling = rule(Convention::AgentSkills, &survey(&tree.places()), &Visibility::whole(Trust::Trusted));
    let claim = ruling.claims.iter().find(|claim| claim.key == "a").expect("it is found");
    assert_eq!((claim.skill.name.as_str(), claim.skill.description.as_str()), ("a", "d"));
    assert_eq!(Some(claim.skill.dir.as_path()), claim.skill.path.parent());
    assert!(claim.skill.path.is_absolute());
    assert!(size_of::<Claim>() < 1024 && !format!("{claim:?}").contains("nobody keeps"));
}

/// A home that is a repository, as it is where somebody keeps dotfiles in Git, was taken for the repository of a folder
/// below it that is gone, so that the user's skills were listed twice.
#[test]
fn skills_of_a_home_that_is_a_repository_are_listed_once_for_a_folder_that_is_gone() {
    let tree = Tree::of("x", &["home/.claude/skills/x", "home/.agents/skills/x", "home/.gemini/skills/x"]);
    tree.file("home/.git/HEAD", "ref: refs/heads/main\n");
    for below in ["home/gone", "home/gone/.claude/worktrees/w1", "home/work/gone/deeper"] {
        for convention in Convention::ALL {
            let places = Places { workspace: tree.at(below), ..tree.places() };
            let claims = rule(*convention, &survey(&places), &Visibility::whole(Trust::Trusted)).claims;
            let mut paths: Vec<&Path> = claims.iter().map(|claim| claim.skill.path.as_path()).collect();
            paths.sort();
            let all = paths.len();
            paths.dedup();
            assert_eq!(paths.len(), all, "{} in {below}: {paths:?}", convention.name());
        }
    }
}
