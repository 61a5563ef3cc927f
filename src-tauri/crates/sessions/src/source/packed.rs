//! Logs that were packed away with Zstandard: unpacked in memory, and read as any other. Such a log never grows.

use std::path::Path;

use disk::{Cause, Fault, Stamp};
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

use super::laid::LIMIT;

/// Bytes that are unpacked at once, so that a small file that would fill the memory is found out before it does.
const AT_ONCE: usize = 1 << 20;

/// Whether a log is packed.
pub(super) fn is_packed(path: &Path) -> bool {
    path.extension().is_some_and(|kind| kind == "zst")
}

/// The state of the packed file.
pub(super) fn stamp(path: &Path) -> Result<Stamp, Fault> {
    Ok(disk::look(path)?.stamp)
}

/// The lines of a log of at most 256 MiB.
pub(super) fn lines(path: &Path) -> Result<Vec<u8>, Fault> {
    let packed = disk::read(path, LIMIT)?.bytes;
    unpack(&packed, LIMIT).map_err(|cause| Fault { path: path.to_owned(), cause })
}

fn unpack(packed: &[u8], limit: u64) -> Result<Vec<u8>, Cause> {
    let (mut rest, mut lines, mut decoder) = (packed, Vec::new(), FrameDecoder::new());
    while !rest.is_empty() {
        let broken = |rest: &[u8], why: &dyn std::fmt::Display| {
            let at = packed.len() - rest.len();
            Cause::Other(format!("it was packed, and what was packed is broken before byte {at} ({why})"))
        };
        match decoder.reset(&mut rest) {
            Ok(()) => {}
            Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                length, ..
            })) => {
                rest = rest.get(length as usize..).ok_or_else(|| broken(&[], &"a frame is cut off"))?;
                continue;
            }
            Err(error) => return Err(broken(rest, &error)),
        }
        while !decoder.is_finished() {
            let step = BlockDecodingStrategy::UptoBytes(AT_ONCE);
            decoder.decode_blocks(&mut rest, step).map_err(|error| broken(rest, &error))?;
            lines.extend(decoder.collect().unwrap_or_default());
            if lines.len() as u64 > limit {
                let words =
                    format!("unpacked it has more than {limit} bytes, and Assay reads no more of such a log");
                return Err(Cause::Other(words));
            }
        }
        if decoder.get_checksum_from_data().is_some_and(|sum| Some(sum) != decoder.get_calculated_checksum())
        {
            return Err(broken(rest, &"the checksum is another one"));
        }
    }
    Ok(lines)
}

#[cfg(test)]
mod tests {
    use disk::Cause;
    use ruzstd::encoding::{CompressionLevel, compress_to_vec};

    use super::unpack;

    #[test]
    fn frames_are_unpacked_one_after_the_other() {
        let mut packed = compress_to_vec(&b"{}\n"[..], CompressionLevel::Fastest);
        packed.extend([0x50, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, 7, 7]);
        packed.extend(compress_to_vec(&b"[]\n"[..], CompressionLevel::Fastest));
        assert_eq!(unpack(&packed, 100), Ok(b"{}\n[]\n".to_vec()));
        assert_eq!(unpack(b"", 100), Ok(Vec::new()));
    }

    #[test]
    fn what_is_broken_is_told_with_its_byte() {
        let lines = b"{\"a\": 1}\n".repeat(1000);
        let packed = compress_to_vec(&lines[..], CompressionLevel::Fastest);
        for length in 1..packed.len() {
            let Err(Cause::Other(words)) = unpack(&packed[..length], 1 << 20) else { panic!("{length}") };
            assert!(words.contains("broken before byte"), "{words}");
        }
        for at in 0..packed.len() {
            let mut changed = packed.clone();
            changed[at] ^= 0xff;
            // Whatever comes of it, it ends.
            let _ = unpack(&changed, 1 << 20);
        }
    }

    #[test]
    fn a_small_file_that_holds_more_than_the_limit_is_not_unpacked() {
        let packed = compress_to_vec(&vec![b' '; 40 << 20][..], CompressionLevel::Fastest);
        assert!(packed.len() < 1 << 16);
        let Err(Cause::Other(words)) = unpack(&packed, 1 << 20) else { panic!("a limit") };
        assert_eq!(words, "unpacked it has more than 1048576 bytes, and Assay reads no more of such a log");
    }
}
