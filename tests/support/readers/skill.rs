//! The head of a SKILL.md, and the context sources of a skill.

use std::fs;

use super::{Reader, seeds};
use crate::{fixture, pixir};

pub fn frontmatter() -> Reader {
    let seeds = [seeds(&fixture("example"), "SKILL.md"), seeds(&fixture("hostile"), "SKILL.md")].concat();
    Reader::new(seeds, |bytes| {
        assert_eq!(skills::pixir_fields(bytes), skills::pixir_fields(bytes));
        let (once, twice) = (format!("{:?}", skills::fields(bytes)), format!("{:?}", skills::fields(bytes)));
        assert_eq!(once, twice);
        assert_eq!(skills::body(bytes), skills::body(bytes));
        drop(skills::read_yaml(bytes));
    })
}

pub fn context_sources() -> Reader {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().join("ws/.agents/skills/a");
    fs::create_dir_all(&at).unwrap();
    fs::create_dir_all(folder.path().join("ws/.git")).unwrap();
    let content = b"---\nname: a\ndescription: b\n---\n!`date`\n";
    fs::write(at.join("SKILL.md"), content).unwrap();
    let places = skills::Places { workspace: folder.path().join("ws"), ..skills::Places::default() };
    let skill = pixir(&places).skills().next().cloned().expect("the skill is found");
    let local = hydration::SkillOrigin::Local;
    Reader::new(seeds(&fixture("example"), "context-sources.yaml"), move |bytes| {
        // The folder goes with the reader.
        fs::write(folder.path().join("ws/.agents/skills/a/context-sources.yaml"), bytes).unwrap();
        let read = || format!("{:?}", hydration::sources(&skill, &skills::Content::of(content), local));
        assert_eq!(read(), read());
        // And the same bytes as a SKILL.md, where sources may stand in the frontmatter and in the body.
        drop(hydration::sources(&skill, &skills::Content::of(bytes), local));
    })
}
