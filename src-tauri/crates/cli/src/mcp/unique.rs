//! Messages of an agent in which no object has a key twice. Programs differ in which of the two they take, so that what a
//! host showed its user could be another call than the one that is carried out.

use std::borrow::Cow;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use rmcp::ErrorData;
use rmcp::model::CustomRequest;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::io::{AsyncRead, ReadBuf};

use crate::screen;

/// The method that a refused request is handed on with, so that its answer carries its id and keeps its turn.
const REFUSED: &str = "assay/refused";
/// The reason that a request is refused for.
#[derive(Serialize, Deserialize)]
struct RefusedParams {
    why: String,
}

/// Bytes that are read at once.
const BLOCK: usize = 16 << 10;

/// The lines of an agent. A request that has a key twice comes out as one that [`refusal`] answers; a notification or an
/// answer of that kind is left out and named on the standard error.
pub struct UniqueLines<R> {
    from: R,
    /// Bytes of a line that has not ended yet.
    begun: Vec<u8>,
    /// Whole lines that were checked, and how much of them was handed on.
    checked: Vec<u8>,
    handed: usize,
    has_ended: bool,
}

impl<R> UniqueLines<R> {
    pub fn new(from: R) -> Self {
        Self { from, begun: Vec::new(), checked: Vec::new(), handed: 0, has_ended: false }
    }

    fn take(&mut self, bytes: &[u8]) {
        for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
            self.begun.extend_from_slice(piece);
            if piece.ends_with(b"\n") {
                self.end_line();
            }
        }
    }

    fn end_line(&mut self) {
        let line = std::mem::take(&mut self.begun);
        match checked(&line) {
            Ok(line) => self.checked.extend_from_slice(&line),
            Err(words) => screen::tell(&words),
        }
    }
}

impl<R: AsyncRead + Unpin> AsyncRead for UniqueLines<R> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        to: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        loop {
            if self.handed < self.checked.len() {
                let count = to.remaining().min(self.checked.len() - self.handed);
                to.put_slice(&self.checked[self.handed..self.handed + count]);
                self.handed += count;
                return Poll::Ready(Ok(()));
            }
            (self.handed, self.checked) = (0, Vec::new());
            if self.has_ended {
                return Poll::Ready(Ok(()));
            }
            let mut block = [0; BLOCK];
            let mut read = ReadBuf::new(&mut block);
            ready!(Pin::new(&mut self.from).poll_read(context, &mut read))?;
            if read.filled().is_empty() {
                self.has_ended = true;
                self.end_line();
            } else {
                self.take(read.filled());
            }
        }
    }
}

/// Returns a line as it is handed on. What is no JSON stays as it is, since the protocol has its own answer to that.
///
/// # Errors
///
/// Fails if an object of it has a key twice and the message is no request, with a sentence that names the key.
fn checked(line: &[u8]) -> Result<Cow<'_, [u8]>, String> {
    let Err(why) = api::unique_json(line) else { return Ok(Cow::Borrowed(line)) };
    let Ok(message) = serde_json::from_slice::<Value>(line) else { return Ok(Cow::Borrowed(line)) };
    let why = format!("{why}; programs differ in which of the two they use");
    let id = message.get("id").filter(|id| !id.is_null());
    let Some(id) = id.filter(|_| message.get("method").is_some()) else {
        return Err(format!("warning: ignored a message from the agent: {why}."));
    };
    let params = RefusedParams { why };
    let refused = json!({ "jsonrpc": "2.0", "id": id, "method": REFUSED, "params": params });
    Ok(Cow::Owned(format!("{refused}\n").into_bytes()))
}

/// Returns the answer to a request that has a key twice; `None` for any other.
pub fn refusal(request: &CustomRequest) -> Option<ErrorData> {
    if request.method != REFUSED {
        return None;
    }
    let params = serde_json::from_value(request.params.clone().unwrap_or_default());
    let why = params.map_or_else(|error| error.to_string(), |params: RefusedParams| params.why);
    Some(ErrorData::invalid_params(format!("request refused: {why}"), None))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_with_a_key_twice_is_refused_with_its_id() {
        let line = br#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"x","arguments":{"a":1,"a":2}}}"#;
        let refused: Value = serde_json::from_slice(&checked(line).expect("a request")).expect("JSON");
        assert_eq!((&refused["id"], &refused["method"]), (&json!(7), &json!(REFUSED)));
        let request = CustomRequest::new(REFUSED, Some(refused["params"].clone()));
        let answer = refusal(&request).expect("an answer");
        assert!(answer.message.contains("the key \"a\" is twice in one object"), "{}", answer.message);
        assert!(refusal(&CustomRequest::new("other", None)).is_none());
    }

    #[test]
    fn line_that_nobody_waits_for_is_left_out_by_name() {
        for line in [
            r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,"requestId":2}}"#,
            r#"{"jsonrpc":"2.0","id":1,"result":{"a":1,"a":2}}"#,
        ] {
            let words = checked(line.as_bytes()).expect_err(line);
            assert!(words.contains("is twice in one object"), "{words}");
        }
    }

    #[test]
    fn other_lines_pass_as_they_are_in_any_pieces() {
        let text = "{\"id\":1,\"method\":\"ping\"}\n\nno JSON {\"a\":\n{\"method\":\"x\"}";
        for size in [1, 5, 100] {
            let mut lines = UniqueLines::new(text.as_bytes());
            let mut context = Context::from_waker(std::task::Waker::noop());
            let mut all = Vec::new();
            loop {
                let mut bytes = vec![0; size];
                let mut to = ReadBuf::new(&mut bytes);
                let read = Pin::new(&mut lines).poll_read(&mut context, &mut to);
                assert!(matches!(read, Poll::Ready(Ok(()))));
                if to.filled().is_empty() {
                    break;
                }
                all.extend_from_slice(to.filled());
            }
            assert_eq!(all, text.as_bytes());
        }
    }
}
