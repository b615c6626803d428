//! Budgets of wrong guesses of portal slugs (docs/REFERENCE.md#portal-address-guesses).
//!
//! Only four random characters protect a slug from being guessed from its client's name. Wrong guesses are
//! counted per name and over all names, whatever networks they come from. Of each budget a network has only a
//! share: once it has used that up, its guesses are refused and take nothing from the rest. A network that has hardly
//! guessed has a reserve: others cannot use up its guesses over all names.

use std::time::Duration;

use crate::{Slug, Timestamp};

pub const WINDOW: Duration = Duration::from_mins(10);

/// The wrong guesses in the window that have the same in common with a new one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WrongGuesses {
    pub same_name: bool,
    pub same_network: bool,
    pub count: i64,
    pub oldest: Timestamp,
}

/// At most `limit` wrong guesses in a window.
struct Budget {
    of_name: bool,
    of_network: bool,
    limit: i64,
}

const BUDGETS: [Budget; 4] = [
    Budget { of_name: true, of_network: true, limit: 10 },
    Budget { of_name: false, of_network: true, limit: 60 },
    // Of the 1,679,616 possible suffixes of a slug one in 84,000 in a window.
    Budget { of_name: true, of_network: false, limit: 20 },
    // However many networks have a reserve: also the most rows in the table.
    Budget { of_name: false, of_network: false, limit: 3000 },
];
const TOTAL: Budget = Budget { of_name: false, of_network: false, limit: 300 };
/// What a network may guess when the total is used up.
const RESERVE: Budget = Budget { of_name: false, of_network: true, limit: 5 };

/// How long no further guess is allowed, if a budget is used up. There may still be none afterwards, when more were
/// made than the total has.
pub fn wait(wrong: &[WrongGuesses], now: Timestamp) -> Option<Duration> {
    let total = TOTAL.wait(wrong, now).zip(RESERVE.wait(wrong, now)).map(|(total, reserve)| total.min(reserve));
    BUDGETS.iter().filter_map(|budget| budget.wait(wrong, now)).chain(total).max()
}

impl Budget {
    fn wait(&self, wrong: &[WrongGuesses], now: Timestamp) -> Option<Duration> {
        let counted = wrong
            .iter()
            .filter(|guesses| (guesses.same_name || !self.of_name) && (guesses.same_network || !self.of_network));
        let used: i64 = counted.clone().map(|guesses| guesses.count).sum();
        let oldest = counted.map(|guesses| guesses.oldest).min().filter(|_| used >= self.limit)?;
        Some(WINDOW.saturating_sub(now.since(oldest)))
    }
}

/// The slug without its last, random part: what all guesses at one client have in common.
pub fn name(slug: &Slug) -> &str {
    let slug = slug.as_str();
    slug.rsplit_once('-').map_or(slug, |(name, _)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: i64) -> Timestamp {
        Timestamp::from_millis(1_000_000_000_000 + seconds * 1000)
    }

    /// Guesses since second 0.
    fn guesses(same_name: bool, same_network: bool, count: i64) -> WrongGuesses {
        WrongGuesses { same_name, same_network, count, oldest: at(0) }
    }

    #[test]
    fn each_budget_ends_at_its_limit() {
        for (same_name, same_network, limit) in
            [(true, true, 10), (false, true, 60), (true, false, 20), (false, false, 3000)]
        {
            let wrong = |count| [guesses(same_name, same_network, count)];
            assert_eq!(wait(&wrong(limit - 1), at(60)), None, "{same_name} {same_network}");
            assert_eq!(wait(&wrong(limit), at(60)), Some(Duration::from_mins(9)), "{same_name} {same_network}");
        }
    }

    #[test]
    fn shares_of_networks_add_up_to_the_budget() {
        let of_name = |others| [guesses(true, true, 9), guesses(true, false, others)];
        assert_eq!(wait(&of_name(10), at(0)), None);
        assert_eq!(wait(&of_name(11), at(0)), Some(WINDOW));
        let of_all = |others| [guesses(false, true, 59), guesses(true, false, 19), guesses(false, false, others)];
        assert_eq!(wait(&of_all(221), at(0)), None);
        assert_eq!(wait(&of_all(222), at(0)), Some(WINDOW));
    }

    #[test]
    fn network_has_five_guesses_beyond_the_total() {
        let wrong = |own, others| [guesses(false, true, own), guesses(false, false, others)];
        assert_eq!(wait(&wrong(4, 2990), at(0)), None);
        assert_eq!(wait(&wrong(5, 294), at(0)), None);
        assert_eq!(wait(&wrong(5, 295), at(0)), Some(WINDOW));
        assert_eq!(wait(&wrong(4, 2996), at(0)), Some(WINDOW), "all networks together");
        let of_name = [guesses(true, false, 20), guesses(false, false, 280)];
        assert_eq!(wait(&of_name, at(0)), Some(WINDOW), "the reserve opens no name");
    }

    #[test]
    fn wait_ends_when_the_total_or_the_reserve_has_room() {
        let older = |others| WrongGuesses { oldest: at(-100), ..others };
        let (own, others) = (guesses(false, true, 5), guesses(false, false, 300));
        let sooner = Some(Duration::from_secs(500));
        assert_eq!(wait(&[older(own), others], at(0)), sooner);
        assert_eq!(wait(&[own, older(others)], at(0)), sooner);
    }

    #[test]
    fn wait_ends_when_all_budgets_have_room() {
        let newer = WrongGuesses { oldest: at(100), ..guesses(true, true, 10) };
        assert_eq!(wait(&[newer, guesses(true, false, 10)], at(100)), Some(WINDOW));
    }

    #[test]
    fn name_is_the_part_before_the_last_dash() {
        for (text, named) in [
            ("studio-bianchi-x7k2", "studio-bianchi"),
            ("c-x7k2", "c"),
            ("anna", "anna"),
            ("-", ""),
            ("anna-verdi-", "anna-verdi"),
        ] {
            assert_eq!(name(&Slug::parse(text).unwrap()), named, "{text}");
        }
    }
}
