//! Payments as shares of a quote: `30/40/30`.

use serde::{Deserialize, Serialize};

use crate::form::{Form, FormParser, Problem, Problems};
use crate::projects::project_records::PaymentDraft;
use crate::{Currency, Date, Language, Percent};

/// At most one a month for a year.
const MAX_PAYMENTS: usize = 12;
/// The sum of all shares, in hundredths of a percent.
const WHOLE: u32 = 10_000;

/// The form: shares of 100 %, and when the first payment is due.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PaymentSharesDraft {
    pub shares: Vec<Percent>,
    pub first_due_on: Option<Date>,
}

impl PaymentSharesDraft {
    pub fn read(form: &Form) -> Result<Self, Problems> {
        let mut parser = FormParser::of(form);
        let shares = parser.needed("shares", |parser, field| match parse(parser.raw(field)) {
            Ok(shares) => Some(shares),
            Err(problem) => {
                parser.reject(field, problem);
                None
            }
        });
        let first_due_on = parser.optional_date("first_due_on");
        parser.done(|| Self { shares: shares.unwrap_or_default(), first_due_on })
    }

    /// The payments of `total_cents`, one a month. Each is rounded down, and the last one gets the remainder. Labels are
    /// in the language of the client, who sees them.
    pub fn payments(&self, total_cents: i64, language: Language) -> Vec<PaymentDraft> {
        let mut rest = total_cents;
        let mut payments = Vec::with_capacity(self.shares.len());
        for (index, share) in self.shares.iter().enumerate() {
            let is_last = index + 1 == self.shares.len();
            let part = i128::from(total_cents) * i128::from(share.hundredths()) / i128::from(WHOLE);
            let amount_cents = if is_last { rest } else { i64::try_from(part).unwrap_or(rest) };
            rest -= amount_cents;
            payments.push(PaymentDraft {
                label: label(index, self.shares.len(), *share, language),
                amount_cents,
                currency: Currency::default(),
                due_on: self.first_due_on.map(|first| first.months_later(u8::try_from(index).unwrap_or(0))),
            });
        }
        payments
    }
}

fn parse(text: &str) -> Result<Vec<Percent>, Problem> {
    // `30 %` is one share.
    let text = text.replace('%', " ");
    let parts = text.split(|c: char| c == '/' || c.is_whitespace()).filter(|part| !part.is_empty());
    let shares: Option<Vec<Percent>> = parts.map(Percent::parse_typed).collect();
    let shares = shares.filter(|shares| (1..=MAX_PAYMENTS).contains(&shares.len())).ok_or(Problem::NotShares)?;
    if shares.iter().any(|share| share.hundredths() == 0) {
        return Err(Problem::NotShares);
    }
    if shares.iter().map(|share| u32::from(share.hundredths())).sum::<u32>() != WHOLE {
        return Err(Problem::NotWhole);
    }
    Ok(shares)
}

