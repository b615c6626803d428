use proptest::prelude::*;

use super::*;
use crate::Timestamp;
use crate::id::{PaymentId, ProjectId, QuoteItemId};

fn currency(code: &str) -> Currency {
    Currency::parse(code).expect("a currency")
}

fn quantity(text: &str) -> Quantity {
    Quantity::parse(text).expect("a quantity")
}

fn project() -> ProjectId {
    ProjectId::parse("p").expect("an id")
}

#[test]
fn amount_formats_per_language() {
    for (cents, code, it, en) in [
        (123_450, "EUR", "1.234,50\u{a0}€", "€1,234.50"),
        (0, "EUR", "0,00\u{a0}€", "€0.00"),
        (-5, "EUR", "-0,05\u{a0}€", "-€0.05"),
        (99_999, "USD", "999,99\u{a0}$", "$999.99"),
        (100_000_000, "GBP", "1.000.000,00\u{a0}£", "£1,000,000.00"),
        (-100_000, "CHF", "-1.000,00\u{a0}CHF", "-CHF\u{a0}1,000.00"),
    ] {
        assert_eq!(written(cents, &currency(code), Language::It), it);
        assert_eq!(written(cents, &currency(code), Language::En), en);
    }
    assert!(written(i128::MIN, &Currency::default(), Language::It).starts_with("-1.701.411"));
}

#[test]
fn decimal_uses_separator_of_language() {
    assert_eq!(decimal(123_450, Language::En), "1234.50");
    assert_eq!(decimal(-7, Language::En), "-0.07");
    assert_eq!(decimal(123_450, Language::It), "1234,50");
    assert_eq!(decimal(i64::MIN, Language::En), "-92233720368547758.08");
}

#[test]
fn quantity_formats_per_language() {
    for (stored, it, en) in [
        ("1.5", "1,5", "1.5"),
        ("000.250000", "0,25", "0.25"),
        ("2.0", "2", "2"),
        ("1.125", "1,1250", "1.1250"),
    ] {
        assert_eq!(quantity(stored).shown(Language::It), it);
        assert_eq!(quantity(stored).shown(Language::En), en);
    }
}

#[test]
fn half_cent_rounds_away_from_zero() {
    for (count, price, total) in [
        ("1", 12_345, 12_345),
        ("0.5", 60_000, 30_000),
        ("0.5", 1, 1),
        ("0.499999", 1, 0),
        ("1.5", 3, 5),
        ("1.5", -3, -5),
        ("0.333333", 100, 33),
        ("0", 100, 0),
    ] {
        assert_eq!(quantity(count).times(price), total, "{count} × {price}");
    }
    let most = quantity("999999999999.999999");
    assert_eq!(most.times(i64::MAX), 9_223_372_036_854_775_797_776_627_963_145);
    assert_eq!(most.times(i64::MIN), -9_223_372_036_854_775_798_776_627_963_145);
}

#[test]
fn quote_total_sums_rounded_items() {
    let item = |count: &str, unit_price_cents| QuoteItem {
        id: QuoteItemId::parse("q").expect("an id"),
        project_id: project(),
        description: "Voce".to_owned(),
        quantity: quantity(count),
        unit_price_cents,
        vat_rate: None,
        position: 0,
    };
    assert_eq!(quote_total(&[]), Some(0));
    assert_eq!(quote_total(&[item("0.5", 1), item("0.5", 1), item("2", -1)]), Some(0));
    let huge = item("999999999999", i64::MAX);
    assert_eq!(quote_total(&[huge.clone(), huge.clone()]), Some(2 * huge.total_cents()));
}

#[test]
fn payment_totals_group_by_currency() {
    let payment = |amount_cents, code: &str, paid: bool| Payment {
        id: PaymentId::parse("p").expect("an id"),
        project_id: project(),
        label: "Rata".to_owned(),
        amount_cents,
        currency: currency(code),
        due_on: None,
        paid_at: paid.then_some(Timestamp::MIN),
    };
    assert!(PaymentTotals::of(&[]).is_empty());
    let totals = PaymentTotals::of(&[
        payment(i64::MAX, "USD", false),
        payment(100, "EUR", true),
        payment(i64::MAX, "USD", true),
        payment(250, "EUR", false),
    ]);
    assert_eq!(totals.len(), 2);
    assert_eq!((totals[0].currency.as_str(), totals[0].agreed, totals[0].paid), ("EUR", 350, 100));
    assert_eq!(totals[0].open(), 250);
    assert_eq!((totals[1].agreed, totals[1].open()), (2 * i128::from(i64::MAX), i128::from(i64::MAX)));
}

proptest! {
    #[test]
    fn formatted_value_parses_back(integer in 0_u64..1_000_000_000_000, fraction in 0_u32..1_000_000, amount in -100_000_000_000_i64..=100_000_000_000) {
        for language in [Language::It, Language::En] {
            let shown = quantity(&format!("{integer}.{fraction:06}"));
            let again = Quantity::parse_typed(&shown.shown(language)).expect("a quantity");
            prop_assert_eq!(again.millionths(), shown.millionths());
            prop_assert_eq!(cents(&decimal(amount, language)), Some(amount));
            prop_assert_eq!(cents(&written(amount.into(), &Currency::default(), language)), Some(amount));
        }
    }

    /// Against long division by hand: no quantity times no price overflows, and none is off by more
    /// than half a cent.
    #[test]
    fn item_total_is_within_half_a_cent(integer in 0_u64..1_000_000_000_000, fraction in 0_u32..1_000_000, price: i64) {
        let exact = (i128::from(integer) * 1_000_000 + i128::from(fraction)) * i128::from(price);
        let total = quantity(&format!("{integer}.{fraction:06}")).times(price);
        prop_assert!((total * 1_000_000 - exact).abs() <= 500_000);
    }
}
