//! Turns the X server's framebuffer file into a PNG, so that a picture of the screen needs no package.

use std::collections::HashSet;

/// A picture, three bytes for each point: red, green, blue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    width: usize,
    height: usize,
    points: Vec<u8>,
}

impl Picture {
    /// Reads an X window dump of 32 bits a point, as Xvfb keeps it in its `-fbdir`.
    ///
    /// `None` if it is cut short or of another kind.
    pub fn from_window_dump(dump: &[u8]) -> Option<Self> {
        let field = |index: usize| -> Option<usize> {
            let bytes = dump.get(index * 4..index * 4 + 4)?;
            Some(u32::from_be_bytes(bytes.try_into().ok()?) as usize)
        };
        let (head, width, height) = (field(0)?, field(4)?, field(5)?);
        let (low_byte_first, depth, line) = (field(7)? == 0, field(11)?, field(12)?);
        let colours = field(19)?;
        if depth != 32 {
            return None;
        }
        let rows = dump.get(head + colours * 12..)?;
        let mut points = Vec::with_capacity(width * height * 3);
        for row in rows.chunks_exact(line).take(height) {
            for point in row.chunks_exact(4).take(width) {
                if low_byte_first {
                    points.extend([point[2], point[1], point[0]]);
                } else {
                    points.extend([point[1], point[2], point[3]]);
                }
            }
        }
        (points.len() == width * height * 3).then_some(Self { width, height, points })
    }

    /// Points from left to right.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Points from top to bottom.
    pub fn height(&self) -> usize {
        self.height
    }

    /// Its points, row by row, three bytes for each: red, green, blue.
    pub fn points(&self) -> &[u8] {
        &self.points
    }

    /// Whether something is drawn: more than a hundred colours. A bare screen has one, an empty page few.
    pub fn is_painted(&self) -> bool {
        let mut colours = HashSet::new();
        self.points.chunks_exact(3).any(|point| {
            colours.insert((point[0], point[1], point[2]));
            colours.len() > 100
        })
    }

    /// The upper left part of it, or all of it where it is smaller.
    pub fn cropped(&self, width: usize, height: usize) -> Self {
        let (width, height) = (width.min(self.width), height.min(self.height));
        let rows = self.points.chunks_exact(self.width * 3).take(height);
        Self { width, height, points: rows.flat_map(|row| &row[..width * 3]).copied().collect() }
    }

    /// The picture as a PNG file. Nothing is compressed: a megabyte more is cheaper than a package.
    pub fn png(&self) -> Vec<u8> {
        let mut rows = Vec::with_capacity(self.points.len() + self.height);
        for row in self.points.chunks_exact(self.width * 3) {
            rows.push(0);
            rows.extend_from_slice(row);
        }
        let mut head = Vec::new();
        head.extend((self.width as u32).to_be_bytes());
        head.extend((self.height as u32).to_be_bytes());
        head.extend([8, 2, 0, 0, 0]);
        let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
        append_chunk(&mut file, b"IHDR", &head);
        append_chunk(&mut file, b"IDAT", &stored(&rows));
        append_chunk(&mut file, b"IEND", b"");
        file
    }
}

fn append_chunk(file: &mut Vec<u8>, name: &[u8; 4], content: &[u8]) {
    file.extend((content.len() as u32).to_be_bytes());
    let start = file.len();
    file.extend_from_slice(name);
    file.extend_from_slice(content);
    let sum = crc32(&file[start..]);
    file.extend(sum.to_be_bytes());
}

/// A zlib stream of stored blocks (RFC 1950, RFC 1951 §3.2.4), each of at most 65,535 bytes.
fn stored(content: &[u8]) -> Vec<u8> {
    let mut stream = vec![0x78, 0x01];
    let mut blocks = content.chunks(0xffff).peekable();
    while let Some(block) = blocks.next() {
        let length = block.len() as u16;
        stream.push(u8::from(blocks.peek().is_none()));
        stream.extend(length.to_le_bytes());
        stream.extend((!length).to_le_bytes());
        stream.extend_from_slice(block);
    }
    stream.extend(adler32(content).to_be_bytes());
    stream
}

fn crc32(content: &[u8]) -> u32 {
    let table: [u32; 256] = std::array::from_fn(|index| {
        (0..8).fold(index as u32, |sum, _| if sum & 1 == 1 { (sum >> 1) ^ 0xedb8_8320 } else { sum >> 1 })
    });
    !content.iter().fold(!0, |sum, byte| table[((sum ^ u32::from(*byte)) & 0xff) as usize] ^ (sum >> 8))
}

fn adler32(content: &[u8]) -> u32 {
    let (low, high) = content.iter().fold((1, 0), |(low, high), byte| {
        let low = (low + u32::from(*byte)) % 65_521;
        (low, (high + low) % 65_521)
    });
    (high << 16) | low
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dump(width: u32, height: u32, points: &[[u8; 4]]) -> Vec<u8> {
        let mut fields = [0_u32; 25];
        fields[0] = 100;
        fields[4] = width;
        fields[5] = height;
        fields[11] = 32;
        fields[12] = width * 4;
        fields[19] = 1;
        let mut file: Vec<u8> = fields.iter().flat_map(|field| field.to_be_bytes()).collect();
        file.extend([0; 12]);
        file.extend(points.iter().flatten());
        file
    }

    #[test]
    fn sums_are_the_published_ones() {
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
        assert_eq!(adler32(b"Wikipedia"), 0x11e6_0398);
    }

    #[test]
    fn a_dump_becomes_a_picture() {
        let picture =
            Picture::from_window_dump(&dump(2, 1, &[[1, 2, 3, 0], [4, 5, 6, 0]])).expect("a whole dump");
        assert_eq!(picture.points, [3, 2, 1, 6, 5, 4]);
        assert!(!picture.is_painted());
        let png = picture.png();
        assert_eq!(&png[16..24], &[0, 0, 0, 2, 0, 0, 0, 1]);
        assert!(png.ends_with(&[b'I', b'E', b'N', b'D', 0xae, 0x42, 0x60, 0x82]));
    }

    #[test]
    fn a_part_is_the_upper_left() {
        let whole = dump(2, 2, &[[1; 4], [2; 4], [3; 4], [4; 4]]);
        let picture = Picture::from_window_dump(&whole).expect("a whole dump");
        assert_eq!(picture.cropped(1, 2).points, [1, 1, 1, 3, 3, 3]);
        assert_eq!(picture.cropped(9, 9), picture);
    }

    #[test]
    fn a_dump_cut_short_is_no_picture() {
        let whole = dump(2, 2, &[[0; 4]; 4]);
        assert!(Picture::from_window_dump(&whole).is_some());
        assert!(Picture::from_window_dump(&whole[..whole.len() - 1]).is_none());
        assert!(Picture::from_window_dump(&whole[..40]).is_none());
    }

    #[test]
    fn many_colours_are_a_painted_page() {
        let points: Vec<[u8; 4]> = (0..=100).map(|blue| [blue, 0, 0, 0]).collect();
        assert!(Picture::from_window_dump(&dump(101, 1, &points)).expect("a whole dump").is_painted());
    }
}
