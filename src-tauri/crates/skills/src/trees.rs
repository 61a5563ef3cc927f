//! Whole trees on disk and what is seen in them: the rules of Pixir 0.1.12, without any recording.
#![cfg(unix)]
#![allow(clippy::disallowed_methods, reason = "a test lays out files of its own")]

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::*;

/// A home, a workspace and Pixir's folder, gone when dropped.
struct Tree(tempfile::TempDir);

impl Tree {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a temporary folder can be made"))
    }

    fn at(&self, rel: &str) -> PathBuf {
        self.0.path().join(rel)
    }

    fn folder(&self, rel: &str) -> &Self {
        fs::create_dir_all(self.at(rel)).expect("a folder can be made");
        self
    }

    fn file(&self, rel: &str, content: impl AsRef<[u8]>) -> &Self {
        fs::create_dir_all(self.at(rel).parent().expect("a file has a folder")).expect("it can be made");
        fs::write(self.at(rel), content).expect("a file can be written");
        self
    }

    fn skill(&self, rel: &str, name: &str, description: &str) -> &Self {
        let content = format!("---\nname: {name}\ndescription: {description}\n---\n\nDo it.\n");
        self.file(&format!("{rel}/SKILL.md"), content)
    }

    fn link(&self, rel: &str, target: impl AsRef<Path>) -> &Self {
        fs::create_dir_all(self.at(rel).parent().expect("a link has a folder")).expect("it can be made");
        symlink(target, self.at(rel)).expect("a link can be made");
        self
    }

    fn places(&self) -> Places {
        Places {
            workspace: self.at("ws"),
            home: Some(self.at("home")),
            pixir_home: Some(self.at("pixir").into()),
            ..Places::default()
        }
    }

    fn look(&self) -> Ruling {
        ruled(&survey_for(Convention::Pixir, &self.places()))
    }

    /// The short paths of the winners.
    fn winners(&self) -> Vec<String> {
        self.look().winners().map(|claim| claim.skill.short_path.clone()).collect()
    }

    fn codes(&self) -> Vec<&'static str> {
        self.look().problems.iter().map(|problem| problem.code).collect()
    }
}

/// What Pixir makes of a look.
fn ruled(survey: &Survey) -> Ruling {
    rule(Convention::Pixir, survey, &Visibility::whole(Trust::Trusted))
}

#[test]
fn the_repository_is_the_nearest_folder_with_a_git_folder() {
    let check = |lay_out: &dyn Fn(&Tree), workspace: &str, root: &str| {
        let tree = Tree::new();
        tree.folder("a/b/c").folder("git");
        lay_out(&tree);
        let places = Places { workspace: tree.at(workspace), ..Places::default() };
        assert_eq!(roots(Convention::Pixir, &places)[0].path, tree.at(root).join(".agents/skills"));
    };
    check(&|_| (), "a/b", "a/b");
    check(
        &|tree| {
            tree.folder("a/.git");
        },
        "a/b/c",
        "a",
    );
    check(
        &|tree| {
            tree.folder("a/.git").folder("a/b/.git");
        },
        "a/b/c",
        "a/b",
    );
    check(
        &|tree| {
            tree.folder("a/.git").file("a/b/.git", "gitdir: x");
        },
        "a/b/c",
        "a",
    );
    check(
        &|tree| {
            tree.file("a/.git", "gitdir: x");
        },
        "a/b",
        "a/b",
    );
    check(
        &|tree| {
            tree.link("a/.git", tree.at("git"));
        },
        "a/b",
        "a",
    );
    check(
        &|tree| {
            tree.folder("a/.git");
        },
        "a/b/../b/./c/",
        "a",
    );
}

