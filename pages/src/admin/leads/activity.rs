//! An activity in a lead's history.

use domain::Activity;

use super::received::Received;
use crate::admin::leads::actions::DeleteActivity;
use crate::admin::prelude::*;

/// An activity with the received payload, if there is one.
#[component]
pub fn ActivityItem(
    activity: Activity,
    delivery: Option<String>,
    page: Address,
    asks_deletion: bool,
    i18n: I18n,
) -> impl IntoView {
    let Activity { id, lead_id, kind, text, starts_at, payload, created_at, author_name } = activity;
    let anchor = format!("activity-{id}");
    let text = if text.is_empty() {
        Either::Left(view! { <p class="muted">{i18n.no_text()}</p> })
    } else {
        Either::Right(view! { <p class="history__text" dir="auto">{text}</p> })
    };
    let meeting = starts_at.map(|at| {
        view! { <p>{i18n.call_date()} ": " <Moment at language=i18n.0/></p> }
    });
    let delete = (!asks_deletion).then(|| {
        let href = page.clone().with("delete", &anchor).with_fragment(&anchor);
        view! {
            <a class="history__delete" href=href>
                {i18n.delete()}
                <span class="sr-only">": "{i18n.activity(kind)}</span>
            </a>
        }
    });
    let delivery = delivery.map(|delivery| {
        let href = address::delivery(&delivery).into_string();
        view! { <p class="history__arrival"><a href=href>{i18n.delivery_open()}</a></p> }
    });
    let question = asks_deletion.then(|| {
        let question = i18n.lead_delete_activity().to_owned();
        let arguments = vec![("lead", lead_id.to_string()), ("id", id.to_string())];
        let back = page.with_fragment(&anchor);
        view! { <DeleteForm question impact=vec![] action=DeleteActivity::PATH arguments back i18n/> }
    });
    view! {
        <li class="history__item" id=anchor>
            <div class="history__what">
                <p>
                    <strong>{i18n.activity(kind)}</strong>
                    " "
                    <span class="muted">
                        <Moment at=created_at language=i18n.0/>
                        {author_name.map(|name| view! { " · " <span dir="auto">{name}</span> })}
                    </span>
                </p>
                {delete}
            </div>
            {meeting}
            {text}
            {payload.map(|payload| view! { <Received payload i18n/> })}
            {delivery}
            {question}
        </li>
    }
}
