//! Test deliveries: the server posts a sample to the address of a source, as its sender would.

use std::str::FromStr;

use domain::leads::DeliveryOutcome;
use domain::leads::source::SourceCard;
use leptos::prelude::*;

use super::actions::TRY_SOURCE;
use crate::i18n::I18n;

/// The result of a test delivery, from the query (`?tried=…`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TestResult {
    /// It was received, with this outcome.
    Arrived(DeliveryOutcome),
    /// The source is off: nothing was sent.
    Off,
    /// Refused: the signature is invalid.
    Forbidden,
    /// Refused: the rate limit was reached.
    Limited,
    /// Sending failed.
    Fault,
}

impl FromStr for TestResult {
    type Err = ();
    fn from_str(code: &str) -> Result<Self, ()> {
        match code {
            "off" => Ok(Self::Off),
            "forbidden" => Ok(Self::Forbidden),
            "limited" => Ok(Self::Limited),
            "fault" => Ok(Self::Fault),
            outcome => outcome.parse().map(Self::Arrived).map_err(|_| ()),
        }
    }
}

impl TestResult {
    fn text(self, i18n: I18n) -> String {
        match self {
            Self::Arrived(outcome) => i18n.tried(outcome),
            Self::Off => i18n.source_tried_off().to_owned(),
            Self::Forbidden => i18n.source_tried_forbidden().to_owned(),
            Self::Limited => i18n.source_tried_slow().to_owned(),
            Self::Fault => i18n.source_tried_fault().to_owned(),
        }
    }
}

/// The button, and the result of the last test delivery.
#[component]
pub fn TestDelivery(card: SourceCard, tried: String, i18n: I18n) -> impl IntoView {
    let result = tried.parse().ok().map(|tried: TestResult| {
        let arrived = matches!(tried, TestResult::Arrived(_));
        let (class, role) = if arrived { ("notice", "status") } else { ("notice notice--wrong", "alert") };
        view! { <p class=class role=role>{tried.text(i18n)}</p> }
    });
    view! {
        {result}
        <form method="post" action=TRY_SOURCE class="source__try">
            <input type="hidden" name="id" value=card.line.source.id.to_string()/>
            <button class="button" aria-describedby="try-hint">{i18n.source_try()}</button>
            <p class="field__hint" id="try-hint">{i18n.source_try_hint()}</p>
        </form>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn result_is_parsed_from_its_code() {
        assert_eq!("created".parse(), Ok(TestResult::Arrived(DeliveryOutcome::Created)));
        assert_eq!("forbidden".parse(), Ok(TestResult::Forbidden));
        assert_eq!("<b>".parse::<TestResult>(), Err(()));
    }
}
