//! Signed skills, checked by us and by the reference tool of their format: once as the command that a person types, once
//! as one process for all of them, which leaves out how long Python takes to begin.

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use signatures::{FILE_NAME, TrustStore, Verdict, verify};
use xtask::checkout;

use crate::cost::{Runner, race};
use crate::table::{By, Figure};
use crate::{made, print};

const ROUNDS: usize = 3;
/// Copies of the signed folder.
const SKILLS: usize = 50;
const EVERY: &str = "
import pathlib, sys, model_signing
root, skills = sys.argv[1], sorted(pathlib.Path(sys.argv[2]).iterdir())
for skill in skills:
    config = model_signing.verifying.Config().use_certificate_verifier(certificate_chain=[root])
    hashing = model_signing.hashing.Config().set_ignored_paths(paths=['skill.oms.sig'], ignore_git_paths=True)
    config.set_hashing_config(hashing).verify(skill, skill / 'skill.oms.sig')
";

pub fn figures(folder: &Path, _: &crate::Size) -> std::io::Result<()> {
    let fixtures = checkout::root().join("src-tauri/crates/signatures/tests/fixtures");
    let root = fixtures.join("root.pem");
    let store = TrustStore::from_pem(&std::fs::read(&root)?).expect("certificates");
    let skills = made("signed skills", || lay_out(&fixtures.join("skill"), folder))?;
    let check = |skill: &Path| {
        let found = verify(skill, "SKILL.md", Ok(&store), SystemTime::now()).expect("it is signed");
        assert_eq!(black_box(found).verdict, Verdict::Unchanged);
    };
    let python = checkout::target().join("xtask/engines/bin/python");
    let mut runners = vec![
        Runner::ours("one", || check(&skills[0])),
        Runner::ours("all", || skills.iter().for_each(|skill| check(skill))),
    ];
    let has_it = Command::new(&python).args(["-c", "import model_signing"]).output();
    if has_it.is_ok_and(|told| told.status.success()) {
        runners.push(Runner::program("model_signing", || {
            let mut command = Command::new(&python);
            command.args(["-m", "model_signing", "verify", "certificate"]).arg(&skills[0]);
            command.arg("--signature").arg(skills[0].join(FILE_NAME)).arg("--certificate_chain").arg(&root);
            command
        }));
        runners.push(Runner::program("model_signing, all", || {
            let mut command = Command::new(&python);
            command.args(["-c", EVERY]).arg(&root).arg(folder);
            command
        }));
    }
    let costs = race(ROUNDS, runners);
    let one = ("one", "model_signing");
    print(Figure::ratio(0, "a signed skill, against the reference tool", &costs, one, By::Wall, 0.02));
    let all = ("all", "model_signing, all");
    print(Figure::ratio(0, "50 signed skills, each in one process", &costs, all, By::Wall, None));
    Ok(())
}

fn lay_out(from: &Path, folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let copy = |number| {
        let skill = folder.join(format!("skill-{number:02}"));
        let copied = disk::copy_passing(from, &skill, disk::Bounds::default());
        copied.map(|()| skill).map_err(|fault| std::io::Error::other(fault.to_string()))
    };
    (0..SKILLS).map(copy).collect()
}
