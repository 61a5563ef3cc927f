//! Changes on a disk that fails, tears and forgets: at every step of every verb, once each way, from a seed.
//!
//! The disk is modelled strictly: of what was not flushed any part may be missing after a crash, whatever came after
//! it. Names are kept by flushing every folder that a step touches, bytes by flushing their file.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::rc::Rc;

use super::*;
use tests::generated::dice::Dice;
use tests::room::{open, surroundings};

/// What happens at the chosen step.
#[derive(Debug, Clone, Copy)]
enum Fate {
    /// Nothing: the steps are counted.
    Counted,
    /// It fails with this error of the system, and the disk is well again.
    Fails(i32),
    /// Nothing works from then on; what a crash leaves is chosen by the seed.
    Crash(u64),
    /// The same, and if it is a write, some of its bytes are written.
    Torn(u64),
}

/// A file, folder or link, by its number in the model.
type Id = usize;
type Key = (Id, OsString);

#[derive(Debug, Clone)]
enum Thing {
    Folder,
    File(Vec<u8>),
    Link(PathBuf),
}

#[derive(Debug)]
enum Event {
    Names { changes: Vec<(Key, Option<Id>)>, unflushed: BTreeSet<Id> },
    Bytes { file: Id, bytes: Vec<u8>, is_flushed: bool },
    Cut { file: Id, size: u64, is_flushed: bool },
    Mode { of: Id, mode: u32, is_flushed: bool },
}

/// A disk as it was, and everything that was done to it since.
struct Model {
    things: Vec<(Thing, u32)>,
    first: BTreeMap<Key, Id>,
    now: BTreeMap<Key, Id>,
    nodes: BTreeMap<Node, Id>,
    events: Vec<Event>,
    steps: usize,
    fated: usize,
    fate: Fate,
    has_crashed: bool,
}

const TOP: Id = 0;

impl Model {
    fn of(top: &Path, fated: usize, fate: Fate) -> Self {
        let mut model = Self {
            things: Vec::new(),
            first: BTreeMap::new(),
            now: BTreeMap::new(),
            nodes: BTreeMap::new(),
            events: Vec::new(),
            steps: 0,
            fated,
            fate,
            has_crashed: false,
        };
        model.see(top);
        model.now = model.first.clone();
        model
    }

    fn see(&mut self, path: &Path) -> Id {
        let found = fs::symlink_metadata(path).expect("it is there");
        let id = self.things.len();
        self.nodes.insert(Node { device: found.dev(), inode: found.ino() }, id);
        let thing = if found.is_dir() {
            Thing::Folder
        } else if found.is_symlink() {
            Thing::Link(fs::read_link(path).unwrap())
        } else {
            Thing::File(fs::read(path).unwrap())
        };
        self.things.push((thing, found.mode() & 0o7777));
        if found.is_dir() {
            for entry in disk::list(path).unwrap() {
                let below = self.see(&path.join(&entry.name));
                self.first.insert((id, entry.name), below);
            }
        }
        id
    }

    fn id(&self, node: Node) -> Id {
        *self.nodes.get(&node).expect("every folder and file was seen or made")
    }

    fn made(&mut self, thing: Thing, mode: u32, node: Option<Node>) -> Id {
        self.things.push((thing, mode));
        let id = self.things.len() - 1;
        self.nodes.insert(node.expect("something was made"), id);
        id
    }

    fn names(&mut self, changes: Vec<(Key, Option<Id>)>) {
        for (key, id) in &changes {
            match id {
                Some(id) => self.now.insert(key.clone(), *id),
                None => self.now.remove(key),
            };
        }
        let unflushed = changes.iter().map(|((folder, _), _)| *folder).collect();
        self.events.push(Event::Names { changes, unflushed });
    }

