//! The page of a delivery: outcome, parsed lead, body and headers.

use domain::id::DeliveryId;
use domain::leads::delivery::{DeliveryCard, DeliveryLine};
use domain::leads::{DeliveryOutcome, SourceKind};

use super::body::readable;
use super::parsed::ParsedDelivery;
use super::row::{OutcomeChip, Reason, ReplayQuery, ReplayResult, TestChip};
use crate::admin::leads::deliveries::actions::{DismissDelivery, ReplayDelivery};
use crate::admin::prelude::*;

/// `GET /admin/leads/deliveries/{delivery}`
pub async fn page(Path(id): Path<DeliveryId>, Query(query): Query<ReplayQuery>, request: AdminRequest) -> PageResult {
    let card = request.store.delivery(&id).await?;
    let show = move |admin: AdminView| {
        let i18n = admin.i18n;
        let title = i18n.delivery_of(&dates::moment(card.line.received_at, i18n.0));
        let body = view! {
            <p class="back"><a href=address::deliveries().into_string()>{i18n.back_to_deliveries()}</a></p>
            <div class="page-head">
                <h1>{title.clone()}</h1>
                <Actions card=card.clone() i18n/>
            </div>
            <ReplayResult query i18n/>
            <Facts card=card.clone() i18n/>
            <ParsedDelivery card=card.clone() i18n/>
            <Raw card i18n/>
        };
        (title, body.into_any())
    };
    request.page(NavItem::Leads, show).await
}

/// Outcome, reason, lead, source and sender.
#[component]
fn Facts(card: DeliveryCard, i18n: I18n) -> impl IntoView {
    let DeliveryCard { line, kind, reading, .. } = card;
    let DeliveryLine { source, outcome, error, lead, repeats, is_test, .. } = line;
    // The section below shows the current error.
    let reason = error
        .filter(|error| reading.as_ref().err() != Some(error))
        .map(|error| fact(i18n.delivery_fact_reason(), view! { <Reason error i18n/> }));
    let lead = lead.map(|(id, name)| {
        fact(
            i18n.delivery_fact_lead(),
            view! { <a href=address::lead(id.as_str()).into_string() dir="auto">{name}</a> },
        )
    });
    let source = match source {
        Some((id, name)) if is_for_owner() => {
            EitherOf3::A(view! { <a href=address::source(id.as_str()).into_string() dir="auto">{name}</a> })
        }
        Some((_, name)) => EitherOf3::B(name),
        None => EitherOf3::C(i18n.source_main()),
    };
    // The detected sender is more precise than the source's kind, which may be `Auto`.
    let sender = reading.map_or(kind, |understood| understood.sender);
    let sender = (sender != SourceKind::Auto).then(|| fact(i18n.delivery_fact_sender(), i18n.source_kind(sender)));
    let repeats = (repeats > 0).then(|| fact(i18n.delivery_fact_repeats(), i18n.repeated(repeats)));
    view! {
        <dl class="facts" data-live="delivery">
            {fact(i18n.delivery_fact_outcome(), view! { <OutcomeChip outcome i18n/> " " <TestChip is_test i18n/> })}
            {reason}
            {lead}
            {fact(i18n.delivery_source(), source)}
            {sender}
            {repeats}
        </dl>
        <p class="field__hint" id="reread-hint">{i18n.deliveries_reread_hint()}</p>
    }
}

#[component]
fn Raw(card: DeliveryCard, i18n: I18n) -> impl IntoView {
    let DeliveryCard { content_type, headers, body, is_base64, .. } = card;
    let note = is_base64.then(|| view! { <p class="muted">{i18n.delivery_binary()}</p> });
    let body = if body.is_empty() {
        Either::Left(view! { <p class="muted">{i18n.delivery_nothing()}</p> })
    } else {
        let text = if is_base64 { body } else { readable(&body) };
        Either::Right(view! {
            <pre class="command delivery__raw" tabindex="0" role="region" aria-label=i18n.delivery_body()>
                <code dir="auto">{text}</code>
            </pre>
        })
    };
    let header = |(name, value): (String, String)| {
        view! {
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
        }
    };
    let headers = content_type.map(|kind| ("content-type".to_owned(), kind)).into_iter().chain(headers);
    let headers: Vec<_> = headers.collect();
    let headers = (!headers.is_empty()).then(|| {
        view! {
            <h3>{i18n.delivery_headers()}</h3>
            <dl class="facts arrived">{headers.into_iter().map(header).collect_view()}</dl>
        }
    });
    view! {
        <section class="setting" aria-labelledby="raw-heading">
            <h2 id="raw-heading">{i18n.delivery_raw()}</h2>
            {note}
            {body}
            {headers}
        </section>
    }
}

/// Replay; and, depending on the outcome: edit the mapping, dismiss, add the lead by hand.
#[component]
pub fn Actions(card: DeliveryCard, i18n: I18n) -> impl IntoView {
    let DeliveryCard { line, has_fields, kind, .. } = card;
    let DeliveryLine { id, source, outcome, .. } = line;
    let id = String::from(id);
    let mapping = source.filter(|_| has_fields && !kind.is_form() && is_for_owner()).map(|(source, _)| {
        let href = address::mapping(source.as_str()).with("delivery", &id).into_string();
        view! { <a class="button button--quiet" href=href>{i18n.source_mapping()}</a> }
    });
    let is_quarantined = outcome == DeliveryOutcome::Quarantined;
    let by_hand = (is_quarantined || matches!(outcome, DeliveryOutcome::Spam | DeliveryOutcome::Refused)).then(|| {
        view! { <a class="button button--quiet" href="/admin/leads/new">{i18n.delivery_by_hand()}</a> }
    });
    let dismiss = (is_quarantined || outcome == DeliveryOutcome::Spam).then(|| {
        view! {
            <form method="post" action=DismissDelivery::PATH>
                <input type="hidden" name="id" value=id.clone()/>
                <button class="button button--quiet">{i18n.delivery_dismiss()}</button>
            </form>
        }
    });
    let class = if is_quarantined { "button" } else { "button button--quiet" };
    view! {
        <div class="actions">
            {mapping} {by_hand} {dismiss} <form method="post" action=ReplayDelivery::PATH>
                <input type="hidden" name="id" value=id.clone()/>
                <button class=class aria-describedby="reread-hint">{i18n.delivery_reread()}</button>
            </form>
        </div>
    }
}
