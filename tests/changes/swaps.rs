//! A program that swaps folders and links while a change is carried out: nothing outside is touched, and nothing
//! that is the person's is lost.
//!
//! `SWAPS=10000` tries each verb so often; without it, seldom enough for every day.

use std::ffi::OsStr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::*;
use disk::FolderHandle;

/// What is swapped for a link: the folder it lies in, its name, and where the link leads.
const TARGETS: [(&str, &str, &str); 7] = [
    ("mine/ws/.agents/skills", "a", "outside/agents/skills/a"),
    ("mine/ws/.agents", "skills", "outside/agents/skills"),
    ("mine/ws", ".agents", "outside/agents"),
    ("mine/ws/.agents/skills/a", "SKILL.md", "outside/agents/skills/a/SKILL.md"),
    ("mine/ws/.agents/skills/a", "scripts", "outside/agents/skills/a/scripts"),
    ("mine/home", ".agents", "outside/agents"),
    ("kept/changes", "trash", "outside/agents/skills"),
];

/// What no change is about, laid out like what is changed.
fn lay_outside(room: &Room) {
    for name in ["a", "b", "c", "n", "z"] {
        let skill = format!("outside/agents/skills/{name}");
        room.put(&format!("{skill}/SKILL.md"), "---\nname: precious\ndescription: d\n---\nTHE ONLY COPY\n");
        room.put(&format!("{skill}/scripts/run.sh"), "precious\n");
        room.put(&format!("{skill}/scripts/deep/kept.md"), "precious\n");
    }
}

/// Carries a plan out while another thread swaps without end; says how often it did.
fn swapped(
    room: &Room,
    plan: &Plan,
    (dir, name, to): (&str, &str, &str),
    pause: u32,
) -> (Result<Entry, Trouble>, u32) {
    let (link, own) = (room.at("pool/link"), room.at(dir));
    symlink(room.at(to), &link).unwrap();
    let Ok(there) = FolderHandle::real(&own) else { return (room.carry(plan), 0) };
    let pool = FolderHandle::real(&room.at("pool")).unwrap();
    let swap = || pool.exchange(OsStr::new("link"), &there, OsStr::new(name)).is_ok();
    let is_over = AtomicBool::new(false);
    // One time it is swapped before the change begins, as while a person reads; the other while it goes on.
    if pause.is_multiple_of(5) {
        swap();
    }
    let (done, swaps) = std::thread::scope(|scope| {
        let swapping = scope.spawn(|| {
            let mut swaps = 0;
            while !is_over.load(Ordering::Relaxed) {
                swaps += u32::from(swap());
                for _ in 0..pause * 20 {
                    std::hint::spin_loop();
                }
            }
            swaps
        });
        // Every other time all the faster, so that other moments are met.
        let done = if pause.is_multiple_of(2) { room.carry(plan) } else { with(Swift, || room.carry(plan)) };
        is_over.store(true, Ordering::Relaxed);
        (done, swapping.join().expect("it ends"))
    });
    // What was swapped out comes back to where it was, if that is still there.
    if fs::symlink_metadata(&link).is_ok_and(|found| !found.is_symlink()) {
        swap();
    }
    (done, swaps)
}

