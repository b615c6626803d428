//! Test deliveries: the server posts a sample to the address of a source, as its sender would.

use domain::leads::source::SourceCard;

use super::actions::TRY_SOURCE;
use crate::admin::prelude::*;

/// Whether a test delivery arrived, and its result as a text, from the query (`?tried=…`).
fn test_result(code: &str, i18n: I18n) -> Option<(bool, String)> {
    let failure = match code {
        "off" => i18n.source_tried_off(),
        "forbidden" => i18n.source_tried_forbidden(),
        "limited" => i18n.source_tried_slow(),
        "fault" => i18n.source_tried_fault(),
        outcome => return Some((true, i18n.tried(&i18n.outcome(outcome.parse().ok()?).to_lowercase()))),
    };
    Some((false, failure.to_owned()))
}

/// The button, and the result of the last test delivery.
#[component]
pub fn TestDelivery(card: SourceCard, tried: String, i18n: I18n) -> impl IntoView {
    let result = test_result(&tried, i18n).map(|(arrived, text)| {
        let (class, role) = if arrived { ("notice", "status") } else { ("notice notice--wrong", "alert") };
        view! { <p class=class role=role>{text}</p> }
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
    use domain::Language;

    use super::*;

    #[test]
    fn result_is_parsed_from_its_code() {
        let result = |code| test_result(code, I18n::from(Language::It)).map(|(arrived, _)| arrived);
        assert_eq!(["created", "forbidden", "<b>"].map(result), [Some(true), Some(false), None]);
    }
}
