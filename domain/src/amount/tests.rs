use proptest::prelude::*;

use super::*;
use crate::Timestamp;
use crate::form::Form;
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
fn an_amount_is_written_as_its_reader_writes_it() {
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
fn a_machine_reads_a_point_and_a_form_what_is_typed() {
    assert_eq!(decimal(123_450, Language::En), "1234.50");
    assert_eq!(decimal(-7, Language::En), "-0.07");
    assert_eq!(decimal(123_450, Language::It), "1234,50");
    assert_eq!(decimal(i64::MIN, Language::En), "-92233720368547758.08");
}

#[test]
fn a_quantity_is_typed_with_a_comma_or_a_point() {
    for (typed, kept) in [
        ("1,5", "1.5"),
        (" 2.25 ", "2.25"),
        ("3", "3"),
        ("007,50", "7.5"),
        ("0,125", "0.125"),
        ("1.000,5", "1000.5"),
        ("1,000.5", "1000.5"),
        ("1.000.000", "1000000"),
        ("1 000", "1000"),
        ("1,1250", "1.125"),
    ] {
        assert_eq!(Quantity::typed(typed).expect(typed).as_str(), kept);
    }
    // A thousand, or one and an eighth?
    for unclear in ["1.000", "1,125", "12.500"] {
        assert!(Quantity::typed(unclear).is_err(), "{unclear}");
    }
    for bad in [
        "",
        "-1",
        "+1",
        "1e999",
        "1,2,3",
        "1.2,3",
        "1.00,5",
        "NaN",
        "1234567890123",
        "1.1234567",
        "½",
        "1,",
        ",5",
        "٣",
        "1.000.00",
        "1000.000,5",
        ".",
        "0x10",
    ] {
        assert!(Quantity::typed(bad).is_err(), "{bad}");
    }
}

#[test]
fn a_quantity_is_shown_as_it_would_be_typed() {
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
fn an_amount_is_typed_in_many_ways() {
    for (text, amount) in [
        ("1.234,50", 123_450),
        ("1234.50", 123_450),
        ("1,234.50", 123_450),
        ("1234,5", 123_450),
        ("1 234,50 €", 123_450),
        ("€ 1.234", 123_400),
        ("€1,234.50", 123_450),
        ("1'234.50", 123_450),
        ("1.234.567", 123_456_700),
        ("1.234.567,8", 123_456_780),
        ("0,05", 5),
        ("0", 0),
        ("-10", -1_000),
        ("−0,01", -1),
        ("-€5", -500),
    ] {
        assert_eq!(cents(text), Some(amount), "{text}");
    }
    for bad in [
        "",
        "-",
        "€",
        "abc",
        "1e999",
        "1e3",
        "NaN",
        "inf",
        "1,234,5",
        "1.23.45",
        "1,2345",
        "0,125",
        "1..2",
        "1,",
        ",5",
        "--1",
        "1-",
        "12345678901234567890",
        "92233720368547758,08",
        "1.000,000",
        "1.000,00,0",
        "٣",
        "$5",
    ] {
        assert_eq!(cents(bad), None, "{bad}");
    }
}

#[test]
fn half_a_cent_is_rounded_up() {
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
fn a_quote_is_the_sum_of_its_rounded_lines() {
    let item = |count: &str, unit_price_cents| QuoteItem {
        id: QuoteItemId::parse("q").expect("an id"),
        project_id: project(),
        description: "Voce".to_owned(),
        quantity: quantity(count),
        unit_price_cents,
        position: 0,
    };
    assert_eq!(quote_total(&[]), Some(0));
    assert_eq!(quote_total(&[item("0.5", 1), item("0.5", 1), item("2", -1)]), Some(0));
    let huge = item("999999999999", i64::MAX);
    assert_eq!(quote_total(&[huge.clone(), huge.clone()]), Some(2 * huge.total_cents()));
}

#[test]
fn payments_are_added_by_currency() {
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

fn read(field: &str, text: &str) -> Form {
    Form::default().with(field, Some(text))
}

#[test]
fn a_form_takes_amounts_within_reason() {
    let amount = |text: &str, least| {
        let form = read("amount", text);
        let mut reading = Reading::of(&form);
        let amount = reading.amount("amount", least);
        reading.done(|| amount).map_err(|problems| problems.of("amount").expect("a problem"))
    };
    assert_eq!(amount("1.000.000.000", 0), Ok(100_000_000_000));
    let range = Err(Problem::OutOfRange(0, 1_000_000_000));
    assert_eq!((amount("1.000.000.000,01", 0), amount("-0,01", 0)), (range, range));
    assert_eq!(amount("-10", -20), Ok(-1_000));
    assert_eq!((amount("", 0), amount("molto", 0)), (Err(Problem::Empty), Err(Problem::NotAmount)));
}

#[test]
fn a_currency_is_three_letters() {
    let currency = |text: &str| {
        let form = read("currency", text);
        let mut reading = Reading::of(&form);
        let currency = reading.currency("currency");
        reading.done(|| currency.to_string()).map_err(|problems| problems.of("currency").expect("a problem"))
    };
    assert_eq!((currency(""), currency("chf")), (Ok("EUR".to_owned()), Ok("CHF".to_owned())));
    assert_eq!((currency("EURO"), currency("€")), (Err(Problem::NotOneOf), Err(Problem::NotOneOf)));
}

proptest! {
    #[test]
    fn what_is_shown_can_be_typed(whole in 0_u64..1_000_000_000_000, fraction in 0_u32..1_000_000, amount in -100_000_000_000_i64..=100_000_000_000) {
        for language in [Language::It, Language::En] {
            let shown = quantity(&format!("{whole}.{fraction:06}"));
            let again = Quantity::typed(&shown.shown(language)).expect("a quantity");
            prop_assert_eq!(again.millionths(), shown.millionths());
            prop_assert_eq!(cents(&decimal(amount, language)), Some(amount));
            prop_assert_eq!(cents(&written(amount.into(), &Currency::default(), language)), Some(amount));
        }
    }

    #[test]
    fn nothing_typed_panics(text in "\\PC{0,40}|[0-9.,€ -]{0,50}") {
        let _ = (cents(&text), Quantity::typed(&text));
    }

    /// Against long division by hand: no quantity times no price overflows, and none is off by more
    /// than half a cent.
    #[test]
    fn a_line_is_at_most_half_a_cent_off(whole in 0_u64..1_000_000_000_000, fraction in 0_u32..1_000_000, price: i64) {
        let exact = (i128::from(whole) * 1_000_000 + i128::from(fraction)) * i128::from(price);
        let total = quantity(&format!("{whole}.{fraction:06}")).times(price);
        prop_assert!((total * 1_000_000 - exact).abs() <= 500_000);
    }
}