#[test]
fn roots_follow_the_surroundings() {
    let check = |home: Option<&str>, pixir_home: Option<&str>, expected: &[&str]| {
        let places = Places {
            workspace: "/nowhere/ws".into(),
            home: home.map(PathBuf::from),
            pixir_home: pixir_home.map(Into::into),
            ..Places::default()
        };
        let found: Vec<String> = roots(Convention::Pixir, &places)
            .iter()
            .map(|root| format!("{} {}", root.scope, root.path.display()))
            .collect();
        assert_eq!(found, expected, "{home:?} {pixir_home:?}");
    };
    let repo = "repo /nowhere/ws/.agents/skills";
    let user = "user /h/.agents/skills";
    check(Some("/h"), None, &[repo, user, "pixir-global /h/.pixir/skills"]);
    check(Some("/h"), Some("/p"), &[repo, user, "pixir-global /p/skills"]);
    check(Some("/h"), Some(""), &[repo, user, "pixir-global /nowhere/ws/skills"]);
    check(Some("/h"), Some("p/../q"), &[repo, user, "pixir-global /nowhere/ws/q/skills"]);
    check(Some("/h"), Some("~/p"), &[repo, user, "pixir-global /h/p/skills"]);
    check(None, Some("/p"), &[repo, "pixir-global /p/skills"]);
    check(None, None, &[repo]);
}

#[test]
fn without_a_home_the_rest_is_still_seen() {
    let tree = Tree::new();
    tree.skill("ws/.agents/skills/a", "a", "b");
    let places = Places { workspace: tree.at("ws"), ..Places::default() };
    let found = ruled(&survey_for(Convention::Pixir, &places));
    assert_eq!(found.winners().count(), 1);
    let outcomes: Vec<_> = found.roots.iter().map(|look| look.outcome.clone()).collect();
    assert_eq!(outcomes, [RootOutcome::Found(1), RootOutcome::NoHome, RootOutcome::NoHome]);
}

#[test]
fn a_skill_is_one_folder_below_a_root() {
    let tree = Tree::new();
    tree.skill("ws/.agents/skills/b", "b", "x")
        .skill("ws/.agents/skills/.a", "Z", "x")
        .skill("ws/.agents/skills/two words", "c", "x")
        .skill("ws/.agents/skills/outer/inner", "inner", "x")
        .skill("ws/.agents/skills", "top", "x")
        .file("ws/.agents/skills/lower/skill.md", "text")
        .file("ws/.agents/skills/README.md", "text")
        .folder("ws/.agents/skills/dir/SKILL.md")
        .folder("ws/.agents/skills/empty");
    assert_eq!(tree.winners(), ["repo:.a/SKILL.md", "repo:b/SKILL.md", "repo:two words/SKILL.md"]);
    assert_eq!(tree.codes(), ["skill_in_root", "not_a_file", "file_name_case", "nested_skill"]);
}

#[test]
fn links_are_followed_and_broken_ones_named() {
    let tree = Tree::new();
    tree.skill("pool/real", "linked", "x")
        .skill("other/y", "y", "x")
        .link("home/.agents/skills", tree.at("other"))
        .link("ws/.agents/skills/one", tree.at("pool/real"))
        .link("ws/.agents/skills/rel", "../../../pool/real")
        .link("ws/.agents/skills/gone", tree.at("nowhere"))
        .link("ws/.agents/skills/loop", tree.at("ws/.agents/skills/loop"))
        .link("ws/.agents/skills/file/SKILL.md", tree.at("nowhere"))
        .link("ws/.agents/skills/ring/SKILL.md", "SKILL.md");
    assert_eq!(tree.winners(), ["repo:one/SKILL.md", "user:y/SKILL.md"]);
    let found = tree.look();
    assert_eq!(found.warnings[0].shadowed, ["repo:rel/SKILL.md"]);
    let mut codes = tree.codes();
    codes.sort_unstable();
    assert_eq!(codes, ["dangling_link", "dangling_link", "link_loop", "link_loop"]);
}

