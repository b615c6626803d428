use proptest::prelude::*;

use super::*;

#[test]
fn quantity_parses_comma_or_point() {
    for (typed, expected) in [
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
        assert_eq!(Quantity::parse_typed(typed).expect(typed).as_str(), expected);
    }
    // A thousand, or one and an eighth?
    for unclear in ["1.000", "1,125", "12.500"] {
        assert!(Quantity::parse_typed(unclear).is_err(), "{unclear}");
    }
    for bad in [
        "", "-1", "+1", "1e999", "1,2,3", "1.2,3", "1.00,5", "NaN", "1234567890123", "1.1234567", "½", "1,", ",5", "٣",
        "1.000.00", "1000.000,5", ".", "0x10",
    ] {
        assert!(Quantity::parse_typed(bad).is_err(), "{bad}");
    }
}

#[test]
fn amount_parses_common_notations() {
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
        "", "-", "€", "abc", "1e999", "1e3", "NaN", "inf", "1,234,5", "1.23.45", "1,2345", "0,125", "1..2", "1,", ",5",
        "--1", "1-", "12345678901234567890", "92233720368547758,08", "1.000,000", "1.000,00,0", "٣", "$5",
    ] {
        assert_eq!(cents(bad), None, "{bad}");
    }
}

proptest! {
    #[test]
    fn parsing_never_panics(text in "\\PC{0,40}|[0-9.,€ -]{0,50}") {
        let _ = (cents(&text), Quantity::parse_typed(&text));
    }
}
