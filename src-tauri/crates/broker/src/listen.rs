use std::io::{self, Read};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde_json::json;

use crate::places::Places;
use crate::{Answer, Gone, Trouble, line};

/// A question comes in whole within this time after its connection, or the asker is let go.
const COMING: Duration = Duration::from_secs(5);
/// An answer is taken within this time after it was given.
const TAKING: Duration = Duration::from_secs(30);
/// `sun_path` of the smallest system, with its closing zero.
const PATH_BYTES: usize = 104;

/// A socket that is listened on; dropping it takes the socket away.
#[derive(Debug)]
pub struct Listening {
    path: PathBuf,
    ended: Arc<AtomicBool>,
}

/// Listens at `path` until the answer is dropped. A socket that a crash left behind is replaced; one that
/// still answers is not.
///
/// # Errors
///
/// [`Trouble::TooLong`] when the path has 104 bytes or more, and [`Trouble::System`] when another listens
/// there already or the system refuses to make the socket or to close it to others.
pub fn listen(path: &Path, answer: Arc<dyn Answer>) -> Result<Listening, Trouble> {
    let bytes = path.as_os_str().len();
    if bytes >= PATH_BYTES {
        return Err(Trouble::TooLong(path.to_owned(), bytes));
    }
    let listener = bind(path)?;
    let ended = Arc::new(AtomicBool::new(false));
    let (places, over) = (Arc::new(Places::default()), Arc::clone(&ended));
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            if over.load(Ordering::Relaxed) {
                return;
            }
            if let Ok(stream) = stream {
                receive(stream, &places, &answer);
            }
        }
    });
    Ok(Listening { path: path.to_owned(), ended })
}

impl Drop for Listening {
    fn drop(&mut self) {
        self.ended.store(true, Ordering::Relaxed);
        // Wakes the thread that waits for connections, so that it sees the end.
        drop(UnixStream::connect(&self.path));
        disk::remove_socket(&self.path);
    }
}

fn bind(path: &Path) -> Result<UnixListener, Trouble> {
    let refused = |words: String| Trouble::System(path.to_owned(), words);
    // A folder that only we can enter comes first: the socket is never reachable with looser rights.
    if let Some(folder) = path.parent() {
        disk::make_own_folder(folder).map_err(|fault| refused(fault.to_string()))?;
    }
    let listener = match UnixListener::bind(path) {
        Err(error) if error.kind() == io::ErrorKind::AddrInUse => {
            if UnixStream::connect(path).is_ok() {
                return Err(refused("another Assay window is already running here".to_owned()));
            }
            disk::remove_socket(path);
            UnixListener::bind(path)
        }
        bound => bound,
    };
    let listener = listener.map_err(|error| refused(error.to_string()))?;
    disk::close_to_others(path).map_err(|fault| refused(fault.to_string()))?;
    Ok(listener)
}

fn receive(stream: UnixStream, places: &Arc<Places>, answer: &Arc<dyn Answer>) {
    let Ok(peer) = rustix::net::sockopt::socket_peercred(&stream) else { return };
    if peer.uid != rustix::process::geteuid() {
        return;
    }
    let Some(coming) = places.coming_in(&stream) else { return };
    let (places, answer) = (Arc::clone(places), Arc::clone(answer));
    let process = peer.pid.as_raw_nonzero().get();
    // Where no thread can be had the connection ends; the next one may have more luck.
    let _ = std::thread::Builder::new().spawn(move || {
        let question = line::read_until(&stream, Instant::now() + COMING);
        drop(coming);
        match question {
            Ok(Some(question)) => match Places::answered(&places, process) {
                Some(_place) => serve(&stream, &question, answer.as_ref()),
                None => refuse(&stream, "busy", "Assay already serves its maximum number of agents"),
            },
            Ok(None) => {}
            Err(trouble) => refuse(&stream, "wrong_use", &trouble.to_string()),
        }
    });
}

fn serve(stream: &UnixStream, question: &serde_json::Value, answer: &dyn Answer) {
    let gone = Gone::default();
    watch(stream, &gone);
    let said = answer.answer(question, &gone);
    let _ = line::write_until(stream, &said, Instant::now() + TAKING);
    // Ends the watch.
    let _ = stream.shutdown(std::net::Shutdown::Both);
}

// The asker says nothing after its question, so whatever ends this read is its end.
fn watch(stream: &UnixStream, gone: &Gone) {
    let (Ok(mut stream), gone) = (stream.try_clone(), gone.clone()) else { return };
    let _ = stream.set_read_timeout(None);
    std::thread::spawn(move || {
        let mut byte = [0; 1];
        let _ = stream.read(&mut byte);
        gone.tell();
    });
}

