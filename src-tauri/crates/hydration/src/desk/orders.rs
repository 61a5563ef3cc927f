//! In whatever order things are asked, run, sent, refused, taken back, changed and begun anew: what leaves the
//! desk is exactly what a person released, what her permission covers, or what the rule allows.
#![allow(clippy::disallowed_methods, reason = "a test lays its files out by hand")]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};

use disk::{Contents, Stamp};
use execution::{Bound, Decision, Lifetime, Mode};
use message::message;
use proptest::prelude::*;
use skills::Skill;
use tempfile::TempDir;

use super::{Desk, NotDecided, Ticket};
use crate::{
    Asker, AskerDoor, Called, Ended, Ground, LifetimeKind, Origin, Prepared, RefusedCode, Source, Stage,
    Surface, Wish, prepare,
};

/// A workspace with one source of one skill, which reads one file.
struct Room {
    folder: TempDir,
    mode: Arc<AtomicU8>,
}

const CONNECTIONS: [Option<&str>; 3] = [Some("mcp-1"), Some("mcp-2"), None];
const LASTING: [LifetimeKind; 4] =
    [LifetimeKind::Once, LifetimeKind::Session, LifetimeKind::Bytes, LifetimeKind::Output];

impl Room {
    fn new() -> Self {
        let room = Self { folder: TempDir::new().unwrap(), mode: Arc::default() };
        fs::create_dir_all(room.at("w/s")).unwrap();
        room.write(0);
        room.write_skill(0);
        room
    }

    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn kept(&self) -> PathBuf {
        self.at("kept")
    }

    fn write(&self, text: usize) {
        match texts().get(text) {
            Some(text) => fs::write(self.at("w/facts.txt"), text).unwrap(),
            None => drop(fs::remove_file(self.at("w/facts.txt"))),
        }
    }

    fn write_skill(&self, version: usize) {
        let text = format!("---\nname: s\ndescription: d\n---\nVersion {version}.\n");
        fs::write(self.at("w/s/SKILL.md"), text).unwrap();
    }

    fn prepared(&self) -> Prepared {
        prepared(self.folder.path(), &self.mode).1
    }

    fn wish(&self, connection: Option<&str>) -> Wish {
        let (ground, prepared_now) = prepared(self.folder.path(), &self.mode);
        let (folder, mode) = (self.folder.path().to_owned(), Arc::clone(&self.mode));
        Wish {
            asker: Asker {
                door: AskerDoor::Mcp,
                name: "agent".to_owned(),
                version: String::new(),
                connection: connection.map(str::to_owned),
            },
            ground,
            prepared: prepared_now,
            turn: None,
            called: Called::Explicitly,
            again: Box::new(move || Ok(prepared(&folder, &mode).1)),
        }
    }

    fn desk(&self) -> Arc<Desk> {
        Desk::new(Some(self.kept()), SystemTime::now)
    }
}

fn prepared(folder: &Path, mode: &AtomicU8) -> (Ground, Prepared) {
    let mode = if mode.load(Ordering::SeqCst) == 0 { Mode::Ask } else { Mode::Auto };
    let ground = Ground {
        workspace: folder.join("w"),
        home: None,
        mode,
        mode_from: "set here".to_owned(),
        environment: Vec::new(),
        helper: PathBuf::new(),
    };
    let path = folder.join("w/s/SKILL.md");
    let content = fs::read(&path).unwrap();
    let contents = Contents { bytes: content.clone(), stamp: Stamp::default() };
    let source = Source {
        id: "facts".to_owned(),
        title: String::new(),
        surface: Surface::Read("facts.txt".to_owned()),
        read_only: true,
        auto: false,
        timeout: Source::TIMEOUT,
        max_bytes: Source::KEEP,
        cwd: String::new(),
        origin: Origin::File,
        line: 1,
        blocked: None,
    };
    let prepared = prepare(&ground, &Skill::alone(&path, &contents), &content, &source).unwrap();
    (ground, prepared)
}

/// What the file may hold; the last is a likely secret.
fn texts() -> [String; 3] {
    // Put together here, so that no scanner takes this file for a leak.
    let secret = format!("key = \"{}\"\n", ["AKIA", "Q3RTJ7XW2Z4NPLWK"].concat());
    ["one\n".to_owned(), "two\n".to_owned(), secret]
}

