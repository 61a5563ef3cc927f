//! What an agent gets of real skills: scripts and hooks that run, contained, and the texts of a corpus.
#![allow(clippy::disallowed_methods, reason = "a test lays its files out by hand")]

use std::fs;
use std::path::{Path, PathBuf};

use engine::{
    Action, Activation, Approval, Call, Consent, Frontmatter, HookEnd, HookEvent, Offered, Outcome, PathsKey,
    Platform, Refusal, RunScript, ScriptEvidence, ScriptPlan, Subject, Task, TaskId, Via, fire, run_hook,
    run_script, what_would_run,
};
use execution::{Decision, Level, Mode, Stop};
use hydration::Ground;
use serde_json::{Value, json};
use tempfile::TempDir;
use tests::{checkout, shared};

use super::doors::program;

/// The system's own programs: what a person keeps at home is not readable from within the walls.
const PATH: &str = "/usr/local/bin:/usr/bin:/bin";

/// A skill, a workspace, and a secret that neither may reach.
struct Room {
    folder: TempDir,
    visible: Vec<Offered>,
}

impl Room {
    fn new(dir: &str, frontmatter: &str, files: &[(&str, &str)]) -> Self {
        let folder = TempDir::new().unwrap();
        let top = fs::canonicalize(folder.path()).unwrap();
        for place in ["workspace", "tasks", "outside"] {
            fs::create_dir(top.join(place)).unwrap();
        }
        fs::write(top.join("workspace/file"), "of the workspace\n").unwrap();
        let dir = top.join("skills").join(dir);
        let content = format!("---\nname: a\ndescription: d\n{frontmatter}---\nDo.\n");
        for (path, text) in files.iter().copied().chain([("SKILL.md", content.as_str())]) {
            let path = dir.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, text).unwrap();
            executable(&path);
        }
        let visible = vec![Offered {
            id: "a".into(),
            name: "a".into(),
            description: "d".into(),
            scope: "repo".into(),
            root: top.join("skills"),
            path: dir.join("SKILL.md"),
            dir,
            short_path: "repo:a/SKILL.md".into(),
            paths: PathsKey::Guards,
        }];
        Self { folder, visible }
    }

    fn path(&self, rel: &str) -> PathBuf {
        fs::canonicalize(self.folder.path()).unwrap().join(rel)
    }

    fn task(&self) -> (Task, Activation) {
        let id = TaskId::parse("task").unwrap();
        let mut task = Task::begin(id, "session-1", &self.path("tasks"), Platform::here()).unwrap();
        let activation = take(&mut task, &self.visible, "a");
        (task, activation)
    }

    fn ground(&self, mode: Mode) -> Ground {
        let environment = [("PATH", PATH), ("SECRET", "1"), ("HOME", "/root")];
        Ground {
            workspace: self.path("workspace"),
            home: None,
            mode,
            mode_from: "a test".into(),
            environment: environment.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec(),
            helper: program(),
        }
    }

    fn plan(&self, task: &Task, mode: Mode, script: &str, arguments: &str) -> Result<ScriptPlan, Refusal> {
        let call = RunScript { name: "a".into(), script: script.into(), arguments: Some(arguments.into()) };
        task.plan_script(&self.visible, &call, &self.ground(mode), Platform::here())
    }

    fn run(&self, script: &str, arguments: &str) -> ScriptEvidence {
        let (task, _) = self.task();
        let plan = self.plan(&task, Mode::Ask, script, arguments).unwrap();
        run_script(&plan, Approval::Person(plan.bound.digest()), &Stop::default()).unwrap()
    }
}

