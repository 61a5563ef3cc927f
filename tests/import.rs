//! Skills from elsewhere: what an enemy sends does not land, what lands is taken back to the byte, and what was
//! changed here survives an update.
#![cfg(unix)]

mod git;
mod origin;
mod served;
mod terminal;
mod zip;

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::time::Duration;

use api::import::{ImportAsk, ImportSkillRow, ImportStage, ImportView, OriginSource, OriginView, begin_at};
use api::manage::{CarriedOutView, CarryOutAsk, JournalRow, PlanAnswer, PlanAsk, UndoAsk};
use api::wire::ImportPick;
use api::wire::Occupied;
use api::wire::{CatalogAsk, SkillAsk, SkillRow, SkillScope};
use api::{App, Page, Surroundings};
use disk::Imprint;
use proptest::prelude::*;
use tests::room::{every_skill, open};

use zip::{Forged, file, forge, link};

/// Returns why an import ended without skills; empty if it did not.
fn why(view: &ImportView) -> String {
    view.why.as_ref().map(ToString::to_string).unwrap_or_default()
}

const A: &str = "---\nname: a\ndescription: Sums up. Use when asked.\n---\n\nDo it.\n";

/// A home and a workspace, Assay's folder beside them, and a place for sources.
struct Room {
    folder: tempfile::TempDir,
    app: App,
}

impl Room {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for name in ["home", "ws/.agents/skills", "from"] {
            fs::create_dir_all(folder.path().join(name)).unwrap();
        }
        let app = open(around(folder.path()));
        let room = Self { folder, app };
        room.put("home/.agents/skills/a/SKILL.md", "---\nname: a\ndescription: the user's\n---\nHi.\n");
        room
    }

    fn at(&self, rel: &str) -> PathBuf {
        self.folder.path().join(rel)
    }

    fn put(&self, rel: &str, text: impl AsRef<[u8]>) {
        let path = self.at(rel);
        fs::create_dir_all(path.parent().expect("a file has a folder")).unwrap();
        fs::write(path, text).unwrap();
    }

    fn page(&self) -> Page<'_> {
        Page(&self.app)
    }

    /// An import that has come to its end, and its id.
    fn import(&self, source: OriginSource) -> (String, ImportView) {
        let id = begin_at(&self.app, source).expect("it begins");
        let view = self.ended(&id);
        (id, view)
    }

    fn ended(&self, id: &str) -> ImportView {
        loop {
            let view = self.page().import(&of(id)).expect("an import");
            if !matches!(view.stage, ImportStage::Fetching | ImportStage::Laying | ImportStage::Looking) {
                return view;
            }
            std::thread::sleep(Duration::from_millis(3));
        }
    }

    fn archive(&self, entries: &[Forged]) -> (String, ImportView) {
        self.put("from/it.zip", forge(entries));
        self.import(OriginSource::Archive { path: self.at("from/it.zip") })
    }

    fn plan(&self, id: &str, picks: Vec<ImportPick>) -> PlanAnswer {
        self.planned(&PlanAsk::Import {
            convention: None,
            import: id.to_owned(),
            scope: SkillScope::Repo,
            picks,
        })
    }

    fn planned(&self, ask: &PlanAsk) -> PlanAnswer {
        self.page().plan(ask).unwrap_or_else(|failure| panic!("{ask:?}: {failure}"))
    }

    /// Lands every skill of an import; the entry of the journal.
    fn land(&self, id: &str, view: &ImportView) -> JournalRow {
        let pick = |row: &ImportSkillRow| pick(row.skill, None, Occupied::Replaced);
        self.carry_out(&self.plan(id, view.skills.iter().map(pick).collect()))
    }

    fn carry_out(&self, answer: &PlanAnswer) -> JournalRow {
        let done = self.tried(answer);
        assert!(done.refused.is_none(), "{done:#?}");
        done.entry.expect("what was done")
    }

    /// What comes of carrying a plan out.
    fn tried(&self, answer: &PlanAnswer) -> CarriedOutView {
        assert!(answer.refused.is_none(), "{answer:#?}");
        let plan = answer.plan.as_ref().expect("a plan").id.clone();
        self.page().carry_out(&CarryOutAsk { plan }).expect("it is carried out or refused")
    }

    fn undo(&self, entry: &JournalRow) {
        let done = self.page().undo(&UndoAsk { entry: Some(entry.id.clone()) }).expect("it is tried");
        assert!(done.refused.is_none(), "{done:#?}");
    }

    /// Everything of the person's, to the byte.
    fn tree(&self) -> Imprint {
        let mut tree = Imprint::of(self.folder.path()).expect("the room can be read");
        tree.parts.retain(|part| !part.rel.starts_with("kept") && !part.rel.starts_with("from"));
        tree
    }

    fn quarantines(&self) -> Vec<PathBuf> {
        let entries = disk::list(&self.at("kept/quarantine")).unwrap_or_default();
        entries.into_iter().map(|entry| self.at("kept/quarantine").join(entry.name)).collect()
    }

    /// The row of a skill.
    fn row(&self, short_path: &str) -> SkillRow {
        let rows = self.page().skills(&every_skill()).expect("a list").rows;
        let row = rows.iter().find(|row| row.short_path == short_path).cloned();
        row.unwrap_or_else(|| panic!("no skill {short_path}: {rows:#?}"))
    }

    /// Where a skill came from.
    fn origin(&self, short_path: &str) -> OriginView {
        self.page().origin(&SkillAsk { id: self.row(short_path).id }).expect("where it came from")
    }
}

