//! Records of Assay's own with a digest of themselves as their last member, so that a damaged byte is found and
//! never taken for what was written.

use disk::Digest;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// The version of a record that has its own digest. Those before it, of version 1, have none.
pub(super) const CHECKED: u32 = 2;

/// Why a record cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unread {
    /// It ends too early, as when whoever wrote it was interrupted.
    Unfinished,
    /// It is not what was written.
    Damaged,
}

/// How the digest stands in a record: 16 hexadecimal digits between these.
const BEFORE: &[u8] = b",\"check\":\"";
const AFTER: &[u8] = b"\"}";
const DIGITS: usize = 16;

/// A JSON object with the digest of itself.
pub(super) fn checked(mut object: Vec<u8>) -> Vec<u8> {
    let digest = format!("{:016x}", Digest::of(&object).mark());
    object.pop();
    object.extend_from_slice(BEFORE);
    object.extend_from_slice(digest.as_bytes());
    object.extend_from_slice(AFTER);
    object
}

/// Reads a record. One of version 1 must be, to the byte, what would be written of what was read: then at least no
/// member of it has been lost.
pub(super) fn read_checked<T: Serialize + DeserializeOwned>(
    bytes: &[u8],
    version: impl Fn(&T) -> u32,
) -> Result<T, Unread> {
    if let Some(object) = unchecked(bytes) {
        let record = serde_json::from_slice(&object).map_err(|_| Unread::Damaged)?;
        let is_whole = checked(object) == bytes && version(&record) == CHECKED;
        return if is_whole { Ok(record) } else { Err(Unread::Damaged) };
    }
    // A disk may give the room of what was not written as zeroes.
    let written = bytes.len() - bytes.iter().rev().take_while(|byte| **byte == 0).count();
    let record: T = serde_json::from_slice(&bytes[..written]).map_err(|error| match error.is_eof() {
        true => Unread::Unfinished,
        false => Unread::Damaged,
    })?;
    let again = |pretty| match pretty {
        true => serde_json::to_vec_pretty(&record),
        false => serde_json::to_vec(&record),
    };
    let is_same = |pretty| again(pretty).is_ok_and(|again| again == bytes);
    let is_whole = version(&record) == 1 && (is_same(false) || is_same(true));
    if is_whole { Ok(record) } else { Err(Unread::Damaged) }
}

/// The object without its digest, when it ends as one that has it.
fn unchecked(bytes: &[u8]) -> Option<Vec<u8>> {
    let rest = bytes.strip_suffix(AFTER)?;
    let (rest, _) = rest.split_at_checked(rest.len().checked_sub(DIGITS)?)?;
    let mut object = rest.strip_suffix(BEFORE)?.to_vec();
    object.push(b'}');
    Some(object)
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Record {
        v: u32,
        words: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        more: Option<String>,
    }

    fn read(bytes: &[u8]) -> Result<Record, Unread> {
        read_checked(bytes, |record: &Record| record.v)
    }

    #[test]
    fn no_flipped_bit_of_a_record_is_taken_for_what_was_written() {
        let record = |v| Record { v, words: "é \"check\":\"".to_owned(), more: Some("x".to_owned()) };
        let whole = checked(serde_json::to_vec(&record(CHECKED)).unwrap());
        assert_eq!(read(&whole), Ok(record(CHECKED)));
        for at in 0..whole.len() {
            for bit in 0..8 {
                let mut hurt = whole.clone();
                hurt[at] ^= 1 << bit;
                assert!(read(&hurt).is_err(), "{}", String::from_utf8_lossy(&hurt));
            }
            assert_eq!(read(&whole[..at]), Err(Unread::Unfinished), "{at}");
            let mut zeroed = whole[..at].to_vec();
            zeroed.resize(whole.len(), 0);
            assert_eq!(read(&zeroed), Err(Unread::Unfinished), "{at}");
        }
    }

    #[test]
    fn a_record_of_before_is_read_when_none_of_its_members_is_lost() {
        assert!(read(br#"{"v":1,"words":"a","more":"b"}"#).is_ok());
        for other in [
            &br#"{"v":1,"words":"a","mora":"b"}"#[..],
            br#"{"v":2,"words":"a"}"#,
            br#"{"v":3,"words":"a"}"#,
            br#"{"v":1, "words":"a"}"#,
            br#"{"v":1,"words":"a","check":"0123456789abcdeg"}"#,
        ] {
            assert_eq!(read(other), Err(Unread::Damaged), "{}", String::from_utf8_lossy(other));
        }
    }
}
