//! Hostile inputs made from numbers: pieces of real files, cut, doubled, swapped and spoiled.

use crate::generated::dice::Dice;

/// What readers stumble over.
const ODD: &[&[u8]] = &[
    b"\0",
    b"\n",
    b"\r\n",
    b"\xff",
    b"\xed\xa0\x80",
    "\u{202e}".as_bytes(),
    "\u{feff}".as_bytes(),
    b"---\n",
    b"\"",
    b"\\",
    b"\\ud800",
    b"{",
    b"}",
    b"[",
    b"]",
    b"{\"",
    b":",
    b": ",
    b"- ",
    b"&a",
    b"*a",
    b"!!x",
    b"<<: ",
    b"|\n",
    b">-\n",
    b"\t",
    b"null",
    b"true",
    b"-1",
    b"1e999",
    b"9223372036854775808",
    b"18446744073709551616",
    b"PK\x01\x02",
    b"PK\x05\x06",
    b"\xff\xff\xff\xff",
    b"\x00\x00\x00\x80",
    b"../",
    b"\"seq\":",
    b"\"type\":",
    b"\"data\":",
    b"id: ",
    b"run: ",
    b"read: ",
    b"jsonrpc",
    b"method",
    b"tools/call",
    b"arguments",
    b"params",
];

/// One input: a seed with one to eight things done to it.
pub fn mutated(seeds: &[Vec<u8>], random: &mut Dice) -> Vec<u8> {
    let mut bytes = seeds[random.below(seeds.len())].clone();
    for _ in 0..=random.below(8) {
        let at = random.below(bytes.len() + 1);
        let end = (at + 1 + random.below(64)).min(bytes.len());
        match random.below(9) {
            0 => drop(bytes.drain(at..end.max(at))),
            1 => bytes.truncate(at),
            2 => {
                let piece = bytes[at..end.max(at)].to_vec();
                let to = random.below(bytes.len() + 1);
                bytes.splice(to..to, piece);
            }
            3 => {
                let piece = bytes[at..end.max(at)].repeat(1 + random.below(200));
                bytes.splice(at..at, piece);
            }
            4 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
            5 if at < bytes.len() => bytes[at] = random.roll().to_le_bytes()[0],
            6 => {
                let other = &seeds[random.below(seeds.len())];
                let from = random.below(other.len() + 1);
                let piece = other[from..(from + random.below(400)).min(other.len())].to_vec();
                bytes.splice(at..at, piece);
            }
            _ => {
                let odd = ODD[random.below(ODD.len())];
                bytes.splice(at..at, odd.iter().copied());
            }
        }
    }
    bytes
}