fn of(import: &str) -> ImportAsk {
    ImportAsk { import: import.to_owned() }
}

fn pick(skill: u32, folder: Option<&str>, occupied: Occupied) -> ImportPick {
    ImportPick { skill, folder: folder.map(str::to_owned), occupied }
}

/// The first skill, where nothing stands in its place.
fn first() -> Vec<ImportPick> {
    vec![pick(0, None, Occupied::Refused)]
}

fn around(room: &Path) -> Surroundings {
    Surroundings {
        home: Some(room.join("home")),
        kept: Some(room.join("kept")),
        environment: vec![("PATH".to_owned(), std::env::var("PATH").expect("a path"))],
        helper: crate::doors::program(),
        ..tests::room::surroundings(room.join("ws"))
    }
}

fn rules(view: &ImportView) -> Vec<&str> {
    view.doubts.iter().map(|doubt| doubt.rule.as_str()).collect()
}

#[test]
fn what_an_enemy_packs_does_not_land() {
    let room = Room::new();
    let before = room.tree();
    let check = |what: &str, entries: Vec<Forged>, rule: &str| {
        let mut all = vec![file(b"a/SKILL.md", A.as_bytes())];
        all.extend(entries);
        let (id, view) = room.archive(&all);
        assert_eq!(view.stage, ImportStage::Refused, "{what}: {view:#?}");
        assert!(rule.split('|').any(|rule| rule == rules(&view)[0]), "{what}: {view:#?}");
        let ask = PlanAsk::Import { convention: None, import: id, scope: SkillScope::Repo, picks: first() };
        assert!(room.page().plan(&ask).is_err(), "{what}");
        assert_eq!(room.tree(), before, "{what}");
    };
    let outside = room.at("ws/outside").into_os_string().into_encoded_bytes();
    let plain = |name: &[u8]| vec![file(name, b"x")];
    check("above", plain(b"../outside"), "leads-out");
    check("far above", plain(b"a/../../../../../../tmp/outside"), "leads-out");
    check("by a backslash", plain(b"a\\..\\..\\outside"), "leads-out");
    check("absolute", plain(&outside), "absolute-name");
    check("a drive", plain(b"C:/outside"), "absolute-name");
    check("NUL", plain(b"a/x\0.md"), "name-nul");
    check("newline", plain(b"a/x\ny"), "name-control");
    check("not UTF-8", plain(b"a/\xff\xfe"), "name-not-utf8");
    check("a device", plain(b"a/aux.md"), "device-name");
    check("300 bytes", plain(&[b'n'; 300]), "name-length");
    check("case", plain(b"a/skill.md"), "same-name");
    check("twins", plain(b"a/SKILL.md"), "same-name");
    let composed = vec![file("a/\u{e9}".as_bytes(), b"1"), file("a/e\u{301}".as_bytes(), b"2")];
    check("normalisation", composed, "same-name");
    check("through a link", vec![link(b"a/x", b"../.."), file(b"a/x/y", b"z")], "same-name");
    check("a device node", vec![Forged { mode: 0o020_666, ..file(b"a/dev", b"") }], "special-file");
    check("a pipe", vec![Forged { mode: 0o010_644, ..file(b"a/pipe", b"") }], "special-file");
    check(
        "says too little",
        vec![Forged { claims: Some(1), ..file(b"a/x", b"longer") }],
        "lying-size|damaged",
    );
    check("says too much", vec![Forged { claims: Some(60), ..file(b"a/x", b"short") }], "lying-size|damaged");
    check("10 GB", vec![Forged { claims: Some(u32::MAX - 1), ..file(b"a/x", b"short") }], "too-large");
    check("a bomb by what it says", vec![Forged { claims: Some(8 << 20), ..file(b"a/x", b"short") }], "bomb");
    check("a password", vec![Forged { flags: 0x801, ..file(b"a/x", b"short") }], "encrypted");
    let (_, view) = room.archive(&[file(b"README.md", b"x")]);
    assert_eq!(rules(&view), ["no-skill"]);
    room.put("from/it.zip", b"not a zip");
    let (_, view) = room.import(OriginSource::Archive { path: room.at("from/it.zip") });
    assert_eq!(view.stage, ImportStage::Failed, "{view:#?}");
}

