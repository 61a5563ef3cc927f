use ::workspace::Read;

/// Whether an event is one that only keeps the log of its agent in order.
pub(crate) fn is_bookkeeping(read: &Read, position: usize) -> bool {
    read.log.at(position).is_some_and(::sessions::Row::is_bookkeeping)
}
