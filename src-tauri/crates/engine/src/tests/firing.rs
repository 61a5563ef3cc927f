use std::path::Path;

use disk::Digest;
use execution::{Decision, Mode};
use proptest::prelude::*;
use serde_json::{Value, json};
use skills::read_yaml;

use super::{Room, take};
use crate::{
    Firing, HookEnd, HookEvent, HookOutput, HookSet, Hooks, Inert, Permission, Ready, Subject, fire, hooks,
    tightened, what_would_run,
};

fn read(lines: &str) -> Hooks {
    hooks(&read_yaml(format!("---\nname: a\ndescription: d\nhooks:\n{lines}---\nx\n").as_bytes()))
}

fn set<'a>(skill: Option<&'a str>, hooks: &'a Hooks) -> HookSet<'a> {
    let content_hash = Digest::of(skill.unwrap_or_default().as_bytes());
    HookSet { skill, content_hash, copy: None, workspace: Path::new("/w"), hooks, ready: Ready::Yes }
}

fn subject(output: Option<Value>) -> Subject {
    Subject { tool: "Bash".to_owned(), input: json!({ "command": "git status" }), output }
}

fn exit(code: i32, stdout: &str) -> HookOutput {
    HookOutput { end: HookEnd::Exit(code), stdout: stdout.into(), stderr: b"no good".to_vec() }
}

/// Fires one event for hooks whose commands say what the map has for them; returns what they were told, too.
fn fired(
    hooks: &Hooks,
    event: &HookEvent,
    mode: Mode,
    says: &dyn Fn(&str) -> HookOutput,
) -> (Firing, Vec<String>) {
    let sets = [set(Some("a"), hooks)];
    let planned = what_would_run(&sets, event, "Bash", &|_| true);
    let mut told = Vec::new();
    let output = (*event == PostToolUse).then(|| json!("done"));
    let valid = |input: &Value| {
        if input.get("command").is_some() { Ok(()) } else { Err("there is no `command`".to_owned()) }
    };
    let firing = fire(&planned, (event, &subject(output), mode), &valid, &mut |one, input| {
        told.push(String::from_utf8(input.to_vec()).unwrap());
        match one.action {
            crate::Action::Command { command, .. } => says(command),
            other => panic!("{other:?}"),
        }
    });
    (firing, told)
}

/// Hooks with these commands, one after the other.
fn commands(event: &str, commands: &[&str]) -> Hooks {
    let actions: Vec<_> =
        commands.iter().map(|command| format!("{{type: command, command: '{command}'}}")).collect();
    read(&format!("  {event}:\n  - hooks: [{}]\n", actions.join(", ")))
}

use HookEvent::{PostToolUse, PreToolUse};

#[test]
fn s4_49_s4_26_what_a_command_reads_is_one_line_of_json() {
    let (_, told) = fired(&commands("PreToolUse", &["x"]), &PreToolUse, Mode::Ask, &|_| exit(0, ""));
    assert_eq!(
        told,
        [
            "{\"hook_event_name\":\"PreToolUse\",\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\"git status\"},\
          \"tool_output\":null}\n"
        ]
    );
    let (_, told) = fired(&commands("PostToolUse", &["x"]), &PostToolUse, Mode::Ask, &|_| exit(0, ""));
    assert_eq!(
        told,
        [
            "{\"hook_event_name\":\"PostToolUse\",\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\"git status\"},\
          \"tool_output\":\"done\"}\n"
        ]
    );
}

#[test]
fn s4_46_s4_27_s4_28_each_kind_of_hook_does_its_part() {
    let found = read(
        "  PreToolUse:\n  - matcher: Bash\n    hooks:\n    - {type: prompt, prompt: Be careful}\n    \
         - {type: permission, decision: ask, reason: it may push}\n    - {type: command, command: change}\n    \
         - {type: command, command: look}\n",
    );
    let (firing, told) = fired(&found, &PreToolUse, Mode::Auto, &|command| match command {
        "change" => exit(0, "{\"updatedInput\":{\"command\":\"git status --short\"}}"),
        _ => exit(0, "{\"injected_context\":\"seen\"}"),
    });
    let prompts: Vec<_> =
        firing.prompts.iter().map(|one| (one.skill.as_deref(), one.text.as_str())).collect();
    assert_eq!(prompts, [(Some("a"), "Be careful"), (Some("a"), "seen")]);
    assert_eq!(
        (firing.permission, firing.permission_reason.as_str()),
        (Some(Permission::Ask), "it may push")
    );
    assert_eq!(firing.input, Some(json!({ "command": "git status --short" })));
    // A later hook sees what an earlier one made of the input.
    assert!(told[1].contains("--short"), "{told:?}");
    assert_eq!((firing.blocked, firing.ran.len(), firing.reports.len()), (None, 2, 0));
}