#[test]
fn a_skill_whose_links_lead_out_does_not_land_and_its_neighbour_does() {
    let room = Room::new();
    let (id, view) = room.archive(&[
        file(b"good/SKILL.md", A.replace("name: a", "name: good").as_bytes()),
        link(b"good/again", b"SKILL.md"),
        file(b"bad/SKILL.md", A.replace("name: a", "name: bad").as_bytes()),
        link(b"bad/out", b"../../../../etc/passwd"),
    ]);
    assert_eq!(view.stage, ImportStage::Ready, "{view:#?}");
    let told: Vec<_> = view.skills.iter().map(|row| (row.name.as_str(), row.refused)).collect();
    assert_eq!(told, [("bad", true), ("good", false)]);
    room.carry_out(&room.plan(&id, vec![pick(1, None, Occupied::Refused)]));
    assert_eq!(fs::read_link(room.at("ws/.agents/skills/good/again")).unwrap(), Path::new("SKILL.md"));
    assert!(!room.at("ws/.agents/skills/bad/out").exists());
}

#[test]
fn two_links_that_lead_out_together_do_not_land() {
    let room = Room::new();
    room.put("home/.ssh/key", "PRIVATE");
    let before = room.tree();
    let check = |links: &[(&str, &str)]| {
        let mut entries = vec![file(b"x/SKILL.md", A.replace("name: a", "name: x").as_bytes())];
        entries.extend(["x/d/e/f/keep", "x/y/keep"].map(|name| file(name.as_bytes(), b"x")));
        entries.extend(links.iter().map(|(name, to)| link(name.as_bytes(), to.as_bytes())));
        let (id, view) = room.archive(&entries);
        let refused = view.stage == ImportStage::Refused || view.skills[0].refused;
        assert!(refused, "{links:?}: {view:#?}");
        if view.stage == ImportStage::Ready {
            let plan = room.plan(&id, first());
            assert!(plan.plan.is_none(), "{links:?}: {plan:#?}");
            let why = plan.refused.expect("why not").why;
            assert!(why.text.contains("is refused"), "{why}");
        }
        assert_eq!(room.tree(), before, "{links:?}");
    };
    check(&[("x/out", "../../../../home/.ssh/key")]);
    check(&[("x/d/e/f/up", "../../.."), ("x/n.md", "d/e/f/up/../../../../home/.ssh/key")]);
    check(&[("x/y/up", ".."), ("x/z", "y/up"), ("x/n.md", "z/../../home/.ssh/key")]);
    check(&[("x/abs", "/etc"), ("x/n.md", "abs/passwd")]);
    check(&[("x/one", "two"), ("x/two", "one")]);
    check(&[("x/n\u{2028}.md", "SKILL.md")]);
}

