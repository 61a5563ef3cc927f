//! `assay check --fix`: quick fixes as a plan, printed first, carried out once somebody agreed. The exit code is that of
//! the check afterwards.

use std::path::{Path, PathBuf};

use api::checks::CheckAsk;
use api::manage::PlanAsk;
use api::wire::{FixAsk, Severity, SkillRow};
use api::{App, Code, Failure, Scripts};
use serde_json::json;

use crate::change::{Yes, proceed};
use crate::managing::every_row;
use crate::screen::{tell, visible_text};
use crate::telling::{here, print_json};

/// How quick fixes are asked for.
#[derive(Debug, clap::Args)]
pub struct Fixing {
    /// Fix what can be fixed automatically; shows the changes and asks first
    #[arg(long, conflicts_with_all = ["severity", "sarif", "rules"])]
    pub fix: bool,
    /// With --fix, don't ask
    #[arg(long, requires = "fix", conflicts_with_all = ["dry_run", "severity", "sarif", "rules"])]
    yes: bool,
    /// With --fix, show the changes without making them
    #[arg(long, requires = "fix", conflicts_with_all = ["severity", "sarif", "rules"])]
    dry_run: bool,
}

impl Fixing {
    fn of(&self) -> Yes {
        match (self.yes, self.dry_run) {
            (true, _) => Yes::Given,
            (_, true) => Yes::Never,
            _ => Yes::Asked,
        }
    }
}

/// Plans the fixes of these skills, all when none is named, and carries them out. 1 when errors are left or nobody
/// agreed.
pub fn fix(
    app: &App,
    paths: &[String],
    rules: &[String],
    fixing: &Fixing,
    as_json: bool,
) -> Result<u8, Failure> {
    let paths = here(paths)?;
    let skills = ids(app, &paths)?;
    let ask = PlanAsk::Fix(FixAsk { skills, rules: rules.to_vec(), rel: None, line: None });
    let answer = Scripts(app).plan(&ask)?;
    if let Some(plan) = &answer.plan {
        let code = proceed(app, plan, fixing.of(), as_json, None)?;
        if code != 0 {
            return Ok(code);
        }
    } else if as_json {
        // That nothing can be fixed is no failure; what the check says of it is.
        print_json(&json!({ "plan": null, "refused": answer.refused }))?;
    } else {
        let why = answer.refused.map(|refused| refused.why).unwrap_or_default();
        tell(&format!("note: {}", visible_text(&why)));
    }
    let ask = CheckAsk { paths, severity: Some(Severity::Error), rules: rules.to_vec(), convention: None };
    Ok(u8::from(!Scripts(app).check_report(&ask)?.findings.is_empty()))
}

/// The ids of the skills that lie there.
fn ids(app: &App, paths: &[String]) -> Result<Vec<String>, Failure> {
    if paths.is_empty() {
        return Ok(Vec::new());
    }
    let rows = folders(app)?;
    let id = |path: &String| {
        let path = Path::new(path);
        let folder = if path.ends_with("SKILL.md") { path.parent().unwrap_or(path) } else { path };
        let row = rows.iter().find(|(known, _)| known == folder).ok_or_else(|| {
            let words =
                format!("`{}` is not a skill of this workspace", visible_text(&path.display().to_string()));
            Failure::new(Code::NotFound, words)
                .hint("Only skills below the roots that `assay doctor` lists can be fixed")
        })?;
        Ok(row.1.clone())
    };
    paths.iter().map(id).collect()
}

/// Every skill's folder with its id.
fn folders(app: &App) -> Result<Vec<(PathBuf, String)>, Failure> {
    let (rows, places) = every_row(app)?;
    let root = |scope: &str| {
        let source = format!("{scope} skills");
        let place = places.iter().find(|place| place.source == source);
        PathBuf::from(place.map_or("", |place| &place.path))
    };
    let folder = |row: SkillRow| {
        let rel = row.short_path.split_once(':').map_or("", |(_, rel)| rel);
        (root(&row.scope).join(Path::new(rel).parent().unwrap_or(Path::new(""))), row.id)
    };
    Ok(rows.into_iter().map(folder).collect())
}
