//! `assay check --fix`: quick fixes as a plan, printed first, carried out once somebody agreed. The exit code is that of
//! the check afterwards.

use std::path::Path;

use api::checks::CheckAsk;
use api::manage::PlanAsk;
use api::skills::id_in;
use api::wire::{FixAsk, Severity};
use api::{App, Code, Failure, Scripts};
use message::message;
use serde_json::json;

use crate::change::{Yes, proceed};
use crate::screen::{tell, visible_text};
use crate::telling::print_json;

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

/// Plans the fixes of the skills that a check is about, and carries them out. Returns 1 if errors are left or the plan was not confirmed.
pub fn fix(app: &App, check: CheckAsk, fixing: &Fixing, as_json: bool) -> Result<u8, Failure> {
    let (rules, convention) = (check.rules.clone(), check.convention.clone());
    let ask = FixAsk { skills: ids(app, &check)?, convention, rules, rel: None, line: None };
    let answer = Scripts(app).plan(&PlanAsk::Fix(ask))?;
    if let Some(plan) = &answer.plan {
        let code = proceed(app, plan, fixing.of(), as_json, None)?;
        if code != 0 {
            return Ok(code);
        }
    } else if as_json {
        // That nothing can be fixed is no failure; what the check says of it is.
        print_json(&json!({ "plan": null, "refused": answer.refused }))?;
    } else {
        let why = answer.refused.map(|refused| visible_text(refused.why)).unwrap_or_default();
        tell(&format!("note: {why}"));
    }
    let ask = CheckAsk { severity: Some(Severity::Error), ..check };
    Ok(u8::from(!Scripts(app).check_report(&ask)?.findings.is_empty()))
}

/// The ids of the skills that lie there.
fn ids(app: &App, check: &CheckAsk) -> Result<Vec<String>, Failure> {
    let id = |path: &String| {
        let path = Path::new(path);
        let folder = if path.ends_with("SKILL.md") { path.parent().unwrap_or(path) } else { path };
        id_in(&app.workspace, check.convention.as_deref(), folder)?.ok_or_else(|| {
            let words = message!(
                "`{path}` is not a skill of this workspace.",
                path = visible_text(path.display().to_string())
            );
            Failure::new(Code::NotFound, words).hint(message!(
                "Only skills in folders that the agent reads can be fixed; --agent selects another agent."
            ))
        })
    };
    check.paths.iter().map(id).collect()
}
