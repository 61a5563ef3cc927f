//! Where an attack takes place.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use execution::{Further, Level, Limits, NotRun, Order, Ran, Stop, Writes, best, resolve, run_at, shortfall};
use tempfile::TempDir;

/// What a machine under load may take longer, beyond the limit of a command.
pub const SLACK: Duration = Duration::from_secs(20);

/// A workspace, something outside of it, and a level to attack.
pub struct Room {
    folder: TempDir,
    pub mark: String,
    pub level: Level,
}

/// Where the program is that contains; named by the environment where the tests run from another place.
pub fn helper() -> PathBuf {
    std::env::var_os("ASSAY_CONTAIN")
        .map_or_else(|| env!("CARGO_BIN_EXE_assay-contain").into(), PathBuf::from)
}

pub fn search() -> Vec<PathBuf> {
    ["/usr/local/bin", "/usr/bin", "/bin", "/usr/sbin", "/sbin"].map(PathBuf::from).to_vec()
}

pub fn has(program: &str) -> bool {
    let is_there = resolve(program, Path::new("/"), &search()).is_ok();
    if !is_there {
        eprintln!("skipped: there is no `{program}` here");
    }
    is_there
}

/// Lets `attack` happen at each level that contains.
pub fn contained(attack: impl Fn(&Room)) {
    let best = best(&helper());
    assert!(best > Level::None, "nothing contains here: {:?}", shortfall(&helper()));
    for level in [Level::Full, Level::Walls] {
        if level <= best {
            attack(&Room::new(level));
        } else {
            eprintln!("skipped at the level `{level}`: {}", shortfall(&helper()).unwrap_or_default());
        }
    }
}

/// Lets `attack` happen at every level, also where nothing contains but all must end.
pub fn everywhere(attack: impl Fn(&Room)) {
    contained(&attack);
    attack(&Room::new(Level::None));
}

impl Room {
    pub fn new(level: Level) -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let folder = tempfile::Builder::new().prefix("attack-").tempdir_in("/tmp").unwrap();
        fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).unwrap();
        let room = Self {
            mark: format!("{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed)),
            folder,
            level,
        };
        for path in ["workspace/src", "workspace/.pixir/sessions", "outside"] {
            fs::create_dir_all(room.path(path)).unwrap();
        }
        for (path, text) in [
            ("workspace/file", "file"),
            ("workspace/src/file", "source"),
            ("workspace/.pixir/sessions/log", "log"),
            ("outside/secret", "secret"),
        ] {
            room.put(path, text);
        }
        room
    }

    /// A path in the room, its links resolved.
    pub fn path(&self, rel: &str) -> PathBuf {
        fs::canonicalize(self.folder.path()).unwrap().join(rel)
    }

    pub fn put(&self, rel: &str, text: &str) {
        fs::write(self.path(rel), text).unwrap();
    }

    pub fn text(&self, rel: &str) -> String {
        String::from_utf8_lossy(&fs::read(self.path(rel)).unwrap()).into_owned()
    }

    /// An order in the workspace; the first word is looked up as a shell does.
    pub fn order(&self, argv: &[&str]) -> Order {
        let cwd = self.path("workspace");
        Order {
            argv: argv.iter().map(|word| (*word).to_owned()).collect(),
            program: resolve(argv[0], &cwd, &search()).unwrap_or_else(|error| panic!("{error}")),
            sealed: Vec::new(),
            kept: Vec::new(),
            workspace: cwd.clone(),
            cwd,
            environment: vec![("MARK".into(), self.mark.clone())],
            further: Further::Usual,
            input: Vec::new(),
            readable: Vec::new(),
            writes: Writes::Nothing,
            limits: Limits::for_source(Duration::from_secs(60), 64 << 10),
            least: self.level,
            helper: helper(),
        }
    }

    /// An order for a script; `$OUTSIDE` names what it must not touch.
    pub fn script(&self, script: &str) -> Order {
        let mut order = self.order(&["sh", "-c", script]);
        let outside = self.path("outside").to_str().unwrap().to_owned();
        order.environment.push(("OUTSIDE".into(), outside));
        order
    }

    pub fn try_run(&self, order: &Order) -> Result<Ran, NotRun> {
        let ran = run_at(order, self.level, &Stop::default());
        self.no_survivor();
        ran
    }

    pub fn run(&self, order: &Order) -> Ran {
        let mut begun = Instant::now();
        let mut ran = self.try_run(order);
        // Without a namespace of its own a command's limit counts all processes of the user: other tests' too.
        for _ in 0..50 {
            if !matches!(&ran, Err(why) if why.to_string().contains("temporarily unavailable")) {
                break;
            }
            std::thread::sleep(Duration::from_millis(200));
            begun = Instant::now();
            ran = self.try_run(order);
        }
        let ran = ran.unwrap_or_else(|why| panic!("at `{}`: {why}", self.level));
        // What it waited for its turn is not the command's.
        let most = order.limits.wall + SLACK;
        assert!(ran.wall < most && begun.elapsed() < most + Duration::from_secs(6), "took {:?}", ran.wall);
        assert_eq!(ran.level, self.level);
        ran
    }

    /// Runs a script and returns what it said, errors after output.
    pub fn said(&self, script: &str) -> String {
        said(&self.run(&self.script(script)))
    }

    /// Nothing of this room lives.
    fn no_survivor(&self) {
        let left = alive(&self.mark);
        assert!(left.is_empty(), "survived at `{}`: {left:?}", self.level);
    }
}

/// What lives that has this mark in its environment, which children inherit.
pub fn alive(mark: &str) -> Vec<String> {
    let mark = format!("MARK={mark}");
    let is_marked = |path: &Path| {
        let environment = fs::read(path.join("environ")).unwrap_or_default();
        environment.split(|byte| *byte == 0).any(|entry| entry == mark.as_bytes())
    };
    let processes = fs::read_dir("/proc").unwrap().flatten().map(|entry| entry.path());
    let command = |path: PathBuf| fs::read(path.join("cmdline")).unwrap_or_default();
    let marked = processes.filter(|path| is_marked(path)).map(command);
    marked.map(|command| String::from_utf8_lossy(&command).into_owned()).collect()
}

pub fn said(ran: &Ran) -> String {
    let [out, errors] =
        [&ran.stdout, &ran.stderr].map(|stream| String::from_utf8_lossy(&stream.kept).into_owned());
    out + &errors
}
