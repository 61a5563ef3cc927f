//! Logs that were packed away with Zstandard: unpacked in memory, and read as any other. Such a log never grows.

use std::path::Path;

use disk::{Cause, Fault, Stamp};
use message::message;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

use super::laid::LIMIT;

/// Bytes that are unpacked at once, so that a small file that would fill the memory is found out before it does.
const AT_ONCE: usize = 1 << 20;

/// Whether a log is packed.
pub(super) fn is_packed(path: &Path) -> bool {
    path.extension().is_some_and(|kind| kind == "zst")
}

/// Whether some of such a log bears no checksum.
pub(super) fn is_unchecked(path: &Path) -> bool {
    let packed = disk::read(path, LIMIT).map(|read| read.bytes).unwrap_or_default();
    // One that cannot be unpacked is a fault and told as that.
    unpack(&packed, LIMIT).unwrap_or_default().is_unchecked
}

/// The state of the packed file.
pub(super) fn stamp(path: &Path) -> Result<Stamp, Fault> {
    Ok(disk::look(path)?.stamp)
}

/// The lines of a log of at most 256 MiB.
pub(super) fn lines(path: &Path) -> Result<Vec<u8>, Fault> {
    let packed = disk::read(path, LIMIT)?.bytes;
    let unpacked = unpack(&packed, LIMIT).map_err(|cause| Fault { path: path.to_owned(), cause })?;
    Ok(unpacked.lines)
}

/// What was packed.
#[derive(Debug, Default, PartialEq, Eq)]
struct Unpacked {
    lines: Vec<u8>,
    /// Some of it bears no checksum.
    is_unchecked: bool,
}

fn unpack(packed: &[u8], limit: u64) -> Result<Unpacked, Cause> {
    let (mut rest, mut decoder) = (packed, FrameDecoder::new());
    let Unpacked { mut lines, mut is_unchecked } = Unpacked::default();
    while !rest.is_empty() {
        let broken = |rest: &[u8], why: &dyn std::fmt::Display| {
            let at = packed.len() - rest.len();
            Cause::Other(message!("the compressed log is corrupt before byte {at} ({why})", at, why))
        };
        match decoder.reset(&mut rest) {
            Ok(()) => {}
            Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                length, ..
            })) => {
                rest = rest.get(length as usize..).ok_or_else(|| broken(&[], &"a frame is truncated"))?;
                continue;
            }
            Err(error) => return Err(broken(rest, &error)),
        }
        while !decoder.is_finished() {
            let step = BlockDecodingStrategy::UptoBytes(AT_ONCE);
            decoder.decode_blocks(&mut rest, step).map_err(|error| broken(rest, &error))?;
            lines.extend(decoder.collect().unwrap_or_default());
            if lines.len() as u64 > limit {
                return Err(Cause::Other(message!(
                    "unpacked it has more than {limit} bytes; Assay reads no more of such a log",
                    limit
                )));
            }
        }
        match decoder.get_checksum_from_data() {
            None => is_unchecked = true,
            Some(sum) if Some(sum) == decoder.get_calculated_checksum() => {}
            Some(_) => return Err(broken(rest, &"the checksum does not match")),
        }
    }
    Ok(Unpacked { lines, is_unchecked })
}

#[cfg(test)]
mod tests {
    use disk::Cause;
    use ruzstd::encoding::{CompressionLevel, compress_to_vec};

    use super::{Unpacked, unpack};
    use crate::log_bytes::LogBytes;

    #[test]
    fn frames_are_unpacked_one_after_the_other() {
        let mut packed = compress_to_vec(&b"{}\n"[..], CompressionLevel::Fastest);
        packed.extend([0x50, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, 7, 7]);
        packed.extend(compress_to_vec(&b"[]\n"[..], CompressionLevel::Fastest));
        let unpacked = unpack(&packed, 100).unwrap();
        assert_eq!(unpacked.lines, b"{}\n[]\n");
        assert_eq!(unpack(b"", 100), Ok(Unpacked::default()));
    }

    #[test]
    fn what_is_broken_is_told_with_its_byte() {
        let lines = b"{\"a\": 1}\n".repeat(1000);
        let packed = compress_to_vec(&lines[..], CompressionLevel::Fastest);
        for length in 1..packed.len() {
            let Err(Cause::Other(words)) = unpack(&packed[..length], 1 << 20) else { panic!("{length}") };
            assert!(words.text.contains("corrupt before byte"), "{words}");
        }
        for at in 0..packed.len() {
            let mut changed = packed.clone();
            changed[at] ^= 0xff;
            // Whatever comes of it, it ends.
            let _ = unpack(&changed, 1 << 20);
        }
    }

    /// A frame of three bytes as they are, without a checksum: nothing in it tells that one of them was another.
    #[test]
    fn a_flip_that_no_checksum_tells_of_is_told_as_possible() {
        let frame = |line: &[u8; 3]| [&[0x28, 0xb5, 0x2f, 0xfd, 0x20, 3, 0x19, 0, 0][..], line].concat();
        let unpacked = unpack(&frame(b"{}\n"), 100).unwrap();
        assert_eq!((unpacked.lines.as_slice(), unpacked.is_unchecked), (&b"{}\n"[..], true));
        let words = LogBytes::Unpacked { unchecked: true }.to_string();
        assert!(words.ends_with("so later changes cannot be detected."));
        assert!(LogBytes::Unpacked { unchecked: false }.to_string().ends_with("unpacked log."));
        assert_eq!(unpack(&frame(b"[}\n"), 100).unwrap().lines, b"[}\n");
    }

    #[test]
    fn a_small_file_that_holds_more_than_the_limit_is_not_unpacked() {
        let packed = compress_to_vec(&vec![b' '; 40 << 20][..], CompressionLevel::Fastest);
        assert!(packed.len() < 1 << 16);
        let Err(Cause::Other(words)) = unpack(&packed, 1 << 20) else { panic!("a limit") };
        assert_eq!(words, "unpacked it has more than 1048576 bytes; Assay reads no more of such a log");
    }
}