/// Waits until nothing runs.
fn settle(desk: &Desk) {
    while desk.requests().iter().any(|request| matches!(request.stage, Stage::Runs { .. })) {
        std::thread::sleep(Duration::from_micros(50));
    }
}

fn released(ticket: &Ticket) -> Option<String> {
    match ticket.ended() {
        Some(Ended::Released(release)) => Some(release.text),
        _ => None,
    }
}

#[derive(Debug, Clone)]
enum Step {
    Ask { desk: usize, by: usize },
    Run { which: usize, wanted: usize },
    Send(usize),
    Discard(usize),
    Deny(usize),
    Withdraw(usize),
    HangUp { desk: usize, by: usize },
    Revoke { desk: usize, which: usize },
    Write(usize),
    WriteSkill(usize),
    SetMode(u8),
    Restart(usize),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let desk = || 0..2_usize;
    let which = || 0..3_usize;
    let step = prop_oneof![
        6 => (desk(), 0..3_usize).prop_map(|(desk, by)| Step::Ask { desk, by }),
        6 => (which(), 0..4_usize).prop_map(|(which, wanted)| Step::Run { which, wanted }),
        5 => which().prop_map(Step::Send),
        2 => which().prop_map(Step::Discard),
        1 => which().prop_map(Step::Deny),
        1 => which().prop_map(Step::Withdraw),
        1 => (desk(), 0..2_usize).prop_map(|(desk, by)| Step::HangUp { desk, by }),
        1 => (desk(), which()).prop_map(|(desk, which)| Step::Revoke { desk, which }),
        3 => (0..4_usize).prop_map(Step::Write),
        1 => (0..2_usize).prop_map(Step::WriteSkill),
        1 => (0..2_u8).prop_map(Step::SetMode),
        1 => desk().prop_map(Step::Restart),
    ];
    proptest::collection::vec(step, 1..24)
}

/// What a person has permitted, by what she did.
#[derive(Debug, Clone)]
struct Yes {
    bound: Bound,
    wanted: LifetimeKind,
    /// Of a yes for a session: at which desk, for whom.
    session: Option<(usize, &'static str)>,
    /// What was released with it.
    text: String,
}

/// A request that has not ended, as it must stand.
struct Open {
    desk: usize,
    by: Option<&'static str>,
    ticket: Ticket,
    bound: Bound,
    /// What it would release, once it has run.
    captured: Option<String>,
    /// What was chosen, or the yes that it ran under.
    chosen: Option<LifetimeKind>,
    under: bool,
}

struct Model {
    room: Room,
    desks: [Arc<Desk>; 2],
    text: usize,
    yes: Vec<Yes>,
    open: Vec<Open>,
}

impl Model {
    fn new() -> Self {
        let room = Room::new();
        let desks = [room.desk(), room.desk()];
        Self { room, desks, text: 0, yes: Vec::new(), open: Vec::new() }
    }

    /// The yes that lets this run, if any: one for any output before one for a single output.
    fn covering(&self, desk: usize, by: Option<&str>, bound: &Bound) -> Option<&Yes> {
        let here = |yes: &&Yes| {
            let session = yes.session.is_none_or(|(at, whose)| at == desk && Some(whose) == by);
            yes.bound == *bound && session
        };
        self.yes.iter().filter(here).min_by_key(|yes| yes.wanted == LifetimeKind::Output)
    }

    fn refuse(&mut self, desk: usize, bound: &Bound) {
        self.yes.retain(|yes| yes.bound != *bound || yes.session.is_some_and(|(at, _)| at != desk));
    }

