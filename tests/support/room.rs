//! A place of its own for a test, which goes with it: a workspace, a home, and an engine on them.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use api::checks::{CheckGrouping, ChecksAsk};
use api::drift::{DriftAsk, DriftGrouping, DriftSort};
use api::manage::{CarriedOutView, CarryOutAsk, PlanAnswer, PlanAsk, UndoAsk};
use api::sessions::{SessionAsk, SessionView, SessionsAsk, TimelineAsk, TimelineRow};
use api::wire::DriftRow;
use api::wire::{SessionRow, SessionSort};
use api::wire::{SkillFilter, SkillRow, SkillSort, SkillsAsk};
use api::{App, Approval, NoHost, Page, Scripts, Surroundings};

/// A folder with a workspace and a home in it.
pub struct Room {
    folder: Arc<tempfile::TempDir>,
    /// What the engine was told of its surroundings.
    pub surroundings: Surroundings,
    /// The engine.
    pub app: App,
}

/// The surroundings of an engine that knows a workspace and nothing else; a test says what there is beside it.
pub fn surroundings(workspace: impl Into<PathBuf>) -> Surroundings {
    Surroundings {
        workspace: workspace.into(),
        home: None,
        pixir_home: None,
        kept: None,
        clock: SystemTime::now,
        environment: Vec::new(),
        helper: PathBuf::new(),
    }
}

/// An engine without a desktop.
pub fn open(surroundings: Surroundings) -> App {
    App::new(surroundings, Box::new(NoHost))
}

impl Room {
    /// The example, with a place to keep things.
    pub fn example() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let laid = crate::example::lay_out(folder.path()).expect("the example can be laid out");
        let kept = Some(folder.path().join("kept/assay"));
        Self::of(folder.into(), Surroundings { home: Some(laid.home), kept, ..surroundings(laid.workspace) })
    }

    /// A workspace `ws` with these files, an empty `home`, and `kept` to keep things in.
    pub fn with(files: &[(&str, &[u8])]) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for name in ["ws", "home"] {
            fs::create_dir_all(folder.path().join(name)).expect("a folder");
        }
        let (home, kept) = (folder.path().join("home"), folder.path().join("kept/assay"));
        let around = surroundings(folder.path().join("ws"));
        let room = Self::of(folder.into(), Surroundings { home: Some(home), kept: Some(kept), ..around });
        files.iter().for_each(|(rel, bytes)| room.write(&format!("ws/{rel}"), bytes));
        room
    }

    fn of(folder: Arc<tempfile::TempDir>, surroundings: Surroundings) -> Self {
        Self { folder, app: open(surroundings.clone()), surroundings }
    }

    /// The same place, as an engine sees it that begins now.
    pub fn again(&self) -> Self {
        Self::of(Arc::clone(&self.folder), self.surroundings.clone())
    }

    /// The same at another time.
    pub fn again_at(&self, clock: fn() -> SystemTime) -> Self {
        Self::of(Arc::clone(&self.folder), Surroundings { clock, ..self.surroundings.clone() })
    }

    /// Where this lies.
    pub fn at(&self, rel: &str) -> PathBuf {
        self.folder.path().join(rel)
    }

    /// The workspace.
    pub fn workspace(&self) -> &Path {
        &self.surroundings.workspace
    }

    /// Writes a file, with the folders it lies in.
    pub fn write(&self, rel: &str, bytes: impl AsRef<[u8]>) {
        let path = self.at(rel);
        fs::create_dir_all(path.parent().expect("a file lies in a folder")).expect("a folder");
        fs::write(path, bytes).expect("a file");
    }

    /// Asks as the page does.
    pub fn page(&self) -> Page<'_> {
        Page(&self.app)
    }

    /// Asks as scripts do.
    pub fn scripts(&self) -> Scripts<'_> {
        Scripts(&self.app)
    }

    /// Asks as whoever decides.
    pub fn approval(&self) -> Approval<'_> {
        Approval(&self.app)
    }

    /// What comes of a wish to change something: a plan, or why there is none.
    pub fn plan(&self, ask: &PlanAsk) -> PlanAnswer {
        self.page().plan(ask).unwrap_or_else(|failure| panic!("{ask:?}: {failure}"))
    }

    /// Carries out a plan that there is.
    pub fn carry_out(&self, answer: &PlanAnswer) -> CarriedOutView {
        let plan = answer.plan.as_ref().unwrap_or_else(|| panic!("{:?}", answer.refused));
        self.page().carry_out(&CarryOutAsk { plan: plan.id.clone() }).expect("it is carried out or refused")
    }

    /// Takes back what was done.
    pub fn undo(&self, done: &CarriedOutView) -> CarriedOutView {
        let entry = done.entry.as_ref().unwrap_or_else(|| panic!("{:?}", done.refused));
        self.page().undo(&UndoAsk { entry: Some(entry.id.clone()) }).expect("it is taken back or refused")
    }

    /// Every row of the list of skills.
    pub fn skills(&self) -> Vec<SkillRow> {
        self.page().skills(&every_skill()).expect("skills are listed").rows
    }

    /// The skill with this name that wins.
    pub fn skill(&self, name: &str) -> SkillRow {
        let wins = |row: &SkillRow| row.name == name && row.states.wins;
        self.skills().into_iter().find(wins).unwrap_or_else(|| panic!("no skill {name}"))
    }

    /// Every row of the list of sessions.
    pub fn sessions(&self) -> Vec<SessionRow> {
        self.page().sessions(&every_session()).expect("sessions are listed").rows
    }

    /// The key of the session with this id.
    pub fn key(&self, id: &str) -> String {
        let row = self.sessions().into_iter().find(|row| row.id == id);
        row.unwrap_or_else(|| panic!("no session {id}")).key
    }

    /// Every recorded text of a skill against the disk.
    pub fn snapshots(&self) -> Vec<DriftRow> {
        self.page().drift(&every_snapshot()).expect("what became of them").rows
    }

    /// What is known of a session.
    pub fn session(&self, key: &str) -> SessionView {
        self.page().session(&SessionAsk { key: key.to_owned() }).expect("a session")
    }

    /// Every row of a session's timeline.
    pub fn timeline(&self, key: &str) -> Vec<TimelineRow> {
        let ask = TimelineAsk { key: key.to_owned(), from: 0, count: 500 };
        self.page().timeline(&ask).expect("a timeline").rows
    }
}

/// Asks for every row of the list of skills.
pub fn every_skill() -> SkillsAsk {
    SkillsAsk {
        text: String::new(),
        state: SkillFilter::Any,
        sort: SkillSort::Name,
        convention: None,
        from: 0,
        count: 500,
    }
}

/// Asks for every row of the list of sessions.
pub fn every_session() -> SessionsAsk {
    SessionsAsk {
        agent: String::new(),
        text: String::new(),
        since: None,
        until: None,
        zone: 0,
        sort: SessionSort::Newest,
        from: 0,
        count: 500,
    }
}

/// Asks for every recorded text of a skill.
pub fn every_snapshot() -> DriftAsk {
    DriftAsk {
        text: String::new(),
        states: Vec::new(),
        drifted: false,
        sort: DriftSort::Name,
        group: DriftGrouping::None,
        from: 0,
        count: 500,
    }
}

/// Asks for every finding.
pub fn every_finding() -> ChecksAsk {
    ChecksAsk {
        convention: None,
        text: String::new(),
        severities: Vec::new(),
        rules: Vec::new(),
        group: CheckGrouping::Rule,
        from: 0,
        count: 500,
    }
}
