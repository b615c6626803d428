//! Where something that is dragged would be dropped.

/// How far a pointer moves, in pixels, before a press is a drag, or before a finger that should be still
/// is scrolling.
const SLOP: i32 = 6;

/// Whether a pointer has moved, rather than trembled.
pub fn has_moved(from: (i32, i32), to: (i32, i32)) -> bool {
    (from.0 - to.0).abs() > SLOP || (from.1 - to.1).abs() > SLOP
}

/// Before which of the entries of a column, given by where each begins and ends, something at the height
/// `y` belongs; none: after all of them.
pub fn slot(entries: &[(i32, i32)], y: i32) -> Option<usize> {
    entries.iter().position(|(top, bottom)| y < i32::midpoint(*top, *bottom))
}

/// Whether dropping the entry `item` of `list` before `before` leaves the list as it is.
pub fn is_no_move(list: &[String], item: &str, before: Option<&str>) -> bool {
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
        for (y, expected) in
            [(-5, Some(0)), (9, Some(0)), (10, Some(1)), (39, Some(1)), (40, Some(2)), (70, None)]
        {
            assert_eq!(slot(&column, y), expected, "{y}");
        }
        assert_eq!(slot(&[], 5), None);
    }

    #[test]
    fn drop_at_own_position_is_no_move() {
        let list = ["a", "b", "c"].map(str::to_owned);
        assert!(is_no_move(&list, "b", Some("c")));
        assert!(is_no_move(&list, "b", Some("b")));
        assert!(is_no_move(&list, "c", None));
        assert!(!is_no_move(&list, "b", None));
        assert!(!is_no_move(&list, "b", Some("a")));
        assert!(!is_no_move(&list, "other", Some("a")), "it comes from another list");
        assert!(!is_no_move(&list, "other", None));
    }
}