#[cfg(unix)]
fn executable(path: &Path) {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

#[cfg(not(unix))]
fn executable(_: &Path) {}

fn take(task: &mut Task, visible: &[Offered], name: &str) -> Activation {
    match task.activate(visible, &Call::of(name, Via::ActivateSkill), Mode::Auto, Consent::NotAsked) {
        Ok(Outcome::Activated(activation)) => *activation,
        other => panic!("{other:?}"),
    }
}

fn has(program: &str) -> bool {
    let search: Vec<_> = PATH.split(':').map(PathBuf::from).collect();
    let found = execution::resolve(program, Path::new("/"), &search).is_ok();
    if !found {
        eprintln!("skipped: there is no `{program}` here");
    }
    found
}

#[test]
fn s4_15_s4_72_s4_73_s4_75_s4_77_a_script_of_each_kind_runs_from_the_copy() {
    let room = Room::new(
        "a",
        "",
        &[
            (
                "scripts/x.py",
                "import os, sys\nprint('py', *sys.argv[1:])\nprint(open('data.txt').read().strip())\n",
            ),
            ("scripts/x.js", "console.log('js', ...process.argv.slice(2))\n"),
            ("scripts/x.sh", "echo sh \"$@\"; cat \"$(dirname \"$0\")/../data.txt\"; exit 3\n"),
            ("scripts/tool", "#!/bin/sh\necho itself \"$@\" >&2\n"),
            ("data.txt", "beside\n"),
        ],
    );
    let check = |script: &str, out: &str, errors: &str, code: i32| {
        let ran = room.run(script, "a 'b c'");
        assert_eq!((ran.stdout.text.as_str(), ran.stderr.text.as_str()), (out, errors), "{script}: {ran:?}");
        assert_eq!((ran.exit_code, ran.end.as_str(), ran.by.as_str()), (Some(code), "exit", "user"));
    };
    if has("python3") {
        check("scripts/x.py", "py a b c\nbeside\n", "", 0);
    }
    if has("node") {
        check("scripts/x.js", "js a b c\n", "", 0);
    }
    if cfg!(unix) && has("bash") {
        check("scripts/x.sh", "sh a b c\nbeside\n", "", 3);
        check("scripts/tool", "", "itself a b c\n", 0);
    }
    if !has("bash") {
        return;
    }
    let ran = room.run("scripts/x.sh", "");
    assert!(
        ran.wrapped().starts_with("<script_output skill=\"a\" script=\"scripts/x.sh\" exit_code=\"3\">\nsh")
    );
    let value = serde_json::to_value(&ran).unwrap();
    for key in ["content_hash", "script_sha256", "mount_sha256", "program_sha256"] {
        assert_eq!(value[key].as_str().map(str::len), Some(64), "{key}");
    }
    assert_eq!(value["environment"], json!(["PATH", "SKILL_DIR", "SESSION_ID", "HOME", "TMPDIR", "LANG"]));
}

/// Each further kind of script runs where its program is, and where it is not that is said by its name.
#[test]
fn s4_15_s4_74_s4_76_s4_77_a_script_whose_program_is_missing_is_refused_by_its_name() {
    let room = Room::new(
        "a",
        "",
        &[
            ("x.ts", "const words: string = 'ts';\nconsole.log(words)\n"),
            ("x.ps1", "Write-Output ps1\n"),
            ("x.rb", "puts 'rb'\n"),
        ],
    );
    let (task, _) = room.task();
    for (script, programs, out) in
        [("x.ts", &["bun", "deno"][..], "ts"), ("x.ps1", &["pwsh"], "ps1"), ("x.rb", &["ruby"], "rb")]
    {
        if programs.iter().any(|program| has(program)) {
            assert_eq!(room.run(script, "").stdout.text.trim(), out, "{script}");
            continue;
        }
        match room.plan(&task, Mode::Auto, script, "") {
            // Contained it reaches no network, and unless a person says yes it does not begin.
            Ok(plan) => assert_eq!((script, plan.network, plan.decision), ("x.ts", true, Decision::Ask)),
            Err(refusal) => {
                assert_eq!(refusal.kind(), "no_interpreter", "{script}");
                assert!(programs.iter().all(|name| refusal.to_string().contains(name)), "{refusal}");
            }
        }
    }
}

#[test]
fn s4_78_what_a_shell_would_read_arrives_as_words() {
    if !has("bash") {
        return;
    }
    let room = Room::new("a", "", &[("scripts/x.sh", "printf '[%s]' \"$#\" \"$@\"\n")]);
    let mark = room.path("outside/mark").display().to_string();
    let ran = room.run("scripts/x.sh", &format!("'; touch {mark}' $(touch {mark}) '`touch {mark}`' * '' -c"));
    let expected = format!("[7][; touch {mark}][$(touch][{mark})][`touch {mark}`][*][][-c]");
    assert_eq!(ran.stdout.text, expected);
    assert!(!room.path("outside/mark").exists());
}

#[test]
fn s0_36_d16_a_script_reads_and_writes_nothing() {
    if !has("bash") || execution::best(&program()) == Level::None {
        return;
    }
    let script = "cat \"$1\"; echo x > \"$1\" || echo no-1; echo x > new || echo no-2; echo x >> \"$0\" || echo no-3\n\
                  cat \"$2\" || echo no-4; echo x > \"$TMPDIR/x\" && echo yes\n\
                  echo \"${SECRET-unset} $HOME\"; echo x > \"$SKILL_DIR/SKILL.md\" || echo no-5\n";
    let room = Room::new("a", "", &[("scripts/x.sh", script)]);
    fs::write(room.path("outside/secret"), "SECRET").unwrap();
    let (task, _) = room.task();
    let arguments =
        format!("'{}' '{}'", room.path("workspace/file").display(), room.path("outside/secret").display());
    // In mode auto it runs unasked, because it is contained.
    let plan = room.plan(&task, Mode::Auto, "scripts/x.sh", &arguments).unwrap();
    assert_eq!(plan.decision, Decision::Allow);
    let ran = run_script(&plan, Approval::Mode, &Stop::default()).unwrap();
    let out = &ran.stdout.text;
    assert_eq!(ran.by, "rule");
    assert!(out.starts_with("of the workspace\nno-1\nno-2\nno-3\nno-4\nyes\nunset "), "{ran:?}");
    assert!(out.ends_with("no-5\n") && !out.contains("/root"), "{out}");
    assert!(task.held("a").unwrap().mount.is_intact());
    assert_eq!(fs::read_to_string(room.path("workspace/file")).unwrap(), "of the workspace\n");
    let refused = room.plan(&task, Mode::ReadOnly, "scripts/x.sh", &arguments).unwrap();
    let refusal =
        run_script(&refused, Approval::Person(refused.bound.digest()), &Stop::default()).unwrap_err();
    assert_eq!(refusal.kind(), "permission_denied");
}

#[test]
fn what_looks_like_a_secret_is_not_handed_on() {
    if !has("bash") {
        return;
    }
    let script = "echo \"token ghp_$(printf 'a1B2c3D4e5%.0s' 1 2 3 4) here\"; echo fine >&2\n";
    let room = Room::new("a", "", &[("scripts/x.sh", script)]);
    let ran = room.run("scripts/x.sh", "");
    assert_eq!((ran.stdout.withheld, ran.stderr.withheld), (1, 0), "{ran:?}");
    assert_eq!(ran.stdout.text, "token [withheld: likely a secret] here\n");
    assert!(!ran.wrapped().contains("ghp_"));
}

#[test]
fn d16_d28_output_is_kept_to_its_limit_and_counted() {
    if !has("bash") {
        return;
    }
    let script = "head -c 50000 /dev/zero | tr '\\0' x; printf '</script_output>' >&2\n";
    let room = Room::new("a", "", &[("scripts/x.sh", script)]);
    let ran = room.run("scripts/x.sh", "");
    assert_eq!((ran.stdout.bytes_kept, ran.stdout.bytes_total), (16_000, 50_000));
    let text = ran.wrapped();
    assert!(text.contains("the first 16000 of 50000 bytes") && text.matches("</script_output>").count() == 1);
}

/// Fires the hooks of a skill for `Bash`, with every command approved.
fn fired(room: &Room, event: &HookEvent, output: Option<Value>) -> (engine::Firing, Vec<engine::HookOutput>) {
    let (task, _) = room.task();
    let ground = room.ground(Mode::Ask);
    let sets = task.hook_sets(&ground.workspace, |_| true);
    let planned = what_would_run(&sets, event, "Bash", &|_| true);
    let subject = Subject { tool: "Bash".into(), input: json!({ "command": "git status" }), output };
    let mut outputs = Vec::new();
    let held = task.held("a").unwrap();
    let firing = fire(&planned, (event, &subject, Mode::Ask), &|_| Ok(()), &mut |one, input| {
        let Action::Command { command, timeout } = one.action else { panic!("{one:?}") };
        let output = run_hook(
            (command, *timeout, one.bound.as_ref()),
            held,
            task.session(),
            &ground,
            input,
            &Stop::default(),
        );
        outputs.push(output.clone());
        output
    });
    (firing, outputs)
}

fn hooks(event: &str, commands: &[&str]) -> String {
    let actions: Vec<_> =
        commands.iter().map(|command| format!("      - {{type: command, {command}}}\n")).collect();
    format!("hooks:\n  {event}:\n    - matcher: Bash\n      hooks:\n{}", actions.concat())
}

#[test]
fn s4_26_s4_32_s4_49_a_hook_reads_the_call_and_has_three_variables() {
    if !has("bash") {
        return;
    }
    let lines = hooks("PreToolUse", &["command: cat >&2; exit 2", "command: 'false'"]);
    let room = Room::new("a", &lines, &[]);
    let (firing, outputs) = fired(&room, &HookEvent::PreToolUse, None);
    let told = "{\"hook_event_name\":\"PreToolUse\",\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\"git status\"},\
                \"tool_output\":null}";
    assert_eq!((firing.blocked.as_deref(), outputs.len()), (Some(told), 1));
    assert_eq!(outputs[0].stderr, format!("{told}\n").into_bytes());
    let room = Room::new("a", &hooks("PostToolUse", &["command: env >&2; pwd >&2"]), &[]);
    let (_, outputs) = fired(&room, &HookEvent::PostToolUse, Some(json!("done")));
    let said = String::from_utf8_lossy(&outputs[0].stderr).into_owned();
    // What the shell itself makes is no news of this machine.
    let mut names: Vec<_> = said.lines().filter_map(|line| Some(line.split_once('=')?.0)).collect();
    names.retain(|name| !["PWD", "SHLVL", "_", "OLDPWD"].contains(name));
    names.sort_unstable();
    assert_eq!(names, ["PATH", "SESSION_ID", "SKILL_DIR"], "{said}");
    assert!(said.contains("SESSION_ID=session-1\n"));
    assert!(said.ends_with(&format!("{}\n", room.path("workspace").display())), "{said}");
}

#[test]
fn s4_58_a_folder_with_blanks_and_marks_is_found() {
    if !has("bash") {
        return;
    }
    let lines = "hooks:\n  PreToolUse:\n  - hooks:\n    - type: command\n      command: \"${SKILL_DIR}/scripts/x.sh\"\n    \
                 - type: command\n      command: '\"${SKILL_DIR}/scripts/x.sh\"'\n    \
                 - type: command\n      command: 'sh $SKILL_DIR/scripts/x.sh 2>/dev/null; \"$SKILL_DIR/scripts/x.sh\"'\n";
    let script = "#!/bin/sh\necho '{\"injected_context\":\"found\"}'\n";
    let room = Room::new("it's a $HOME; b", lines, &[("scripts/x.sh", script)]);
    // The copy lies below the id; a task's place may have such a name as well.
    let place = room.path("tasks/it's a $HOME; b");
    let id = TaskId::parse("task").unwrap();
    let mut task = Task::begin(id, "s", &place, Platform::here()).unwrap();
    take(&mut task, &room.visible, "a");
    let (ground, held) = (room.ground(Mode::Ask), task.held("a").unwrap());
    for action in &held.hooks.rules[0].actions {
        let Action::Command { command, timeout } = action else { panic!("{action:?}") };
        let output = run_hook((command, *timeout, None), held, "s", &ground, b"{}\n", &Stop::default());
        let found = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(found.contains("found") && output.end == HookEnd::Exit(0), "{command}: {output:?}");
    }
}

#[test]
fn s4_57_s4_33_a_hook_that_does_not_end_is_ended_with_all_it_started() {
    if !has("bash") {
        return;
    }
    let room = Room::new("a", &hooks("PreToolUse", &["command: 'sleep 61 & sleep 61', timeout: 1"]), &[]);
    let (firing, outputs) = fired(&room, &HookEvent::PreToolUse, None);
    assert_eq!(outputs[0].end, HookEnd::TimedOut);
    assert!(firing.blocked.unwrap().contains("hook timed out"));
    let room = Room::new("a", &hooks("PostToolUse", &["command: sleep 61, timeout: 1"]), &[]);
    let (firing, _) = fired(&room, &HookEvent::PostToolUse, Some(json!("done")));
    assert!(firing.blocked.is_none() && firing.reports[0].words.contains("hook timed out"));
}

#[test]
fn s4_46_s4_52_a_hook_of_a_skill_changes_the_call() {
    if !has("bash") {
        return;
    }
    let script = "#!/bin/bash\nread -r call\ncase $call in *'git status'*) \
                  echo '{\"updatedInput\":{\"command\":\"git status --short\"}}';; esac\n";
    let room = Room::new(
        "a",
        &hooks("PreToolUse", &["command: '${SKILL_DIR}/scripts/x.sh'"]),
        &[("scripts/x.sh", script)],
    );
    let (firing, _) = fired(&room, &HookEvent::PreToolUse, None);
    assert_eq!(firing.input, Some(json!({ "command": "git status --short" })), "{firing:?}");
    assert_eq!((firing.ran.len(), firing.ran[0].end.clone()), (1, HookEnd::Exit(0)));
}

fn skill_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let (path, kind) = (entry.path(), entry.file_type().unwrap());
        if kind.is_dir() {
            skill_files(&path, found);
        } else if path.file_name().is_some_and(|name| name == "SKILL.md") {
            found.push(path);
        }
    }
    found.sort();
}