    fn ask(&mut self, desk: usize, by: usize) {
        let by = CONNECTIONS[by];
        let wish = self.room.wish(by);
        let bound = wish.prepared.bound.clone();
        let by_rule = wish.prepared.decision == Decision::Allow;
        // Bytes that have changed end what was permitted for others.
        self.yes.retain(|yes| yes.bound == bound || yes.session.is_some_and(|(at, _)| at != desk));
        let under = self.covering(desk, by, &bound).cloned();
        let ticket = self.desks[desk].submit(wish);
        settle(&self.desks[desk]);
        let mut open = Open { desk, by, ticket, bound, captured: None, chosen: None, under: under.is_some() };
        if under.is_none() && !by_rule {
            assert!(open.ticket.ended().is_none(), "nobody has permitted it: {:?}", open.ticket.ended());
            self.open.push(open);
            return;
        }
        let Some(text) = texts().get(self.text).cloned() else {
            assert!(matches!(open.ticket.ended(), Some(Ended::Refused(_))), "there is nothing to read");
            return;
        };
        let is_seen = under.as_ref().is_none_or(|yes| yes.wanted != LifetimeKind::Output || yes.text == text);
        if is_seen && self.text != 2 {
            assert_eq!(released(&open.ticket), Some(text), "it is permitted");
            return;
        }
        assert!(open.ticket.ended().is_none(), "nobody has seen this: {:?}", open.ticket.ended());
        open.captured = Some(text);
        open.chosen = under.map(|yes| yes.wanted);
        self.open.push(open);
    }

    fn run(&mut self, which: usize, wanted: LifetimeKind) {
        let Some(open) = self.open.get_mut(which) else { return };
        let desk = &self.desks[open.desk];
        let done = desk.run(&open.ticket.id, wanted);
        settle(desk);
        if open.captured.is_some() {
            assert_eq!(done, Err(NotDecided::Gone), "it has run");
        } else if wanted == LifetimeKind::Session && open.by.is_none() {
            assert_eq!(done, Err(NotDecided::NotOffered));
        } else if self.room.prepared().bound != open.bound {
            assert_eq!(done, Err(NotDecided::NotShown));
            self.open.remove(which);
        } else if let Some(text) = texts().get(self.text) {
            assert_eq!(done, Ok(()));
            assert!(open.ticket.ended().is_none(), "nobody has released it");
            open.captured = Some(text.clone());
            open.chosen = Some(wanted);
        } else {
            assert!(matches!(open.ticket.ended(), Some(Ended::Refused(_))));
            self.open.remove(which);
        }
    }

    fn send(&mut self, which: usize) {
        let Some(open) = self.open.get(which) else { return };
        let done = self.desks[open.desk].send(&open.ticket.id, &[]);
        let Some(text) = open.captured.clone() else {
            assert_eq!(done, Err(NotDecided::Gone), "nothing has run");
            return;
        };
        assert_eq!(done, Ok(()));
        let open = self.open.remove(which);
        assert_eq!(released(&open.ticket), Some(text.clone()), "exactly what was shown");
        let Some(wanted) = open.chosen else { return };
        if open.under {
            let same = |yes: &&mut Yes| yes.wanted == LifetimeKind::Output && yes.bound == open.bound;
            if let Some(yes) = self.yes.iter_mut().find(same).filter(|_| wanted == LifetimeKind::Output) {
                yes.text = text;
            }
            return;
        }
        let outlives = |wanted| matches!(wanted, LifetimeKind::Bytes | LifetimeKind::Output);
        let session = open.by.filter(|_| wanted == LifetimeKind::Session).map(|by| (open.desk, by));
        let replaced = |yes: &Yes| match session {
            Some(_) => yes.session == session,
            None => outlives(wanted) && outlives(yes.wanted),
        };
        self.yes.retain(|yes| !replaced(yes));
        if wanted != LifetimeKind::Once {
            self.yes.push(Yes { bound: open.bound, wanted, session, text });
        }
    }

