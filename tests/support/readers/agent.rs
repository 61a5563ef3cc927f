//! Frames that an agent sends to `assay mcp`.

use std::sync::atomic::{AtomicU64, Ordering};

use api::agent::{IndexPlace, Offer, Sight};
use api::{Convention, Surroundings};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};

use super::Reader;
use crate::room::{open, surroundings};

const HELLO: &str = r#"{"jsonrpc":"2.0","id":"hello","method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"fuzz","version":"1"}}}"#;
const READY: &str = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
/// What the conversation holds on its way: more than one answer, 4 MiB.
const BETWEEN: usize = 4 << 20;

/// Panics since the program began, in any thread: the runtime keeps those of its tasks to itself.
static PANICS: AtomicU64 = AtomicU64::new(0);

pub fn frames_of_an_agent() -> Reader {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        PANICS.fetch_add(1, Ordering::Relaxed);
        before(panic);
    }));
    let folder = tempfile::tempdir().unwrap();
    let example = crate::example::lay_out(&folder.path().join("x")).unwrap();
    let surroundings = Surroundings {
        home: Some(example.home),
        kept: Some(folder.path().join("data")),
        ..surroundings(example.workspace)
    };
    let convention = Convention::named("pixir").expect("it is known");
    let offer = Offer {
        sight: Sight::whole(convention),
        groups: Vec::new(),
        built_ins: Vec::new(),
        index: IndexPlace::default(),
        in_prompt: None,
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let (agent, assay) = tokio::io::duplex(BETWEEN);
    runtime.spawn(cli::converse(open(surroundings), offer, tokio::io::split(assay)));
    let (from, mut to) = tokio::io::split(agent);
    let mut from = BufReader::new(from);
    runtime.block_on(to.write_all(format!("{HELLO}\n{READY}\n").as_bytes())).unwrap();
    let calls = [
        r#"{"jsonrpc":"2.0","id":7,"method":"tools/list"}"#,
        r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"activate_skill","arguments":{"name":"review"}}}"#,
        r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"read_skill_file","arguments":{"name":"review","path":"a"}}}"#,
        r#"{"jsonrpc":"2.0","id":7,"method":"resources/read","params":{"uri":"skill://review/SKILL.md"}}"#,
        r#"{"jsonrpc":"2.0","id":7,"method":"prompts/get","params":{"name":"review"}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}"#,
    ];
    let seeds = calls.iter().map(|line| line.as_bytes().to_vec()).collect();
    let (mut asked, mut seen) = (0_u64, PANICS.load(Ordering::Relaxed));
    Reader::new(seeds, move |bytes| {
        // The example lies there for as long as the reader lives.
        let _ = &folder;
        asked += 1;
        let mark = format!("after-{asked}");
        let mut frame: Vec<u8> = bytes.iter().copied().filter(|byte| *byte != b'\n').collect();
        frame.extend(
            format!("\n{{\"jsonrpc\":\"2.0\",\"id\":\"{mark}\",\"method\":\"ping\"}}\n").into_bytes(),
        );
        runtime.block_on(async {
            to.write_all(&frame).await.expect("the program still reads");
            loop {
                let mut line = String::new();
                assert_ne!(from.read_line(&mut line).await.unwrap(), 0, "the program still answers");
                if line.contains(&mark) {
                    break;
                }
            }
        });
        let panics = PANICS.load(Ordering::Relaxed);
        assert_eq!(panics, seen, "a task panicked");
        seen = panics;
    })
}
