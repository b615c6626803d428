//! Bodies of the largest size for tests. Without a clock they bound the work: quadratic work on one of them
//! would take many minutes.

/// The largest body a source accepts, in bytes.
pub(super) const MAX_BODY_BYTES: usize = 262_144;

/// `unit` repeated up to `size` bytes.
pub(super) fn repeated(unit: &str, size: usize) -> String {
    unit.repeat(size / unit.len())
}
