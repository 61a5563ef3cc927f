use execution::Mode;

use super::{Room, refused, take};
use crate::{Consent, LIMIT, Offered, Outcome, Page, PathFault, Refusal, ResourcePage, Task, Viewed};

fn view(task: &mut Task, visible: &[Offered], name: &str, path: &str) -> Result<Viewed, Refusal> {
    task.view(visible, (name, path), Page::default(), Mode::Auto, Consent::NotAsked)
}

fn file(viewed: Result<Viewed, Refusal>) -> ResourcePage {
    match viewed {
        Ok(Viewed::File(page)) => page,
        other => panic!("{other:?}"),
    }
}

#[test]
fn s4_14_s3_39_a_resource_is_read_once_its_skill_is_taken_in() {
    let room = Room::new();
    let visible = [room.skill("code-review", "", "Do.\n")];
    room.put("skills/code-review/data.bin", [0x89, 0x50, 0xff, 0]);
    room.put("skills/code-review/nul.txt", "a\0b");
    room.put("skills/code-review/big.txt", vec![b'x'; (1 << 20) + 1]);
    let mut task = room.task("t");
    let read = |task: &Task, path: &str| task.read_resource(&visible, "code-review", path, Page::default());
    let refusal = refused(read(&task, "references/note.md"));
    assert!(refusal.to_string().contains("has not been activated"), "{refusal}");
    take(&mut task, &visible, "code-review");
    let page = read(&task, "references/note.md").unwrap();
    assert_eq!(
        page.wrapped(),
        "<skill_resource skill=\"code-review\" path=\"references/note.md\">\nnote of code-review\n\n</skill_resource>"
    );
    // In a later turn too: the capability is the task's.
    task.next_turn();
    assert_eq!(read(&task, "./references\\note.md").unwrap(), page);
    for (path, kind) in [
        ("references/none.md", "not_found"),
        ("references", "read_failed"),
        ("References/note.md", "not_found"),
        ("big.txt", "too_large"),
        ("data.bin", "binary"),
        ("nul.txt", "binary"),
        ("/etc/passwd", "outside_workspace"),
        ("../code-review/SKILL.md", "outside_workspace"),
        ("", "invalid_args"),
    ] {
        assert_eq!(refused(read(&task, path)).kind(), kind, "{path}");
    }
    let size = refused(read(&task, "big.txt")).to_string();
    assert!(size.contains("1048577 bytes") && size.contains("1048576"), "{size}");
}

#[test]
fn s4_79_each_way_out_is_told_apart() {
    let room = Room::new();
    let visible = [room.skill("a", "", "Do.\n")];
    #[cfg(unix)]
    super::link("/etc/passwd", &room.path("skills/a/link"));
    let mut task = room.task("t");
    take(&mut task, &visible, "a");
    let mut said = Vec::new();
    for (path, fault) in [
        ("/abs", PathFault::Absolute),
        ("../x", PathFault::Above),
        ("a/../../x", PathFault::Through),
        #[cfg(unix)]
        ("link", PathFault::Link),
    ] {
        let refusal = refused(task.read_resource(&visible, "a", path, Page::default()));
        assert_eq!(refusal, Refusal::Path { path: path.to_owned(), fault });
        said.push(fault.to_string());
    }
    said.sort();
    said.dedup();
    assert!(said.len() >= 3 && said.len() == if cfg!(unix) { 4 } else { 3 });
}

#[test]
fn d15_a_text_is_read_page_by_page() {
    let room = Room::new();
    let visible = [room.skill("a", "", "Do.\n")];
    let text = "é1234567\n".repeat(6_000);
    room.put("skills/a/long.md", &text);
    room.put("skills/a/tags.md", "<stderr".repeat(9_000));
    let mut task = room.task("t");
    take(&mut task, &visible, "a");
    for (name, whole) in [("long.md", text.clone()), ("tags.md", "<stderr".repeat(9_000))] {
        let (mut found, mut page, mut count) = (String::new(), Page::default(), 0);
        loop {
            let part = task.read_resource(&visible, "a", name, page).unwrap();
            assert!(part.wrapped().len() <= LIMIT && part.bytes_total == whole.len() as u64);
            assert!(!part.wrapped().contains("<stderr"));
            found.push_str(&part.text);
            count += 1;
            let Some(next) = part.next else { break };
            page.from = next;
        }
        assert!(found == whole && count > 3, "{name}");
    }
    let inside = task.read_resource(&visible, "a", "long.md", Page { from: 1 }).unwrap();
    assert_eq!((inside.from, inside.text.starts_with('é')), (0, true));
    let beyond = task.read_resource(&visible, "a", "long.md", Page { from: u64::MAX }).unwrap();
    assert_eq!((beyond.text.as_str(), beyond.next), ("", None));
}