    fn happened(&mut self, operation: &Operation<'_>, made: Option<Node>) {
        match *operation {
            Operation::MakeFolder { within, name } => {
                let id = self.made(Thing::Folder, 0o700, made);
                self.names(vec![((self.id(within), name.to_owned()), Some(id))]);
            }
            Operation::Create { within, name } => {
                let id = self.made(Thing::File(Vec::new()), 0o600, made);
                self.names(vec![((self.id(within), name.to_owned()), Some(id))]);
            }
            Operation::Link { within, name, target } => {
                let id = self.made(Thing::Link(target.to_owned()), 0o777, made);
                self.names(vec![((self.id(within), name.to_owned()), Some(id))]);
            }
            Operation::Write { file, bytes } => {
                let file = self.id(file);
                self.events.push(Event::Bytes { file, bytes: bytes.to_owned(), is_flushed: false });
            }
            Operation::Cut { file, size } => {
                let file = self.id(file);
                self.events.push(Event::Cut { file, size, is_flushed: false });
            }
            Operation::SetMode { file, mode } => {
                let of = self.id(file);
                self.events.push(Event::Mode { of, mode, is_flushed: false });
            }
            Operation::Rename { from, name, to, new_name } => {
                let key = (self.id(from), name.to_owned());
                let id = self.now.get(&key).copied();
                self.names(vec![(key, None), ((self.id(to), new_name.to_owned()), id)]);
            }
            Operation::Swap { one, name, other, other_name } => {
                let (one, other) = ((self.id(one), name.to_owned()), (self.id(other), other_name.to_owned()));
                let (a, b) = (self.now.get(&one).copied(), self.now.get(&other).copied());
                self.names(vec![(one, b), (other, a)]);
            }
            Operation::Remove { within, name } => {
                self.names(vec![((self.id(within), name.to_owned()), None)]);
            }
            Operation::FlushFile { file } => self.flushed(self.id(file)),
            Operation::FlushFolder { folder } => self.flushed(self.id(folder)),
        }
    }

    fn flushed(&mut self, id: Id) {
        for event in &mut self.events {
            match event {
                Event::Names { unflushed, .. } => {
                    unflushed.remove(&id);
                }
                Event::Bytes { file, is_flushed, .. } | Event::Cut { file, is_flushed, .. } => {
                    *is_flushed |= *file == id;
                }
                Event::Mode { of, is_flushed, .. } => *is_flushed |= *of == id,
            }
        }
    }

    /// What is found when the machine starts again.
    fn after_a_crash(&self, seed: u64) -> (BTreeMap<Key, Id>, Vec<(Thing, u32)>) {
        let (mut names, mut things) = (self.first.clone(), self.things.clone());
        let mut dice = Dice::seeded(seed);
        // Of what was not flushed: nothing, everything, or some of it.
        let mut is_kept = move || match seed {
            0 => false,
            1 => true,
            _ => dice.below(2) == 0,
        };
        let mut piece = Dice::seeded(seed ^ 0x5eed);
        let (mut lost_keys, mut lost_ids): (BTreeSet<Key>, BTreeSet<Id>) = Default::default();
        for event in &self.events {
            match event {
                Event::Names { changes, unflushed } => {
                    // What builds on a step that is lost is lost with it.
                    let builds_on = changes.iter().any(|(key, id)| {
                        lost_keys.contains(key) || id.is_some_and(|id| lost_ids.contains(&id))
                    });
                    if !unflushed.is_empty() && (builds_on || !is_kept()) {
                        lost_keys.extend(changes.iter().map(|(key, _)| key.clone()));
                        lost_ids.extend(changes.iter().filter_map(|(_, id)| *id));
                        continue;
                    }
                    for (key, id) in changes {
                        match id {
                            Some(id) => names.insert(key.clone(), *id),
                            None => names.remove(key),
                        };
                    }
                }
                Event::Bytes { file, bytes, is_flushed } => {
                    let Thing::File(content) = &mut things[*file].0 else { unreachable!("bytes of no file") };
                    if *is_flushed {
                        content.extend_from_slice(bytes);
                    } else if is_kept() {
                        // A part of it, and perhaps zeroes where the rest should be.
                        let part = if seed == 1 { bytes.len() } else { piece.below(bytes.len() + 1) };
                        let whole = content.len() + bytes.len();
                        content.extend_from_slice(&bytes[..part]);
                        if piece.below(3) == 0 {
                            content.resize(whole, 0);
                        }
                    }
                }
                Event::Cut { file, size, is_flushed } => {
                    if let Thing::File(content) = &mut things[*file].0
                        && (*is_flushed || is_kept())
                    {
                        content.truncate(*size as usize);
                    }
                }
                Event::Mode { of, mode, is_flushed } => {
                    if *is_flushed || is_kept() {
                        things[*of].1 = *mode;
                    }
                }
            }
        }
        (names, things)
    }

    /// Lays out what is found after a crash.
    fn start_again(&self, top: &Path, seed: u64) {
        for entry in disk::list(top).unwrap() {
            fs::remove_dir_all(top.join(entry.name)).unwrap();
        }
        let (names, things) = self.after_a_crash(seed);
        lay(top, TOP, &names, &things);
    }
}

