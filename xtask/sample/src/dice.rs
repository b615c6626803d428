//! Chance that falls the same way every time: each record has dice of its own, so that any of them
//! can be made without the ones before it.

/// A stream of random numbers.
pub(super) struct Dice(u64);

impl Dice {
    /// The dice of record `index` of `member`.
    pub(super) fn of(member: &str, index: u64) -> Self {
        // FNV-1a over the name, then the index.
        let name = member.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
        });
        let mut dice = Self(name ^ index.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        dice.next();
        dice
    }

    /// `SplitMix64`.
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number from 0, below `end`; every one is as likely.
    pub(super) fn below(&mut self, end: u64) -> u64 {
        // The high bits, multiplied down: far more even than anybody can see here.
        ((u128::from(self.next()) * u128::from(end)) >> 64) as u64
    }

    /// A number from 0, below `end`; the low ones are likelier, so that some have much and most little.
    pub(super) fn low(&mut self, end: u64) -> u64 {
        let (one, other) = (self.below(end), self.below(end));
        one * other / end.max(1)
    }

    /// True so many times of a hundred.
    pub(super) fn percent(&mut self, chance: u64) -> bool {
        self.below(100) < chance
    }

    /// One of these.
    pub(super) fn of_these(&mut self, these: &[&'static str]) -> &'static str {
        these[usize::try_from(self.below(these.len() as u64)).unwrap_or_default()]
    }
}

#[cfg(test)]
mod tests {
    use super::Dice;

    #[test]
    fn the_same_record_is_always_made_alike_and_no_two_are() {
        let three = |member, index| {
            let mut dice = Dice::of(member, index);
            [dice.below(1000), dice.below(1000), dice.below(1000)]
        };
        assert_eq!(three("leads", 7), three("leads", 7));
        assert_ne!(three("leads", 7), three("leads", 8));
        assert_ne!(three("leads", 7), three("tasks", 7));
    }

    #[test]
    fn numbers_are_even_or_low_and_always_below_their_end() {
        let mut dice = Dice::of("test", 0);
        let (mut even, mut low) = ([0; 4], [0; 4]);
        for _ in 0..4_000 {
            even[usize::try_from(dice.below(4)).unwrap()] += 1;
            low[usize::try_from(dice.low(4)).unwrap()] += 1;
        }
        assert!(even.iter().all(|count| (850..1150).contains(count)), "{even:?}");
        assert!(low[0] > 2 * low[1] && low[1] > low[2], "{low:?}");
    }
}
