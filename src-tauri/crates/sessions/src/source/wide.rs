//! Logs in UTF-16, as some editors and shells save text anew: read as if they were UTF-8.

use std::path::Path;

use disk::{Fault, LogFile};

use super::laid::LIMIT;

/// Returns whether a file begins with the byte order mark of UTF-16.
pub(super) fn is_wide(file: &LogFile) -> bool {
    let mut mark = [0; 2];
    file.read_at(&mut mark, 0).is_ok_and(|read| read == 2) && order(mark).is_some()
}

/// The lines of such a log of at most 256 MiB, as UTF-8.
pub(super) fn lines(path: &Path) -> Result<Vec<u8>, Fault> {
    Ok(narrow(&disk::read(path, LIMIT)?.bytes))
}

fn order(mark: [u8; 2]) -> Option<fn([u8; 2]) -> u16> {
    match mark {
        [0xff, 0xfe] => Some(u16::from_le_bytes),
        [0xfe, 0xff] => Some(u16::from_be_bytes),
        _ => None,
    }
}

fn narrow(bytes: &[u8]) -> Vec<u8> {
    let Some((mark, rest)) = bytes.split_first_chunk() else { return bytes.to_vec() };
    let Some(unit) = order(*mark) else { return bytes.to_vec() };
    let (units, _) = rest.as_chunks();
    let letters = char::decode_utf16(units.iter().map(|pair| unit(*pair)));
    letters.map(|letter| letter.unwrap_or(char::REPLACEMENT_CHARACTER)).collect::<String>().into_bytes()
}

#[cfg(test)]
mod tests {
    use super::narrow;

    #[test]
    fn both_byte_orders_are_read() {
        let text = "{\"a\":\"é😀\"}\n";
        let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert_eq!(narrow(&[&[0xff, 0xfe], little.as_slice()].concat()), text.as_bytes());
        assert_eq!(narrow(&[&[0xfe, 0xff], big.as_slice()].concat()), text.as_bytes());
        assert_eq!(narrow(&[0xff, 0xfe, 0x00, 0xd8, 0x41]), "\u{fffd}".as_bytes());
    }
}