/// `Acconto 30 %`, `Secondo pagamento 40 %`, `Saldo 30 %`.
fn label(index: usize, count: usize, share: Percent, language: Language) -> String {
    const ORDINALS: [[&str; 2]; MAX_PAYMENTS - 2] = [
        ["Secondo", "Second"],
        ["Terzo", "Third"],
        ["Quarto", "Fourth"],
        ["Quinto", "Fifth"],
        ["Sesto", "Sixth"],
        ["Settimo", "Seventh"],
        ["Ottavo", "Eighth"],
        ["Nono", "Ninth"],
        ["Decimo", "Tenth"],
        ["Undicesimo", "Eleventh"],
    ];
    let [first, last, only] = match language {
        Language::It => ["Acconto", "Saldo", "Pagamento unico"],
        Language::En => ["Deposit", "Balance", "Full payment"],
    };
    let name = match index {
        _ if count == 1 => return only.to_owned(),
        0 => first.to_owned(),
        _ if index + 1 == count => last.to_owned(),
        _ => {
            let [it, en] = ORDINALS.get(index - 1).copied().unwrap_or_default();
            match language {
                Language::It => format!("{it} pagamento"),
                Language::En => format!("{en} payment"),
            }
        }
    };
    let number = share.decimal(language);
    match language {
        Language::It => format!("{name} {number} %"),
        Language::En => format!("{name} {number}%"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft(shares: &str) -> PaymentSharesDraft {
        let form = Form::default().with("shares", Some(shares)).with("first_due_on", Some("2027-01-31"));
        PaymentSharesDraft::read(&form).expect(shares)
    }

    #[test]
    fn shares_must_be_the_whole() {
        for (text, count) in [
            ("30/40/30", 3),
            ("30 40 30", 3),
            (" 30 % / 40 % / 30 % ", 3),
            ("33,33/33,33/33,34", 3),
            ("33.5 66.5", 2),
            ("100", 1),
            ("8,33/8,33/8,33/8,33/8,33/8,33/8,33/8,33/8,33/8,33/8,33/8,37", 12),
        ] {
            assert_eq!(draft(text).shares.len(), count, "{text}");
        }
        for (text, problem) in [
            ("", Problem::Empty),
            ("/", Problem::NotShares),
            ("trenta/settanta", Problem::NotShares),
            ("30,123/69,877", Problem::NotShares),
            ("0/100", Problem::NotShares),
            ("-20/120", Problem::NotShares),
            ("8/8/8/8/8/8/8/8/8/8/8/8/4", Problem::NotShares),
            ("30/40", Problem::NotWhole),
            ("50/50/0,01", Problem::NotWhole),
        ] {
            let form = Form::default().with("shares", Some(text));
            assert_eq!(PaymentSharesDraft::read(&form), Err(Problems::one("shares", problem)), "{text}");
        }
    }

    #[test]
    fn payments_sum_to_the_total() {
        for (shares, total, expected) in [
            ("30/40/30", 100_000, &[30_000, 40_000, 30_000][..]),
            ("33,33/33,33/33,34", 100, &[33, 33, 34]),
            ("33,33/33,33/33,34", 10, &[3, 3, 4]),
            ("50/50", 1, &[0, 1]),
            ("100", 12_345, &[12_345]),
            ("10/90", i64::MAX, &[922_337_203_685_477_580, 8_301_034_833_169_298_227]),
        ] {
            let payments = draft(shares).payments(total, Language::It);
            let amounts: Vec<i64> = payments.iter().map(|payment| payment.amount_cents).collect();
            assert_eq!(amounts, expected, "{shares} of {total}");
            assert_eq!(amounts.iter().sum::<i64>(), total);
        }
    }

    #[test]
    fn payments_are_due_month_by_month() {
        let due = |draft: &PaymentSharesDraft| -> Vec<_> {
            draft.payments(100, Language::It).iter().map(|one| one.due_on.map(|day| day.to_string())).collect()
        };
        let days = ["2027-01-31", "2027-02-28", "2027-03-31"].map(|day| Some(day.to_owned()));
        assert_eq!(due(&draft("30/40/30")), days);
        let undated = PaymentSharesDraft { first_due_on: None, ..draft("30/70") };
        assert_eq!(due(&undated), [None, None]);
    }

    #[test]
    fn labels_name_deposit_and_balance() {
        let labels = |shares, language| -> Vec<_> {
            draft(shares).payments(100, language).into_iter().map(|payment| payment.label).collect()
        };
        assert_eq!(labels("30/40/30", Language::It), ["Acconto 30 %", "Secondo pagamento 40 %", "Saldo 30 %"]);
        assert_eq!(labels("33,5/66,5", Language::En), ["Deposit 33.5%", "Balance 66.5%"]);
        assert_eq!(labels("100", Language::It), ["Pagamento unico"]);
        let twelve = labels("8/8/8/8/8/8/8/8/8/8/8/12", Language::En);
        assert_eq!((&*twelve[10], &*twelve[11]), ("Eleventh payment 8%", "Balance 12%"));
    }
}
