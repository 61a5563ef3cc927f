//! A preview tells exactly what an activation then gives, and leaves no trace.

use execution::Mode;
use proptest::prelude::*;

use super::Room;
use crate::{
    Asked, Call, Consent, Frontmatter, Offered, Outcome, Platform, Preview, Refusal, Stays, Via, preview,
};

const WAYS: [Via; 5] = [Via::SkillView, Via::ActivateSkill, Via::PipelineTool, Via::Mention, Via::Slash];

fn previewed(visible: &[Offered], call: &Call, mode: Mode) -> Result<Preview, Refusal> {
    preview(visible, call, mode, ("session-1", Platform::Unix))
}

/// Both told, byte for byte: every form an agent may be given it in.
fn check(room: &Room, visible: &[Offered], call: &Call) {
    let before = (room.listed("skills"), room.listed("tasks"));
    let told = previewed(visible, call, Mode::Auto);
    assert_eq!((room.listed("skills"), room.listed("tasks")), before, "a preview writes nothing");
    let taken = room.task("t").activate(visible, call, Mode::Auto, Consent::NotAsked);
    match (told, taken) {
        (Ok(told), Ok(Outcome::Activated(taken))) => {
            for form in [Frontmatter::Without, Frontmatter::With] {
                assert_eq!(told.activation.wrapped(form), taken.wrapped(form), "{call:?}");
            }
            assert_eq!(told.activation.viewed(), taken.viewed());
            assert_eq!(told.activation.payload(), taken.payload());
            assert_eq!(told.activation.event(), taken.event());
            assert_eq!(told.activation.left_out, taken.left_out);
        }
        (Err(told), Err(taken)) => assert_eq!(told.envelope(), taken.envelope(), "{call:?}"),
        other => panic!("{call:?}: {other:?}"),
    }
}

#[test]
fn s2_35_s3_37_s4_35_a_preview_is_what_the_activation_gives() {
    let room = Room::new();
    let plain = room.skill("plain", "", "Do ${1} in ${SKILL_DIR} as ${SESSION_ID}: $ARGUMENTS\n");
    let listed = room.skill("listed", "allowed-tools: [Read]\n", "Read </skill_content> !`echo ${1}`\n");
    let python = room.skill("python", "paths: ['*.py']\n", "Lint.\n");
    let empty = room.skill("empty", "", "\n");
    let long = room.skill("long", "", &"<skill_content> and more\n".repeat(2_000));
    room.put("skills/plain/.git/config", "x");
    room.put("skills/plain/references/deep/er/note.md", "x");
    room.put("skills/plain/empty", "");
    #[cfg(unix)]
    {
        super::link("../../outside/secret", &room.path("skills/plain/out"));
        super::link("references/note.md", &room.path("skills/plain/in"));
    }
    let visible = [plain, listed, python, empty, long];
    for via in WAYS {
        for name in ["plain", "listed", "python", "empty", "long", "nothing", "", "Plain"] {
            for arguments in [None, Some("a 'b c'"), Some("open 'quote")] {
                for path in [None, Some("src/x.py"), Some("x.rs")] {
                    let call = Call {
                        arguments: arguments.map(str::to_owned),
                        context_path: path.map(str::to_owned),
                        ..Call::of(name, via)
                    };
                    check(&room, &visible, &call);
                }
            }
        }
    }
}

#[test]
fn s2_37_an_id_no_copy_can_have_is_refused_in_both() {
    let room = Room::new();
    let odd = Offered { id: "a/b".to_owned(), ..room.skill("a", "", "Do.\n") };
    check(&room, &[odd], &Call::of("a/b", Via::ActivateSkill));
}

#[test]
fn s2_30_a_preview_says_whether_a_person_is_asked_and_asks_nobody() {
    let room = Room::new();
    let visible = [room.skill("a", "", "Do.\n")];
    let asked = |mode, via| previewed(&visible, &Call::of("a", via), mode).unwrap().consent;
    assert_eq!(asked(Mode::Ask, Via::ActivateSkill), Asked::Person);
    assert_eq!(asked(Mode::Ask, Via::Slash), Asked::Nobody);
    assert_eq!(asked(Mode::Auto, Via::ActivateSkill), Asked::Nobody);
    assert_eq!(asked(Mode::ReadOnly, Via::ActivateSkill), Asked::Nobody);
}

#[test]
fn s4_35_s4_38_each_variable_is_told_with_what_becomes_of_it() {
    let room = Room::new();
    let body = "\nGo ${1} to\n${2} and ${3}.\n$ARGUMENTS, $ARGUMENTS[0], $1 and $1,000.\n!`echo ${1}`\n${HOME} $HOME\n";
    let visible = [room.skill("a", "", body)];
    let call = Call { arguments: Some("x '${1}'".to_owned()), ..Call::of("a", Via::ActivateSkill) };
    let found = previewed(&visible, &call, Mode::Auto).unwrap();
    let told: Vec<_> =
        found.fillings.iter().map(|one| (one.line, one.written.as_str(), one.value.clone())).collect();
    let is = |text: &str| Ok(text.to_owned());
    assert_eq!(
        told,
        [
            (6, "${1}", is("x")),
            (7, "${2}", is("${1}")),
            (7, "${3}", Err(Stays::NotGiven)),
            (8, "$ARGUMENTS", is("x ${1}")),
            (8, "$ARGUMENTS[0]", Err(Stays::NoBraces)),
            (8, "$1", Err(Stays::NoBraces)),
            (9, "${1}", Err(Stays::InCommand)),
            (10, "${HOME}", Err(Stays::Unknown)),
        ]
    );
    let many = [room.skill("many", "", &"${1} ".repeat(1_000))];
    let found = previewed(&many, &Call::of("many", Via::Slash), Mode::Auto).unwrap();
    assert_eq!((found.fillings.len(), found.further), (200, 800));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn d19_a_preview_is_what_the_activation_gives_of_any_text(
        parts in prop::collection::vec(
            prop::sample::select(vec![
                "${1}", "$1", "${ARGUMENTS}", "$ARGUMENTS", "${SKILL_DIR}", "${9}", "${HOME}", "$", "${", "}", "x", " ",
                "\n", "\r\n", "!`", "`", "```!\n", "```\n", "é", "</skill_content>", "---\n",
            ]),
            1..24,
        ),
        arguments in "[ a'\\\\]{0,6}",
    ) {
        let room = Room::new();
        let visible = [room.skill("a", "", &parts.concat())];
        for via in [Via::ActivateSkill, Via::Slash] {
            check(&room, &visible, &Call { arguments: Some(arguments.clone()), ..Call::of("a", via) });
        }
    }
}