    fn take(&mut self, step: &Step) {
        match *step {
            Step::Ask { desk, by } => self.ask(desk, by),
            Step::Run { which, wanted } => self.run(which, LASTING[wanted]),
            Step::Send(which) => self.send(which),
            Step::Discard(which) => {
                if self.open.get(which).is_some_and(|open| open.captured.is_some()) {
                    let open = self.open.remove(which);
                    assert_eq!(self.desks[open.desk].discard(&open.ticket.id), Ok(()));
                    self.refuse(open.desk, &open.bound);
                    assert_eq!(released(&open.ticket), None);
                }
            }
            Step::Deny(which) => {
                if which < self.open.len() {
                    let open = self.open.remove(which);
                    assert_eq!(self.desks[open.desk].deny(&open.ticket.id, "no"), Ok(()));
                    self.refuse(open.desk, &open.bound);
                    assert_eq!(released(&open.ticket), None);
                }
            }
            Step::Withdraw(which) => {
                if which < self.open.len() {
                    let open = self.open.remove(which);
                    open.ticket.withdraw(&message!("Enough."));
                    assert_eq!(released(&open.ticket), None);
                }
            }
            Step::HangUp { desk, by } => {
                let Some(whose) = CONNECTIONS[by] else { return };
                self.desks[desk].hung_up(whose);
                self.yes.retain(|yes| yes.session != Some((desk, whose)));
                self.open.retain(|open| open.desk != desk || open.by != Some(whose));
            }
            Step::Revoke { desk, which } => {
                let Some(given) = self.desks[desk].grants().get(which).cloned() else { return };
                assert!(self.desks[desk].revoke(&given.grant.id).unwrap());
                let gone = |yes: &Yes| match (&given.grant.lifetime, yes.session) {
                    (Lifetime::Session { writer, .. }, Some((at, whose))) => at == desk && writer == whose,
                    (Lifetime::Bytes | Lifetime::Output(_), None) => true,
                    _ => false,
                };
                self.yes.retain(|yes| !gone(yes));
            }
            Step::Write(text) => {
                self.text = text;
                self.room.write(text);
            }
            Step::WriteSkill(version) => self.room.write_skill(version),
            Step::SetMode(mode) => self.room.mode.store(mode, Ordering::SeqCst),
            Step::Restart(desk) => {
                self.desks[desk] = self.room.desk();
                self.open.retain(|open| open.desk != desk);
                self.yes.retain(|yes| yes.session.is_none_or(|(at, _)| at != desk));
            }
        }
        self.check();
    }

