//! Computes the drop position of a dragged item.

/// How far a pointer moves before a press becomes a drag, or a scroll by touch, in pixels.
const DRAG_THRESHOLD: i32 = 6;

/// Whether a pointer has moved beyond the threshold.
pub(crate) fn has_moved(from: (i32, i32), to: (i32, i32)) -> bool {
    (from.0 - to.0).abs() > DRAG_THRESHOLD || (from.1 - to.1).abs() > DRAG_THRESHOLD
}

/// The index of the entry before which an item at height `y` belongs; none if it is after all of them.
/// Entries are given by their top and bottom.
pub(crate) fn slot(entries: &[(i32, i32)], y: i32) -> Option<usize> {
    entries.iter().position(|(top, bottom)| y < i32::midpoint(*top, *bottom))
}

/// Whether moving `item` before `before` (none: to the end) leaves `list` unchanged.
pub(crate) fn is_unchanged(list: &[String], item: &str, before: Option<&str>) -> bool {
    let after = list.iter().position(|id| id == item).map(|at| list.get(at + 1));
    after.is_some_and(|after| before == Some(item) || after.map(String::as_str) == before)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drag_starts_after_six_pixels() {
        assert!(!has_moved((10, 10), (16, 4)));
        assert!(has_moved((10, 10), (17, 10)));
        assert!(has_moved((10, 10), (10, 3)));
    }

    #[test]
    fn drop_slot_is_before_entry_hovered_in_upper_half() {
        let column = [(0, 20), (20, 60), (60, 80)];
        for (y, expected) in [(-5, Some(0)), (9, Some(0)), (10, Some(1)), (39, Some(1)), (40, Some(2)), (70, None)] {
            assert_eq!(slot(&column, y), expected, "{y}");
        }
        assert_eq!(slot(&[], 5), None);
    }

    #[test]
    fn drop_at_own_position_is_no_move() {
        let list = ["a", "b", "c"].map(str::to_owned);
        assert!(is_unchanged(&list, "b", Some("c")));
        assert!(is_unchanged(&list, "b", Some("b")));
        assert!(is_unchanged(&list, "c", None));
        assert!(!is_unchanged(&list, "b", None));
        assert!(!is_unchanged(&list, "b", Some("a")));
        assert!(!is_unchanged(&list, "other", Some("a")), "an item of another list changes the order");
        assert!(!is_unchanged(&list, "other", None));
    }
}
