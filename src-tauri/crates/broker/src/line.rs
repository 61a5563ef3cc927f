//! One JSON object on one line.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::os::unix::net::UnixStream;

use serde_json::Value;

use crate::{LINE_LIMIT, Trouble};

/// Reads one line; nothing when the other side hung up first.
pub(crate) fn read(stream: &UnixStream) -> Result<Option<Value>, Trouble> {
    let mut line = Vec::new();
    let mut limited = BufReader::new(stream).take(LINE_LIMIT as u64 + 1);
    let read = limited.read_until(b'\n', &mut line);
    match read {
        Ok(_) if line.len() > LINE_LIMIT => Err(Trouble::Garbled(format!("more than {LINE_LIMIT} bytes"))),
        Ok(_) if line.last() != Some(&b'\n') => Ok(None),
        Ok(_) => match serde_json::from_slice(&line) {
            Ok(value @ Value::Object(_)) => Ok(Some(value)),
            Ok(_) => Err(Trouble::Garbled("it is no JSON object".to_owned())),
            Err(error) => Err(Trouble::Garbled(error.to_string())),
        },
        Err(error) if is_end(&error) => Ok(None),
        Err(error) => Err(Trouble::Garbled(error.to_string())),
    }
}

/// Writes one line at once.
pub(crate) fn write(mut stream: &UnixStream, value: &Value) -> io::Result<()> {
    let mut line = value.to_string();
    line.push('\n');
    stream.write_all(line.as_bytes())
}

fn is_end(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::ConnectionReset | io::ErrorKind::BrokenPipe)
}
