//! What a client gets, and whether it arrives.

use domain::Client;
use domain::notifications::{NotificationLine, PersonResults, Reminders, SmtpStep};

use crate::admin::prelude::*;
use crate::admin::settings::Section;
use crate::admin::settings::notifications::Outcome;

#[component]
pub fn Notifications(
    client: Client,
    results: PersonResults,
    /// Whether e-mails are sent.
    is_on: bool,
    admin: AdminView,
) -> impl IntoView {
    let i18n = admin.i18n;
    let Client { id, email, notify, remind_approvals, remind_payments, .. } = client;
    let edit = address::client(id.as_str()).with("edit", "client").with_fragment("client-email");
    let PersonResults { mut last, bounce } = results;
    if let Some(line) = last.as_mut().filter(|_| bounce.is_some()) {
        // They are above.
        line.reason = None;
    }
    let bounce = bounce.map(|reply| view! { <Bounce reply edit=edit.clone() i18n/> });
    let address = match email {
        Some(email) => Either::Left(email),
        None => Either::Right(view! { {i18n.client_no_address()} " " <a href=edit>{i18n.edit()}</a> }),
    };
    let last = match last {
        Some(line) => Either::Left(view! { <Last line admin/> }),
        None => Either::Right(i18n.client_no_notification()),
    };
    let off = (!is_on).then(|| {
        view! {
            <p class="muted">
                {i18n.client_sending_off()} " "
                {is_for_owner().then(|| view! {
                    <a href=Section::Notifications.address().into_string()>{i18n.client_sending_setup()}</a>
                })}
            </p>
        }
    });
    view! {
        <section class="setting" id="notifications" aria-labelledby="notifications-heading">
            <h2 id="notifications-heading">{i18n.client_notifications()}</h2>
            {off}
            {bounce}
            <dl class="facts">
                <dt>{i18n.client_notifications_to()}</dt>
                <dd dir="auto">{address}</dd>
                {fact(i18n.client_how_often(), i18n.frequency(notify))}
                {fact(i18n.client_reminders(), i18n.reminders(Reminders::of(remind_approvals, remind_payments)))}
                {fact(i18n.client_last_notification(), last)}
            </dl>
        </section>
    }
}

#[component]
fn Bounce(reply: String, edit: String, i18n: I18n) -> impl IntoView {
    view! {
        <div class="danger">
            <p>
                <strong>{i18n.client_bounce()}</strong>
                " "
                {i18n.client_bounce_hint()}
            </p>
            <p class="muted" dir="auto">{i18n.smtp_reply(SmtpStep::split(&reply).0)}</p>
            <p class="actions">
                <a class="button button--danger" href=edit>{i18n.client_correct_address()}</a>
            </p>
        </div>
    }
}

#[component]
fn Last(line: NotificationLine, admin: AdminView) -> impl IntoView {
    let (i18n, at) = (admin.i18n, line.due_at);
    let subject = line.subject.clone();
    let subject = subject.map(|subject| view! { <span class="table__more" dir="auto">{subject}</span> });
    view! {
        <Moment at language=admin.language/>
        " "
        <Outcome line i18n/>
        {subject}
    }
}
