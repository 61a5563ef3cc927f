//! A skill made of files: `cargo run -p tests --example file_skill`.
//!
//! A folder with a `SKILL.md` is put into a root and found at the next look. The model first sees its name and
//! description, then, once it takes the skill in, the instructions, and a reference only when it asks for it.
#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "an example lays out files and shows what it does"
)]

use std::fs;

use engine::{Call, Consent, Frontmatter, Offered, Outcome, Page, PathsKey, Platform, Task, TaskId, Via};
use execution::Mode;
use skills::{BUDGET, Convention, Places, Trust, Visibility, listed, render, rule, survey};

fn main() {
    print!("{}", shown());
}

/// What the example shows; a test reads it too.
pub fn shown() -> String {
    let room = tempfile::tempdir().expect("a temporary folder");
    let workspace = room.path().join("workspace");
    let skill = workspace.join("skills/greeting");
    fs::create_dir_all(skill.join("references")).expect("a folder can be made");
    let main = "---\nname: greeting\ndescription: Greets people by name. Use it when somebody comes.\n---\n\
                Say hello to $ARGUMENTS. The forms are in references/forms.md.\n";
    fs::write(skill.join("SKILL.md"), main).expect("a file can be written");
    fs::write(skill.join("references/forms.md"), "Good morning.\n").expect("a file can be written");

    // Tier 1: names and descriptions.
    let places = Places { workspace, ..Places::default() };
    let ruling = rule(Convention::Pipeline, &survey(&places), &Visibility::whole(Trust::Trusted));
    let catalog = render(Convention::Pipeline.rules().renderer, &listed(&ruling), BUDGET);
    let mut out = catalog.text;

    // Tier 2: the instructions, once it is taken in.
    let offered: Vec<Offered> = ruling.claims.iter().map(offered).collect();
    let id = TaskId::parse("example").expect("letters make an id");
    let place = room.path().join("tasks");
    let mut task = Task::begin(id, "a-session", &place, Platform::here()).expect("a task can begin");
    let call = Call { arguments: Some("Ada".to_owned()), ..Call::of("greeting", Via::ActivateSkill) };
    match task.activate(&offered, &call, Mode::Auto, Consent::NotAsked) {
        Ok(Outcome::Activated(taken)) => out += &taken.wrapped(Frontmatter::Without),
        other => out += &format!("{other:?}"),
    }

    // Tier 3: a file, when it is asked for.
    match task.read_resource(&offered, "greeting", "references/forms.md", Page::default()) {
        Ok(page) => out += &page.wrapped(),
        Err(refusal) => out += &refusal.envelope().to_string(),
    }
    out + "\n"
}

fn offered(claim: &skills::Claim) -> Offered {
    Offered {
        id: claim.key.clone(),
        name: claim.skill.name.clone(),
        description: claim.skill.description.clone(),
        scope: claim.skill.scope.name().to_owned(),
        root: claim.skill.root.clone(),
        dir: claim.skill.dir.clone(),
        path: claim.skill.path.clone(),
        short_path: claim.skill.short_path.clone(),
        paths: PathsKey::Guards,
    }
}
