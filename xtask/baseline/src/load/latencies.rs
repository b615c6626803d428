//! Every latency, in microseconds: four bytes a request are little enough to keep.

use std::time::Duration;

#[derive(Debug, Default)]
pub(super) struct Latencies(Vec<u32>);

impl Latencies {
    pub(super) fn record(&mut self, latency: Duration) {
        self.0.push(u32::try_from(latency.as_micros()).unwrap_or(u32::MAX));
    }

    pub(super) fn merge(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    pub(super) fn count(&self) -> u32 {
        u32::try_from(self.0.len()).unwrap_or(u32::MAX)
    }

    pub(super) fn sort(&mut self) {
        self.0.sort_unstable();
    }

    /// The smallest latency that at least `percent` of all do not exceed; 0 without any. Call [`sort`](Self::sort)
    /// first.
    pub(super) fn percentile(&self, percent: usize) -> u32 {
        let rank = (self.0.len() * percent).div_ceil(100).max(1);
        self.0.get(rank - 1).copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::Latencies;

    #[test]
    fn percentile_is_nearest_rank() {
        let mut latencies = Latencies::default();
        assert_eq!(latencies.percentile(99), 0);
        for millis in (1..=200).rev() {
            latencies.record(Duration::from_millis(millis));
        }
        latencies.sort();
        let percentiles = [0, 50, 99, 100].map(|percent| latencies.percentile(percent));
        assert_eq!(percentiles, [1_000, 100_000, 198_000, 200_000]);
        assert_eq!(latencies.count(), 200);
    }
}