fn lay(at: &Path, of: Id, names: &BTreeMap<Key, Id>, things: &[(Thing, u32)]) {
    for ((_, name), id) in names.range((of, OsString::new())..(of + 1, OsString::new())) {
        let (path, (thing, mode)) = (at.join(name), &things[*id]);
        match thing {
            Thing::Folder => {
                fs::create_dir(&path).unwrap();
                lay(&path, *id, names, things);
            }
            Thing::File(bytes) => fs::write(&path, bytes).unwrap(),
            Thing::Link(to) => symlink(to, &path).unwrap(),
        }
        if !matches!(thing, Thing::Link(_)) {
            fs::set_permissions(&path, fs::Permissions::from_mode(*mode)).unwrap();
        }
    }
}

#[derive(Clone)]
struct Disk(Rc<RefCell<Model>>);

impl Simulation for Disk {
    fn before(&mut self, operation: &Operation<'_>) -> Verdict {
        let mut model = self.0.borrow_mut();
        model.steps += 1;
        if model.has_crashed {
            return Verdict::Fail(io::Error::from_raw_os_error(5));
        }
        if model.steps != model.fated + 1 {
            return Verdict::Go;
        }
        match model.fate {
            Fate::Counted => Verdict::Go,
            Fate::Fails(number) => Verdict::Fail(io::Error::from_raw_os_error(number)),
            Fate::Crash(_) => {
                model.has_crashed = true;
                Verdict::Fail(io::Error::from_raw_os_error(5))
            }
            Fate::Torn(seed) => {
                model.has_crashed = true;
                let Operation::Write { file, bytes } = operation else {
                    return Verdict::Fail(io::Error::from_raw_os_error(5));
                };
                let count = Dice::seeded(seed).below(bytes.len() + 1);
                let told = Operation::Write { file: *file, bytes: &bytes[..count] };
                model.happened(&told, None);
                Verdict::Torn(count)
            }
        }
    }

    fn after(&mut self, operation: &Operation<'_>, made: Option<Node>) {
        self.0.borrow_mut().happened(operation, made);
    }
}

struct Ran {
    model: Disk,
    done: Result<Entry, Trouble>,
    before: Imprint,
    texts: BTreeSet<Digest>,
    plan: Plan,
}

fn run(room: &Room, verb: Verb, fated: usize, fate: Fate) -> Ran {
    let plan = with(Swift, || room.plan(verb));
    let (before, mut texts) = (room.mine(), room.texts());
    texts.extend(contents(&room.ledger().trash_path()));
    let model = Disk(Rc::new(RefCell::new(Model::of(&room.at(""), fated, fate))));
    let done = with(model.clone(), || room.carry(&plan));
    Ran { model, done, before, texts, plan }
}

/// All is as before or as planned; nothing is lost, nothing of Assay's lies about, and changes `go_on`.
fn check(room: &Room, ran: &Ran, what: &str, go_on: bool) {
    let recovered = with(Swift, || manage::recovered(&room.ledger(), now()));
    recovered.unwrap_or_else(|trouble| panic!("{what}: {trouble}"));
    let known = manage::journal(&room.ledger()).expect("the journal can be read");
    assert_eq!(known.damaged, [0_u32; 0], "{what}");
    let mut there = room.texts();
    there.extend(contents(&room.at("kept/changes")));
    let lost = ran.texts.difference(&there).count();
    assert_eq!(lost, 0, "{what}: {lost} texts are lost");
    let mine = room.mine();
    let rests = mine.parts.iter().any(|part| part.rel.to_string_lossy().contains(".assay-"));
    assert!(!rests, "{what}: something lies about");
    let stands = ran.plan.steps.iter().all(|step| Imprint::of(&step.path).as_ref() == Ok(&step.after));
    let words = &ran.plan.deed.done.text;
    match known.entries.iter().rev().find(|entry| entry.words == *words).map(|entry| &entry.outcome) {
        Some(manage::Outcome::Done) => assert!(stands, "{what}: the journal says done"),
        Some(manage::Outcome::TakenBack(_)) | None => {
            assert_eq!(mine, ran.before, "{what}: the journal says it is not done");
        }
        other => panic!("{what}: {other:?}"),
    }
    if ran.done.is_ok() {
        assert!(stands, "{what}: it was said to be done");
    }
    let (_, faults) = manage::trash(&room.ledger()).expect("the trash can be read");
    assert_eq!(faults, [], "{what}");
    if !go_on {
        return;
    }
    with(Swift, || {
        let look = room.look();
        let b = look.winner("b").expect("a skill").clone();
        let next = manage::duplicate(&look, &b.skill, "next").and_then(|plan| room.carry(&plan));
        let next = next.unwrap_or_else(|trouble| panic!("{what}: the next change: {trouble}"));
        let back = manage::undo(&room.ledger(), &room.look(), &next.id).and_then(|plan| room.carry(&plan));
        back.unwrap_or_else(|trouble| panic!("{what}: its undo: {trouble}"));
        assert_eq!(room.mine(), mine, "{what}");
    });
}

