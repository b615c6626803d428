//! Sums of whole numbers, whatever is stored.

/// The part of a number that is added up apart from the rest: neither part overflows in fewer than 200 million rows.
const PART: i64 = 1_000_000_000;
/// The most that [`saturating_sum`] returns, in [`PART`]s.
const MAX_PARTS: i64 = 9_000_000_000;

/// SQL for the sum of a BIGINT expression, at most 9·10^18 in either direction; 0 without rows. `SUM` alone fails on both
/// databases where a sum is no BIGINT, and databases of earlier versions may have such rows.
pub(crate) fn saturating_sum(value: &str) -> String {
    let high = format!("SUM(({value}) / {PART})");
    let low = format!("SUM(({value}) % {PART})");
    let most = i128::from(MAX_PARTS) * i128::from(PART);
    format!(
        "CAST(COALESCE(CASE WHEN {high} >= {MAX_PARTS} THEN {most} WHEN {high} <= -{MAX_PARTS} THEN -{most} \
         ELSE {high} * {PART} + {low} END, 0) AS BIGINT)"
    )
}
