//! The write-ahead log that another process left: whole, or ended where SQLite would end it without a word.
//!
//! SQLite reads such a log up to the first frame whose checksum is wrong and goes on with what the file was
//! before. After a writer was killed that is right. But a commit behind that frame was finished once; then the
//! frame was damaged later, and file and log no longer fit together.

/// Bytes of a log that are looked at (256 MiB); the writer empties it every few megabytes.
pub(crate) const LIMIT: u64 = 256 << 20;
const HEAD: usize = 32;
const FRAME_HEAD: usize = 24;

/// Whether a finished change stands behind a frame that was damaged.
pub(crate) fn is_damaged(log: &[u8]) -> bool {
    let Some((head, frames)) = log.split_at_checked(HEAD) else { return false };
    let word = |bytes: &[u8], at: usize| {
        bytes.get(at * 4..at * 4 + 4).and_then(|four| four.try_into().ok()).map_or(0, u32::from_be_bytes)
    };
    let big = match word(head, 0) {
        0x377f_0682 => false,
        0x377f_0683 => true,
        _ => return true,
    };
    let mut sum = (0, 0);
    add(&mut sum, &head[..24], big);
    if sum != (word(head, 6), word(head, 7)) {
        return true;
    }
    let page = word(head, 2) as usize;
    let salts = (word(head, 4), word(head, 5));
    let mut is_whole = true;
    for frame in frames.chunks_exact(FRAME_HEAD + page) {
        let (name, bytes) = frame.split_at(FRAME_HEAD);
        let is_ours = (word(name, 2), word(name, 3)) == salts;
        if is_whole {
            add(&mut sum, &name[..8], big);
            add(&mut sum, bytes, big);
            is_whole = is_ours && sum == (word(name, 4), word(name, 5));
        }
        // What was never committed, and what an earlier round of the log left, may end anywhere.
        let is_commit = word(name, 1) != 0;
        if !is_whole && is_ours && is_commit {
            return true;
        }
    }
    false
}

/// SQLite's checksum of a log (fileformat2, "checksum algorithm").
fn add(sum: &mut (u32, u32), bytes: &[u8], big: bool) {
    for pair in bytes.chunks_exact(8) {
        let word = |at: usize| {
            let four = [pair[at], pair[at + 1], pair[at + 2], pair[at + 3]];
            if big { u32::from_be_bytes(four) } else { u32::from_le_bytes(four) }
        };
        sum.0 = sum.0.wrapping_add(word(0)).wrapping_add(sum.1);
        sum.1 = sum.1.wrapping_add(word(4)).wrapping_add(sum.0);
    }
}
