use std::fmt;

use sha2::{Digest as _, Sha256};

/// The SHA-256 of some bytes: what Pixir records as `content_hash`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Digest([u8; 32]);

impl Digest {
    /// The digest of `bytes`.
    pub fn of(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }

    /// Reads 64 lowercase hexadecimal digits, the only form Pixir writes.
    pub fn parse(text: &str) -> Option<Self> {
        if text.len() != 64 {
            return None;
        }
        let mut bytes = [0; 32];
        for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
            *byte = nibble(pair[0])? << 4 | nibble(pair[1])?;
        }
        Some(Self(bytes))
    }

    /// Its 32 bytes.
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// Its first eight bytes as one number: enough to find which of some lines is not the one it was, never to
    /// prove that a line is the same.
    pub fn mark(&self) -> u64 {
        self.0[..8].iter().fold(0, |mark, byte| mark << 8 | u64::from(*byte))
    }

    /// The first eight digits, enough to tell versions apart on a screen.
    pub fn short(&self) -> String {
        self.to_string()[..8].to_owned()
    }
}

/// A digest in the making, of bytes that come in pieces.
#[derive(Clone, Default)]
pub struct Hashing(Sha256);

impl Hashing {
    /// Takes in the next bytes.
    pub fn add(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// The digest of all bytes so far.
    pub fn digest(self) -> Digest {
        Digest(self.0.finalize().into())
    }
}

fn nibble(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Digest({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::{Digest, Hashing};

    #[test]
    fn a_digest_reads_back_what_it_prints() {
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(Digest::of(b"").to_string(), empty);
        assert_eq!(Digest::parse(empty), Some(Digest::of(b"")));
        assert_eq!(Digest::of(b"").short(), "e3b0c442");
        assert_eq!(format!("{:016x}", Digest::of(b"").mark()), empty[..16]);
    }

    #[test]
    fn pieces_make_the_digest_of_the_whole() {
        let mut hashing = Hashing::default();
        ["a", "", "bc"].iter().for_each(|piece| hashing.add(piece.as_bytes()));
        assert_eq!(hashing.digest(), Digest::of(b"abc"));
        assert_eq!(Hashing::default().digest(), Digest::of(b""));
    }

    #[test]
    fn other_spellings_are_refused() {
        for text in ["", "e3b0", &"E".repeat(64), &"g".repeat(64), &"é".repeat(32)] {
            assert_eq!(Digest::parse(text), None, "{text}");
        }
    }
}