#[test]
fn what_cannot_be_read_is_a_sentence_and_never_waited_for() {
    let tree = Tree::new();
    tree.skill("ws/.agents/skills/good", "good", "x")
        .folder("ws/.agents/skills/pipe")
        .folder("ws/.agents/skills/huge")
        .file("ws/.agents/skills/bytes/SKILL.md", b"---\nname: b\ndescription: caf\xe9\n---\n")
        .file("home/.agents", "a file where a folder should be");
    let pipe = tree.at("ws/.agents/skills/pipe/SKILL.md");
    std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo is there");
    let huge = fs::File::create(tree.at("ws/.agents/skills/huge/SKILL.md")).expect("it can be made");
    huge.set_len(300 << 20).expect("a file can have a hole");
    let found = tree.look();
    let names: Vec<&str> = found.winners().map(|claim| claim.skill.name.as_str()).collect();
    assert_eq!(names, ["b", "good"]);
    assert_eq!(found.winners().next().map(|claim| claim.skill.description_bytes()), Some(&b"caf\xe9"[..]));
    assert_eq!(tree.codes(), ["root_unreadable", "not_utf8", "too_large", "not_a_file"]);
    for problem in &found.problems {
        let name = problem.path.display().to_string();
        assert!(
            problem.message.text.contains(&name) && problem.message.text.ends_with('.'),
            "{}",
            problem.message
        );
    }
    assert!(matches!(found.roots[1].outcome, RootOutcome::Unreadable(_)));
    assert_eq!(found.roots[2].outcome, RootOutcome::Missing);
}

#[test]
fn the_first_scope_wins_and_the_others_stay_visible() {
    let tree = Tree::new();
    tree.skill("pixir/skills/a", "x", "global")
        .skill("home/.agents/skills/a", "x", "user")
        .skill("ws/.agents/skills/b", "x", "second")
        .skill("ws/.agents/skills/a", "x", "first")
        .skill("home/.agents/skills/y", "y", "alone");
    let found = tree.look();
    let order: Vec<_> = found.skills().map(|skill| skill.short_path.as_str()).collect();
    let others = ["repo:b/SKILL.md", "user:a/SKILL.md", "pixir-global:a/SKILL.md"];
    assert_eq!(order[0], "repo:a/SKILL.md");
    assert_eq!(order[1..4], others);
    let warning = Shadowing {
        name: "x".into(),
        selected: order[0].into(),
        shadowed: others.map(String::from).to_vec(),
    };
    assert_eq!(found.warnings, [warning]);
    assert_eq!(found.winner("x").map(|claim| claim.skill.description.as_str()), Some("first"));
    assert_eq!(found.claims[0].state, State::Wins);
    let rule = Precedence::of_scopes(Scope::Repo, Scope::PixirGlobal);
    assert_eq!(found.claims[3].state, State::Shadowed { by: found.claims[0].skill.path.clone(), rule });
    fs::rename(tree.at("ws/.agents"), tree.at("away")).expect("a folder can be renamed");
    assert_eq!(tree.winners(), ["user:a/SKILL.md", "user:y/SKILL.md"]);
}

#[test]
fn a_second_look_reads_only_what_changed() {
    let tree = Tree::new();
    tree.skill("ws/.agents/skills/a", "a", "one").skill("home/.agents/skills/b", "b", "one");
    let later = SystemTime::now() + Duration::from_secs(3);
    let first = Survey::nothing_for(Convention::Pixir).again(&tree.places(), later);
    let again = first.again(&tree.places(), later);
    assert_eq!(again, first);
    let files = |survey: &Survey| -> Vec<*const survey::Found> {
        let files = survey.roots.values().flat_map(|root| &root.files);
        files.map(|sighting| std::sync::Arc::as_ptr(&sighting.file)).collect()
    };
    assert_eq!(files(&again), files(&first), "what did not change was not read again");
    tree.skill("ws/.agents/skills/a", "a", "two more words").skill("ws/.agents/skills/c", "c", "new");
    fs::rename(tree.at("home/.agents"), tree.at("home/gone")).expect("a folder can be renamed");
    let second = again.again(&tree.places(), later);
    assert_eq!(second, survey_for(Convention::Pixir, &tree.places()));
    assert_eq!(ruled(&second), tree.look());
    let second = ruled(&second);
    let words: Vec<_> = second.skills().map(|skill| skill.description.as_str()).collect();
    assert_eq!(words, ["two more words", "new"]);
}

