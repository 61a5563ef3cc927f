use execution::{Decision, Mode};

use super::{Room, refused, take};
use crate::{Approval, Offered, Platform, Refusal, RunScript, ScriptPlan, Task, run_script};

fn call(name: &str, script: &str, arguments: &str) -> RunScript {
    RunScript { name: name.into(), script: script.into(), arguments: Some(arguments.into()) }
}

fn plan(
    room: &Room,
    task: &Task,
    visible: &[Offered],
    mode: Mode,
    call: &RunScript,
) -> Result<ScriptPlan, Refusal> {
    task.plan_script(visible, call, &room.ground(mode), Platform::Unix)
}

#[test]
fn s4_79_s4_80_s4_77_what_is_no_script_of_the_skill_is_refused() {
    let room = Room::new();
    let visible = [room.skill("a", "", "Do.\n")];
    room.put("skills/a/x.exe", "MZ");
    room.put("skills/a/plain", "echo x");
    room.put("skills/a/not-executable", "#!/bin/sh\necho x");
    room.put("skills/a/scripts/x.ps1", "x");
    let mut task = room.task("t");
    let planned = |task: &Task, script: &str, arguments: &str| {
        plan(&room, task, &visible, Mode::Auto, &call("a", script, arguments))
    };
    assert_eq!(refused(planned(&task, "scripts/run.py", "")).kind(), "not_activated");
    take(&mut task, &visible, "a");
    for (script, kind) in [
        ("/bin/sh", "outside_workspace"),
        ("../b/x.py", "outside_workspace"),
        ("a/../../x.py", "outside_workspace"),
        ("none.py", "not_found"),
        ("scripts", "read_failed"),
        ("x.exe", "no_interpreter"),
        ("plain", "no_interpreter"),
        ("not-executable", "no_interpreter"),
        ("scripts/x.ps1", "no_interpreter"),
    ] {
        assert_eq!(refused(planned(&task, script, "")).kind(), kind, "{script}");
    }
    // S4-15: a missing interpreter is named.
    assert!(refused(planned(&task, "scripts/x.ps1", "")).to_string().contains("pwsh"));
    let refusal = refused(planned(&task, "scripts/run.py", "--n \"unterminated"));
    assert_eq!(refusal.kind(), "invalid_args");
    assert!(refusal.to_string().contains("unmatched quotes or escapes"));
}

#[test]
fn s4_78_s4_80_every_argument_is_a_word_of_its_own() {
    let room = Room::new();
    let visible = [room.skill("a", "", "Do.\n")];
    room.put("skills/a/-c.sh", "echo x");
    let mut task = room.task("t");
    take(&mut task, &visible, "a");
    let words = |script: &str, arguments: &str| {
        plan(&room, &task, &visible, Mode::Ask, &call("a", script, arguments)).unwrap().argv
    };
    let copy = task.held("a").unwrap().mount.path.display().to_string();
    let script = format!("{copy}/-c.sh");
    assert_eq!(words("-c.sh", ""), ["bash", &script]);
    assert_eq!(
        words("-c.sh", "; touch '/tmp/p q' \"$(id)\" *"),
        ["bash", &script, ";", "touch", "/tmp/p q", "$(id)", "*"]
    );
}

#[test]
fn s0_36_d16_the_mode_and_a_person_decide() {
    let room = Room::new();
    let visible = [room.skill("a", "", "Do.\n")];
    room.put("skills/a/scripts/x.sh", "echo x");
    let mut task = room.task("t");
    take(&mut task, &visible, "a");
    let plan = |mode| plan(&room, &task, &visible, mode, &call("a", "scripts/x.sh", "")).unwrap();
    let run = |plan: &ScriptPlan, approval| refused(run_script(plan, approval, &execution::Stop::default()));
    let refused = plan(Mode::ReadOnly);
    assert_eq!(refused.decision, Decision::Refuse);
    let yes = Approval::Person(refused.bound.digest());
    assert!(matches!(run(&refused, yes), Refusal::Denied { .. }), "no yes helps in read_only");
    let asked = plan(Mode::Ask);
    assert_eq!(asked.decision, Decision::Ask);
    assert_eq!(run(&asked, Approval::Mode), Refusal::Undecided);
    assert_eq!(run(&asked, Approval::Denied), Refusal::Rejected);
    // A yes to another plan is none to this one.
    assert_eq!(run(&asked, yes), Refusal::Undecided);
    // Nothing contains it here, so nothing runs unasked.
    assert_eq!(plan(Mode::Auto).decision, Decision::Ask);
    let payload = asked.payload();
    assert_eq!((payload["dry_run"].as_bool(), payload["decision"].as_str()), (Some(true), Some("ask")));
    assert_eq!(
        payload["environment"],
        serde_json::json!(["PATH", "SKILL_DIR", "SESSION_ID", "HOME", "TMPDIR", "LANG"])
    );
}

