//! What was acknowledged, what is stored, and what polls returned.

use std::{collections::BTreeSet, ops::AddAssign};

use super::conversation::Comment;

#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Verdict {
    pub(crate) lost: usize,
    pub(crate) stored_twice: usize,
    pub(crate) missed_or_repeated: usize,
}

impl Verdict {
    pub(crate) fn of(acknowledged: &[Comment], stored: &[Comment], seen: &[Comment]) -> Self {
        let texts: BTreeSet<&str> = stored.iter().map(|comment| comment.text.as_str()).collect();
        let stored_ids = ids(stored);
        let seen_ids = ids(seen);
        Self {
            lost: ids(acknowledged).difference(&stored_ids).count(),
            stored_twice: stored.len() - texts.len(),
            missed_or_repeated: stored_ids.difference(&seen_ids).count() + seen.len() - seen_ids.len(),
        }
    }
}

fn ids(comments: &[Comment]) -> BTreeSet<&str> {
    comments.iter().map(|comment| comment.id.as_str()).collect()
}

impl AddAssign for Verdict {
    fn add_assign(&mut self, other: Self) {
        self.lost += other.lost;
        self.stored_twice += other.stored_twice;
        self.missed_or_repeated += other.missed_or_repeated;
    }
}

#[cfg(test)]
mod tests {
    use super::{Comment, Verdict};

    fn comments(list: &[(&str, &str)]) -> Vec<Comment> {
        let comment = |(id, text): &(&str, &str)| Comment {
            id: (*id).to_owned(),
            text: (*text).to_owned(),
            created_at: String::new(),
        };
        list.iter().map(comment).collect()
    }

    #[test]
    fn what_is_stored_and_seen_once_is_right() {
        let all = comments(&[("1", "a"), ("2", "b")]);
        assert_eq!(Verdict::of(&all[..1], &all, &all), Verdict::default());
    }

    #[test]
    fn lost_twice_missed_and_repeated_are_counted() {
        let acknowledged = comments(&[("1", "a"), ("2", "b")]);
        let stored = comments(&[("2", "b"), ("3", "b"), ("4", "c")]);
        let seen = comments(&[("2", "b"), ("2", "b"), ("4", "c")]);
        let expected = Verdict { lost: 1, stored_twice: 1, missed_or_repeated: 2 };
        assert_eq!(Verdict::of(&acknowledged, &stored, &seen), expected);
    }
}
