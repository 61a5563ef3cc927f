//! A conversation with a command: behind the same walls, and over when either has no more to say.

use std::time::{Duration, Instant};

use execution::{End, NotRun, Ran, Silence, Stop, converse};

use super::room::Room;

const PATIENCE: Duration = Duration::from_secs(20);
const SHORT: Duration = Duration::from_millis(50);
const LONGEST: usize = 1_000;

type Answer = Result<String, Silence>;

fn talked(room: &Room, script: &str, words: &[&str]) -> Result<(Vec<Answer>, Ran), NotRun> {
    converse(&room.script(script), &Stop::default(), |talk| {
        let mut answers = Vec::new();
        for word in words {
            talk.say(word, PATIENCE).expect("it is said");
            let line = talk.hear(PATIENCE, LONGEST);
            answers.push(line.map(|line| String::from_utf8_lossy(&line).into_owned()));
        }
        answers
    })
}

#[test]
fn each_answer_comes_before_the_next_question() {
    let room = Room::new(execution::Level::None);
    let (answers, ran) =
        talked(&room, "while read word; do echo \"got $word\"; done; echo bye", &["a", "b c"])
            .expect("it runs");
    assert_eq!(answers, [Ok("got a".to_owned()), Ok("got b c".to_owned())]);
    assert_eq!(ran.end, End::Exit(0), "it met the end of what was said");
    assert!(String::from_utf8_lossy(&ran.stdout.kept).ends_with("bye\n"));
}

#[test]
fn it_stands_behind_the_walls_of_every_command() {
    let room = Room::new(execution::Level::None);
    let script = "read word; cat \"$OUTSIDE/secret\" 2>/dev/null || echo walled; read word; echo x > file || echo kept";
    let (answers, ran) = talked(&room, script, &["go", "on"]).expect("it runs");
    assert_eq!(ran.level, execution::best(&room.script("true").helper));
    if ran.level > execution::Level::None {
        assert_eq!(answers, [Ok("walled".to_owned()), Ok("kept".to_owned())]);
    }
}

#[test]
fn one_that_says_nothing_or_will_not_leave_is_ended() {
    let room = Room::new(execution::Level::None);
    let begun = Instant::now();
    let (heard, ran) = converse(&room.script("sleep 60"), &Stop::default(), |talk| talk.hear(SHORT, LONGEST))
        .expect("it runs");
    assert_eq!((heard, ran.end), (Err(Silence::Late(SHORT)), End::Stopped));
    let (answers, ran) = talked(&room, "exit 3", &["a"]).expect("it runs");
    assert_eq!(
        (answers, ran.end),
        (vec![Err(Silence::Ended)], End::Exit(3)),
        "nobody waits for one that is gone"
    );
    let stop = Stop::default();
    stop.now();
    let (heard, ran) =
        converse(&room.script("sleep 60"), &stop, |talk| talk.hear(PATIENCE, LONGEST)).expect("it runs");
    assert_eq!((heard, ran.end), (Err(Silence::Stopped), End::Stopped), "somebody wished it");
    assert!(begun.elapsed() < Duration::from_secs(45), "{:?}", begun.elapsed());
}

#[test]
fn one_that_never_reads_is_not_waited_for() {
    let room = Room::new(execution::Level::None);
    // More than a pipe holds.
    let line = "x".repeat(200_000);
    let (said, ran) =
        converse(&room.script("sleep 60"), &Stop::default(), |talk| talk.say(&line, SHORT)).expect("it runs");
    assert_eq!((said, ran.end), (Err(Silence::Deaf(SHORT)), End::Stopped));
    let (said, ran) = converse(&room.script("exit 3"), &Stop::default(), |talk| talk.say(&line, PATIENCE))
        .expect("it runs");
    assert_eq!((said, ran.end), (Err(Silence::Ended), End::Exit(3)));
    // One that reads late gets it whole.
    let script = "sleep 0.2; head -c 200000 | wc -c";
    let (answers, _) = talked(&room, script, &[&line]).expect("it runs");
    assert_eq!(answers, [Ok("200000".to_owned())]);
}

#[test]
fn lines_come_whole_or_not_at_all() {
    let room = Room::new(execution::Level::None);
    let heard = |script: &str, lines: usize| {
        let talk = converse(&room.script(script), &Stop::default(), |talk| {
            (0..lines).map(|_| talk.hear(PATIENCE, LONGEST)).collect::<Vec<_>>()
        });
        talk.expect("it runs").0
    };
    let part = "printf 'a\\nb'; sleep 0.1; printf 'c\\n\\nrest'";
    let whole = ["a", "bc", ""].map(|line| Ok(line.as_bytes().to_vec()));
    let ended = [Err(Silence::Ended)];
    assert_eq!(heard(part, 4), [whole.as_slice(), &ended].concat(), "what has no end is no line");
    let long = heard("head -c 1000 /dev/zero; echo; head -c 2000 /dev/zero; sleep 60", 2);
    assert_eq!(long, [Ok(vec![0; 1_000]), Err(Silence::TooLong(LONGEST))]);
}
