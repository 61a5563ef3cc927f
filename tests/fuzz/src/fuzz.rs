//! A reader of hostile bytes, fed by libFuzzer, which keeps what reaches new code and mutates that further.
//!
//! `cargo xtask fuzz READER COUNT` builds and starts it. `ASSAY_READER` names the reader, `ASSAY_SEEDS` the folder that
//! its seeds are laid in before it begins.

#![no_main]

use std::cell::RefCell;
use std::path::PathBuf;

use tests::readers::Reader;

thread_local! {
    // libFuzzer calls from one thread.
    static READER: RefCell<Reader> = RefCell::new(named());
}

fn named() -> Reader {
    let name = std::env::var("ASSAY_READER").expect("ASSAY_READER names a reader");
    Reader::named(&name).expect("the reader is one of tests/support/readers.rs")
}

libfuzzer_sys::fuzz_target!(
    init: READER.with_borrow(|reader| {
        let folder = PathBuf::from(std::env::var_os("ASSAY_SEEDS").expect("ASSAY_SEEDS names a folder"));
        for (at, seed) in reader.seeds.iter().enumerate() {
            std::fs::write(folder.join(at.to_string()), seed).expect("the seeds are laid down");
        }
    }),
    |bytes: &[u8]| READER.with_borrow_mut(|reader| (reader.read)(bytes))
);
