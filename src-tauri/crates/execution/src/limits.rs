use std::time::Duration;

/// What a command may use up. Whatever exceeds one of these ends with all its children.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Time on the wall from its start to its end.
    pub wall: Duration,
    /// Bytes kept of each of its two streams.
    pub keep: u64,
    /// The most bytes read of one stream; what writes more is stopped as a flood.
    pub read: u64,
    /// Bytes of memory of their own for it and its children together. The address space of each of them has
    /// four times as much, because runtimes reserve far more than they use.
    pub memory: u64,
    /// How many processes there may be at once.
    pub processes: u64,
    /// How many files each may have open.
    pub files: u64,
    /// Bytes of the largest file it may write.
    pub file_size: u64,
    /// Processor time of each process; counted in whole seconds.
    pub cpu: Duration,
}

impl Limits {
    /// What a source of facts may use: it reads, and it answers shortly.
    pub fn for_source(wall: Duration, keep: u64) -> Self {
        Self {
            wall,
            keep,
            read: keep.max(1 << 20),
            memory: 1 << 30,
            processes: 64,
            files: 256,
            file_size: 16 << 20,
            cpu: wall + Duration::from_secs(1),
        }
    }
}