#[cfg(unix)]
#[test]
fn s4_74_what_may_have_to_be_fetched_first_waits_for_a_person() {
    use std::os::unix::fs::PermissionsExt;
    let room = Room::new();
    let visible = [room.skill("a", "", "Do.\n")];
    room.put("skills/a/x.ts", "console.log('x')\n");
    let mut task = room.task("t");
    take(&mut task, &visible, "a");
    let planned = |programs: &[&str]| {
        for program in programs {
            room.put(&format!("bin/{program}"), "#!/bin/sh\n");
            let path = room.path(&format!("bin/{program}"));
            std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).unwrap();
        }
        let mut ground = room.ground(Mode::Auto);
        ground.environment = vec![("PATH".to_owned(), room.path("bin").display().to_string())];
        task.plan_script(&visible, &call("a", "x.ts", ""), &ground, Platform::Unix)
    };
    let missing = refused(planned(&[])).to_string();
    assert!(["bun", "deno", "npx"].iter().all(|name| missing.contains(name)), "{missing}");
    let fetched = planned(&["npx"]).unwrap();
    assert_eq!((&fetched.argv[..2], fetched.network), (&["npx".to_owned(), "tsx".to_owned()][..], true));
    assert_eq!(fetched.decision, Decision::Ask);
    assert!(fetched.rule.contains("may download what it runs"), "{}", fetched.rule);
    let here = planned(&["deno"]).unwrap();
    assert_eq!((&here.argv[..2], here.network), (&["deno".to_owned(), "run".to_owned()][..], false));
    assert!(!here.rule.contains("fetches"), "{}", here.rule);
    assert_eq!(planned(&["bun"]).unwrap().argv[0], "bun");
}

#[test]
fn d16_a_yes_is_for_the_bytes_of_the_whole_copy() {
    let room = Room::new();
    let visible = [room.skill("a", "", "Do.\n")];
    room.put("skills/a/scripts/x.sh", "echo x");
    let bound = |id: &str, arguments: &str| {
        let mut task = room.task(id);
        take(&mut task, &visible, "a");
        plan(&room, &task, &visible, Mode::Ask, &call("a", "scripts/x.sh", arguments)).unwrap().bound.digest()
    };
    let first = bound("t", "1");
    assert_eq!(bound("u", "1"), first, "another task has another folder and the same bytes");
    assert_ne!(bound("t", "2"), first);
    // A file that the script may call counts too.
    room.put("skills/a/scripts/other.sh", "echo y");
    assert_ne!(bound("t", "1"), first);
}

#[test]
fn d16_what_was_changed_in_the_copy_does_not_run() {
    let room = Room::new();
    let visible = [room.skill("a", "", "Do.\n")];
    room.put("skills/a/scripts/x.sh", "echo x");
    let mut task = room.task("t");
    take(&mut task, &visible, "a");
    let planned = plan(&room, &task, &visible, Mode::Ask, &call("a", "scripts/x.sh", "")).unwrap();
    room.put("tasks/t/.skills/a/scripts/y.sh", "echo y");
    let yes = Approval::Person(planned.bound.digest());
    let words = refused(run_script(&planned, yes, &execution::Stop::default())).to_string();
    assert!(words.contains("copy of the skill was changed"), "{words}");
}

#[test]
fn s4_71_a_skills_own_list_is_kept_for_scripts() {
    let room = Room::new();
    let cases = [("a", "[read_skill_resource]", false), ("b", "Bash(*)", false), ("c", "'*'", true)];
    let visible: Vec<Offered> = cases
        .iter()
        .map(|(id, list, _)| room.skill(id, &format!("allowed-tools: {list}\n"), "Do.\n"))
        .collect();
    let mut task = room.task("t");
    for (id, _, permits) in cases {
        take(&mut task, &visible, id);
        let planned = plan(&room, &task, &visible, Mode::Ask, &call(id, "scripts/none.py", ""));
        let kind = refused(planned).kind();
        assert_eq!(kind, if permits { "not_found" } else { "permission_denied" }, "{id}");
    }
}

#[cfg(unix)]
#[test]
fn s4_72_shims_of_a_version_manager_are_passed_over() {
    use std::os::unix::fs::PermissionsExt;
    let room = Room::new();
    let visible = [room.skill("a", "", "Do.\n")];
    let mut task = room.task("t");
    take(&mut task, &visible, "a");
    room.put("home/.pyenv/shims/python3", "#!/bin/sh\nexec pyenv exec python3 \"$@\"\n");
    let shim = room.path("home/.pyenv/shims/python3");
    std::fs::set_permissions(&shim, std::fs::Permissions::from_mode(0o755)).unwrap();
    let mut ground = room.ground(Mode::Ask);
    ground.environment[0].1 = format!("{}:/usr/bin:/bin", shim.parent().unwrap().display());
    let wish = RunScript { name: "a".to_owned(), script: "scripts/run.py".to_owned(), arguments: None };
    let Ok(plan) = task.plan_script(&visible, &wish, &ground, Platform::Unix) else {
        println!("no python3 in /usr/bin: nothing was planned");
        return;
    };
    assert!(!plan.program.path.starts_with(room.path("home")), "{:?}", plan.program.path);
    assert_eq!(plan.environment[0], ("PATH".to_owned(), "/usr/bin:/bin".to_owned()));
}