#[test]
fn s4_69_s4_70_a_skills_own_list_is_kept() {
    let room = Room::new();
    let visible = [
        room.skill("a", "allowed-tools: [run_skill_script]\n", "Do.\n"),
        room.skill("b", "allowed-tools: skill_view\n", "Do.\n"),
        room.skill("c", "allowed-tools: '*'\n", "Do.\n"),
    ];
    let mut task = room.task("t");
    let words = "does not permit tool 'read_skill_resource'; allowed-tools: run_skill_script";
    // Looking at a skill that was not taken in needs nothing of it (S0-14).
    assert_eq!(file(view(&mut task, &visible, "a", "references/note.md")).text, "note of a\n");
    for name in ["a", "b", "c"] {
        take(&mut task, &visible, name);
    }
    let read = |name: &str| task.read_resource(&visible, name, "references/note.md", Page::default());
    assert!(refused(read("a")).to_string().contains(words));
    assert_eq!(refused(read("b")).kind(), "permission_denied");
    assert!(read("c").is_ok());
    assert!(refused(view(&mut task, &visible, "a", "references/note.md")).to_string().contains(words));
    assert!(view(&mut task, &visible, "b", "references/note.md").is_ok());
}

#[test]
fn s0_08_s0_14_s0_35_a_supporting_file_is_shown_and_takes_nothing_in() {
    let room = Room::new();
    let visible = [room.skill("docs", "", "Do.\n")];
    let mut task = room.task("t");
    assert_eq!(file(view(&mut task, &visible, "docs", "references/note.md")).text, "note of docs\n");
    assert_eq!(file(view(&mut task, &visible, "docs", "x/../scripts/run.py")).text, "print('x')\n");
    assert_eq!((task.active().count(), room.listed("tasks").len()), (0, 0));
    for (path, kind) in
        [("../x", "outside_workspace"), ("x/../../y", "outside_workspace"), ("none", "not_found")]
    {
        assert_eq!(refused(view(&mut task, &visible, "docs", path)).kind(), kind);
    }
    assert_eq!(refused(view(&mut task, &visible, "x", "references/note.md")).kind(), "not_found");
}

#[test]
fn s0_13_the_main_file_takes_the_skill_in_by_whatever_path() {
    let room = Room::new();
    let visible = [room.skill("a", "", "Do.\n")];
    for path in ["", "./SKILL.md", "x/../SKILL.md", "SKILL.md"] {
        let mut task = room.task("t");
        match view(&mut task, &visible, "a", path) {
            Ok(Viewed::Main(Outcome::Activated(activation))) => {
                assert_eq!(activation.event()["activated_by"], "model");
                let viewed = activation.viewed();
                assert_eq!(viewed["output"], activation.content.as_str());
                assert_eq!(viewed["content_hash"], activation.content_hash.to_string());
            }
            other => panic!("{path}: {other:?}"),
        }
    }
}

#[cfg(unix)]
#[test]
fn s0_13_no_other_name_shows_the_main_file() {
    let room = Room::new();
    let visible = [room.skill("a", "", "Do.\n")];
    super::link("../SKILL.md", &room.path("skills/a/references/same.md"));
    std::fs::hard_link(room.path("skills/a/SKILL.md"), room.path("skills/a/twin.md")).unwrap();
    super::link("../../outside/secret", &room.path("skills/a/out"));
    room.put("skills/a/.git/config", "token");
    let mut task = room.task("t");
    for path in ["references/same.md", "twin.md"] {
        assert!(matches!(refused(view(&mut task, &visible, "a", path)), Refusal::MainFile { .. }), "{path}");
    }
    let refusal = refused(view(&mut task, &visible, "a", "out"));
    assert!(matches!(refusal, Refusal::Path { fault: PathFault::Link, .. }), "{refusal:?}");
    for path in [".git/config", ".GIT/config", "x/../.git/config"] {
        assert_eq!(refused(view(&mut task, &visible, "a", path)).kind(), "not_found", "{path}");
    }
}

#[cfg(unix)]
#[test]
fn hard_link_to_a_secret_of_the_workspace_is_no_file_of_a_skill() {
    let room = Room::new();
    let visible = [room.skill("a", "", "Do.\n")];
    room.put("workspace/.env", "zebra\n");
    room.put("workspace/plain.md", "plain\n");
    for (from, to) in [(".env", "notes.md"), ("plain.md", "plain.md")] {
        std::fs::hard_link(room.path("workspace").join(from), room.path("skills/a").join(to)).unwrap();
    }
    let mut task = room.task("t").of_workspace(room.path("workspace"));
    let refusal = refused(view(&mut task, &visible, "a", "notes.md"));
    assert!(refusal.kind() == "permission_denied" && refusal.to_string().contains(".env"), "{refusal}");
    assert_eq!(refused(view(&mut task, &visible, "a", "x/../notes.md")).kind(), "permission_denied");
    assert!(task.check_no_twin(&visible[0], "notes.md").is_err());
    assert_eq!(file(view(&mut task, &visible, "a", "plain.md")).text, "plain\n");
    take(&mut task, &visible, "a");
    let read = |path: &str| task.read_resource(&visible, "a", path, Page::default());
    assert_eq!(refused(read("notes.md")).kind(), "not_found");
    assert_eq!(read("plain.md").unwrap().text, "plain\n");
    let mount = &task.held("a").unwrap().mount;
    assert!(!mount.files.contains(&"notes.md".to_owned()) && mount.is_intact());
    assert!(mount.left_out.iter().any(|left| left.path.ends_with("notes.md")), "{:?}", mount.left_out);
    assert!(!room.listed("tasks").iter().any(|(_, bytes)| bytes == b"zebra\n"));
}
