//! Deterministic random numbers. Each record has a generator of its own, so that any record can be made
//! without the ones before it.

/// `SplitMix64`, seeded by the name of a member and the index of a record.
pub(super) struct SeededRng(u64);

impl SeededRng {
    pub(super) fn for_record(member: &str, index: u64) -> Self {
        // FNV-1a of the name.
        let name = member
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
        let mut rng = Self(name ^ index.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        rng.next();
        rng
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A uniform number in `0..end`.
    pub(super) fn below(&mut self, end: u64) -> u64 {
        // Multiply-shift: the bias is at most end / 2^64.
        ((u128::from(self.next()) * u128::from(end)) >> 64) as u64
    }

    /// A number in `0..end`; low numbers are likelier, so that a few records get most of the children.
    pub(super) fn skewed_below(&mut self, end: u64) -> u64 {
        let (one, other) = (self.below(end), self.below(end));
        one * other / end.max(1)
    }

    /// True with a probability of `chance` percent.
    pub(super) fn percent(&mut self, chance: u64) -> bool {
        self.below(100) < chance
    }

    pub(super) fn pick(&mut self, items: &[&'static str]) -> &'static str {
        items[usize::try_from(self.below(items.len() as u64)).unwrap_or_default()]
    }
}

#[cfg(test)]
mod tests {
    use super::SeededRng;

    #[test]
    fn same_record_repeats_and_records_differ() {
        let draw_three = |member, index| {
            let mut rng = SeededRng::for_record(member, index);
            [rng.below(1000), rng.below(1000), rng.below(1000)]
        };
        assert_eq!(draw_three("leads", 7), draw_three("leads", 7));
        assert_ne!(draw_three("leads", 7), draw_three("leads", 8));
        assert_ne!(draw_three("leads", 7), draw_three("tasks", 7));
    }

    #[test]
    fn below_is_uniform_and_skewed_below_is_not() {
        let mut rng = SeededRng::for_record("test", 0);
        let (mut even, mut low) = ([0; 4], [0; 4]);
        for _ in 0..4_000 {
            even[usize::try_from(rng.below(4)).unwrap()] += 1;
            low[usize::try_from(rng.skewed_below(4)).unwrap()] += 1;
        }
        assert!(even.iter().all(|count| (850..1150).contains(count)), "{even:?}");
        assert!(low[0] > 2 * low[1] && low[1] > low[2], "{low:?}");
    }
}