#[test]
fn s4_50_s4_51_s4_53_what_blocks_stops_and_what_ends_ends() {
    let run = |says: &dyn Fn(&str) -> HookOutput| {
        let (firing, told) = fired(&commands("PreToolUse", &["one", "two"]), &PreToolUse, Mode::Ask, says);
        (firing.blocked, told.len())
    };
    let first = |stdout: &'static str| {
        move |command: &str| if command == "one" { exit(0, stdout) } else { exit(0, "") }
    };
    assert_eq!(run(&first("{\"decision\":\"block\",\"reason\":\"Unsafe\"}")), (Some("Unsafe".into()), 1));
    let (blocked, count) = run(&first("{\"decision\":\"block\"}"));
    assert!(blocked.unwrap().contains("the skill 'a' blocked this call") && count == 1);
    assert_eq!(run(&first("{\"decision\":\"allow\"}")), (None, 2));
    assert_eq!(run(&first("{\"decision\":\"perhaps\"}")), (None, 2));
    assert_eq!(run(&first("{\"continue\":false}")), (None, 1));
    assert_eq!(run(&first("{\"continue\":true}")), (None, 2));
}

#[test]
fn s4_48_s4_57_d20_before_a_tool_failures_close_and_after_it_they_are_told() {
    let outputs = [
        (exit(2, ""), "no good"),
        (exit(2, "{\"reason\":\"said so\"}"), "said so"),
        (exit(1, ""), "exit code 1"),
        (exit(127, "{\"decision\":\"allow\"}"), "exit code 127"),
        (HookOutput { end: HookEnd::TimedOut, ..exit(0, "") }, "hook timed out"),
        (HookOutput { end: HookEnd::Failed("it was stopped".into()), ..exit(0, "") }, "it was stopped"),
    ];
    for (output, words) in outputs {
        let (firing, told) =
            fired(&commands("PreToolUse", &["x", "y"]), &PreToolUse, Mode::Ask, &|_| output.clone());
        assert!(firing.blocked.as_deref().unwrap_or_default().contains(words), "{output:?}: {firing:?}");
        assert_eq!(told.len(), 1);
        let (firing, told) =
            fired(&commands("PostToolUse", &["x", "y"]), &PostToolUse, Mode::Ask, &|_| output.clone());
        if output.end == HookEnd::Exit(2) {
            assert!(firing.blocked.unwrap().contains(words) && told.len() == 1);
        } else {
            assert_eq!((firing.blocked, told.len()), (None, 2));
            assert!(firing.reports[0].words.contains(words), "{:?}", firing.reports);
        }
    }
    let (firing, _) = fired(&commands("PreToolUse", &["x"]), &PreToolUse, Mode::Ask, &|_| exit(0, "hello"));
    assert_eq!((firing.blocked, firing.reports.len()), (None, 1));
}

#[test]
fn s4_52_an_input_is_changed_before_the_tool_and_only_to_one_it_can_read() {
    let update = |input: &str| format!("{{\"updatedInput\":{input}}}");
    let (firing, _) =
        fired(&commands("PreToolUse", &["x"]), &PreToolUse, Mode::Ask, &|_| exit(0, &update("{\"a\":1}")));
    assert!(firing.blocked.unwrap().contains("there is no `command`") && firing.input.is_none());
    let (firing, _) = fired(&commands("PostToolUse", &["x"]), &PostToolUse, Mode::Ask, &|_| {
        exit(0, &update("{\"command\":1}"))
    });
    assert_eq!((firing.input, firing.reports.len()), (None, 1));
    assert!(firing.reports[0].words.contains("no effect"));
}

#[test]
fn s4_47_after_a_tool_a_block_is_an_error_and_a_word_is_passed_on() {
    let says = |_: &str| {
        exit(0, "{\"decision\":\"block\",\"reason\":\"a secret\",\"injected_context\":\"redact it\"}")
    };
    let (firing, told) = fired(&commands("PostToolUse", &["x"]), &PostToolUse, Mode::Ask, &says);
    assert_eq!((firing.blocked.as_deref(), firing.prompts[0].text.as_str()), (Some("a secret"), "redact it"));
    assert!(told[0].contains("\"tool_output\":\"done\""));
}

