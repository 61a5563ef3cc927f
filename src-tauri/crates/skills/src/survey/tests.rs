//! What a later look, and one ahead, may take from the look before.

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use proptest::prelude::*;

use super::drawn::{Deed, Lie, ROOTS, deed, lay, lie, places, plan, room, step};
use super::{FOLDERS, Survey, survey};
use crate::Places;

#[test]
fn a_folder_is_listed_again_when_a_name_comes_or_goes_and_not_before() {
    let room = tempfile::tempdir().expect("a folder");
    let workspace = disk::canonical(room.path()).expect("it is there");
    let root = workspace.join(".agents/skills");
    let write = |rel: &str| {
        let path = root.join(rel);
        disk::make_folder(path.parent().expect("a folder above")).expect("made");
        disk::write_atomic(&path, b"---\nname: a\ndescription: b\n---\n").expect("written");
    };
    write("a/SKILL.md");
    write("more/b/SKILL.md");
    let places = Places { workspace, ..Places::default() };
    let later = SystemTime::now() + Duration::from_secs(30);
    let mut before = Survey::nothing().again(&places, later);
    let same = before.again(&places, later);
    let [one, other] = [&before, &same].map(|survey| &survey.folders[&root.join("more")]);
    assert!(Arc::ptr_eq(one, other), "it was listed again");
    let changes: [&dyn Fn(); 4] = [
        &|| write("more/c/SKILL.md"),
        &|| write("a/references/deep/SKILL.md"),
        &|| disk::remove(&root.join("more/b/SKILL.md")).expect("removed"),
        &|| disk::clear(&root.join("a")).expect("removed"),
    ];
    for change in changes {
        // Clocks of file systems tick every few milliseconds.
        std::thread::sleep(Duration::from_millis(30));
        change();
        let after = before.again(&places, later);
        assert_eq!(after, survey(&places));
        assert_ne!(after, before);
        before = after;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_look_ahead_sees_what_one_sees_that_knows_nothing(
        lies in prop::collection::vec(lie(), 1..12),
        deeds in prop::collection::vec(deed(), 1..5),
    ) {
        let (_room, top) = room(&lies);
        let before = survey(&places(&top));
        let plan = plan(deeds.iter().filter_map(|(at, deed)| step(&top, at, deed)).collect());
        let unknowing = Survey { roots: BTreeMap::new(), folders: HashMap::new(), ..before.clone() };
        prop_assert_eq!(before.after(&plan), unknowing.after(&plan));
        // So does a second look, which takes what has rested.
        let later = SystemTime::now() + Duration::from_secs(30);
        prop_assert_eq!(Survey::nothing().again(&places(&top), later).again(&places(&top), later), before);
    }
}

#[test]
fn a_look_ahead_is_one_at_the_same_moment() {
    let (_room, top) = room(&[]);
    let text = b"---\nname: a\ndescription: b\n---\n".to_vec();
    let at = |name: &str| PathBuf::from(ROOTS[0]).join(name);
    ["a/SKILL.md", "b/SKILL.md"].iter().for_each(|rel| lay(&top, &Lie::File(at(rel), text.clone())));
    let before = survey(&places(&top));
    let plan = plan(step(&top, &at("a"), &Deed::Remove).into_iter().collect());
    disk::clear(&top.join(at("b"))).expect("removed");
    lay(&top, &Lie::File(at("c/SKILL.md"), text));
    let after = before.after(&plan);
    let names: Vec<_> =
        after.roots[&top.join(ROOTS[0])].files.iter().map(|one| one.folders.concat()).collect();
    assert_eq!(names, ["b"]);
}

#[test]
fn as_many_folders_inside_skills_are_looked_into_as_are_said() {
    let (_room, top) = room(&[]);
    let text = b"---\nname: a\ndescription: b\n---\n".to_vec();
    let skill = |name: &str| PathBuf::from(ROOTS[0]).join(name);
    ["x", "y", "z"].iter().for_each(|name| lay(&top, &Lie::File(skill(name).join("SKILL.md"), text.clone())));
    let inner = |number: usize| skill(["x", "y", "z"][number % 3]).join(format!("{number}"));
    (0..FOLDERS + 10).for_each(|number| disk::make_folder(&top.join(inner(number))).expect("made"));
    // The last by name that is looked into, and the first that is not.
    let mut last: Vec<String> = (0..FOLDERS + 10).filter(|at| at % 3 == 2).map(|at| at.to_string()).collect();
    last.sort();
    for name in &last[last.len() - 11..last.len() - 9] {
        lay(&top, &Lie::File(skill("z").join(name).join("SKILL.md"), text.clone()));
    }
    let looked = survey(&places(&top));
    assert_eq!(looked.roots[&top.join(ROOTS[0])].files.iter().filter(|one| one.inside).count(), 1);
}