/// A file with every field that the document's own sample has, in its order and forms.
#[test]
fn s4_87_a_file_with_every_field_is_read_whole() {
    let folder = checkout().join("tests/fixtures/whole/change-notes");
    let bytes = fs::read(folder.join("SKILL.md")).unwrap();
    let read = skills::read_yaml(&bytes);
    assert_eq!(read.name.as_deref(), Some("change-notes"));
    let folded = "Writes notes about a range of changes for people who use the program. Use when a release is prepared.";
    assert_eq!(read.description.as_deref(), Some(folded));
    let text = |key: &str| read.field(key).and_then(|field| field.value.text()).map(str::to_owned);
    assert_eq!((text("license"), text("shell")), (Some("MIT".to_owned()), Some("bash".to_owned())));
    assert_eq!(engine::Patterns::of(&read).written(), ["*.md", "changes/**"]);
    assert_eq!(engine::Allowed::of(&read).list(), ["read_skill_resource", "run_skill_script", "Bash"]);
    let Some(skills::Value::Map(metadata)) = read.field("metadata").map(|field| &field.value) else {
        panic!("{:?}", read.field("metadata"))
    };
    let pairs: Vec<_> = metadata.iter().map(|one| (one.key.as_str(), one.value.text())).collect();
    assert_eq!(pairs, [("team", Some("documentation")), ("version", Some("2.1"))]);
    let hooks = engine::hooks(&read);
    let rule = |rule: &engine::Rule| {
        let actions: Vec<_> = rule.actions.iter().map(Action::kind).collect();
        format!("{} {} {}", rule.event.name(), rule.matcher, actions.join(" "))
    };
    assert_eq!(
        hooks.rules.iter().map(rule).collect::<Vec<_>>(),
        ["PreToolUse Bash prompt", "PostToolUse * command"]
    );
    let Action::Command { command, timeout } = &hooks.rules[1].actions[0] else { panic!("{hooks:?}") };
    assert_eq!((command.as_str(), timeout.as_secs()), ("${SKILL_DIR}/scripts/count.sh", 5));
    assert!(hooks.findings.is_empty(), "{:?}", hooks.findings);
    let contents = disk::read(&folder.join("SKILL.md"), skills::SKILL_LIMIT).unwrap();
    let found = hydration::sources(
        &skills::Skill::alone(&folder.join("SKILL.md"), &contents),
        &skills::Content::of(&bytes),
        hydration::SkillOrigin::Local,
    );
    let ids: Vec<_> = found.list.iter().map(|source| (source.id.as_str(), source.surface.clone())).collect();
    assert_eq!(ids, [("inline-1", hydration::Surface::Shell("git describe --tags".into()))]);
    let content = String::from_utf8(bytes).unwrap();
    let variables = engine::Variables { skill_dir: "/here", session_id: "s", arguments: &[] };
    let rendered = engine::rendered(&content, &variables).expect("one variable");
    assert_eq!(
        rendered,
        content.replace("lie in ${SKILL_DIR}", "lie in /here"),
        "and nothing else is filled in"
    );
}

