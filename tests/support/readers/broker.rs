//! Frames that a process of this user sends to the window's broker.

use std::io::{Read, Write};
use std::os::unix::net::UnixStream;
use std::sync::Arc;

use super::{Reader, SLOWEST};

struct Echo;

impl broker::Answer for Echo {
    fn answer(&self, question: &broker::Value, _: &broker::Gone) -> broker::Value {
        question.clone()
    }
}

pub fn frames_of_the_broker() -> Reader {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("socket");
    let listening = broker::listen(&path, Arc::new(Echo)).unwrap();
    let seeds =
        [r#"{"hydrate":{"skill":"a","source":"b","turn":null}}"#, r#"{"here":{"connection":"x"}}"#, "[1,2]"];
    let seeds: Vec<Vec<u8>> = seeds.iter().map(|line| format!("{line}\n").into_bytes()).collect();
    let question = serde_json::json!({ "after": "all" });
    Reader::new(seeds, move |bytes| {
        // It listens for as long as the reader lives.
        let _ = (&listening, &folder);
        let mut stream = UnixStream::connect(&path).unwrap();
        stream.set_read_timeout(Some(SLOWEST)).unwrap();
        // It may hang up in the middle of what it does not want.
        let _ = stream.write_all(bytes).and_then(|()| stream.shutdown(std::net::Shutdown::Write));
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        assert!(answer.len() <= broker::LINE_LIMIT + 1);
        assert_eq!(broker::ask(&path, &question).unwrap(), question, "others are answered all the same");
    })
}
