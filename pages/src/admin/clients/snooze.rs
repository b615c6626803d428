//! The form that puts a conversation off.

use domain::clients::ClientLine;
use domain::overview::{ClientsShown, FollowUpDraft};

use super::actions::{Resume, Snooze};
use crate::admin::prelude::*;

#[component]
pub fn SnoozeForm(
    line: ClientLine,
    shown: Option<ClientsShown>,
    list: Address,
    admin: AdminView,
) -> impl IntoView {
    let i18n = admin.i18n;
    let saved = line.follow_up.as_ref().map(FollowUpDraft::from).unwrap_or_default();
    let fields = Fields::new(&admin, "snooze", saved.form());
    let (client, shown) = (line.client_id.to_string(), shown.map_or("", ClientsShown::as_str));
    let hidden = move || {
        view! {
            <input type="hidden" name="client" value=client.clone()/>
            <input type="hidden" name="shown" value=shown/>
        }
    };
    let resume = line.follow_up.is_some().then(|| {
        view! {
            <form method="post" action=Resume::PATH>
                {hidden()} <button class="button button--quiet">{i18n.snooze_resume()}</button>
            </form>
        }
    });
    view! {
        <section class="panel" aria-labelledby="snooze-heading">
            <h2 id="snooze-heading" dir="auto">{i18n.snooze_heading(&line.name)}</h2>
            <p class="muted">{i18n.snooze_hint()}</p>
            <form method="post" action=Snooze::PATH class="form" id=fields.id()>
                <FormHead fields=fields.clone()/>
                {hidden()}
                <TextField fields=fields.clone() name="until" label=i18n.snooze_until() kind="date" autofocus=true/>
                <ProseField fields=fields.clone() name="note" label=i18n.snooze_note() rows=2 most=FollowUpDraft::NOTE/>
                <p class="actions">
                    <button class="button">{i18n.snooze()}</button>
                    <a class="button button--quiet" href=list.top()>{i18n.cancel()}</a>
                </p>
            </form>
            {resume}
        </section>
    }
}