#[test]
fn a_bomb_is_refused_before_it_is_unpacked() {
    let room = Room::new();
    let zeros = bundle::Thing {
        name: "a/zeros".into(),
        matter: bundle::Matter::File(vec![0; 40 << 20]),
        mode: 0o644,
    };
    let skill =
        bundle::Thing { name: "a/SKILL.md".into(), matter: bundle::Matter::File(A.into()), mode: 0o644 };
    room.put("from/it.zip", bundle::archive(vec![zeros, skill]).expect("an archive"));
    let (_, view) = room.import(OriginSource::Archive { path: room.at("from/it.zip") });
    assert_eq!((view.stage, rules(&view)), (ImportStage::Refused, vec!["bomb", "bomb"]), "{view:#?}");
    assert_eq!(view.bytes, 0);
}

#[test]
fn a_folder_is_taken_in_as_an_archive_is() {
    let room = Room::new();
    let before = room.tree();
    room.put("from/many/skills/one/SKILL.md", A.replace("name: a", "name: one"));
    room.put("from/many/skills/two/SKILL.md", A.replace("name: a", "name: two"));
    room.put("from/many/skills/one/.git/config", "secret");
    room.put("from/many/elsewhere/notes.md", "not a skill");
    fs::write(room.at("from/outside"), "outside").unwrap();
    fs::hard_link(room.at("from/many/elsewhere/notes.md"), room.at("from/many/skills/one/hard.md")).unwrap();
    let (id, view) = room.import(OriginSource::Folder { path: room.at("from/many") });
    let rels: Vec<_> = view.skills.iter().map(|row| row.rel.as_str()).collect();
    assert_eq!(rels, ["skills/one", "skills/two"], "{view:#?}");
    let entry = room.land(&id, &view);
    let landed = room.at("ws/.agents/skills/one");
    let names: Vec<_> = disk::list(&landed).unwrap().into_iter().map(|entry| entry.name).collect();
    assert_eq!(names, ["SKILL.md", "hard.md"], "what git keeps for itself stays behind");
    assert_eq!(fs::metadata(landed.join("hard.md")).unwrap().nlink(), 1, "what landed is a file of its own");
    room.undo(&entry);
    assert_eq!(room.tree(), before);

    // What cannot come in is said before anything of it is read.
    let sparse = fs::File::create(room.at("from/many/skills/two/big")).unwrap();
    sparse.set_len(10 << 30).unwrap();
    let (_, view) = room.import(OriginSource::Folder { path: room.at("from/many") });
    assert_eq!((view.stage, rules(&view)), (ImportStage::Refused, vec!["too-large"]));
    fs::remove_file(room.at("from/many/skills/two/big")).unwrap();
    let made = std::process::Command::new("mkfifo").arg(room.at("from/many/skills/two/pipe")).status();
    assert!(made.is_ok_and(|status| status.success()));
    let (_, view) = room.import(OriginSource::Folder { path: room.at("from/many") });
    assert_eq!(rules(&view), ["special-file"]);
    fs::remove_file(room.at("from/many/skills/two/pipe")).unwrap();
    for (name, rule) in [("CON", "device-name"), ("x\ny", "name-control"), ("skill.md", "same-name")] {
        room.put(&format!("from/many/skills/two/{name}"), "x");
        let (_, view) = room.import(OriginSource::Folder { path: room.at("from/many") });
        assert_eq!(rules(&view), [rule], "{name:?}");
        fs::remove_file(room.at(&format!("from/many/skills/two/{name}"))).unwrap();
    }
    let (_, view) = room.import(OriginSource::Folder { path: room.at("from/nowhere") });
    assert_eq!(view.stage, ImportStage::Failed);
    assert_eq!(room.tree(), before);
}

