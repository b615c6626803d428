//! Amounts, quantities and currencies in forms.

use super::FormParser;
use crate::form::Problem;
use crate::{Currency, Quantity, amount::cents};

impl FormParser<'_> {
    /// The largest amount in a form, in whole units.
    pub const MAX_MONEY: i64 = 1_000_000_000;
    /// The same in cents.
    pub const MAX_CENTS: i64 = Self::MAX_MONEY * 100;

    /// An amount in cents ([`cents`]), from `least` to [`FormParser::MAX_MONEY`] whole units.
    pub fn amount(&mut self, field: &str, least: i64) -> i64 {
        self.needed(field, |parser, field| parser.optional_amount(field, least)).unwrap_or(0)
    }

    /// As [`Self::amount`], or nothing.
    pub fn optional_amount(&mut self, field: &str, least: i64) -> Option<i64> {
        let amount = self.parsed(field, Problem::NotAmount, cents)?;
        if !(least * 100..=Self::MAX_CENTS).contains(&amount) {
            self.reject(field, Problem::OutOfRange(least, Self::MAX_MONEY));
        }
        Some(amount)
    }

    /// A quantity ([`Quantity::parse_typed`]).
    pub fn quantity(&mut self, field: &str) -> Option<Quantity> {
        let parse = |text: &str| Quantity::parse_typed(text).ok();
        self.needed(field, |parser, field| parser.parsed(field, Problem::NotQuantity, parse))
    }

    /// A currency code in either case; empty means `EUR`.
    pub fn currency(&mut self, field: &str) -> Currency {
        let parse = |code: &str| Currency::parse(code.to_ascii_uppercase()).ok();
        self.parsed(field, Problem::NotOneOf, parse).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Form;

    fn read(field: &str, text: &str) -> Form {
        Form::default().with(field, Some(text))
    }

    #[test]
    fn form_amount_must_be_in_range() {
        let amount = |text: &str, least| {
            let form = read("amount", text);
            let mut parser = FormParser::of(&form);
            let amount = parser.amount("amount", least);
            parser.done(|| amount).map_err(|problems| problems.of("amount").expect("a problem"))
        };
        assert_eq!(amount("1.000.000.000", 0), Ok(100_000_000_000));
        let range = Err(Problem::OutOfRange(0, 1_000_000_000));
        assert_eq!((amount("1.000.000.000,01", 0), amount("-0,01", 0)), (range, range));
        assert_eq!(amount("-10", -20), Ok(-1_000));
        assert_eq!((amount("", 0), amount("molto", 0)), (Err(Problem::Empty), Err(Problem::NotAmount)));
    }

    #[test]
    fn currency_is_three_letters() {
        let currency = |text: &str| {
            let form = read("currency", text);
            let mut parser = FormParser::of(&form);
            let currency = parser.currency("currency");
            parser.done(|| currency.to_string()).map_err(|problems| problems.of("currency").expect("a problem"))
        };
        assert_eq!((currency(""), currency("chf")), (Ok("EUR".to_owned()), Ok("CHF".to_owned())));
        assert_eq!((currency("EURO"), currency("€")), (Err(Problem::NotOneOf), Err(Problem::NotOneOf)));
    }
}
