//! A damaged journal: named with its line, never a fact, never a loop, and what is there stays.

use std::time::Instant;

use super::*;

/// A room with a journal of a few changes: one that stands, one that was taken back, an emptied trash.
fn lived_in() -> Room {
    let room = Room::new(1);
    room.carry(&room.plan(Verb::Rename)).expect("renamed");
    let room_look = room.look();
    let c = room_look.winner("c").expect("it was renamed").clone();
    let hidden = room.carry(&manage::hide(&room_look, &c.skill).expect("a plan")).expect("hidden");
    let back = manage::undo(&room.ledger(), &room.look(), &hidden.id).expect("a plan");
    room.carry(&back).expect("taken back");
    manage::empty_trash(&room.ledger(), Some(&[format!("{}.0", back_id(&room))]), now()).expect("emptied");
    room
}

fn back_id(room: &Room) -> String {
    manage::journal(&room.ledger()).unwrap().entries.last().expect("an entry").id.clone()
}

#[test]
fn a_flipped_bit_of_the_journal_is_named_with_its_line_and_nothing_is_changed() {
    let room = lived_in();
    let path = room.ledger().journal_path();
    let whole = fs::read(&path).unwrap();
    let known = manage::journal(&room.ledger()).unwrap();
    let every: Vec<(usize, u8)> = (0..whole.len()).flat_map(|at| (0..8).map(move |bit| (at, bit))).collect();
    let plan = manage::duplicate(&room.look(), &room.look().winner("c").expect("a skill").skill, "d")
        .expect("a plan");
    let mine = room.mine();
    let trash = contents(&room.ledger().trash_path());
    let begun = Instant::now();
    for (number, (at, bit)) in every.iter().enumerate() {
        let mut hurt = whole.clone();
        hurt[*at] ^= 1 << bit;
        fs::write(&path, &hurt).unwrap();
        let one = Instant::now();
        // What can be read is what was written, and the rest is named.
        let read = manage::journal(&room.ledger()).expect("it can be read");
        assert!(!read.damaged.is_empty(), "byte {at}, bit {bit} goes unseen");
        for entry in &read.entries {
            let was = known.entry(&entry.id).unwrap_or_else(|| panic!("byte {at}, bit {bit}: {entry:?}"));
            assert_eq!((&entry.steps, &entry.words), (&was.steps, &was.words), "byte {at}, bit {bit}");
        }
        // To try to change something takes longer than to read, and all changes open the journal in one place.
        if number % 97 == 0 {
            let words = room.carry(&plan).expect_err("it is damaged").to_string();
            let line = format!("Line {} of {}", read.damaged[0], path.display());
            assert!(words.contains(&line) && words.contains("move it away"), "{words}");
            let undo = manage::undo(&room.ledger(), &room.look(), &known.entries[0].id);
            assert!(undo.expect_err("it is damaged").to_string().contains(&line));
            manage::recovered(&room.ledger(), now()).map(|ended| assert_eq!(ended, [])).ok();
            manage::empty_trash(&room.ledger(), None, now()).expect_err("it is damaged");
            assert_eq!(fs::read(&path).unwrap(), hurt, "it is left as it is");
            assert_eq!((room.mine(), contents(&room.ledger().trash_path())), (mine.clone(), trash.clone()));
        }
        assert!(one.elapsed() < Duration::from_secs(1), "byte {at}, bit {bit}");
    }
    println!("{} flips in {} ms", every.len(), begun.elapsed().as_millis());
    // The way out that the words name.
    fs::rename(&path, path.with_extension("old")).unwrap();
    room.carry(&plan).expect("a new journal is begun");
    fs::write(&path, &whole).unwrap();
    let plan = manage::duplicate(&room.look(), &room.look().winner("c").expect("a skill").skill, "e")
        .expect("a plan");
    room.carry(&plan).expect("the slots of the other journal are passed over");
}