#[test]
fn a_quarantine_is_private_and_goes() {
    let room = Room::new();
    let (id, view) = room.archive(&[file(b"a/SKILL.md", A.as_bytes())]);
    assert_eq!(view.stage, ImportStage::Ready);
    let lying: Vec<PathBuf> = room.quarantines().into_iter().filter(|path| path.is_dir()).collect();
    assert_eq!(lying.len(), 1, "{lying:?}");
    assert_eq!(fs::metadata(&lying[0]).unwrap().permissions().mode() & 0o777, 0o700);
    assert_eq!(fs::metadata(room.at("kept/quarantine")).unwrap().permissions().mode() & 0o777, 0o700);
    room.page().end_import(&of(&id)).expect("it ends");
    assert_eq!(room.quarantines(), Vec::<PathBuf>::new());
    // What a killed process left goes when the next looks, and what another still uses stays.
    room.put("kept/quarantine/999999-0/skills/0/SKILL.md", A);
    room.put("kept/quarantine/999998-0/skills/0/SKILL.md", A);
    let held = disk::Presence::hold(&room.at("kept/quarantine/999998-0.held")).expect("it is free");
    let next = open(around(room.folder.path()));
    Page(&next).catalog(&CatalogAsk { convention: None }).expect("it looks");
    assert!(!room.at("kept/quarantine/999999-0").exists());
    assert!(room.at("kept/quarantine/999998-0").exists());
    drop(held);
}

#[test]
fn a_place_that_is_taken_is_refused_or_replaced_and_what_was_there_comes_back() {
    let room = Room::new();
    room.put("ws/.agents/skills/a/SKILL.md", A.replace("Do it.", "Mine."));
    let before = room.tree();
    let (id, view) = room.archive(&[file(b"a/SKILL.md", A.as_bytes())]);
    assert_eq!(view.skills[0].taken, [SkillScope::Repo, SkillScope::User], "{view:#?}");
    assert_eq!(view.skills[0].holders, ["repo:a/SKILL.md", "user:a/SKILL.md"]);
    let pick = |folder: Option<&str>, occupied: Occupied| room.plan(&id, vec![pick(0, folder, occupied)]);
    let refused = pick(None, Occupied::Refused).refused.expect("why not");
    assert!(refused.why.text.contains("already exists"), "{refused:#?}");
    for name in ["", "..", "../x", "A", "a/b", "nul", "x\0y", "x\ny", &"n".repeat(300)] {
        let refused = pick(Some(name), Occupied::Replaced);
        assert!(refused.plan.is_none() && refused.refused.is_some(), "{name:?}");
    }
    let entry = room.carry_out(&pick(None, Occupied::Replaced));
    assert_eq!(fs::read_to_string(room.at("ws/.agents/skills/a/SKILL.md")).unwrap(), A);
    room.undo(&entry);
    assert_eq!(room.tree(), before);
    let beside = pick(Some("b"), Occupied::Refused).plan.expect("a plan");
    let told = beside.effects.iter().any(|effect| effect.text.contains("shadowed"));
    assert!(told, "another folder, the same name: {:?}", beside.effects);
}

#[test]
fn what_came_in_is_refused_when_it_changed_in_quarantine() {
    let room = Room::new();
    let before = room.tree();
    let (id, view) = room.archive(&[file(b"a/SKILL.md", A.as_bytes())]);
    let picks = || vec![pick(view.skills[0].skill, None, Occupied::Refused)];
    let plan = room.plan(&id, picks());
    let lying = room.quarantines().into_iter().find(|path| path.is_dir()).expect("a quarantine");
    fs::write(lying.join("skills/0/SKILL.md"), "another").unwrap();
    let done = room.tried(&plan);
    assert!(done.entry.is_none(), "{done:#?}");
    symlink("/etc/passwd", lying.join("skills/0/out")).unwrap();
    assert!(room.plan(&id, picks()).plan.is_none(), "a link that leads out came later");
    assert_eq!(room.tree(), before);
}

#[test]
fn odd_roots_are_told_or_followed() {
    let room = Room::new();
    let (id, view) = room.archive(&[file(b"x/SKILL.md", A.replace("name: a", "name: x").as_bytes())]);
    fs::remove_dir_all(room.at("ws/.agents/skills")).unwrap();
    // A root that is a file.
    room.put("ws/.agents/skills", "a file");
    std::thread::sleep(Duration::from_millis(1_100));
    let plan = room.plan(&id, vec![pick(view.skills[0].skill, None, Occupied::Refused)]);
    if plan.refused.is_none() {
        let done = room.tried(&plan);
        assert!(done.entry.is_none() && done.refused.is_some(), "{done:#?}");
    }
    assert_eq!(fs::read_to_string(room.at("ws/.agents/skills")).unwrap(), "a file");
    // A root that is a link.
    fs::remove_file(room.at("ws/.agents/skills")).unwrap();
    fs::create_dir_all(room.at("ws/dotfiles")).unwrap();
    symlink(room.at("ws/dotfiles"), room.at("ws/.agents/skills")).unwrap();
    std::thread::sleep(Duration::from_millis(1_100));
    let entry = room.land(&id, &view);
    assert!(room.at("ws/dotfiles/x/SKILL.md").exists());
    room.undo(&entry);
    assert!(!room.at("ws/dotfiles/x").exists());
}

