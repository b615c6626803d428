//! The invitation to the portal: an e-mail to send, and the same words to copy into a chat.

use domain::clients::ClientOverview;
use domain::notifications::Frequency;
use domain::{Access, Client};

use super::actions::{InviteClient, MarkInvited};
use crate::admin::prelude::*;
use crate::admin::settings::Section;

/// The longest first sentence, in characters.
pub const SENTENCE: usize = 600;

#[component]
pub fn Invitation(
    client: Client,
    overview: ClientOverview,
    /// The sender of e-mails; `None` while none is sent.
    from: Option<String>,
    /// How the agency addresses its clients, with its name.
    agency: domain::Agency,
    base_url: String,
    admin: AdminView,
) -> impl IntoView {
    let i18n = admin.i18n;
    let theirs = I18n(client.language, agency.form_of_address);
    let sentence = overview.invitation.clone().unwrap_or_else(|| theirs.invitation_sentence().to_owned());
    let link = format!("{base_url}{}", Address::portal(client.token.reveal()).into_string());
    let day = |words: &'static str, at| view! { {words} " " <Ago at admin=admin.clone()/> ". " };
    let invited = overview.invited_at.map(|at| day(i18n.invited(), at));
    let came = overview.first_visit.map(|at| day(i18n.first_came(), at));
    let missing = overview
        .last_visit
        .is_none()
        .then(|| if invited.is_some() { i18n.never_visited() } else { i18n.not_invited() });
    let letter = letter(
        &client,
        &overview,
        from,
        &theirs.invitation_subject(theirs.site_name(&agency).as_str()),
        sentence.clone(),
        &admin,
    );
    let has_come = overview.last_visit.is_some();
    let body = view! {
        {letter}
        <Chat client sentence link version=overview.invitation_version i18n/>
    };
    let body = if has_come {
        Either::Left(view! {
            <details class="adder">
                <summary class="button button--quiet">{i18n.invite_again()}</summary>
                {body}
            </details>
        })
    } else {
        Either::Right(body)
    };
    view! {
        <section class="setting" id="invitation" aria-labelledby="invitation-heading">
            <h2 id="invitation-heading">{i18n.invitation()}</h2>
            <SectionOutcome section="invitation" flash=admin.flash i18n/>
            <p class="muted">{invited} {came} {missing}</p>
            {body}
        </section>
    }
}

/// The e-mail as the client will see it, with its first sentence to edit; or why it cannot be sent.
fn letter(
    client: &Client,
    overview: &ClientOverview,
    from: Option<String>,
    subject: &str,
    sentence: String,
    admin: &AdminView,
) -> AnyView {
    let i18n = admin.i18n;
    let id = client.id.to_string();
    let mend = |text: &'static str, href: String, label: &'static str| {
        view! { <p class="notice">{text} " " <a href=href>{label}</a></p> }.into_any()
    };
    let edit = |field: &str| address::client(&id).with("edit", "client").with_fragment(&field_id("client", field));
    let email = match (from.as_ref(), &client.email, client.notify) {
        (None, ..) if !is_for_owner() => {
            return view! { <p class="notice">{i18n.client_sending_off()}</p> }.into_any();
        }
        (None, ..) => {
            return mend(
                i18n.client_sending_off(),
                Section::Notifications.address().into_string(),
                i18n.client_sending_setup(),
            );
        }
        (_, None, _) => return mend(i18n.invite_no_address(), edit("email"), i18n.add_address()),
        (_, _, Frequency::Never) => return mend(i18n.invite_wants_none(), edit("notify"), i18n.edit()),
        (Some(_), Some(email), _) => email.clone(),
    };
    let fields = Fields::new(admin, "invitation", domain::Form::default().with("text", Some(sentence)));
    let theirs = I18n(client.language, domain::FormOfAddress::default());
    let subject = subject.to_owned();
    let version = overview.invitation_version.clone();
    let form_id = fields.id();
    view! {
        <form id=form_id class="panel" method="post" action=InviteClient::PATH>
            <FormHead fields=fields.clone() version/>
            <input type="hidden" name="client" value=id/>
            <dl class="facts">
                {fact(i18n.notification_to(), format!("{}, {email}", client.name))}
                {fact(i18n.notification_subject(), subject)}
            </dl>
            <ProseField fields name="text" label=i18n.invite_sentence() rows=3 required=true most=SENTENCE/>
            <p class="muted">{theirs.mail_open_portal()} " · " {theirs.invitation_access(client.access == Access::Code)}</p>
            <p class="actions">
                <button class="button button--quiet">{i18n.invite_send()}</button>
                {from.map(|from| view! { <span class="muted">{i18n.invite_from(&from)}</span> })}
            </p>
        </form>
    }
    .into_any()
}

/// The words for a chat. Nothing is sent: the agency copies them, or opens the chat with them.
#[component]
fn Chat(client: Client, sentence: String, link: String, version: String, i18n: I18n) -> impl IntoView {
    let text = format!("{sentence}\n{link}");
    let number = client
        .phone
        .as_deref()
        .filter(|phone| phone.trim_start().starts_with('+'))
        .map(|phone| phone.chars().filter(char::is_ascii_digit).collect::<String>());
    let chat = format!("https://wa.me/{}?text={}", number.unwrap_or_default(), address::encode(&text));
    view! {
        <details class="adder">
            <summary class="button button--quiet">{i18n.invite_whatsapp()}</summary>
            <div class="panel">
                <div class="field">
                    <label for="invitation-chat">{i18n.invite_chat_text()}</label>
                    <textarea id="invitation-chat" rows="5" readonly dir="auto">{text.clone()}</textarea>
                </div>
                <form class="actions" method="post" action=MarkInvited::PATH>
                    <input type="hidden" name="client" value=client.id.to_string()/>
                    <input type="hidden" name="version" value=version/>
                    <button type="button" class="button button--quiet" data-copy=text>{i18n.copy()}</button>
                    <a class="button button--quiet" href=chat target="_blank" rel="noopener noreferrer">
                        {i18n.invite_open_whatsapp()}
                    </a>
                    <button class="link-button">{i18n.invite_mark()}</button>
                </form>
            </div>
        </details>
    }
}
