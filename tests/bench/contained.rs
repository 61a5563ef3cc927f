//! What it costs to contain a command, against starting it plainly and against bubblewrap.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use execution::{Further, Level, Limits, Order, Stop, Writes, best, resolve, run_at};

use crate::cost::{Runner, has, race};
use crate::table::{By, Figure};
use crate::{ROUNDS, Size, made, print};

/// Files in the repository that `git diff` looks at.
const FILES: usize = 200;

pub fn figures(folder: &Path, _: &Size) -> std::io::Result<()> {
    if !has("git") {
        println!("      skipped: there is no `git` here");
        return Ok(());
    }
    let folder = folder.canonicalize()?;
    made("a repository", || repository(&folder))?;
    let own = std::env::current_exe()?;
    println!("      {}", best(&own));
    let commands: [(&[&str], [&'static str; 2]); 2] = [
        (&["true"], ["`true`, namespaces and walls", "`true`, walls"]),
        (&["git", "diff", "HEAD"], ["`git diff HEAD`, namespaces and walls", "`git diff HEAD`, walls"]),
    ];
    for (argv, names) in commands {
        measure(&folder, &own, argv, names);
    }
    Ok(())
}

fn measure(folder: &Path, own: &Path, argv: &[&str], [full, walls]: [&'static str; 2]) {
    let order = order(folder, own, argv);
    let run = |level| {
        let ran = run_at(&order, level, &Stop::default()).expect("it ran a moment ago");
        assert_eq!(ran.level, level);
    };
    let mut runners = vec![Runner::program("plain", || plain(folder, argv))];
    let levels = [(Level::Full, "full", full), (Level::Walls, "walls", walls), (Level::None, "none", "")];
    for (level, name, _) in levels.iter().filter(|(level, ..)| *level <= best(own)) {
        runners.push(Runner::ours(name, move || run(*level)));
    }
    if has("bwrap") {
        runners.push(Runner::program("bwrap", || bubblewrap(folder, argv)));
    }
    let costs = race(ROUNDS, runners);
    let ratio = |what, names, limit| Figure::ratio(18, what, &costs, names, By::Wall, limit);
    print(ratio(full, ("full", "bwrap"), Some(0.6)));
    print(ratio(full, ("full", "plain"), None));
    print(ratio(walls, ("walls", "plain"), None));
    print(ratio("only watched", ("none", "plain"), None));
}

fn order(folder: &Path, own: &Path, argv: &[&str]) -> Order {
    let search = ["/usr/bin", "/bin", "/usr/local/bin"].map(PathBuf::from);
    Order {
        argv: argv.iter().map(|word| (*word).to_owned()).collect(),
        program: resolve(argv[0], folder, &search).expect("a program that has run already"),
        sealed: Vec::new(),
        kept: Vec::new(),
        workspace: folder.to_owned(),
        cwd: folder.to_owned(),
        environment: vec![("GIT_CONFIG_GLOBAL".into(), "/dev/null".into())],
        further: Further::Usual,
        input: Vec::new(),
        readable: Vec::new(),
        writes: Writes::Nothing,
        limits: Limits::for_source(Duration::from_secs(10), 64 << 10),
        least: Level::None,
        helper: own.to_owned(),
    }
}

fn plain(folder: &Path, argv: &[&str]) -> Command {
    let mut command = Command::new(argv[0]);
    command.args(&argv[1..]).current_dir(folder).env("GIT_CONFIG_GLOBAL", "/dev/null");
    command
}

fn bubblewrap(folder: &Path, argv: &[&str]) -> Command {
    let mut command = Command::new("bwrap");
    command
        .args(["--ro-bind", "/", "/", "--unshare-all", "--die-with-parent", "--new-session"])
        .args(["--cap-drop", "ALL"])
        .args(argv)
        .current_dir(folder)
        .env("GIT_CONFIG_GLOBAL", "/dev/null");
    command
}

fn repository(folder: &Path) -> std::io::Result<()> {
    for number in 0..FILES {
        std::fs::write(folder.join(format!("file-{number}.txt")), format!("{number}\n").repeat(50))?;
    }
    let author = ["-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false"];
    for words in [&["init", "-q"][..], &["add", "."], &["commit", "-q", "-m", "files"]] {
        plain(folder, &[&["git"], &author[..], words].concat()).status()?;
    }
    (0..FILES / 20)
        .try_for_each(|number| std::fs::write(folder.join(format!("file-{}.txt", number * 20)), "changed\n"))
}