#[test]
fn s4_54_the_last_wish_for_a_mode_counts_and_never_loosens() {
    let effective = |words: &[&str], session: Mode| {
        let hooks = commands("PreToolUse", words);
        let says = |word: &str| {
            exit(0, &json!({ "permission_mode_override": word.trim_start_matches('-') }).to_string())
        };
        let (firing, _) = fired(&hooks, &PreToolUse, session, &says);
        (firing.mode, firing.reports.len())
    };
    for session in [Mode::Auto, Mode::Ask, Mode::ReadOnly] {
        assert_eq!(effective(&["plan", "-", "auto"], session), (Some(session), 0));
        assert_eq!(effective(&["plan"], session), (Some(Mode::ReadOnly), 0));
        assert_eq!(effective(&["acceptEdits"], session), (Some(session.max(Mode::Ask)), 0));
        assert_eq!(effective(&["bypassPermissions"], session), (None, 1));
        assert_eq!(effective(&["plan", "bypassPermissions"], session), (Some(Mode::ReadOnly), 1));
        assert_eq!(effective(&["wild"], session), (None, 1));
    }
}

fn permission(word: Permission) -> String {
    format!("{{type: permission, decision: {}, reason: {0}}}", word.word())
}

proptest! {
    #[test]
    fn s4_55_d21_decisions_merge_the_same_in_every_order(
        words in prop::collection::vec(prop::sample::select(vec![Permission::Allow, Permission::Ask, Permission::Deny]), 0..6),
        seed in any::<u64>(),
    ) {
        let merged = |words: &[Permission]| {
            let actions: Vec<_> = words.iter().copied().map(permission).collect();
            let hooks = read(&format!("  PreToolUse:\n  - hooks: [{}]\n", actions.join(", ")));
            let (firing, _) = fired(&hooks, &PreToolUse, Mode::Auto, &|_| exit(0, ""));
            (firing.permission, firing.permission_reason)
        };
        let mut other = words.clone();
        for at in (1..other.len()).rev() {
            other.swap(at, usize::try_from(seed % (at as u64 + 1)).unwrap());
        }
        prop_assert_eq!(merged(&words), merged(&other));
        prop_assert_eq!(merged(&words).0, words.iter().max().copied());
    }

    #[test]
    fn s4_28_d21_a_permission_only_tightens(
        decision in prop::sample::select(vec![Decision::Allow, Decision::Ask, Decision::Refuse]),
        said in prop::sample::select(vec![None, Some(Permission::Allow), Some(Permission::Ask), Some(Permission::Deny)]),
    ) {
        let rank = |decision| [Decision::Allow, Decision::Ask, Decision::Refuse].iter().position(|one| *one == decision);
        prop_assert!(rank(tightened(decision, said)) >= rank(decision));
    }
}

#[test]
fn s4_28_an_allow_does_not_skip_the_person() {
    assert_eq!(tightened(Decision::Ask, Some(Permission::Allow)), Decision::Ask);
    assert_eq!(tightened(Decision::Allow, Some(Permission::Ask)), Decision::Ask);
    assert_eq!(tightened(Decision::Allow, Some(Permission::Deny)), Decision::Refuse);
    assert_eq!(tightened(Decision::Allow, None), Decision::Allow);
}

#[test]
fn d20_hooks_come_in_order_the_users_own_first() {
    let one = read(
        "  PreToolUse:\n  - {matcher: Bash, type: prompt, prompt: '1'}\n  - {type: prompt, prompt: '2'}\n",
    );
    let sets = [set(Some("b"), &one), set(Some("a"), &one), set(None, &one)];
    let planned = what_would_run(&sets, &PreToolUse, "Bash(git:*)", &|_| true);
    let found: Vec<_> = planned.iter().map(|one| (one.skill, one.matcher, one.line)).collect();
    let rules = [("Bash", 6), ("*", 7)];
    let expected: Vec<_> = [None, Some("a"), Some("b")]
        .iter()
        .flat_map(|skill| rules.map(|(word, line)| (*skill, word, line)))
        .collect();
    assert_eq!(found, expected);
    assert_eq!(what_would_run(&sets, &PreToolUse, "Read", &|_| true).len(), 3);
    assert!(what_would_run(&sets, &PostToolUse, "Bash", &|_| true).is_empty());
}

