//! Bytes and words of an ask, as the engine takes them.

use ::skills::manage;
use base64::prelude::{BASE64_STANDARD, Engine};
use disk::Digest;
use message::message;

use super::{FileContents, Outline};
use crate::{Code, Failure};

pub(crate) fn bytes_of(contents: &FileContents) -> Result<Vec<u8>, Failure> {
    match contents {
        FileContents::Text { text } => Ok(text.as_bytes().to_owned()),
        FileContents::Base64 { bytes } => BASE64_STANDARD.decode(bytes).map_err(|error| {
            Failure::new(Code::WrongUse, message!("the bytes are not Base64: {error}.", error))
        }),
    }
}

pub(crate) fn digest_of(seen: &str) -> Result<Digest, Failure> {
    Digest::parse(seen).ok_or_else(|| {
        Failure::new(Code::WrongUse, message!("the digest of what was seen has 64 hex digits."))
    })
}

pub(crate) fn outline_of(outline: Outline) -> manage::Outline {
    match outline {
        Outline::Short => manage::Outline::Short,
        Outline::Steps => manage::Outline::Steps,
        Outline::Rules => manage::Outline::Rules,
    }
}
