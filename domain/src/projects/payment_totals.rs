//! What payments come to.

use crate::{Currency, Payment};

/// Totals of the payments in one currency, in cents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaymentTotals {
    pub currency: Currency,
    pub agreed: i128,
    /// The paid part.
    pub paid: i128,
}

impl PaymentTotals {
    /// The unpaid part.
    pub fn open(&self) -> i128 {
        self.agreed - self.paid
    }

    /// Totals of `payments` by currency, in alphabetical order. An `i128` cannot overflow here.
    pub fn of(payments: &[Payment]) -> Vec<Self> {
        let mut totals: Vec<Self> = Vec::new();
        for payment in payments {
            let amount = i128::from(payment.amount_cents);
            let paid = if payment.paid_at.is_some() { amount } else { 0 };
            let place = totals.binary_search_by(|of| of.currency.as_str().cmp(payment.currency.as_str()));
            match place {
                Ok(at) => {
                    totals[at].agreed += amount;
                    totals[at].paid += paid;
                }
                Err(at) => {
                    totals.insert(at, Self { currency: payment.currency.clone(), agreed: amount, paid });
                }
            }
        }
        totals
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Timestamp;
    use crate::id::{PaymentId, ProjectId};

    #[test]
    fn payment_totals_group_by_currency() {
        let payment = |amount_cents, code: &str, paid: bool| Payment {
            id: PaymentId::parse("p").expect("an id"),
            project_id: ProjectId::parse("p").expect("an id"),
            label: "Rata".to_owned(),
            amount_cents,
            currency: Currency::parse(code).expect("a currency"),
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
}
