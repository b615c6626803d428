//! A delivery in a list.

use domain::leads::delivery::DeliveryLine;
use domain::leads::{DeliveryError, DeliveryOutcome};

use crate::admin::prelude::*;

/// A row of the list; `selectable` adds a checkbox.
#[component]
pub fn DeliveryRow(line: DeliveryLine, names_source: bool, selectable: bool, i18n: I18n) -> impl IntoView {
    let DeliveryLine { id, source, received_at, outcome, error, lead, repeats, is_test, excerpt } = line;
    let id = String::from(id);
    let choice = selectable.then(|| {
        let name = i18n.delivery_choose(&dates::moment(received_at, i18n.0));
        view! {
            <input class="delivery__choice" type="checkbox" name="chosen[ids][]" value=id.clone() aria-label=name/>
            <input type="hidden" name="chosen[shown][]" value=id.clone()/>
        }
    });
    let reason = error.map(|error| view! { <p class="muted source-facts"><Reason error i18n/></p> });
    let excerpt = (!excerpt.is_empty()).then(|| view! { <p class="muted delivery__excerpt" dir="auto">{excerpt}</p> });
    let source = names_source.then(|| match source {
        Some((_, name)) => Either::Left(view! { <span class="pipeline__source" dir="auto">{name}</span> }),
        None => Either::Right(view! { <span class="pipeline__source">{i18n.source_main()}</span> }),
    });
    let lead = lead.map(|(id, name)| {
        view! { <a class="pipeline__source" href=address::lead(id.as_str()).into_string() dir="auto">{name}</a> }
    });
    let repeats = (repeats > 0).then(|| view! { <span>{i18n.repeated(repeats)}</span> });
    let class = if selectable { "row row--stacks delivery delivery--chosen" } else { "row row--stacks delivery" };
    view! {
        <li class=class data-key=id.clone()>
            {choice}
            <div class="row__main">
                <a class="row__link" href=address::delivery(&id).into_string()>
                    <Moment at=received_at language=i18n.0/>
                </a>
                {reason}
                {excerpt}
            </div>
            <div class="row__meta">
                {repeats} {lead} {source} <TestChip is_test i18n/> <OutcomeChip outcome i18n/>
            </div>
        </li>
    }
}

#[component]
pub fn TestChip(is_test: bool, i18n: I18n) -> impl IntoView {
    is_test.then(|| view! { <span class="chip">{i18n.delivery_test()}</span> })
}

/// The outcome as a coloured label.
#[component]
pub fn OutcomeChip(outcome: DeliveryOutcome, i18n: I18n) -> impl IntoView {
    let class = match outcome {
        DeliveryOutcome::Created | DeliveryOutcome::Updated | DeliveryOutcome::Noted => "chip chip--done",
        DeliveryOutcome::Received | DeliveryOutcome::Quarantined => "chip chip--waiting",
        DeliveryOutcome::Refused => "chip chip--wrong",
        DeliveryOutcome::Ignored | DeliveryOutcome::Spam => "chip",
    };
    view! { <span class=class>{i18n.outcome(outcome)}</span> }
}

#[component]
pub fn Reason(error: DeliveryError, i18n: I18n) -> impl IntoView {
    let detail = error.detail.map(|detail| view! { " " <span dir="auto">"(" {detail} ")"</span> });
    view! { {i18n.delivery_reason(error.reason)} {detail} }
}

/// The numbers of replayed (`?taken=…&left=…`), dismissed (`?aside=…`) or deleted deliveries (`?deleted=…`);
/// `?chosen=none` if none was selected.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct ReplayQuery {
    chosen: String,
    #[serde(rename = "aside")]
    dismissed: String,
    deleted: String,
    taken: String,
    left: String,
}

/// The result as a message; empty without a result.
#[component]
pub fn ReplayResult(query: ReplayQuery, i18n: I18n) -> impl IntoView {
    let number = |text: &str| text.parse::<u32>().ok().map(i64::from);
    let (class, role, text) = if query.chosen == "none" {
        ("notice notice--wrong", "alert", i18n.deliveries_choose_first().to_owned())
    } else if let Some(dismissed) = number(&query.dismissed) {
        ("notice", "status", i18n.deliveries_dismissed(dismissed))
    } else if let Some(deleted) = number(&query.deleted) {
        ("notice", "status", i18n.deliveries_deleted(deleted))
    } else {
        ("notice", "status", i18n.reread(number(&query.taken)?, number(&query.left)?))
    };
    Some(view! { <p class=class role=role>{text}</p> })
}
