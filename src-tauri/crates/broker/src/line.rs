//! One JSON object on one line.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::os::unix::net::UnixStream;
use std::time::Instant;

use serde_json::Value;

use crate::{LINE_LIMIT, Trouble};

/// Reads one line; nothing when the other side hung up first. It waits as long as a person needs.
pub(crate) fn read(stream: &UnixStream) -> Result<Option<Value>, Trouble> {
    let mut line = Vec::new();
    let mut limited = BufReader::new(stream).take(LINE_LIMIT as u64 + 1);
    match limited.read_until(b'\n', &mut line) {
        Ok(_) => object(&line),
        Err(error) if is_end(&error) => Ok(None),
        Err(error) => Err(Trouble::Garbled(error.to_string())),
    }
}

/// As [`read`], of a line that is whole at `deadline`: each read alone may be as slow as it likes, all together
/// may not.
pub(crate) fn read_until(mut stream: &UnixStream, deadline: Instant) -> Result<Option<Value>, Trouble> {
    let (mut line, mut block) = (Vec::new(), [0; 16 << 10]);
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() || stream.set_read_timeout(Some(left)).is_err() {
            return Ok(None);
        }
        match stream.read(&mut block) {
            Ok(0) => return Ok(None),
            Ok(count) => {
                let end = line_end(&block[..count]);
                line.extend_from_slice(&block[..end.map_or(count, |end| end + 1)]);
                if end.is_some() || line.len() > LINE_LIMIT {
                    return object(&line);
                }
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) if is_end(&error) || is_late(&error) => return Ok(None),
            Err(error) => return Err(Trouble::Garbled(error.to_string())),
        }
    }
}

fn object(line: &[u8]) -> Result<Option<Value>, Trouble> {
    if line.len() > LINE_LIMIT {
        return Err(Trouble::Garbled(format!("more than {LINE_LIMIT} bytes")));
    }
    if line.last() != Some(&b'\n') {
        return Ok(None);
    }
    match serde_json::from_slice(line) {
        Ok(value @ Value::Object(_)) => Ok(Some(value)),
        Ok(_) => Err(Trouble::Garbled("it is not a JSON object".to_owned())),
        Err(error) => Err(Trouble::Garbled(error.to_string())),
    }
}

/// Writes one line at once.
pub(crate) fn write(mut stream: &UnixStream, value: &Value) -> io::Result<()> {
    let mut line = value.to_string();
    line.push('\n');
    stream.write_all(line.as_bytes())
}

/// As [`write`], as far as the other side takes it until `deadline`.
pub(crate) fn write_until(mut stream: &UnixStream, value: &Value, deadline: Instant) -> io::Result<()> {
    let mut line = value.to_string();
    line.push('\n');
    let mut left = line.as_bytes();
    while !left.is_empty() {
        let time = deadline.saturating_duration_since(Instant::now());
        if time.is_zero() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        stream.set_write_timeout(Some(time))?;
        match stream.write(left) {
            Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
            Ok(count) => left = &left[count..],
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

fn line_end(bytes: &[u8]) -> Option<usize> {
    bytes.iter().position(|byte| *byte == b'\n')
}

fn is_end(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::ConnectionReset | io::ErrorKind::BrokenPipe)
}

fn is_late(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut)
}