#[test]
fn a_program_that_swaps_links_in_has_nothing_outside_changed_and_nothing_lost() {
    let wanted = std::env::var("SWAPS").ok().and_then(|times| times.parse().ok()).unwrap_or(21_u32);
    let only = std::env::var("SWAPS_OF").ok();
    let begun = Instant::now();
    for verb in Verb::ALL {
        if only.as_ref().is_some_and(|only| *only != format!("{verb:?}")) {
            continue;
        }
        let (mut swaps, mut carried, mut left) = (0, 0, 0);
        for times in 0..wanted {
            let target = TARGETS[times as usize % TARGETS.len()];
            let room = Room::new(u64::from(times));
            lay_outside(&room);
            fs::create_dir_all(room.at("kept/changes/trash")).unwrap();
            let outside = Imprint::of(&room.at("outside")).unwrap();
            let plan = with(Swift, || room.plan(verb));
            let (mine, texts) = (room.mine(), room.texts());
            let (done, count) = swapped(&room, &plan, target, times / TARGETS.len() as u32 % 60);
            swaps += count;
            let what = || format!("{verb:?}, {target:?}, {times}: {done:?}");
            assert_eq!(Imprint::of(&room.at("outside")).unwrap(), outside, "{}", what());
            let mut there = room.texts();
            for place in ["kept", "pool"] {
                there.extend(contents(&room.at(place)));
            }
            assert!(texts.is_subset(&there), "{}: something is lost", what());
            match &done {
                Ok(_) => carried += 1,
                Err(Trouble::Left(words)) => {
                    left += 1;
                    assert!(!words.text.contains("nothing was"), "{words}");
                }
                Err(trouble) => {
                    // What is said to be unchanged is: once the swapping is over all is as it was.
                    let words = trouble.to_string();
                    let says_so =
                        ["nothing", "as it was", "rolled back"].iter().any(|said| words.contains(said));
                    assert!(says_so, "{words}");
                    let mut now = room.mine();
                    now.parts.retain(|part| !part.rel.to_string_lossy().contains(".assay-"));
                    assert_eq!(now, mine, "{}", what());
                }
            }
        }
        println!("{verb:?}: {wanted} changes, {swaps} swaps, {carried} carried out, {left} left");
        assert!(swaps > wanted / 2, "{verb:?}: {swaps} swaps");
    }
    println!("{} ms", begun.elapsed().as_millis());
}

/// Between the plan and the yes there is all the time in the world.
#[test]
fn what_was_swapped_while_a_person_reads_the_plan_is_told_and_nothing_is_written() {
    for verb in Verb::ALL {
        for (dir, name, to) in TARGETS {
            let room = Room::new(1);
            lay_outside(&room);
            let plan = with(Swift, || room.plan(verb));
            let (own, aside) = (room.at(dir).join(name), room.at("pool/aside"));
            if fs::rename(&own, &aside).is_err() {
                continue;
            }
            symlink(room.at(to), &own).unwrap();
            let (mine, outside) = (room.mine(), Imprint::of(&room.at("outside")).unwrap());
            let done = with(Swift, || room.carry(&plan));
            assert_eq!(Imprint::of(&room.at("outside")).unwrap(), outside, "{verb:?} {dir}/{name}");
            if let Err(trouble) = done {
                assert!(trouble.to_string().contains("noth"), "{verb:?} {dir}/{name}: {trouble}");
                assert_eq!(room.mine(), mine, "{verb:?} {dir}/{name}");
            }
        }
        // Another real folder with the very same bytes is not the one that was seen.
        let room = Room::new(1);
        let plan = with(Swift, || room.plan(verb));
        let (own, other) = (room.at("mine/ws/.agents/skills"), room.at("pool/other"));
        let copied = std::process::Command::new("cp").arg("-a").arg(&own).arg(&other).status();
        assert!(copied.is_ok_and(|status| status.success()));
        fs::rename(&own, room.at("pool/aside")).unwrap();
        fs::rename(&other, &own).unwrap();
        let mine = room.mine();
        let done = room.carry(&plan);
        if plan.steps.iter().any(|step| step.path.starts_with(&own)) {
            assert!(matches!(done, Err(Trouble::Moved(_))), "{verb:?}: {done:?}");
            assert_eq!(room.mine(), mine, "{verb:?}");
        }
    }
}

#[test]
fn a_root_that_is_a_link_by_the_persons_own_choice_is_written_where_it_leads() {
    for verb in Verb::ALL {
        let room = Room::new(1);
        fs::create_dir(room.at("mine/dotfiles")).unwrap();
        fs::rename(room.at("mine/ws/.agents/skills"), room.at("mine/dotfiles/skills")).unwrap();
        symlink(room.at("mine/dotfiles/skills"), room.at("mine/ws/.agents/skills")).unwrap();
        let plan = room.plan(verb);
        let inside = |step: &manage::Step| !step.path.starts_with(room.at("mine/ws"));
        assert!(plan.steps.iter().all(inside), "{verb:?}: the plan shows where it leads");
        let done = room.carry(&plan).unwrap_or_else(|trouble| panic!("{verb:?}: {trouble}"));
        assert!(fs::symlink_metadata(room.at("mine/ws/.agents/skills")).unwrap().is_symlink());
        let back = manage::undo(&room.ledger(), &room.look(), &done.id).expect("a plan");
        room.carry(&back).unwrap_or_else(|trouble| panic!("{verb:?}: {trouble}"));
    }
}
