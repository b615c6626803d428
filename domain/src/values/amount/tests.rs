use proptest::prelude::*;

use super::*;

fn currency(code: &str) -> Currency {
    Currency::parse(code).expect("a currency")
}

fn quantity(text: &str) -> Quantity {
    Quantity::parse(text).expect("a quantity")
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
    for (stored, it, en) in
        [("1.5", "1,5", "1.5"), ("000.250000", "0,25", "0.25"), ("2.0", "2", "2"), ("1.125", "1,1250", "1.1250")]
    {
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
