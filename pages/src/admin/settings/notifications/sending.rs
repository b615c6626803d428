//! Whether e-mails are sent, and a test; or how to begin.

use std::sync::Arc;

use domain::Agency;
use domain::notifications::{SendingFailure, SendingResults, TestEmail};
use leptos::either::EitherOf4;

use super::MailFailure;
use super::actions::TRY_MAIL;
use crate::admin::prelude::*;
use crate::state::{MailEncryption, MailServer};

#[component]
pub fn Sending(
    mail: Option<Arc<MailServer>>,
    results: SendingResults,
    agency: Agency,
    tried: String,
    admin: AdminView,
) -> impl IntoView {
    let i18n = admin.i18n;
    let body = match mail {
        None => Either::Left(view! { <HowToBegin agency i18n/> }),
        Some(mail) => {
            let test = results.test.clone().filter(|_| !tried.is_empty());
            Either::Right(view! {
                <TestOutcome test tried address=mail.agency.clone() i18n/>
                <Facts mail results admin/>
                <form method="post" action=TRY_MAIL class="actions">
                    <button class="button" aria-describedby="try-mail-hint">{i18n.try_mail()}</button>
                    <span class="muted" id="try-mail-hint">{i18n.try_mail_hint()}</span>
                </form>
            })
        }
    };
    view! {
        <section class="setting" id="sending" aria-labelledby="sending-heading">
            <h2 id="sending-heading">{i18n.sending()}</h2>
            {body}
        </section>
    }
}

#[component]
fn HowToBegin(agency: Agency, i18n: I18n) -> impl IntoView {
    // Quotes would end the value in the file.
    let name = agency.name_or_default().replace(['"', '\\', '$', '<', '>'], "");
    let lines =
        format!("SMTP_URL={}\nMAIL_FROM=\"{} <{}>\"", i18n.smtp_example(), name.trim(), i18n.mail_from_example());
    view! {
        <p class="muted">{i18n.sending_off()}</p>
        <pre class="command" tabindex="0" role="region" aria-label=i18n.smtp_lines()>
            <code>{lines.clone()}</code>
        </pre>
        <p class="actions">
            <button type="button" class="button button--quiet" data-copy=lines>
                {i18n.copy_lines()}
            </button>
        </p>
        <p class="muted">{i18n.sending_off_hint()}</p>
    }
}

#[component]
fn TestOutcome(test: Option<TestEmail>, tried: String, address: String, i18n: I18n) -> impl IntoView {
    let wrong = |text| view! { <p class="notice notice--wrong" role="alert">{text}</p> };
    match (tried.as_str(), test) {
        ("limited", _) => EitherOf4::A(wrong(i18n.try_mail_limited())),
        ("fault", _) => EitherOf4::A(wrong(i18n.error_fault())),
        (_, Some(TestEmail { failure: None, .. })) => {
            EitherOf4::B(view! { <p class="notice" role="status">{i18n.try_mail_sent(&address)}</p> })
        }
        (_, Some(TestEmail { failure: Some(reply), .. })) => EitherOf4::C(view! {
            <p class="notice notice--wrong" role="alert">
                <strong>{i18n.try_mail_failed()}</strong> " " <MailFailure reply i18n/>
            </p>
        }),
        (_, None) => EitherOf4::D(()),
    }
}

#[component]
fn Facts(mail: Arc<MailServer>, results: SendingResults, admin: AdminView) -> impl IntoView {
    let (i18n, language) = (admin.i18n, admin.language);
    let encryption = match mail.encryption {
        MailEncryption::None => i18n.smtp_plain(),
        MailEncryption::StartTls => i18n.smtp_starttls(),
        MailEncryption::Tls => i18n.smtp_tls(),
    };
    let sent = match results.last_sent {
        Some(at) => Either::Left(view! { <Moment at language/> }),
        None => Either::Right(i18n.last_sent_never()),
    };
    let failed = match results.last_failure {
        Some(failure) => Either::Left(view! { <LastFailure failure admin/> }),
        None => Either::Right(i18n.last_failure_never()),
    };
    view! {
        <dl class="facts">
            <dt>{i18n.smtp_server()}</dt>
            <dd dir="ltr">{mail.host.clone()} ", " {i18n.smtp_port(mail.port)}</dd>
            {fact(i18n.smtp_encryption(), encryption)}
            <dt>{i18n.mail_sender()}</dt>
            <dd dir="auto">{mail.from.clone()}</dd>
            <dt>{i18n.mail_to_agency()}</dt>
            <dd dir="auto">{mail.agency.clone()}</dd>
            {fact(i18n.last_sent(), sent)}
            {fact(i18n.last_failure(), failed)}
        </dl>
    }
}

#[component]
fn LastFailure(failure: SendingFailure, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let SendingFailure { at, is_retried, reply } = failure;
    let next = is_retried.then(|| view! { {i18n.retried_at()} " " });
    view! {
        <MailFailure reply i18n/>
        <span class="table__more">{next} <Moment at language=admin.language/></span>
    }
}
