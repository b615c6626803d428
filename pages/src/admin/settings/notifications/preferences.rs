//! What the agency gets, quiet hours, and what goes to whom.

use std::sync::Arc;

use domain::notifications::{Frequency, NotificationPreferences};
use domain::{Form, Versioned};

use super::actions::SaveNotifications;
use crate::admin::prelude::*;
use crate::state::MailServer;

#[component]
pub fn PreferencesForm(preferences: Versioned<NotificationPreferences>, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let Versioned { record, version } = preferences;
    let fields = Fields::new(&admin, "preferences", Form::from(&record));
    let frequencies = options(Frequency::ALL, |one| i18n.frequency(one));
    let time = |name: &'static str, label: &'static str| {
        let fields = fields.clone();
        view! { <TextField fields name label kind="time" required=true/> }
    };
    view! {
        <section class="setting" aria-labelledby="preferences-heading">
            <h2 id="preferences-heading">{i18n.preferences()}</h2>
            <p class="muted">{i18n.preferences_hint()}</p>
            <form id=fields.id() method="post" action=SaveNotifications::PATH class="form">
                <SectionOutcome section="preferences" flash=admin.flash i18n/>
                <FormHead fields=fields.clone() version/>
                <SelectField
                    fields=fields.clone()
                    name="notify"
                    label=i18n.notify_agency()
                    options=frequencies
                    hint=i18n.notify_agency_hint()
                />
                <FlagField
                    fields=fields.clone()
                    name="quiet"
                    label=i18n.quiet_hours()
                    hint=i18n.quiet_hours_hint()
                />
                <div class="form__pair">
                    {time("quiet_from", i18n.quiet_from())} {time("quiet_until", i18n.quiet_until())}
                </div>
                <FlagField
                    fields=fields.clone()
                    name="mail_texts"
                    label=i18n.mail_texts()
                    hint=i18n.mail_texts_hint()
                />
                <FlagField
                    fields=fields.clone()
                    name="morning_summary"
                    label=i18n.morning_summary()
                    hint=i18n.morning_summary_hint()
                />
                <button class="button">{i18n.save()}</button>
            </form>
        </section>
    }
}

#[component]
pub fn Audience(mail: Option<Arc<MailServer>>, i18n: I18n) -> impl IntoView {
    let soon = mail.map_or_else(|| i18n.notify_now().to_owned(), |mail| i18n.audience_after(mail.after));
    view! {
        <section class="setting" aria-labelledby="audience-heading">
            <h2 id="audience-heading">{i18n.audience()}</h2>
            <p class="muted">{i18n.audience_note()}</p>
            {list(i18n.audience_clients(), &i18n.sent_to_clients(), &soon)}
            {list(i18n.audience_agency(), &i18n.sent_to_agency(), &soon)}
        </section>
    }
}

fn list(whom: &'static str, lines: &[(&'static str, Option<&'static str>)], soon: &str) -> impl IntoView + use<> {
    let line = |(what, when): &(&'static str, Option<&'static str>)| {
        view! {
            <li class="audience__line">
                <span>{*what}</span>
                <span class="muted">{when.unwrap_or(soon).to_owned()}</span>
            </li>
        }
    };
    view! {
        <div class="audience">
            <h3>{whom}</h3>
            <ul class="rows">{lines.iter().map(line).collect_view()}</ul>
        </div>
    }
}
