//! A keyed list diff: turns one list into another with as few moved entries as possible.

/// One position of the resulting list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Step {
    /// Its index in the old list; none if it is new.
    pub(crate) old: Option<usize>,
    /// Its index in the new list; none if it was removed but is held.
    pub(crate) new: Option<usize>,
    /// Whether it is an old entry that is not moved. Screen readers announce moved entries again, so as few as
    /// possible move.
    pub(crate) stays: bool,
}

/// The positions of a list that shows `new` instead of `old`, both given as keys. The entry at `pinned`, which
/// has focus or unsaved input, stays even if `new` lacks it, after its old predecessor.
pub(crate) fn plan(old: &[String], new: &[String], pinned: Option<usize>) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::with_capacity(new.len());
    for (index, key) in new.iter().enumerate() {
        // A repeated key is a separate entry.
        let is_free = |at: &usize| old[*at] == *key && !steps.iter().any(|step| step.old == Some(*at));
        let matching = (0..old.len()).find(is_free);
        steps.push(Step { old: matching, new: Some(index), stays: false });
    }
    if let Some(pinned) = pinned.filter(|pinned| !steps.iter().any(|step| step.old == Some(*pinned))) {
        let predecessor = (0..pinned).rev().find_map(|at| steps.iter().position(|step| step.old == Some(at)));
        steps.insert(predecessor.map_or(0, |at| at + 1), Step { old: Some(pinned), new: None, stays: true });
    }
    for at in unmoved(&steps, pinned) {
        steps[at].stays = true;
    }
    steps
}

/// The longest increasing subsequence of the steps' old indices that contains the held one.
fn unmoved(steps: &[Step], pinned: Option<usize>) -> Vec<usize> {
    let pivot = steps.iter().position(|step| step.old.is_some() && step.old == pinned);
    let fits = |at: usize, old: usize| match (pivot, pinned) {
        (Some(pivot), Some(pinned)) => at.cmp(&pivot) == old.cmp(&pinned),
        _ => true,
    };
    // For each step that fits: its index, its old index, the length of the longest subsequence that ends
    // there, and the predecessor in it.
    let mut rises: Vec<(usize, usize, usize, Option<usize>)> = Vec::new();
    for (at, step) in steps.iter().enumerate() {
        let Some(old) = step.old.filter(|old| fits(at, *old)) else { continue };
        let before = (0..rises.len()).filter(|before| rises[*before].1 < old).max_by_key(|before| rises[*before].2);
        rises.push((at, old, before.map_or(1, |before| rises[before].2 + 1), before));
    }
    let mut last = (0..rises.len()).max_by_key(|rise| rises[*rise].2);
    let mut unmoved = Vec::new();
    while let Some(rise) = last {
        unmoved.push(rises[rise].0);
        last = rises[rise].3;
    }
    unmoved
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The resulting list: old entries as their letter, new ones in capitals, held ones in brackets.
    fn planned(old: &str, new: &str, pinned: Option<usize>) -> String {
        let keys = |text: &str| text.chars().map(String::from).collect::<Vec<_>>();
        let (old, new) = (keys(old), keys(new));
        let show = |step: &Step| match (step.old, step.new) {
            (Some(at), Some(_)) => old[at].clone(),
            (Some(at), None) => format!("[{}]", old[at]),
            (None, Some(at)) => new[at].to_uppercase(),
            (None, None) => "?".to_owned(),
        };
        plan(&old, &new, pinned).iter().map(show).collect()
    }

    #[test]
    fn plan_keeps_known_entries_and_adds_new() {
        assert_eq!(planned("abc", "abc", None), "abc");
        assert_eq!(planned("abc", "bcd", None), "bcD");
        assert_eq!(planned("abc", "cxa", None), "cXa");
        assert_eq!(planned("", "ab", None), "AB");
        assert_eq!(planned("ab", "", None), "");
    }

    #[test]
    fn removed_entry_stays_while_pinned() {
        assert_eq!(planned("abc", "ac", Some(1)), "a[b]c");
        assert_eq!(planned("abc", "xc", Some(1)), "[b]Xc");
        assert_eq!(planned("abc", "cba", Some(1)), "cba");
    }

    #[test]
    fn plan_moves_as_few_entries_as_possible() {
        let unmoved = |old: &str, new: &str, pinned| {
            let keys = |text: &str| text.chars().map(String::from).collect::<Vec<_>>();
            let steps = plan(&keys(old), &keys(new), pinned);
            steps
                .iter()
                .filter(|step| step.stays)
                .filter_map(|step| keys(old).get(step.old?).cloned())
                .collect::<String>()
        };
        // Only the read receipt moves.
        assert_eq!(unmoved("arbcd", "abcrde", None), "abcd");
        assert_eq!(unmoved("abcd", "dabc", None), "abc");
        assert_eq!(unmoved("abcd", "dabc", Some(3)), "d", "the pinned entry does not move");
        assert_eq!(unmoved("abcd", "bdac", Some(0)), "ac");
        assert_eq!(unmoved("abc", "abc", Some(1)), "abc");
        assert_eq!(unmoved("abc", "xyz", Some(1)), "b");
        assert_eq!(unmoved("", "abc", None), "");
    }

    #[test]
    fn repeated_key_makes_two_entries() {
        assert_eq!(planned("a", "aa", None), "aA");
        assert_eq!(planned("aa", "a", None), "a");
    }
}
