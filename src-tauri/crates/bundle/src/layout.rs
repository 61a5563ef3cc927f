//! How a bundle's zip is laid out, read by its own bytes and believed only where all of them agree.
//!
//! A zip says everything twice, and programs differ in which they believe: one lists the directory at its end, one
//! walks the headers before the parts, one takes the first of two equal names and one the last. A bundle is one that
//! leaves no choice: parts without a gap, each header as the directory has it, nothing before, between or behind.

use std::io::Read;

use flate2::{Crc, bufread::DeflateDecoder};

const END: usize = 22;
const ENTRY: usize = 46;
const HEADER: usize = 30;
/// A regular file that its owner may write and everybody may read, as zips have it.
const PLAIN_FILE: u32 = 0o100_644 << 16;
/// The earliest day a zip can name; a bundle has no times.
const NO_DAY: u16 = 1 << 5 | 1;

/// One part as it lies in the zip.
pub(crate) struct Entry<'a> {
    pub name: String,
    packed: &'a [u8],
    sum: u32,
    bytes: u32,
}

/// The parts, and what is not as it is in a bundle, in sentences without their full stop.
pub(crate) struct Layout<'a> {
    pub entries: Vec<Entry<'a>>,
    pub odd: Vec<String>,
}

/// Reads the directory and walks the headers. The error says why it is no zip at all.
pub(crate) fn layout(zip: &[u8], most: usize) -> Result<Layout<'_>, String> {
    let mut odd = Vec::new();
    let Some(end) = find_end(zip) else { return Err("it has no zip directory".to_owned()) };
    let behind = zip.len() - end - END;
    if behind > 0 {
        odd.push(format!("more bytes follow the end of the zip: {behind}"));
    }
    let last = &zip[end..end + END];
    let count = usize::from(short(last, 10));
    let (length, start) = (long(last, 12) as usize, long(last, 16) as usize);
    if short(last, 4) != 0 || short(last, 6) != 0 || short(last, 8) != short(last, 10) {
        odd.push("the zip says it has several pieces".to_owned());
    }
    if short(last, 20) != 0 && behind == 0 {
        odd.push("the end of the zip declares a comment".to_owned());
    }
    if start.checked_add(length) != Some(end) {
        return Err(
            "its directory does not end where the zip ends, so bytes were added or removed".to_owned()
        );
    }
    if count > most {
        return Err(format!("it has more than {most} parts"));
    }
    let mut layout = Layout { entries: Vec::with_capacity(count), odd };
    let (mut at, mut next) = (start, 0);
    for number in 1..=count {
        let row = zip.get(at..at + ENTRY).filter(|row| row.starts_with(b"PK\x01\x02"));
        let row = row.ok_or_else(|| format!("its directory ends before part {number} of {count}"))?;
        let lengths = [28, 30, 32].map(|at| usize::from(short(row, at)));
        let name = zip.get(at + ENTRY..at + ENTRY + lengths[0]).unwrap_or_default();
        next = layout.entry(zip, (row, name), (lengths[1], lengths[2]), next);
        at += ENTRY + lengths.iter().sum::<usize>();
    }
    if at != end {
        layout.odd.push("the directory of the zip has more in it than its parts".to_owned());
    }
    if next != start {
        layout.odd.push(format!("bytes before the directory belong to no part: {}", start.abs_diff(next)));
    }
    Ok(layout)
}

impl<'a> Layout<'a> {
    /// Takes in one part; where the next one has to begin.
    fn entry(
        &mut self,
        zip: &'a [u8],
        (row, name): (&[u8], &[u8]),
        (extra, comment): (usize, usize),
        begin: usize,
    ) -> usize {
        let shown = String::from_utf8_lossy(name).into_owned();
        let mut odd = |words: &str| self.odd.push(format!("{shown}: {words}"));
        let (packed, bytes) = (long(row, 20) as usize, long(row, 24));
        let start = long(row, 42) as usize;
        if start != begin {
            odd("it does not directly follow the part before it");
        }
        if extra > 0 || comment > 0 || short(row, 34) != 0 || short(row, 36) != 0 {
            odd("its directory entry has fields that a bundle does not have");
        }
        if long(row, 38) != PLAIN_FILE || row[5] != 3 {
            odd("it is not a plain file");
        }
        if short(row, 8) != 0 || short(row, 10) != 8 || short(row, 12) != 0 || short(row, 14) != NO_DAY {
            odd("it is not packed like a part of a bundle");
        }
        let header = zip.get(start..start + HEADER).filter(|header| header.starts_with(b"PK\x03\x04"));
        let Some(header) = header else {
            odd("there is no header at the offset in the directory");
            return begin;
        };
        let of_name = usize::from(short(header, 26));
        let first = start + HEADER + of_name;
        // From the version on, both have the same fields.
        if header[4..26] != row[6..28] || zip.get(start + HEADER..first) != Some(name) {
            odd("its header and the directory differ");
        }
        if short(header, 28) != 0 {
            odd("its header has fields that a bundle does not have");
        }
        let packed = zip.get(first..first.saturating_add(packed)).unwrap_or_else(|| {
            odd("it is truncated");
            &[]
        });
        let sum = long(row, 16);
        let next = first + packed.len();
        self.entries.push(Entry { name: shown, packed, sum, bytes });
        next
    }
}

impl Entry<'_> {
    /// Its bytes, at most `most`. What the zip says of their number and sum, and of where they end, is compared.
    pub(crate) fn unpacked(&self, most: u64) -> Result<Vec<u8>, NotWhole> {
        let mut bytes = Vec::new();
        let mut packed = DeflateDecoder::new(self.packed);
        let read = (&mut packed).take(most.saturating_add(1)).read_to_end(&mut bytes);
        if bytes.len() as u64 > most {
            return Err(NotWhole::TooLarge);
        }
        let no = |words: &str| Err(NotWhole::Damaged(words.to_owned()));
        match read {
            Err(error) => Err(NotWhole::Damaged(error.to_string())),
            Ok(_) if packed.total_in() != self.packed.len() as u64 => no("it has data after its end"),
            Ok(_) if bytes.len() != self.bytes as usize => no("its length does not match the zip"),
            Ok(_) => {
                let mut sum = Crc::new();
                sum.update(&bytes);
                if sum.sum() == self.sum { Ok(bytes) } else { no("its checksum does not match") }
            }
        }
    }
}

/// Why a part was not unpacked.
pub(crate) enum NotWhole {
    TooLarge,
    Damaged(String),
}

/// Where the end of the zip begins: the last place that looks like one.
fn find_end(zip: &[u8]) -> Option<usize> {
    let most = zip.len().checked_sub(END)?;
    (0..=most).rev().find(|at| zip[*at..].starts_with(b"PK\x05\x06"))
}

fn short(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

fn long(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}