#[test]
fn a_file_that_just_changed_is_not_trusted_to_its_stamp() {
    let tree = Tree::new();
    tree.skill("ws/.agents/skills/a", "a", "x");
    let kept = |survey: &Survey, now| {
        let again = survey.again(&tree.places(), now);
        let file = |survey: &Survey| {
            let files = survey.roots.values().flat_map(|root| &root.files);
            files.map(|sighting| std::sync::Arc::clone(&sighting.file)).next().expect("it is seen")
        };
        std::sync::Arc::ptr_eq(&file(survey), &file(&again))
    };
    let (now, later) = (SystemTime::now(), SystemTime::now() + Duration::from_secs(3));
    let nothing = Survey::nothing_for(Convention::Pixir);
    let fresh = nothing.again(&tree.places(), now);
    assert!(!kept(&fresh, later), "it may have changed again within the same tick of the clock");
    assert!(kept(&nothing.again(&tree.places(), later), later));
}

#[test]
fn the_catalog_shows_winners_in_order_and_says_where_it_is_cut() {
    let tree = Tree::new();
    tree.skill("ws/.agents/skills/b", "b", "<x> & \"y\" z").skill("ws/.agents/skills/a", "B", "é").skill(
        "home/.agents/skills/b",
        "b",
        "hidden",
    );
    tree.file("ws/.agents/skills/off/SKILL.md", "---\nname: off\ndisable-model-invocation: yes\n---\n");
    let whole = catalog(&tree.look());
    let list = "<available_skills>\n  <skill>\n    <name>B</name>\n    <when_to_use>é</when_to_use>\n    \
                <location>repo:a/SKILL.md</location>\n  </skill>\n  <skill>\n    <name>b</name>\n    \
                <when_to_use>&lt;x&gt; &amp; \"y\" z</when_to_use>\n    <location>repo:b/SKILL.md</location>\n  \
                </skill>\n</available_skills>";
    assert!(whole.text.contains(list), "{}", whole.text);
    assert_eq!((whole.body_bytes, whole.cut_at, whole.index_hash.len()), (list.len(), None, 16));
    for entry in &whole.entries {
        let shown = &whole.text[entry.range.clone().expect("nothing is cut")];
        assert!(shown.starts_with("  <skill>") && shown.ends_with("</skill>") && entry.is_whole, "{shown}");
        assert!(shown.contains(&entry.short_path));
    }
    let short = catalog_within(&tree.look(), 60);
    let shown: Vec<_> = short.entries.iter().map(|entry| (entry.range.is_some(), entry.is_whole)).collect();
    assert_eq!(shown, [(true, false), (false, false)]);
    let cut = short.cut_at.expect("it is cut");
    assert!(short.text[cut..].starts_with("\n…[truncated, showing up to 60 of"), "{}", short.text);
    assert_ne!(short.index_hash, whole.index_hash);
    assert!(
        catalog(&Ruling::of_recorded(Vec::new())).text.contains("\n<available_skills></available_skills>\n")
    );
}

#[test]
fn a_view_stays_in_the_skill_by_text_alone() {
    let tree = Tree::new();
    tree.skill("ws/.agents/skills/a", "a", "x")
        .file("ws/.agents/skills/a/references/n.md", "note")
        .file("secret", "s")
        .link("ws/.agents/skills/a/out", tree.at("secret"))
        .skill("ws/.agents/skills/ab", "ab", "x");
    let found = tree.look();
    let check = |rel: &str, expected: Result<(&str, bool), &str>| {
        let seen = view(&found, "a", rel);
        let seen = seen.as_ref().map(|view| (view.path.as_str(), view.activates));
        assert_eq!(seen.map_err(SkillError::kind), expected, "{rel:?}");
    };
    for rel in ["", "SKILL.md", "./SKILL.md", "x/../SKILL.md", "SKILL.md/", ".//SKILL.md"] {
        check(rel, Ok(("SKILL.md", true)));
    }
    check("../a/SKILL.md", Ok(("a/SKILL.md", false)));
    check("references/n.md", Ok(("references/n.md", false)));
    check("out", Ok(("out", false)));
    check("../ab/SKILL.md", Err("outside_workspace"));
    check("/etc/passwd", Err("outside_workspace"));
    check("~/x", Err("outside_workspace"));
    check("skill.md", Err("not_found"));
    check(".", Err("read_failed"));
    check("SKILL.md/x", Err("read_failed"));
    let unknown = view(&found, "zz", "").map_err(|error| error.to_string());
    assert_eq!(unknown, Err("There is no skill \"zz\". The names are: a, ab.".to_owned()));
}

