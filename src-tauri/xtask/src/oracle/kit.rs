//! The kit of real agents: where it lies, what it needs, and its three programs.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use xtask::checkout;

use crate::setup::{numbers, version_of};
use crate::step::{self, Failure};

/// Names the folder of the kit.
const KIT: &str = "ASSAY_ORACLE";
/// Where it is looked for otherwise, from the top of this checkout.
const BESIDE: &str = "../shared/oracle/agents";
/// Names the folder the agents are installed in, by the kit's own name.
const CACHE: &str = "ORACLE_CACHE";
/// The oldest Node that every agent runs on.
const NODE: (u32, u32) = (22, 0);

/// The kit, and where its agents are.
pub struct Kit {
    folder: PathBuf,
    cache: PathBuf,
}

/// An agent that is installed.
#[derive(Debug, PartialEq, Eq)]
pub struct Agent {
    pub name: String,
    pub release: String,
}

impl Kit {
    /// The kit in the folder that is named, or in the one the environment names, or beside this checkout.
    pub fn at(named: Option<PathBuf>) -> Result<Self, Failure> {
        let named = named.or_else(|| env::var_os(KIT).map(PathBuf::from));
        let folder = named.unwrap_or_else(|| checkout::root().join(BESIDE));
        let folder = folder.canonicalize().unwrap_or(folder);
        for program in ["setup.py", "run.py", "compare.py"] {
            if !folder.join("kit").join(program).is_file() {
                let words = format!(
                    "The kit of real agents, which is no part of this project, is missing: there is no kit/{program} in \
                     {}; --kit FOLDER or the variable {KIT} says where you have it.",
                    folder.display()
                );
                return Err(Failure::Words(words));
            }
        }
        if version_of("python3").is_none() {
            let words = "`python3` was not found, in which the kit of real agents is written; python.org or your \
                         system's packages have it.";
            return Err(Failure::words(words));
        }
        let cache = env::var_os(CACHE).map_or_else(|| env::temp_dir().join("oracle/cache"), PathBuf::from);
        Ok(Self { folder, cache })
    }

    /// Installs agents that are missing, with the Node they need. One that is not to be had on this system is left out.
    pub fn set_up(&self, wanted: &[String]) -> Result<Vec<Agent>, Failure> {
        let pins = fs::read_to_string(self.folder.join("kit/agents.json"))?;
        if let Some(unknown) = wanted.iter().find(|name| !pins.contains(&format!("\"{name}\":"))) {
            return Err(Failure::words(format!("The kit has no agent `{unknown}`.")));
        }
        let mut command = self.program("setup.py");
        command.arg("--cache").arg(&self.cache).args(wanted);
        let ending = step::aloud("oracle: agents are set up", &mut command)?;
        let agents = installed(&ending.text);
        if agents.is_empty() {
            return Err(ending.failure.unwrap_or_else(|| Failure::words("The kit has installed no agent.")));
        }
        let own = self.cache.join("node/node_modules/node/bin/node");
        let is_enough = |node: &Path| version_of(node).is_some_and(|found| numbers(&found) >= NODE);
        if !is_enough(&own) && !is_enough(Path::new("node")) {
            let words = format!(
                "The agents need Node {} or newer, which the kit could not install; Node comes from nodejs.org or your \
                 system's packages.",
                NODE.0
            );
            return Err(Failure::Words(words));
        }
        Ok(agents)
    }

    /// Copies the cases that are named by their names or their files, or all, to where they are run from.
    pub fn choose(&self, named: &[String], to: &Path) -> Result<(), Failure> {
        let own = self.folder.join("cases");
        let mut files: Vec<PathBuf> = Vec::new();
        for name in named {
            let known = own.join(format!("{name}.json"));
            let file = if known.is_file() { known } else { env::current_dir()?.join(name) };
            if !file.is_file() {
                return Err(Failure::words(format!("`{name}` is neither a case of the kit nor a file.")));
            }
            files.push(file);
        }
        if named.is_empty() {
            for entry in fs::read_dir(own)? {
                files.push(entry?.path());
            }
        }
        for file in files.iter().filter(|file| file.extension().is_some_and(|end| end == "json")) {
            fs::copy(file, to.join(file.file_name().unwrap_or_default()))?;
        }
        Ok(())
    }

    /// Runs the cases with the agents; what the kit said.
    pub fn run(&self, agents: &[&str], cases: &Path, runs: &Path) -> Result<String, Failure> {
        let mut files: Vec<PathBuf> = Vec::new();
        for entry in fs::read_dir(cases)? {
            files.push(entry?.path());
        }
        files.sort();
        let mut command = self.program("run.py");
        command.args(files).arg("--cache").arg(&self.cache).arg("--out").arg(runs);
        command.args(agents.iter().flat_map(|agent| ["--agent", agent])).args(isolated());
        Ok(step::aloud("oracle: agents run", &mut command)?.text)
    }

    /// Compares what `assay` says of the skills with what the agents showed; what the kit said.
    pub fn compare(&self, assay: &Path, cases: &Path, runs: &Path) -> Result<String, Failure> {
        let mut command = self.program("compare.py");
        command.arg("--assay").arg(assay).arg("--cases").arg(cases).arg("--recorded").arg(runs);
        let ending = step::kept("oracle: skills are compared", command.args(isolated()))?;
        // It fails where anything differs, which is told below.
        let has_run = ending.text.contains(" runs compared, ");
        ending.failure.filter(|_| !has_run).map_or(Ok(ending.text), Err)
    }

    fn program(&self, name: &str) -> Command {
        let mut command = Command::new("python3");
        command.arg(self.folder.join("kit").join(name)).current_dir(checkout::root());
        command
    }
}

/// Whether runs can have namespaces of their own, so that there is provably no network.
fn isolated() -> Option<&'static str> {
    let mut probe = Command::new("unshare");
    probe.args(["-mn", "true"]).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    probe.status().is_ok_and(|status| status.success()).then_some("--isolate")
}

/// The agents that the kit has installed: `ok    NAME PACKAGE RELEASE`.
fn installed(said: &str) -> Vec<Agent> {
    let agent = |line: &str| {
        let mut words = line.split_whitespace();
        let (Some("ok"), Some(name), Some(_), Some(release)) =
            (words.next(), words.next(), words.next(), words.next())
        else {
            return None;
        };
        Some(Agent { name: name.to_owned(), release: release.to_owned() })
    };
    said.lines().filter_map(agent).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_installed_is_run() {
        let said = "ok     pi @made/pi 1.2.3\nnpm error 404\nFAILED old @made/old 0.1.0\n";
        assert_eq!(installed(said), [Agent { name: "pi".to_owned(), release: "1.2.3".to_owned() }]);
    }

    #[test]
    fn a_kit_that_is_missing_is_told_with_how_to_name_it() {
        let Err(Failure::Words(words)) = Kit::at(Some("no/such/folder".into())) else {
            panic!("there is no kit in a folder that is not there");
        };
        assert!(words.contains("no/such/folder") && words.contains(KIT), "{words}");
    }
}