/// Every text of the corpus either is taken in whole, with a block no text of its own can end, or is refused in
/// words; nothing of it changes.
#[test]
fn s3_37_s0_30_the_skills_of_a_corpus_are_taken_in() {
    let Some(shared) = shared() else { return };
    let mut files = Vec::new();
    skill_files(&shared.join("corpus/synthetic"), &mut files);
    let synthetic = files.len();
    let mut public = Vec::new();
    skill_files(&shared.join("corpus/public"), &mut public);
    // As many as a minute of a slow machine allows, from all over the collection.
    let step = (public.len() / 150).max(1);
    files.extend(public.into_iter().step_by(step));
    let folder = TempDir::new().unwrap();
    let (mut taken, mut refused) = (0, Vec::new());
    for (number, path) in files.iter().enumerate() {
        let id = format!("skill-{number}");
        // The file alone: what lies beside it in a collection is not of this test.
        let dir = folder.path().join("skills").join(&id);
        fs::create_dir_all(&dir).unwrap();
        let content = fs::read(path).unwrap();
        fs::write(dir.join("SKILL.md"), &content).unwrap();
        let offered = Offered {
            name: id.clone(),
            description: "d".into(),
            scope: "repo".into(),
            root: folder.path().join("skills"),
            path: dir.join("SKILL.md"),
            dir,
            short_path: String::new(),
            paths: PathsKey::Guards,
            id,
        };
        let id = TaskId::parse("corpus").unwrap();
        let mut task = Task::begin(id, "s", &folder.path().join("tasks"), Platform::here()).unwrap();
        let call = Call {
            context_path: Some("tests/x.py".into()),
            arguments: Some("1 2".into()),
            ..Call::of(&offered.name, Via::ActivateSkill)
        };
        match task.activate(std::slice::from_ref(&offered), &call, Mode::Auto, Consent::NotAsked) {
            Ok(Outcome::Activated(activation)) => {
                taken += 1;
                assert_eq!(activation.content.as_bytes(), content, "{}", path.display());
                assert_eq!(activation.content_hash, disk::Digest::of(&content));
                for text in [activation.wrapped(Frontmatter::Without), activation.wrapped(Frontmatter::With)]
                {
                    assert!(text.len() <= engine::LIMIT, "{}: {}", path.display(), text.len());
                    for tag in
                        ["<skill_content", "</skill_content>", "<skill_resources>", "</skill_resources>"]
                    {
                        assert_eq!(text.matches(tag).count(), 1, "{}: {tag}", path.display());
                    }
                }
            }
            other => refused.push((path.clone(), format!("{other:?}"))),
        }
    }
    println!("{taken} of {} taken in ({synthetic} synthetic); refused: {refused:?}", files.len());
    assert!(taken > 200 && refused.len() < 20, "{refused:?}");
}

#[test]
fn s4_23_s4_57_the_hooks_of_the_corpus_are_read() {
    let Some(shared) = shared() else { return };
    let read = |name: &str| {
        let content = fs::read(shared.join("corpus/synthetic").join(name).join("SKILL.md")).unwrap();
        let hooks = engine::hooks(&skills::read_yaml(&content));
        let events: Vec<_> = hooks.rules.iter().map(|rule| rule.event.name().to_owned()).collect();
        let actions: Vec<_> =
            hooks.rules.iter().flat_map(|rule| &rule.actions).map(Action::kind).map(str::to_owned).collect();
        (events.join(" "), actions.join(" "), hooks.findings.len())
    };
    let full = ("PreToolUse PostToolUse".into(), "command prompt permission prompt".into(), 0);
    assert_eq!(read("hooks-full"), full);
    assert_eq!(read("hooks-no-matcher"), ("Stop PreToolUse".into(), "command command".into(), 1));
    assert_eq!(read("hooks-bad"), ("PreToolUse".into(), "command permission command unknown-kind".into(), 4));
    assert_eq!(read("hooks-string"), ("SessionStart".into(), "text".into(), 2));
}
