//! What a quote comes to, without and with VAT. Sums that could overflow are checked.

use std::collections::BTreeMap;

use crate::{Percent, QuoteItem};

impl QuoteItem {
    /// Quantity times price, in cents ([`Quantity::times`]).
    pub fn total_cents(&self) -> i128 {
        self.quantity.times(self.unit_price_cents)
    }
}

/// The sum of all quote items in cents, each rounded as displayed; `None` on overflow.
pub fn quote_total(items: &[QuoteItem]) -> Option<i128> {
    items.iter().try_fold(0_i128, |total, item| total.checked_add(item.total_cents()))
}

/// The items of one rate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VatGroup {
    pub rate: Percent,
    pub taxable_cents: i128,
    pub vat_cents: i128,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct QuoteTotals {
    /// By rate, the highest first.
    pub groups: Vec<VatGroup>,
    pub taxable_cents: i128,
    pub vat_cents: i128,
    /// What the client pays.
    pub total_cents: i128,
}

impl QuoteTotals {
    /// Sums the items, each rounded as displayed; those without a rate have `usual`. VAT is calculated once for the sum of
    /// each rate. `None` on overflow.
    pub fn of(items: &[QuoteItem], usual: Percent) -> Option<Self> {
        let mut taxable = BTreeMap::<Percent, i128>::new();
        for item in items {
            let sum = taxable.entry(item.vat_rate.unwrap_or(usual)).or_default();
            *sum = sum.checked_add(item.total_cents())?;
        }
        let mut totals = Self::default();
        for (rate, taxable_cents) in taxable.into_iter().rev() {
            let vat_cents = vat(taxable_cents, rate)?;
            totals.groups.push(VatGroup { rate, taxable_cents, vat_cents });
            totals.taxable_cents = totals.taxable_cents.checked_add(taxable_cents)?;
            totals.vat_cents = totals.vat_cents.checked_add(vat_cents)?;
        }
        totals.total_cents = totals.taxable_cents.checked_add(totals.vat_cents)?;
        Some(totals)
    }
}

/// Half a cent is rounded up.
fn vat(taxable_cents: i128, rate: Percent) -> Option<i128> {
    const WHOLE: i128 = 10_000;
    let exact = taxable_cents.checked_mul(rate.hundredths().into())?;
    Some(exact.checked_add(WHOLE / 2)?.div_euclid(WHOLE))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Quantity;
    use crate::id::{ProjectId, QuoteItemId};

    fn rate(text: &str) -> Percent {
        Percent::parse_typed(text).expect("a rate")
    }

    fn item(quantity: &str, unit_price_cents: i64, vat_rate: Option<&str>) -> QuoteItem {
        QuoteItem {
            id: QuoteItemId::parse("q").expect("an id"),
            project_id: ProjectId::parse("p").expect("an id"),
            description: "Voce".to_owned(),
            quantity: Quantity::parse(quantity).expect("a quantity"),
            unit_price_cents,
            vat_rate: vat_rate.map(rate),
            position: 0,
        }
    }

    #[test]
    fn quote_total_sums_rounded_items() {
        assert_eq!(quote_total(&[]), Some(0));
        assert_eq!(quote_total(&[item("0.5", 1, None), item("0.5", 1, None), item("2", -1, None)]), Some(0));
        let huge = item("999999999999", i64::MAX, None);
        assert_eq!(quote_total(&[huge.clone(), huge.clone()]), Some(2 * huge.total_cents()));
    }

    #[test]
    fn vat_rounds_half_up() {
        for (taxable, percent, expected) in [
            (0, "22", 0),
            (100, "22", 22),
            (2, "22", 0),
            (3, "22", 1),
            (25, "22", 6),
            (75, "22", 17),
            (1, "50", 1),
            (-1, "50", 0),
            (-3, "50", -1),
            (-100, "22", -22),
            (10, "5", 1),
            (9, "5", 0),
            (123_456, "0", 0),
            (123_456, "100", 123_456),
            (10_000, "5,25", 525),
        ] {
            assert_eq!(vat(taxable, rate(percent)), Some(expected), "{percent} of {taxable}");
        }
    }

    #[test]
    fn vat_is_rounded_once_per_rate() {
        // 0.22 × 3 = 0.66 each: rounded per item it would be 3, on the sum it is 2.
        let items = [item("1", 3, Some("22")), item("1", 3, None), item("1", 3, None)];
        let totals = QuoteTotals::of(&items, rate("22")).expect("totals");
        assert_eq!((totals.taxable_cents, totals.vat_cents, totals.total_cents), (9, 2, 11));
        assert_eq!(totals.groups.len(), 1);
    }

    #[test]
    fn vat_is_grouped_by_rate() {
        let items = [
            item("1.5", 100_000, None),
            item("1", 20_000, Some("4")),
            item("1", -10_000, Some("22")),
            item("2", 5_000, Some("0")),
            item("1", 10_000, Some("4")),
        ];
        let totals = QuoteTotals::of(&items, rate("22")).expect("totals");
        let group = |percent, taxable_cents, vat_cents| VatGroup { rate: rate(percent), taxable_cents, vat_cents };
        assert_eq!(totals.groups, [group("22", 140_000, 30_800), group("4", 30_000, 1_200), group("0", 10_000, 0)]);
        assert_eq!((totals.taxable_cents, totals.vat_cents, totals.total_cents), (180_000, 32_000, 212_000));
        assert_eq!(QuoteTotals::of(&[], rate("22")), Some(QuoteTotals::default()));
    }
}
