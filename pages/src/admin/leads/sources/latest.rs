//! The latest deliveries of a source, refreshed live.

use domain::leads::delivery::DeliveryLine;
use domain::leads::source::SourceCard;

use crate::admin::leads::deliveries::actions::ReplayQuarantine;
use crate::admin::leads::deliveries::replay_result::{ReplayQuery, ReplayResult};
use crate::admin::leads::deliveries::row::DeliveryRow;
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
        let href = address::deliveries().with("source", &id).top();
        view! { <a href=href>{i18n.source_all_deliveries()}</a> }
    });
    let nothing = is_empty.then(|| view! { <p class="empty">{i18n.source_inspector_empty()}</p> });
    let row = |line| view! { <DeliveryRow line names_source=false selectable=false i18n/> };
    let mapping = (!card.line.source.kind.is_form()).then(|| {
        let href = address::mapping(&id).top();
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
