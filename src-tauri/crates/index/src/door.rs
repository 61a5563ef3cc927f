//! How a question reaches the index without waiting for a step: by a connection of its own where there is a file.

use std::path::Path;
use std::sync::MutexGuard;

use crate::live::Writer;
use crate::{Listed, Ranked, Reader, Trouble};

/// A connection that waits for no step, or the index itself where it lives in memory.
pub(crate) enum Door<'a> {
    Reader(Reader),
    Writer(MutexGuard<'a, Writer>),
}

impl<'a> Door<'a> {
    /// Opens the file that is read, or waits for the index itself where there is none that can be.
    pub fn open(
        file: Option<&Path>,
        writer: impl FnOnce() -> MutexGuard<'a, Writer>,
    ) -> Result<Self, Trouble> {
        match file.map(Reader::open) {
            Some(Ok(reader)) => Ok(Self::Reader(reader)),
            Some(Err(trouble @ Trouble::Broken(_))) => Err(trouble),
            Some(Err(_)) | None => Ok(Self::Writer(writer())),
        }
    }
}

macro_rules! either {
    ($($name:ident($($value:ident: $kind:ty),*) -> $answer:ty;)*) => {
        impl Door<'_> {
            $(pub fn $name(&self $(, $value: $kind)*) -> Result<$answer, Trouble> {
                match self {
                    Self::Reader(reader) => reader.$name($($value),*),
                    Self::Writer(writer) => match &writer.index {
                        Some(index) => index.$name($($value),*),
                        None => Ok(Default::default()),
                    },
                }
            })*
        }
    };
}

either! {
    revision() -> i64;
    listed() -> Listed;
    snapshot(content: &str) -> Option<String>;
    ranked(words: &str, limit: usize, takes: &dyn Fn(&str) -> bool) -> Ranked;
}
