/// Lines of a text; a line end at the very end opens no further line.
pub fn line_count(bytes: &[u8]) -> u32 {
    let ends = bytes.iter().filter(|byte| **byte == b'\n').count();
    let open = bytes.last().is_some_and(|last| *last != b'\n');
    u32::try_from(ends + usize::from(open)).unwrap_or(u32::MAX)
}