#[test]
fn d20_c11_a_hook_is_inert_until_active_trusted_and_approved() {
    let room = Room::new();
    let lines = "hooks:\n  PreToolUse:\n  - hooks:\n    - {type: command, command: check}\n    - {type: prompt, prompt: x}\n    \
                 - {type: webhook}\n  Stop:\n  - hooks: [{type: prompt, prompt: x}]\n";
    let visible = [room.skill("a", lines, "Do.\n")];
    let mut task = room.task("t");
    let workspace = room.path("workspace");
    assert!(task.hook_sets(&workspace, |_| true).is_empty());
    take(&mut task, &visible, "a");
    let inert = |task: &crate::Task, trusted: bool, approved: &dyn Fn(&Digest) -> bool| {
        let sets = task.hook_sets(&workspace, |_| trusted);
        let planned = what_would_run(&sets, &PreToolUse, "Bash", approved);
        let ran = std::cell::Cell::new(0);
        fire(&planned, (&PreToolUse, &subject(None), Mode::Auto), &|_| Ok(()), &mut |_, _| {
            ran.set(ran.get() + 1);
            exit(0, "")
        });
        let words: Vec<_> = planned.iter().map(|one| one.inert.clone()).collect();
        (words[0].clone(), words[1].clone(), ran.get())
    };
    assert_eq!(inert(&task, true, &|_| false), (Some(Inert::NotApproved), None, 0));
    assert_eq!(inert(&task, true, &|_| true), (None, None, 1));
    assert_eq!(inert(&task, false, &|_| true), (Some(Inert::NotTrusted), Some(Inert::NotTrusted), 0));
    let sets = task.hook_sets(&workspace, |_| true);
    let planned = what_would_run(&sets, &PreToolUse, "Bash", &|_| true);
    assert!(
        matches!(&planned[2].inert, Some(Inert::NotSupported(why)) if why.to_string().contains("webhook"))
    );
    let approved = planned[0].bound.as_ref().unwrap().digest();
    let stop = HookEvent::Other("Stop".into());
    assert!(matches!(&what_would_run(&sets, &stop, "", &|_| true)[0].inert, Some(Inert::NotSupported(_))));
    task.next_turn();
    assert_eq!(inert(&task, true, &|_| true).0, Some(Inert::NotActive));
    // A yes is for all bytes of the skill: one changed file, and it is asked about again.
    take(&mut task, &visible, "a");
    assert_eq!(inert(&task, true, &|digest| *digest == approved).0, None);
    task.next_turn();
    room.put("skills/a/scripts/run.py", "print('y')\n");
    take(&mut task, &visible, "a");
    assert_eq!(inert(&task, true, &|digest| *digest == approved).0, Some(Inert::NotApproved));
}

#[test]
fn s4_31_no_hook_of_a_skill_from_a_server_does_anything() {
    let all = read(
        "  PreToolUse:\n  - hooks:\n    - {type: command, command: 'exit 2'}\n    - {type: prompt, prompt: p}\n    - \
         {type: permission, decision: deny}\n",
    );
    let inert = |ready| {
        let sets = [HookSet { ready, ..set(Some("a"), &all) }];
        let planned = what_would_run(&sets, &PreToolUse, "Bash", &|_| true);
        planned.into_iter().map(|one| one.inert).collect::<Vec<_>>()
    };
    assert_eq!(inert(Ready::FromServer), vec![Some(Inert::FromServer); 3]);
    assert_eq!(inert(Ready::UnknownOrigin), vec![Some(Inert::UnknownOrigin); 3]);
    // Without trust what runs or speaks is inert, and what only tightens counts.
    assert_eq!(inert(Ready::NotTrusted), [Some(Inert::NotTrusted), Some(Inert::NotTrusted), None]);
}

#[test]
fn s4_28_permission_written_under_another_key_counts() {
    let all = read(
        "  PreToolUse:\n  - hooks:\n    - {type: permission, permission: deny}\n    - {type: permission, decision: allow, \
         permission: ask}\n    - {type: permission, decision: perhaps}\n",
    );
    let kinds: Vec<_> = all.rules[0].actions.iter().map(|action| format!("{action:?}")).collect();
    assert!(kinds[0].contains("Deny") && kinds[1].contains("Ask") && kinds[2].contains("Inert"), "{kinds:?}");
    assert_eq!(all.findings.len(), 1, "{:?}", all.findings);
}
