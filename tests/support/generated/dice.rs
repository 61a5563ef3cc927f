//! Chance that falls the same way every time: no clock, no randomness of the system, whole numbers only.

/// A seeded source of numbers (SplitMix64).
pub struct Dice(u64);

impl Dice {
    /// The source of that seed.
    pub fn seeded(seed: u64) -> Self {
        Self(seed)
    }

    /// Any number.
    pub fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        (self.roll() % end.max(1) as u64) as usize
    }

    /// Whether something happens that happens `times` out of a thousand.
    pub fn hits(&mut self, times: usize) -> bool {
        self.below(1000) < times
    }

    /// A size as real files have them: log-normal around `median`, one standard deviation being
    /// `sixteenths` sixteenths of a doubling.
    pub fn size(&mut self, median: usize, sixteenths: i64) -> usize {
        // Twelve five-bit numbers: their sum has the mean 186 and the standard deviation 32.
        let roll = self.roll();
        let sum: i64 = (0..12).map(|at| (roll >> (at * 5) & 31) as i64).sum();
        // In 512ths of a doubling: whole ones shift, the rest is close enough to a straight line.
        let exponent = (sum - 186) * sixteenths;
        let (whole, rest) = (exponent.div_euclid(512), exponent.rem_euclid(512));
        let size = median * (512 + rest as usize) / 512;
        if whole < 0 { size >> -whole } else { size << whole }
    }
}