    fn check(&self) {
        for (at, desk) in self.desks.iter().enumerate() {
            let expected = self.yes.iter().filter(|yes| yes.session.is_none_or(|(own, _)| own == at)).count();
            assert_eq!(desk.grants().len(), expected, "in force at desk {at}: {:?}", self.yes);
        }
        let file = fs::read(self.room.kept().join("grants.json")).unwrap_or_else(|_| b"[]".to_vec());
        let list: Vec<serde_json::Value> = serde_json::from_slice(&file).unwrap();
        let lasting = list.iter().filter(|grant| grant["ended"] == false).count();
        assert_eq!(lasting, self.yes.iter().filter(|yes| yes.session.is_none()).count(), "kept");
        for open in &self.open {
            assert_eq!(open.ticket.ended(), None, "only a decision ends it");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn nothing_leaves_that_nobody_released_and_no_rule_allows(steps in steps()) {
        let mut model = Model::new();
        for step in &steps {
            model.take(step);
        }
    }
}

/// A wish whose second look waits until it is let go on, and says that it waits.
fn watched(room: &Room) -> (Wish, Receiver<()>, Sender<()>) {
    let (looking, looks) = channel();
    let (go, goes) = channel::<()>();
    let goes = Mutex::new(goes);
    let wish = room.wish(CONNECTIONS[0]);
    let again = Box::new(move || {
        looking.send(()).unwrap();
        goes.lock().unwrap().recv().unwrap();
        (wish.again)()
    });
    let wish = Wish { again, ..room.wish(CONNECTIONS[0]) };
    (wish, looks, go)
}

fn permitted(room: &Room, desk: &Arc<Desk>) {
    let first = desk.submit(room.wish(CONNECTIONS[0]));
    desk.run(&first.id, LifetimeKind::Bytes).unwrap();
    settle(desk);
    desk.send(&first.id, &[]).unwrap();
}

#[test]
fn what_ended_while_it_ran_lets_nothing_out_unseen() {
    let check = |what: &str, is_ruled: bool, change: &dyn Fn(&Room, &Arc<Desk>)| {
        let room = Room::new();
        let desk = room.desk();
        if is_ruled {
            room.mode.store(1, Ordering::SeqCst);
        } else {
            permitted(&room, &desk);
        }
        let (wish, looks, go) = watched(&room);
        let ticket = desk.submit(wish);
        looks.recv().unwrap();
        change(&room, &desk);
        go.send(()).unwrap();
        settle(&desk);
        assert_eq!(ticket.ended(), None, "{what}");
        assert!(matches!(desk.requests()[0].stage, Stage::Captured(_)), "{what}");
    };
    check("it was revoked", false, &|_, desk| assert!(desk.revoke(&desk.grants()[0].grant.id).unwrap()));
    check("the skill changed", false, &|room, _| room.write_skill(7));
    check("the mode became stricter", true, &|room, _| room.mode.store(0, Ordering::SeqCst));
    check("the same was asked and denied", false, &|room, desk| {
        room.write(2);
        let other = desk.submit(room.wish(CONNECTIONS[1]));
        while desk.requests().iter().all(|one| !matches!(one.stage, Stage::Captured(_))) {
            std::thread::sleep(Duration::from_millis(1));
        }
        desk.discard(&other.id).unwrap();
    });
}

#[test]
fn two_decisions_at_once_are_one() {
    for _ in 0..50 {
        let room = Room::new();
        let desk = room.desk();
        let ticket = desk.submit(room.wish(CONNECTIONS[0]));
        let both = |one: &(dyn Fn() -> bool + Sync), other: &(dyn Fn() -> bool + Sync)| {
            std::thread::scope(|scope| {
                let (one, other) = (scope.spawn(one), scope.spawn(other));
                usize::from(one.join().unwrap()) + usize::from(other.join().unwrap())
            })
        };
        let run = || desk.run(&ticket.id, LifetimeKind::Bytes).is_ok();
        assert_eq!(both(&run, &run), 1, "it runs once");
        settle(&desk);
        let send = || desk.send(&ticket.id, &[]).is_ok();
        let discard = || desk.discard(&ticket.id).is_ok();
        assert_eq!(both(&send, &discard), 1, "it is sent or not");
        assert_eq!(desk.grants().len(), usize::from(released(&ticket).is_some()));
    }
}

#[test]
fn a_queue_that_is_full_and_a_rule_that_refuses_use_no_grant() {
    let room = Room::new();
    let desk = room.desk();
    permitted(&room, &desk);
    let used = || desk.grants()[0].grant.used;
    assert_eq!(used(), 1);
    let mut refused = room.wish(CONNECTIONS[0]);
    refused.prepared.decision = Decision::Refuse;
    assert!(desk.submit(refused).ended().is_some());
    assert_eq!(used(), 1, "a rule refused it");
    room.write(3);
    let failed = desk.submit(room.wish(CONNECTIONS[0]));
    settle(&desk);
    assert!(matches!(failed.ended(), Some(Ended::Refused(refused)) if refused.code == RefusedCode::NotRun));
    assert_eq!(used(), 1, "it did not run");
    room.write(0);
    desk.submit(room.wish(CONNECTIONS[0]));
    settle(&desk);
    assert_eq!(used(), 2);
}

#[test]
fn a_lasting_yes_to_what_the_asker_does_is_given_with_the_recorded_decision() {
    let act = |room: &Room| {
        let mut wish = room.wish(CONNECTIONS[0]);
        wish.prepared.carried = crate::Carried::ByAsker(crate::Act::Script);
        wish
    };
    let room = Room::new();
    let desk = room.desk();
    fs::create_dir_all(room.kept()).unwrap();
    fs::write(room.kept().join("companion"), "in the way").unwrap();
    let first = desk.submit(act(&room));
    assert_eq!(
        desk.run(&first.id, LifetimeKind::Output),
        Err(NotDecided::NotOffered),
        "it has no second step"
    );
    desk.run(&first.id, LifetimeKind::Bytes).unwrap();
    assert!(matches!(first.ended(), Some(Ended::Refused(no)) if no.code == RefusedCode::NotRecorded));
    assert!(desk.grants().is_empty() && !room.kept().join("grants.json").exists());
    fs::remove_file(room.kept().join("companion")).unwrap();
    let second = desk.submit(act(&room));
    assert_eq!(second.ended(), None, "asked again");
    desk.run(&second.id, LifetimeKind::Bytes).unwrap();
    assert!(matches!(second.ended(), Some(Ended::Agreed(_))));
    assert!(matches!(desk.submit(act(&room)).ended(), Some(Ended::Agreed(_))));
    assert_eq!(desk.grants()[0].grant.used, 2);
}
