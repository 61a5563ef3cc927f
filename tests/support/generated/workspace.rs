//! A workspace with thousands of skills in three roots, as files on disk.

#![allow(clippy::disallowed_methods, reason = "it makes the files that are measured")]

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use skills::Places;

use super::dice::Dice;
use super::prose::Prose;
use super::{claude, log};

/// Where the skills of a generated workspace lie.
pub struct Workspace {
    /// What skills are looked for with.
    pub places: Places,
    /// The three roots, in rank order.
    pub roots: [PathBuf; 3],
}

/// Lays out `count` skills below `top`, each with five resources: a fifth in the repository, half of them
/// the user's, the rest Pixir's own. Two in a hundred have the name of one in the root before.
///
/// # Errors
///
/// When a file or folder cannot be written.
pub fn lay_out(top: &Path, count: usize) -> io::Result<Workspace> {
    let (workspace, home) = (top.join("workspace"), top.join("home"));
    let roots = [workspace.join(".agents/skills"), home.join(".agents/skills"), home.join(".pixir/skills")];
    let ends = [count / 5, count * 7 / 10, count];
    let (mut dice, prose) = (Dice::seeded(2), Prose::markdown());
    let mut number = 0;
    for (root, end) in roots.iter().zip(ends) {
        let first = number;
        while number < end {
            let again = first > 0 && dice.hits(20);
            let named = if again { dice.below(first) } else { number };
            skill(&root.join(format!("skill-{number:05}")), &format!("skill-{named:05}"), &mut dice, &prose)?;
            number += 1;
        }
    }
    Ok(Workspace {
        places: Places { workspace, home: Some(home), pixir_home: None, ..Places::default() },
        roots,
    })
}

/// Writes the logs of `count` sessions, `bytes` in all: half of them are Pixir's, half are Claude Code's. Gives their
/// paths.
///
/// # Errors
///
/// When a file or folder cannot be written or listed.
pub fn lay_out_logs(places: &Places, bytes: u64, count: u32) -> io::Result<Vec<PathBuf>> {
    let (bytes, half) = (bytes / 2, count / 2);
    let own = places.workspace.join(".pixir/sessions");
    fs::create_dir_all(&own)?;
    for number in 0..half {
        let path = own.join(format!("202609{:02}T080000-{number:06x}.ndjson", 1 + number % 28));
        log::write_seeded(&path, bytes / u64::from(half), 100 + u64::from(number))?;
    }
    let home = places.home.as_deref().unwrap_or(&places.workspace);
    // Claude Code writes a folder's path with a hyphen for everything that is no letter or digit.
    let written = places.workspace.to_string_lossy().replace(|c: char| !c.is_ascii_alphanumeric(), "-");
    let project = home.join(".claude/projects").join(written);
    claude::write(&project, &places.workspace, half, bytes)?;
    let mut logs = Vec::new();
    for folder in [own, project] {
        for entry in fs::read_dir(folder)? {
            logs.push(entry?.path());
        }
    }
    Ok(logs)
}

fn skill(folder: &Path, name: &str, dice: &mut Dice, prose: &Prose) -> io::Result<()> {
    for below in ["scripts", "references", "assets"] {
        fs::create_dir_all(folder.join(below))?;
    }
    fs::write(folder.join("SKILL.md"), content(name, dice, prose))?;
    for (rel, median) in [
        ("LICENSE.txt", 1_000),
        ("scripts/run.sh", 1_200),
        ("references/guide.md", 3_000),
        ("references/examples.md", 2_000),
        ("assets/template.txt", 500),
    ] {
        let size = dice.size(median, 16);
        fs::write(folder.join(rel), prose.cut(dice, size))?;
    }
    Ok(())
}

/// A `SKILL.md`; the median has five kilobytes.
pub fn content(name: &str, dice: &mut Dice, prose: &Prose) -> String {
    let description = Prose::line(dice, 8..40);
    let size = dice.size(5 << 10, 16);
    let body = prose.cut(dice, size);
    format!("---\nname: {name}\ndescription: {description}\nlicense: MIT\n---\n\n# {name}\n\n{body}\n")
}