fn name() -> impl Strategy<Value = Vec<u8>> {
    let part = prop_oneof![
        6 => "[a-zA-Z0-9._-]{1,6}".prop_map(String::into_bytes),
        2 => Just(b"..".to_vec()),
        1 => Just(b".".to_vec()),
        1 => Just(Vec::new()),
        1 => Just(b"ws".to_vec()),
        1 => Just(b"home".to_vec()),
        1 => prop::collection::vec(any::<u8>(), 1..5),
        1 => "\\PC{1,4}".prop_map(String::into_bytes),
    ];
    let joint = prop_oneof![6 => Just(b"/".to_vec()), 1 => Just(b"\\".to_vec()), 1 => Just(b"//".to_vec())];
    (any::<prop::sample::Index>(), prop::collection::vec((part, joint), 1..6)).prop_map(|(start, parts)| {
        let mut name = [&b""[..], b"a/", b"/", b"a/b/"][start.index(4)].to_vec();
        for (part, joint) in parts {
            name.extend(part);
            name.extend(joint);
        }
        name.pop();
        name
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_archive_writes_outside_its_quarantine(
        names in prop::collection::vec((name(), any::<bool>()), 1..6),
    ) {
        let room = Room::new();
        let before = room.tree();
        let mut entries = vec![file(b"a/SKILL.md", A.as_bytes())];
        entries.extend(names.iter().map(|(name, is_link)| if *is_link { link(name, b"../../..") } else { file(name, b"x") }));
        let (id, view) = room.archive(&entries);
        prop_assert_eq!(room.tree(), before.clone());
        // Whatever was let through lies below its skill, and lands there.
        if view.stage == ImportStage::Ready && !view.skills[0].refused {
            let entry = room.land(&id, &ImportView { skills: vec![view.skills[0].clone()], ..view });
            let mut after = room.tree();
            after.parts.retain(|part| !part.rel.starts_with("ws/.agents/skills/a"));
            prop_assert_eq!(&after, &before);
            room.undo(&entry);
        }
        prop_assert_eq!(room.tree(), before);
    }

    #[test]
    fn an_import_taken_back_leaves_the_roots_as_they_were(
        files in prop::collection::btree_map("[a-z]{1,6}(/[a-z]{1,6}){0,2}", (prop::collection::vec(any::<u8>(), 0..80), any::<bool>()), 0..8),
        replaces in any::<bool>(),
    ) {
        let room = Room::new();
        if replaces {
            room.put("ws/.agents/skills/a/SKILL.md", "---\nname: a\ndescription: old\n---\n");
            room.put("ws/.agents/skills/a/old/notes", "kept");
            fs::set_permissions(room.at("ws/.agents/skills/a/old/notes"), fs::Permissions::from_mode(0o600)).unwrap();
        }
        let before = room.tree();
        let mut entries = vec![file(b"a/SKILL.md", A.as_bytes())];
        entries.extend(files.iter().map(|(name, (bytes, runs))| Forged {
            mode: if *runs { 0o100_755 } else { 0o100_644 },
            ..file(format!("a/{name}").as_bytes(), bytes)
        }));
        let (id, view) = room.archive(&entries);
        // One name may be a folder of another.
        prop_assume!(view.stage == ImportStage::Ready);
        let entry = room.land(&id, &view);
        for (name, (bytes, runs)) in &files {
            let landed = room.at("ws/.agents/skills/a").join(name);
            prop_assert_eq!(&fs::read(&landed).unwrap(), bytes);
            let mode = fs::metadata(&landed).unwrap().permissions().mode() & 0o777;
            prop_assert_eq!(mode, if *runs { 0o755 } else { 0o644 });
        }
        room.undo(&entry);
        prop_assert_eq!(room.tree(), before);
    }
}