#[test]
fn resources_are_named_and_links_not_followed() {
    let tree = Tree::new();
    let at = "ws/.agents/skills/a";
    tree.skill(at, "a", "x").file(&format!("{at}/scripts/run.sh"), "#!/bin/sh\n");
    for rel in ["references/r.md", "assets/i.png", "templates/t.md", "workflows/w.json", "scripts", "x/y"] {
        if rel != "scripts" {
            tree.file(&format!("{at}/{rel}"), "1234");
        }
    }
    tree.file(&format!("{at}/.git/config"), "x").file(&format!("{at}/node_modules/m/i.js"), "x");
    tree.link(&format!("{at}/out"), "/etc");
    let run = fs::Permissions::from_mode(0o755);
    fs::set_permissions(tree.at(at).join("scripts/run.sh"), run).expect("it is ours");
    let found = tree.look();
    let (listed, omitted) = resources(&found.claims[0].skill).expect("the folder is there");
    let shown: Vec<String> = listed
        .iter()
        .map(|one| {
            let flags = [(one.is_executable, " runs"), (one.is_link, " link")];
            let flags: String = flags.iter().filter(|(set, _)| *set).map(|(_, word)| *word).collect();
            format!("{} {} {}{flags}", one.rel.display(), one.kind.name(), one.size)
        })
        .collect();
    let expected = [
        "assets/i.png asset 4",
        "out other 0 link",
        "references/r.md reference 4",
        "scripts/run.sh script 10 runs",
        "templates/t.md template 4",
        "workflows/w.json workflow 4",
        "x/y other 4",
    ];
    assert_eq!((shown, omitted), (expected.map(String::from).to_vec(), 0));
    for number in 0..600 {
        tree.file(&format!("{at}/many/{number}"), "");
    }
    let (listed, omitted) = resources(&found.claims[0].skill).expect("the folder is there");
    assert_eq!((listed.len(), omitted), (500, 107));
}

#[test]
fn workflow_templates_are_found_and_broken_ones_named() {
    let tree = Tree::new();
    let a = "ws/.agents/skills/a";
    tree.skill(a, "a", "x").skill("home/.agents/skills/b", "b", "x");
    for (rel, content) in [
        ("one.json", r#"{"id":"same","workflow":{"t":"{{p}}"},"parameters":{"p":{}}}"#),
        ("alone.json", r#"{"workflow":{}}"#),
        ("v2.json", r#"{"version":2,"workflow":{}}"#),
        ("list.json", "[]"),
        ("broken.json", "{"),
        ("id.json", r#"{"id":"a b","workflow":{}}"#),
        ("type.json", r#"{"parameters":{"p":{"type":"date"}},"workflow":{}}"#),
        ("none.json", "{}"),
        ("note.txt", "{}"),
    ] {
        tree.file(&format!("{a}/workflows/{rel}"), content);
    }
    tree.file("home/.agents/skills/b/workflows/same.json", r#"{"version":"1","workflow":{}}"#);
    let found = tree.look();
    let (templates, warnings) = templates(&found);
    let ids: Vec<_> = templates.iter().map(|one| one.template_id.as_str()).collect();
    assert_eq!(ids, ["a/alone", "a/same", "b/same"]);
    let broken: Vec<_> = warnings.iter().map(|one| one.path.as_str()).collect();
    assert_eq!(broken, ["broken", "id", "list", "none", "type", "v2"].map(|s| format!("workflows/{s}.json")));
}
