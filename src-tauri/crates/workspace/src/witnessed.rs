//! A log beside what was seen of it before.

use disk::{Fault, Stamp};
use sessions::{Reach, Testimony, Witness, witness_path};

use crate::Session;
use crate::locked::locked;

/// What comparing a log with its witness said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Witnessed {
    /// The log, as it was when it was compared.
    pub stamp: Stamp,
    /// How far it had been seen.
    pub reach: Option<Reach>,
    /// How it stands to that.
    pub testimony: Testimony,
    /// Whether it is another file than the one that was seen last, whatever it holds.
    pub is_another_file: bool,
}

impl Session {
    /// The file that keeps what was seen of the log; nothing where Assay keeps nothing.
    ///
    /// # Errors
    ///
    /// As [`Witness::open`].
    pub fn witness(&self) -> Result<Option<Witness>, Fault> {
        let Some(kept) = self.kept() else { return Ok(None) };
        Witness::open(&witness_path(kept, &self.place.workspace, &self.place.id)).map(Some)
    }

    /// Compares the log with what was seen of it. Reads all that was seen, once for each state of both.
    ///
    /// # Errors
    ///
    /// As [`Witness::open`] and [`Witness::compare`].
    pub fn compare_with_witness(&self) -> Result<Option<Witnessed>, Fault> {
        let Some(witness) = self.witness()? else { return Ok(None) };
        let stamp = disk::look(&self.path)?.stamp;
        let reach = witness.reach();
        if let Some(known) = *locked(&self.witnessed)
            && (known.stamp, known.reach) == (stamp, reach)
        {
            return Ok(Some(known));
        }
        let testimony = witness.compare(&self.path)?;
        let found = Witnessed { stamp, reach, testimony, is_another_file: witness.is_another_file(stamp) };
        *locked(&self.witnessed) = Some(found);
        Ok(Some(found))
    }
}
