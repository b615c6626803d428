//! The latest notifications, with what became of them.

use domain::notifications::{Medium, NotificationLine, NotificationState, Recipient, SmtpStep};

use super::actions::{RetryNotification, RetryNotifications};
use crate::admin::prelude::*;
use crate::admin::settings::Section;

/// The filters besides all; what is being sent is there for moments only.
const FILTERS: [NotificationState; 4] =
    [NotificationState::Waiting, NotificationState::Sent, NotificationState::Skipped, NotificationState::Failed];

#[component]
pub fn Latest(
    lines: Vec<NotificationLine>,
    shown: Option<NotificationState>,
    /// How many were just queued again.
    queued: Option<u64>,
    /// Whether e-mails are sent.
    can_retry: bool,
    admin: AdminView,
) -> impl IntoView {
    let i18n = admin.i18n;
    let filter = |state: Option<NotificationState>| {
        let name = state.map_or(i18n.queue_all(), |state| i18n.notifications_in_state(state));
        let code = state.map_or("", NotificationState::as_str);
        (Section::Notifications.address().with("state", code), name, state == shown)
    };
    let filters = std::iter::once(None).chain(FILTERS.map(Some)).map(filter).collect();
    let has_failed = lines.iter().any(|line| line.state == NotificationState::Failed);
    let retry_all = (can_retry && has_failed).then(|| {
        view! {
            <form method="post" action=RetryNotifications::PATH>
                <button class="button button--quiet">{i18n.queue_retry_all()}</button>
            </form>
        }
    });
    let list = if !lines.is_empty() {
        let shown = shown.map_or("", NotificationState::as_str);
        EitherOf3::A(view! { <LineTable lines shown can_retry admin/> })
    } else if shown.is_some() {
        EitherOf3::B(view! { <p class="empty">{i18n.queue_none_in_state()}</p> })
    } else {
        EitherOf3::C(view! { <p class="empty">{i18n.queue_empty()}</p> })
    };
    let queued = queued.map(|count| view! { <p class="notice" role="status">{i18n.queued_again(count)}</p> });
    view! {
        <section class="setting" id="latest" aria-labelledby="latest-heading">
            <h2 id="latest-heading">{i18n.queue()}</h2>
            <p class="muted">{i18n.queue_hint()}</p>
            {queued}
            <FilterLinks label=i18n.queue_filter() links=filters at="latest"/>
            {retry_all}
            {list}
        </section>
    }
}

#[component]
fn LineTable(lines: Vec<NotificationLine>, shown: &'static str, can_retry: bool, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let row = |line| view! { <Row line shown can_retry admin=admin.clone()/> };
    let heads = vec![
        head(i18n.notification_subject()),
        head(i18n.notification_to()),
        head(i18n.notification_when()),
        head(i18n.notification_state()),
        hidden_head(i18n.queue_retry()),
    ];
    view! {
        <Table label=i18n.notifications() class="table table--folds outcomes" live="notifications" heads rows=lines.into_iter().map(row).collect_view()/>
    }
}

#[component]
fn Row(line: NotificationLine, shown: &'static str, can_retry: bool, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let title = line.subject.clone().unwrap_or_else(|| i18n.topic(&line.topic, line.client.as_deref()));
    let to = match (&line.recipient, line.client.clone(), line.person.clone()) {
        (Recipient::Client(person), Some(name), contact) => {
            let section = if contact.is_some() { "people" } else { "notifications" };
            let href = address::client(person.client.as_str()).with_fragment(section);
            let contact = contact.map(|contact| view! { <span class="table__more" dir="auto">{contact}</span> });
            EitherOf3::A(view! { <a class="table__name" href=href dir="auto">{name}</a> {contact} })
        }
        (Recipient::Member(_), _, Some(name)) => EitherOf3::B(view! { <span dir="auto">{name}</span> }),
        _ => EitherOf3::C(i18n.the_agency()),
    };
    let is_push = line.medium == Medium::Push;
    let medium = is_push.then(|| view! { <span class="table__more">{i18n.push_medium()}</span> });
    let can_retry =
        (can_retry || is_push) && matches!(line.state, NotificationState::Failed | NotificationState::Skipped);
    let retry = can_retry.then(|| {
        view! {
            <form method="post" action=RetryNotification::PATH>
                <input type="hidden" name="id" value=line.id.to_string()/>
                <input type="hidden" name="shown" value=shown/>
                <button class="button button--quiet button--small">
                    {i18n.queue_retry()} <span class="sr-only">": " {title.clone()}</span>
                </button>
            </form>
        }
    });
    view! {
        <tr>
            <th scope="row">
                <a class="table__name" href=line.topic.agency_target().path() dir="auto">{title.clone()}</a>
            </th>
            <td data-label=i18n.notification_to()><div>{to} {medium}</div></td>
            <td class="table__day" data-label=i18n.notification_when()>
                <Moment at=line.due_at language=admin.language/>
            </td>
            <td data-label=i18n.notification_state()>
                <div>
                    <Outcome line=line.clone() i18n/>
                </div>
            </td>
            <td class="table__actions">{retry}</td>
        </tr>
    }
}

/// The state, and why.
#[component]
pub fn Outcome(line: NotificationLine, i18n: I18n) -> impl IntoView {
    let class = match line.state {
        NotificationState::Waiting | NotificationState::Sending => "status status--waiting",
        NotificationState::Sent => "status status--completed",
        NotificationState::Skipped => "status",
        NotificationState::Failed => "status status--late",
    };
    let reason = line.reason.filter(|_| line.state != NotificationState::Sent).map(|reason| {
        let text = match reason.parse() {
            Ok(reason) => EitherOf3::A(i18n.skip_reason(reason)),
            Err(_) if line.medium == Medium::Push => EitherOf3::B(reason),
            Err(_) => EitherOf3::C(view! { <MailFailure reply=reason i18n/> }),
        };
        view! { <span class="table__more">{text}</span> }
    });
    view! {
        <span class=class>{i18n.notification_state_name(line.state)}</span>
        {reason}
    }
}

/// What it means, and what the server answered.
#[component]
pub fn MailFailure(
    /// The reply as stored, with its step.
    reply: String,
    i18n: I18n,
) -> impl IntoView {
    let (reply, step) = SmtpStep::split(&reply);
    let details =
        (!reply.is_empty()).then(|| view! { <span class="table__more" dir="auto">{i18n.smtp_reply(reply)}</span> });
    view! {
        <span>{i18n.smtp_problem(step, SmtpStep::is_later(reply))}</span>
        " "
        {details}
    }
}
