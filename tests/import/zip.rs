//! Zips as an enemy makes them: every name, size and kind is what the test says.

/// One entry, as it claims to be and as it is.
#[derive(Clone)]
pub struct Forged {
    pub name: Vec<u8>,
    pub bytes: Vec<u8>,
    /// The size it claims; its own when absent.
    pub claims: Option<u32>,
    /// Unix type and permission bits.
    pub mode: u32,
    pub flags: u16,
}

pub fn file(name: &[u8], bytes: &[u8]) -> Forged {
    Forged { name: name.to_vec(), bytes: bytes.to_vec(), claims: None, mode: 0o100_644, flags: 0x800 }
}

pub fn link(name: &[u8], target: &[u8]) -> Forged {
    Forged { mode: 0o120_777, ..file(name, target) }
}

/// A zip of stored entries.
pub fn forge(entries: &[Forged]) -> Vec<u8> {
    let (mut zip, mut directory) = (Vec::new(), Vec::new());
    for entry in entries {
        let at = zip.len() as u32;
        let common = |out: &mut Vec<u8>| {
            out.extend(20_u16.to_le_bytes());
            out.extend(entry.flags.to_le_bytes());
            out.extend([0; 2]);
            out.extend([0, 0, 0x21, 0]);
            out.extend(checksum(&entry.bytes).to_le_bytes());
            out.extend((entry.bytes.len() as u32).to_le_bytes());
            out.extend(entry.claims.unwrap_or(entry.bytes.len() as u32).to_le_bytes());
            out.extend((entry.name.len() as u16).to_le_bytes());
            out.extend([0; 2]);
        };
        zip.extend(b"PK\x03\x04");
        common(&mut zip);
        zip.extend(&entry.name);
        zip.extend(&entry.bytes);
        directory.extend(b"PK\x01\x02");
        directory.extend([20, 3]);
        common(&mut directory);
        directory.extend([0; 6]);
        directory.extend((entry.mode << 16).to_le_bytes());
        directory.extend(at.to_le_bytes());
        directory.extend(&entry.name);
    }
    let (start, size) = (zip.len() as u32, directory.len() as u32);
    zip.extend(&directory);
    zip.extend(b"PK\x05\x06\0\0\0\0");
    zip.extend((entries.len() as u16).to_le_bytes());
    zip.extend((entries.len() as u16).to_le_bytes());
    zip.extend(size.to_le_bytes());
    zip.extend(start.to_le_bytes());
    zip.extend([0; 2]);
    zip
}

fn checksum(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0_u32, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| (sum >> 1) ^ (0xedb8_8320 & (sum & 1).wrapping_neg()))
    })
}