fn refuse(stream: &UnixStream, code: &str, message: &str) {
    let refusal = json!({ "error": { "code": code, "message": message, "hint": "" } });
    let _ = line::write_until(stream, &refusal, Instant::now() + COMING);
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;
    use std::os::unix::net::{UnixListener, UnixStream};
    use std::sync::Arc;
    use std::sync::mpsc::{Sender, channel};
    use std::time::Duration;

    use serde_json::{Value, json};

    use super::listen;
    use crate::{Answer, Gone, Trouble, ask};

    struct Echo;

    impl Answer for Echo {
        fn answer(&self, question: &Value, _: &Gone) -> Value {
            json!({ "heard": question })
        }
    }

    struct Slow(Sender<&'static str>);

    impl Answer for Slow {
        fn answer(&self, _: &Value, gone: &Gone) -> Value {
            let _ = self.0.send("asked");
            let (told, hears) = channel();
            gone.then(move || {
                let _ = told.send(());
            });
            let _ = hears.recv_timeout(Duration::from_secs(10));
            let _ = self.0.send(if gone.is_so() { "gone" } else { "still there" });
            json!({})
        }
    }

    #[test]
    fn a_question_is_answered_and_the_socket_is_the_owners_alone() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("run/broker.sock");
        let listening = listen(&path, Arc::new(Echo)).expect("a socket");
        assert_eq!(ask(&path, &json!({ "a": "ü\n" })), Ok(json!({ "heard": { "a": "ü\n" } })));
        let mode =
            |path: &std::path::Path| path.metadata().expect("it is there").permissions().mode() & 0o777;
        assert_eq!((mode(&path), mode(&folder.path().join("run"))), (0o600, 0o700));
        let second = listen(&path, Arc::new(Echo)).expect_err("the first still listens");
        assert!(second.to_string().contains("another Assay window"), "{second}");
        drop(listening);
        assert_eq!(ask(&path, &json!({})), Err(Trouble::NotRunning(path)));
    }

    #[test]
    fn a_socket_left_behind_is_replaced_and_a_strangers_is_not_used() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("broker.sock");
        drop(UnixListener::bind(&path).expect("a socket that nobody listens on"));
        let _listening = listen(&path, Arc::new(Echo)).expect("it is replaced");
        assert!(ask(&path, &json!({})).is_ok());
        let open = folder.path().join("open.sock");
        let _other = UnixListener::bind(&open).expect("a socket");
        std::fs::set_permissions(&open, std::fs::Permissions::from_mode(0o666)).expect("its mode");
        assert_eq!(ask(&open, &json!({})), Err(Trouble::NotOurs(open)));
        let plain = folder.path().join("plain");
        disk::write_atomic(&plain, b"x").expect("a file");
        assert_eq!(ask(&plain, &json!({})), Err(Trouble::NotOurs(plain)));
    }

    #[test]
    fn an_asker_that_hangs_up_is_noticed() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("broker.sock");
        let (said, hears) = channel();
        let _listening = listen(&path, Arc::new(Slow(said))).expect("a socket");
        let asker = UnixStream::connect(&path).expect("a connection");
        crate::line::write(&asker, &json!({})).expect("a question");
        let wait = Duration::from_secs(10);
        assert_eq!(hears.recv_timeout(wait), Ok("asked"));
        drop(asker);
        assert_eq!(hears.recv_timeout(wait), Ok("gone"));
    }

    #[test]
    fn garbage_is_answered_with_words() {
        use std::io::{Read, Write};
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("broker.sock");
        let _listening = listen(&path, Arc::new(Echo)).expect("a socket");
        for garbage in ["[]\n", "{\n", "\u{0}\n", "12\n"] {
            let mut asker = UnixStream::connect(&path).expect("a connection");
            asker.write_all(garbage.as_bytes()).expect("it is sent");
            let mut answer = String::new();
            asker.read_to_string(&mut answer).expect("an answer");
            assert!(answer.contains("wrong_use"), "{garbage:?}: {answer}");
        }
    }

    #[test]
    fn connections_that_drip_a_byte_now_and_then_keep_nobody_out() {
        use std::io::Write;
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("broker.sock");
        let _listening = listen(&path, Arc::new(Echo)).expect("a socket");
        let mut drips: Vec<UnixStream> =
            (0..100).map(|_| UnixStream::connect(&path).expect("a connection")).collect();
        let dripping = |drips: &mut Vec<UnixStream>| {
            drips.iter_mut().filter_map(|drip| drip.write_all(b"{").ok()).count()
        };
        let begun = std::time::Instant::now();
        dripping(&mut drips);
        let asked = ask(&path, &json!({ "a": 1 }));
        assert_eq!(asked, Ok(json!({ "heard": { "a": 1 } })), "while all places of the slow are taken");
        assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
        // Each byte comes in time; the question as a whole does not.
        while dripping(&mut drips) > 0 {
            assert!(begun.elapsed() < Duration::from_secs(15), "they are still let drip");
            std::thread::sleep(Duration::from_millis(200));
        }
        assert!(ask(&path, &json!({})).is_ok());
    }

    #[test]
    fn an_asker_that_never_takes_its_answer_or_asks_too_often_keeps_nobody_out() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("broker.sock");
        let (said, hears) = channel();
        let _listening = listen(&path, Arc::new(Slow(said))).expect("a socket");
        let wait = Duration::from_secs(10);
        let askers: Vec<UnixStream> = (0..crate::OF_ONE_PROCESS)
            .map(|_| {
                let asker = UnixStream::connect(&path).expect("a connection");
                crate::line::write(&asker, &json!({})).expect("a question");
                assert_eq!(hears.recv_timeout(wait), Ok("asked"));
                asker
            })
            .collect();
        let one_more = ask(&path, &json!({})).expect("an answer");
        assert_eq!(one_more["error"]["code"], "busy", "one process has no more than its share");
        drop(askers);
        assert_eq!(hears.recv_timeout(wait), Ok("gone"));
    }

    #[test]
    fn a_path_that_is_too_long_is_said() {
        let path = std::path::PathBuf::from(format!("/tmp/{}", "x".repeat(120)));
        assert!(matches!(listen(&path, Arc::new(Echo)), Err(Trouble::TooLong(_, 125))));
    }
}