const VERBS: [Verb; 9] = [
    Verb::New,
    Verb::Edit,
    Verb::Rename,
    Verb::Move,
    Verb::Remove,
    Verb::Import,
    Verb::Replace,
    Verb::Undo,
    Verb::PutBack,
];

/// What happens at a step. `SEEDS=20` tries so many crashes at each, and every error; without it two or three of all
/// that by turns.
fn fates(step: usize) -> Vec<Fate> {
    let seeds = std::env::var("SEEDS").ok().and_then(|seeds| seeds.parse().ok());
    let errors = [28, 5, 13];
    match seeds {
        Some(seeds) => {
            let crashes = (0..seeds).flat_map(|seed| [Fate::Crash(seed), Fate::Torn(seed)]);
            errors.into_iter().map(Fate::Fails).chain(crashes).collect()
        }
        None => {
            let seed = 2 + step as u64;
            let other = [Fate::Crash(1), Fate::Torn(seed), Fate::Crash(seed)][step % 3];
            let mut fates = vec![Fate::Crash(0), other];
            if step.is_multiple_of(2) {
                fates.push(Fate::Fails(errors[step / 2 % 3]));
            }
            fates
        }
    }
}

#[test]
fn a_disk_that_fails_tears_or_forgets_at_any_step_loses_nothing() {
    let begun = std::time::Instant::now();
    let (mut runs, mut all) = (0, 0);
    for verb in VERBS {
        let counted = run(&Room::new(1), verb, 0, Fate::Counted);
        counted.done.unwrap_or_else(|trouble| panic!("{verb:?}: {trouble}"));
        let steps = counted.model.0.borrow().steps;
        all += steps;
        for step in 0..steps {
            for fate in fates(step) {
                let (room, what) = (Room::new(1), format!("{verb:?}, step {step} of {steps}, {fate:?}"));
                let ran = run(&room, verb, step, fate);
                match fate {
                    Fate::Crash(seed) | Fate::Torn(seed) => {
                        ran.model.0.borrow().start_again(&room.at(""), seed);
                    }
                    _ => assert!(!matches!(ran.done, Err(Trouble::Left(_))), "{what}: {:?}", ran.done),
                }
                check(&room, &ran, &what, runs % 4 == 0);
                runs += 1;
            }
        }
        println!("{verb:?}: {steps} steps");
    }
    println!("{runs} runs of {all} steps in {} ms", begun.elapsed().as_millis());
}

#[test]
fn who_looks_after_an_interrupted_change_finds_it_ended_or_is_told_of_it() {
    let steps = run(&Room::new(1), Verb::Rename, 0, Fate::Counted).model.0.borrow().steps;
    let stands = |room: &Room, name: &str| room.at("mine/ws/.agents/skills").join(name).exists();
    let halves = |step: &usize| {
        let room = Room::new(1);
        run(&room, Verb::Rename, *step, Fate::Crash(1)).model.0.borrow().start_again(&room.at(""), 1);
        stands(&room, "a") && stands(&room, "c")
    };
    let step = (0..steps).find(halves).expect("between two swaps both names are there");
    for can_be_ended in [true, false] {
        for (request, ask) in [
            ("skills_report", "{}"),
            ("skills_report", r#"{"convention":"merged"}"#),
            ("skills", r#"{"text":"","state":"any","sort":"name","from":0,"count":9}"#),
            ("checks", r#"{"text":"","severities":[],"rules":[],"group":"rule","from":0,"count":9}"#),
            ("check_report", r#"{"paths":[]}"#),
            ("doctor_report", "{}"),
        ] {
            let room = Room::new(1);
            run(&room, Verb::Rename, step, Fate::Crash(1)).model.0.borrow().start_again(&room.at(""), 1);
            if !can_be_ended {
                fs::rename(room.at("kept/changes/trash"), room.at("kept/changes/aside")).unwrap();
                room.put("kept/changes/trash", "in the way");
            }
            let app = open(api::Surroundings {
                home: Some(room.at("mine/home")),
                kept: Some(room.at("kept")),
                ..surroundings(room.at("mine/ws"))
            });
            let answer =
                tests::answer(&app, request, ask).unwrap_or_else(|failure| panic!("{request}: {failure}"));
            let is_told = answer.contains("A change was interrupted: renamed `a` to `c`");
            assert_eq!(is_told, !can_be_ended, "{request} {ask}: {answer}");
            assert_eq!(stands(&room, "a") && stands(&room, "c"), !can_be_ended, "{request} {ask}");
        }
    }
}
