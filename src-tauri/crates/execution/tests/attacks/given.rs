//! What a command is given: its input, and its environment, to the byte.

use execution::{Further, NotRun, Stop, run};

use super::room::everywhere;

#[test]
fn a_command_reads_what_it_is_given_and_then_the_end() {
    everywhere(|room| {
        let text: Vec<u8> = (0..200_000_u32).flat_map(u32::to_le_bytes).collect();
        let order = execution::Order { input: text.clone(), ..room.order(&["sha256sum"]) };
        let ran = room.run(&order);
        assert_eq!(String::from_utf8_lossy(&ran.stdout.kept), format!("{}  -\n", disk::Digest::of(&text)));
        // Nobody can change it or wait for it, and who reads none of it is not kept from ending.
        let order = execution::Order { input: text, ..room.script("true") };
        assert_eq!(room.run(&order).end, execution::End::Exit(0));
        let ran = room.run(&room.order(&["cat"]));
        assert_eq!((ran.stdout.total, ran.end), (0, execution::End::Exit(0)));
    });
}

#[test]
fn s4_32_d27_a_command_has_the_environment_it_is_given_and_no_more() {
    everywhere(|room| {
        let environment = [("SKILL_DIR", "/s"), ("SESSION_ID", "x")];
        let environment = environment.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
        let order = execution::Order { environment, further: Further::Nothing, ..room.order(&["env"]) };
        let ran = room.run(&order);
        assert_eq!(String::from_utf8_lossy(&ran.stdout.kept), "SESSION_ID=x\nSKILL_DIR=/s\n");
    });
}

#[test]
fn an_input_has_a_limit() {
    everywhere(|room| {
        let order = execution::Order { input: vec![0; (8 << 20) + 1], ..room.order(&["cat"]) };
        assert!(
            matches!(run(&order, &Stop::default()), Err(NotRun::Failed(words)) if words.contains("8388608"))
        );
    });
}
