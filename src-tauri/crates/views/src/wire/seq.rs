//! Numbers without an upper limit.

use serde_json::value::RawValue;

/// A value as it is written in JSON: Pixir's sequence numbers have no upper limit.
pub type Json = Box<RawValue>;

/// A sequence number: a number where it is one, text where a log holds something else, else null.
pub(crate) fn seq_value(seq: &::sessions::Seq) -> Json {
    let written = match seq {
        ::sessions::Seq::Whole(number) => number.to_string(),
        ::sessions::Seq::Odd(raw) => raw.to_string(),
        ::sessions::Seq::Absent => "null".to_owned(),
    };
    RawValue::from_string(written).unwrap_or_default()
}
