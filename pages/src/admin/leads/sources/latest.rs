//! The latest deliveries of a source, refreshed live, and test deliveries.

use domain::leads::delivery::DeliveryLine;
use domain::leads::source::SourceCard;

use super::actions::TRY_SOURCE;
use crate::admin::leads::deliveries::actions::ReplayQuarantine;
use crate::admin::leads::deliveries::row::{DeliveryRow, ReplayQuery, ReplayResult};
use crate::admin::prelude::*;

/// The latest deliveries, and the form that replays the quarantined ones.
#[component]
pub fn Latest(
    card: SourceCard,
    latest: Vec<DeliveryLine>,
    replay: ReplayQuery,
    i18n: I18n,
    children: Children,
) -> impl IntoView {
    let id = card.line.source.id.to_string();
    let is_empty = latest.is_empty();
    let all = (!is_empty).then(|| {
        let href = address::deliveries().with("source", &id).into_string();
        view! { <a href=href>{i18n.source_all_deliveries()}</a> }
    });
    let nothing = is_empty.then(|| view! { <p class="empty">{i18n.source_inspector_empty()}</p> });
    let row = |line| view! { <DeliveryRow line names_source=false selectable=false i18n/> };
    let mapping = (!card.line.source.kind.is_form()).then(|| {
        let href = address::mapping(&id).into_string();
        view! { <a class="button button--quiet button--small" href=href>{i18n.source_mapping()}</a> }
    });
    view! {
        <section class="setting" id="deliveries" aria-labelledby="deliveries-heading">
            <div class="page-head">
                <h2 id="deliveries-heading">{i18n.source_inspector()}</h2>
                {mapping}
            </div>
            {children()}
            <ReplayResult query=replay i18n/>
            <div data-live="quarantine">
                <QuarantineForm source=id quarantined=card.line.quarantined i18n/>
            </div>
            <ol class="rows" data-live="latest">{latest.into_iter().map(row).collect_view()}</ol>
            <div data-live="latest-end">{nothing} {all}</div>
        </section>
    }
}

/// The form that replays the quarantined deliveries, if there are any.
#[component]
pub fn QuarantineForm(source: String, quarantined: i64, i18n: I18n) -> impl IntoView {
    (quarantined > 0).then(|| {
        view! {
            <form method="post" action=ReplayQuarantine::PATH class="actions quarantine">
                <input type="hidden" name="id" value=source/>
                <span class="chip chip--waiting">{i18n.to_review(quarantined)}</span>
                <button class="button button--quiet button--small">{i18n.delivery_reread()}</button>
            </form>
        }
    })
}

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
