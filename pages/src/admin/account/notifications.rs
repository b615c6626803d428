//! What a member is notified of, and when. The choices of the environment's account are settings of the agency.

use domain::notifications::{AgencyKind, Frequency, MemberNotifications};
use domain::{Form, Versioned};

use super::Folded;
use super::actions::SaveOwnNotifications;
use crate::admin::prelude::*;
use crate::admin::settings::Section;

#[component]
pub fn Notifications(
    notifications: Versioned<MemberNotifications>,
    /// Who they are, to the devices of this browser.
    person: String,
    admin: AdminView,
) -> impl IntoView {
    let i18n = admin.i18n;
    let Versioned { record, version } = notifications;
    let how_often = match (record.notify, i18n.frequency(record.notify)) {
        (Frequency::Never, how) => format!("{how}."),
        (_, how) => i18n.own_notifications_come(how),
    };
    let quiet_hours = record.quiet_hours.to_string();
    let quiet = quiet_hours.split_once('-').map(|(from, until)| i18n.quiet_between(from, until));
    let has_saved = admin.flash.about.as_deref() == Some("notifications");
    let fields = Fields::new(&admin, "notifications", Form::from(&record));
    let frequencies = options(Frequency::ALL, |one| i18n.frequency(one));
    let kind = |kind: &AgencyKind| {
        let fields = fields.clone();
        view! { <FlagField fields name=kind.as_str() label=i18n.agency_kind(*kind)/> }
    };
    let time = |name: &'static str, label: &'static str| {
        let fields = fields.clone();
        view! { <TextField fields name label kind="time" required=true/> }
    };
    let kinds = AgencyKind::ALL.iter().map(kind).collect_view();
    let hours = [time("quiet_from", i18n.quiet_from()), time("quiet_until", i18n.quiet_until())].collect_view();
    view! {
        <section class="setting" aria-labelledby="notifications-heading">
            <h2 id="notifications-heading">{i18n.own_notifications()}</h2>
            <p class="muted">{how_often} " " {quiet}</p>
            <Folded label=i18n.change() about=i18n.own_notifications() open=fields.is_refused() || has_saved>
                <form id=fields.id() method="post" action=SaveOwnNotifications::PATH class="form">
                    <SectionOutcome section="notifications" flash=admin.flash.clone() i18n/>
                    <FormHead fields=fields.clone() version/>
                    <fieldset class="form__choices">
                        <legend>{i18n.own_kinds()}</legend>
                        {kinds}
                    </fieldset>
                    <SelectField fields=fields.clone() name="notify" label=i18n.client_how_often() options=frequencies/>
                    <FlagField fields=fields.clone() name="quiet" label=i18n.quiet_hours() hint=i18n.own_quiet_hours_hint()/>
                    <div class="form__pair">{hours}</div>
                    <button class="button">{i18n.save()}</button>
                </form>
            </Folded>
        </section>
        <PushSwitch person i18n/>
    }
}

#[component]
pub fn OfEnvironment(i18n: I18n) -> impl IntoView {
    view! {
        <section class="setting" id="notifications" aria-labelledby="notifications-heading">
            <h2 id="notifications-heading">{i18n.own_notifications()}</h2>
            <p class="muted">{i18n.environment_notifications()}</p>
            <p><a href=Section::Notifications.address().into_string()>{i18n.notifications()}</a></p>
        </section>
    }
}
