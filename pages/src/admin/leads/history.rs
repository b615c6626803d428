//! The activities of a lead in chronological order, and the form that adds one.

use domain::id::{ActivityId, DeliveryId};
use domain::leads::LeadCard;
use domain::{ActivityDraft, ActivityKind, Cursor, Form};

use super::activity::ActivityItem;
use crate::admin::leads::actions::AddActivity;
use crate::admin::prelude::*;

#[component]
pub fn History(
    card: LeadCard,
    /// The stored deliveries of the activities shown.
    deliveries: Vec<(ActivityId, DeliveryId)>,
    before: Option<Cursor>,
    to_delete: Option<String>,
    admin: AdminView,
) -> impl IntoView {
    let i18n = admin.i18n;
    let LeadCard { lead, activities, earlier, .. } = card;
    let lead = String::from(lead.record.id);
    let newest = address::lead(&lead);
    let page = newest.clone().with("before", &before.as_ref().map(Cursor::to_string).unwrap_or_default());
    let is_earlier = before.is_some();
    let earlier = earlier.map(|before| {
        let href = newest.clone().with("before", &before.to_string()).with_fragment("history");
        view! { <p><a class="button button--quiet" href=href>{i18n.lead_earlier()}</a></p> }
    });
    let latest =
        is_earlier.then(|| view! { <p><a href=newest.clone().with_fragment("history")>{i18n.lead_latest()}</a></p> });
    let nothing =
        (activities.is_empty() && !is_earlier).then(|| view! { <p class="muted">{i18n.lead_no_history()}</p> });
    let item = |activity: domain::Activity| {
        let asks_deletion = to_delete.as_deref() == Some(activity.id.as_str());
        let delivery = deliveries.iter().find(|(of, _)| *of == activity.id).map(|(_, delivery)| delivery.to_string());
        view! { <ActivityItem activity delivery page=page.clone() asks_deletion i18n/> }
    };
    view! {
        <section class="history" aria-labelledby="history">
            <h2 id="history">{i18n.lead_history()}</h2>
            <div data-live="history">
                {earlier}
                {nothing}
                <ol>{activities.into_iter().map(item).collect_view()}</ol>
            </div>
            {latest}
            <AddForm lead new_activity=store::new_id() admin i18n/>
        </section>
    }
}

#[component]
fn AddForm(lead: String, new_activity: String, admin: AdminView, i18n: I18n) -> impl IntoView {
    let empty = Form::default().with("kind", Some(ActivityKind::Note.as_str()));
    let fields = Fields::of_new(&admin, "activity", empty);
    let form_id = fields.id();
    let kind = |kind: ActivityKind| {
        let name = match kind {
            ActivityKind::Call => i18n.lead_kind_call(),
            ActivityKind::Email => i18n.lead_kind_email(),
            ActivityKind::Note | ActivityKind::Message | ActivityKind::Meeting => i18n.lead_kind_note(),
        };
        (kind.to_string(), name.to_owned())
    };
    view! {
        <form method="post" action=AddActivity::PATH class="form" id=form_id>
            <h3>{i18n.lead_add()}</h3>
            <FormHead fields=fields.clone()/>
            <input type="hidden" name="lead" value=lead/>
            <input type="hidden" name="id" value=new_activity/>
            <SelectField
                fields=fields.clone()
                name="kind"
                label=i18n.lead_kind()
                options=ActivityDraft::KINDS.map(kind).to_vec()
            />
            <ProseField fields name="text" label=i18n.lead_text() required=true most=ActivityDraft::TEXT/>
            <button class="button button--quiet">{i18n.add()}</button>
        </form>
    }
}