#[test]
fn lines_that_are_cut_off_doubled_swapped_or_missing_end_in_a_word() {
    let room = lived_in();
    let path = room.ledger().journal_path();
    let whole = fs::read(&path).unwrap();
    let known = manage::journal(&room.ledger()).unwrap();
    let lines: Vec<&[u8]> = whole.split_inclusive(|byte| *byte == b'\n').collect();
    let plan = || {
        let look = room.look();
        manage::duplicate(&look, &look.winner("c").expect("a skill").skill, "d")
    };
    // An unfinished last line is what a crash leaves: whatever stood before it holds, and it is written on.
    for end in (0..whole.len()).step_by(53) {
        fs::write(&path, &whole[..end]).unwrap();
        let read = manage::journal(&room.ledger()).unwrap();
        assert_eq!(read.damaged, [0_u32; 0], "cut at {end}");
        assert!(read.entries.len() <= known.entries.len());
    }
    let mut torn = whole.clone();
    torn.extend_from_slice(&lines[0][..lines[0].len() / 2]);
    fs::write(&path, &torn).unwrap();
    let done = room.carry(&plan().expect("a plan")).expect("it is written on");
    let back = manage::undo(&room.ledger(), &room.look(), &done.id).expect("a plan");
    room.carry(&back).expect("taken back");
    assert!(fs::read(&path).unwrap().starts_with(&whole), "and the torn line is gone");
    // The end of the last line alone is missing.
    fs::write(&path, &whole[..whole.len() - 1]).unwrap();
    assert_eq!(manage::journal(&room.ledger()).unwrap().entries, known.entries);
    let odd: [(&str, Vec<u8>); 6] = [
        ("a line twice", [lines[0], &whole].concat()),
        ("the first line missing", lines[1..].concat()),
        ("two lines swapped", [lines[1], lines[0], &lines[2..].concat()].concat()),
        ("noise", [&whole[..], b"\xff\xfe noise\n"].concat()),
        ("zeroes between", [lines[0], &[0; 512], &lines[1..].concat()].concat()),
        (
            "another version",
            [&whole[..], b"{\"v\":3,\"id\":\"x\",\"at_ms\":0,\"state\":\"done\"}\n"].concat(),
        ),
    ];
    for (what, bytes) in odd {
        fs::write(&path, &bytes).unwrap();
        let words = plan().and_then(|plan| room.carry(&plan)).expect_err(what).to_string();
        assert!(words.contains("is corrupt"), "{what}: {words}");
    }
    // A time that no clock shows: the next id has to come after it.
    let far = String::from_utf8_lossy(lines[0]).replacen("\"v\":2", "\"v\":1", 1);
    let id = &known.entries[0].id;
    let far =
        far.split(",\"check\"").next().unwrap().replace(id, &format!("9999999999999{}", &id[13..])) + "}\n";
    let done = format!("{{\"v\":1,\"id\":\"9999999999999{}\",\"at_ms\":0,\"state\":\"done\"}}\n", &id[13..]);
    fs::write(&path, far + &done).unwrap();
    let words = plan().and_then(|plan| room.carry(&plan)).expect_err("no id can follow").to_string();
    assert!(words.contains("an invalid time"), "{words}");
}

#[test]
fn a_journal_of_before_is_read_and_written_on() {
    let room = lived_in();
    let path = room.ledger().journal_path();
    let known = manage::journal(&room.ledger()).unwrap();
    let old: String = fs::read_to_string(&path)
        .unwrap()
        .lines()
        .map(|line| {
            line.replacen("{\"v\":2", "{\"v\":1", 1).split(",\"check\"").next().unwrap().to_owned() + "}\n"
        })
        .collect();
    fs::write(&path, &old).unwrap();
    assert_eq!(manage::journal(&room.ledger()).unwrap().entries, known.entries);
    let look = room.look();
    let plan = manage::duplicate(&look, &look.winner("c").expect("a skill").skill, "d").expect("a plan");
    room.carry(&plan).expect("written on");
    assert!(fs::read_to_string(&path).unwrap().starts_with(&old));
    let damaged = old.replacen("\"undoes\"", "\"undofs\"", 1);
    fs::write(&path, damaged).unwrap();
    assert_eq!(manage::journal(&room.ledger()).unwrap().damaged[0], 1);
}

#[test]
fn a_flipped_bit_of_what_lies_beside_an_old_state_is_no_fact() {
    let room = lived_in();
    let (items, faults) = manage::trash(&room.ledger()).expect("it can be read");
    assert_eq!(faults, []);
    let slot = items[0].kept.parent().expect("a slot").to_owned();
    let origin = slot.join("origin.json");
    let whole = fs::read(&origin).unwrap();
    for at in 0..whole.len() {
        let mut hurt = whole.clone();
        hurt[at] ^= 1 << (at % 8);
        fs::write(&origin, &hurt).unwrap();
        let (now, faults) = manage::trash(&room.ledger()).expect("it can be read");
        assert_eq!(faults.len(), 1, "byte {at}");
        assert!(faults[0].to_string().contains("is corrupt"), "{}", faults[0]);
        assert!(now.iter().all(|item| items.contains(item)));
    }
}
