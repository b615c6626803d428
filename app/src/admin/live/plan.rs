//! How a list becomes another one while what stays in it stays where and what it is.

/// A place of the list as it is to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// Which of the old entries stands there; none: a new one.
    pub old: Option<usize>,
    /// Which of the new entries it is; none: an old one that is held though it is gone.
    pub new: Option<usize>,
}

/// The places of a list that shows `new` instead of `old`, both as keys. The entry that is `held`, because
/// somebody is at it, stays also when it is gone, after the one it stood behind.
pub fn plan(old: &[String], new: &[String], held: Option<usize>) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::with_capacity(new.len());
    for (place, key) in new.iter().enumerate() {
        // A key that comes twice is another entry the second time.
        let is_free = |at: &usize| old[*at] == *key && !steps.iter().any(|step| step.old == Some(*at));
        let known = (0..old.len()).find(is_free);
        steps.push(Step { old: known, new: Some(place) });
    }
    if let Some(held) = held.filter(|held| !steps.iter().any(|step| step.old == Some(*held))) {
        let stood_before = (0..held).rev().find_map(|at| steps.iter().position(|step| step.old == Some(at)));
        steps.insert(stood_before.map_or(0, |at| at + 1), Step { old: Some(held), new: None });
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The list as it is to be: known entries by their letter, new ones in capitals, held ones in brackets.
    fn planned(old: &str, new: &str, held: Option<usize>) -> String {
        let keys = |text: &str| text.chars().map(String::from).collect::<Vec<_>>();
        let (old, new) = (keys(old), keys(new));
        let show = |step: &Step| match (step.old, step.new) {
            (Some(at), Some(_)) => old[at].clone(),
            (Some(at), None) => format!("[{}]", old[at]),
            (None, Some(at)) => new[at].to_uppercase(),
            (None, None) => "?".to_owned(),
        };
        plan(&old, &new, held).iter().map(show).collect()
    }

    #[test]
    fn what_is_known_stays_and_what_is_new_comes_in() {
        assert_eq!(planned("abc", "abc", None), "abc");
        assert_eq!(planned("abc", "bcd", None), "bcD");
        assert_eq!(planned("abc", "cxa", None), "cXa");
        assert_eq!(planned("", "ab", None), "AB");
        assert_eq!(planned("ab", "", None), "");
    }

    #[test]
    fn what_somebody_is_at_stays_though_it_is_gone() {
        assert_eq!(planned("abc", "ac", Some(1)), "a[b]c");
        assert_eq!(planned("abc", "xc", Some(1)), "[b]Xc");
        assert_eq!(planned("abc", "cba", Some(1)), "cba");
    }

    #[test]
    fn a_key_that_comes_twice_is_two_entries() {
        assert_eq!(planned("a", "aa", None), "aA");
        assert_eq!(planned("aa", "a", None), "a");
    }
}
