//! The contacts of a client: who they are, their addresses and rights, and the form that adds one.

use std::sync::Arc;

use domain::id::ClientId;
use domain::line::initials;
use domain::notifications::{Frequency, SmtpStep};
use domain::people::{ContactCard, ContactDraft};
use domain::{Access, Client, ClientDraft, Form, FormOfAddress, Language};

use super::actions::{CreateContact, DeleteContact, InviteContact, RenewContact, SaveContact};
use crate::admin::prelude::*;

#[component]
pub fn People(
    client: Client,
    contacts: Vec<ContactCard>,
    form_of_address: FormOfAddress,
    /// Whether e-mails are sent.
    is_on: bool,
    base_url: Arc<str>,
    admin: AdminView,
) -> impl IntoView {
    let i18n = admin.i18n;
    let warnings = without_code(&client, &contacts, is_on, i18n);
    let warning = |text| view! { <p class="notice">{text}</p> };
    let row = |card| view! { <Row client=client.clone() card form_of_address is_on base_url=base_url.clone() admin=admin.clone()/> };
    let rows = contacts.into_iter().map(row).collect_view();
    view! {
        <section class="setting" id="people" aria-labelledby="people-heading">
            <h2 id="people-heading">{i18n.people()}</h2>
            <SectionOutcome section="people" flash=admin.flash.clone() i18n/>
            <p class="muted">{i18n.client_people_hint()}</p>
            {warnings.into_iter().map(warning).collect_view()}
            <ul class="rows">{rows}</ul>
            <AddForm client=client.id is_on admin/>
        </section>
    }
}

/// Who cannot come in, because they need a code and get none.
fn without_code(client: &Client, contacts: &[ContactCard], is_on: bool, i18n: I18n) -> Vec<String> {
    if client.access == Access::Link {
        return Vec::new();
    }
    let people = contacts.iter().map(|card| (&card.contact.name, &card.contact.email));
    let people = [(&client.name, &client.email)].into_iter().chain(people);
    let nobody = (!is_on).then(|| i18n.access_without_mail().to_owned());
    let without = people.filter(|(_, email)| email.is_none()).map(|(name, _)| i18n.access_without_email(name));
    nobody.into_iter().chain(without).collect()
}

#[component]
fn Row(
    client: Client,
    card: ContactCard,
    form_of_address: FormOfAddress,
    is_on: bool,
    base_url: Arc<str>,
    admin: AdminView,
) -> impl IntoView {
    let i18n = admin.i18n;
    let ContactCard { contact, version, token_version, invitation_version, last_visit, invited_at, bounce } = card;
    let fields = Fields::new(&admin, format!("contact-{}", contact.id), Form::from(&ContactDraft::from(&contact)));
    let link = format!("{base_url}{}", Address::portal(contact.token.reveal()).into_string());
    let visit = last_visit.map(|at| view! { {i18n.event_visited()} " " <Ago at admin=admin.clone()/> });
    let visit = visit.map_or_else(|| Either::Left(i18n.never_visited_person()), Either::Right);
    let invited = invited_at.map(|at| view! { " · " {i18n.invited()} " " <Ago at admin=admin.clone()/> });
    let can_invite = is_on && contact.email.is_some() && contact.notify != Frequency::Never;
    let theirs = I18n(contact.language.unwrap_or(client.language), form_of_address);
    let invitation = format!("{}\n{link}", theirs.invitation_sentence());
    let (id, of, name) = (contact.id.to_string(), client.id.to_string(), contact.name.clone());
    let hidden = move |seen: String| {
        view! {
            <input type="hidden" name="client" value=of.clone()/>
            <input type="hidden" name="contact" value=id.clone()/>
            <input type="hidden" name="version" value=seen/>
        }
    };
    let bounce = bounce.map(|reply| {
        let reply = i18n.smtp_reply(SmtpStep::split(&reply).0);
        view! { <p class="danger"><strong>{i18n.client_bounce()}</strong> " " <span dir="auto">{reply}</span></p> }
    });
    let rights = match (contact.can_write, contact.can_approve) {
        (true, true) => None,
        (true, false) => Some(i18n.may_not_approve()),
        (false, true) => Some(i18n.may_not_write()),
        (false, false) => Some(i18n.may_only_look()),
    };
    let (of_save, of_renew, of_delete) = (hidden(version.clone()), hidden(token_version), hidden(version));
    let invite = can_invite.then(|| {
        view! {
            <form class="actions" method="post" action=InviteContact::PATH>
                {hidden(invitation_version)}
                <button class="button button--quiet">{i18n.invite_send()}</button>
            </form>
        }
    });
    let (open, form_id) = (fields.is_open(), fields.id());
    view! {
        <li class="row row--person">
            <span class="avatar" aria-hidden="true">{initials(&name)}</span>
            <div class="row__main">
                <strong dir="auto">{contact.name}</strong>
                {contact.role.map(|role| view! { " " <span class="muted" dir="auto">{role}</span> })}
                {contact.email.map(|email| view! { <p class="muted" dir="auto">{email}</p> })}
                {bounce}
                <p class="muted">{visit} {invited} {rights.map(|rights| view! { " " <span class="chip">{rights}</span> })}</p>
                <div class="acts">
                    <button
                        type="button"
                        class="act"
                        aria-label=format!("{}: {name}", i18n.person_copy_link())
                        data-copy=link.clone()
                    >
                        {i18n.person_copy_link()}
                    </button>
                    <details class="snooze" open=open>
                        <summary class="act">
                            {i18n.edit()} <span class="sr-only" dir="auto">" " {name.clone()}</span>
                        </summary>
                        <div class="panel">
                            <p class="actions">
                                <code dir="ltr">{link}</code>
                                <button type="button" class="button button--quiet" data-copy=invitation>
                                    {i18n.person_copy_invitation()}
                                </button>
                            </p>
                            {invite}
                            <form id=form_id class="form" method="post" action=SaveContact::PATH>
                                <FormHead fields=fields.clone()/>
                                {of_save}
                                <ContactFields fields i18n/>
                                <p class="actions"><button class="button">{i18n.save()}</button></p>
                            </form>
                            <Confirm label=i18n.person_renew() warning=i18n.person_renew_warning() action=RenewContact::PATH>
                                {of_renew}
                            </Confirm>
                            <Confirm label=i18n.person_delete() warning=i18n.person_delete_warning() action=DeleteContact::PATH>
                                {of_delete}
                            </Confirm>
                        </div>
                    </details>
                </div>
            </div>
        </li>
    }
}

/// A button that says first what it does.
#[component]
fn Confirm(label: &'static str, warning: &'static str, action: &'static str, children: Children) -> impl IntoView {
    view! {
        <details>
            <summary>{label}</summary>
            <form method="post" action=action>
                {children()}
                <p>{warning}</p>
                <p class="actions"><button class="button button--danger">{label}</button></p>
            </form>
        </details>
    }
}

#[component]
fn AddForm(client: ClientId, is_on: bool, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let initial = ContactDraft { can_write: true, can_approve: true, ..ContactDraft::default() };
    let fields = Fields::of_new(&admin, "contact", Form::from(&initial));
    let (open, form_id) = (fields.is_open(), fields.id());
    view! {
        <details class="adder" open=open>
            <summary class="button button--quiet">{i18n.person_add()}</summary>
            <form id=form_id class="panel" method="post" action=CreateContact::PATH>
                <FormHead fields=fields.clone()/>
                <input type="hidden" name="client" value=client.to_string()/>
                // Made here, so that a form submitted twice adds one.
                <input type="hidden" name="contact" value=store::new_id()/>
                <ContactFields fields=fields.clone() i18n/>
                {is_on.then(|| view! { <FlagField fields name="invite" label=i18n.person_invite()/> })}
                <p class="actions"><button class="button">{i18n.add()}</button></p>
            </form>
        </details>
    }
}

#[component]
fn ContactFields(fields: Fields, i18n: I18n) -> impl IntoView {
    let mut languages = vec![(String::new(), i18n.person_language_of_client().to_owned())];
    languages.extend(options(Language::ALL, |one| i18n.language_name(one)));
    let frequencies = options(Frequency::ALL, |one| i18n.frequency(one));
    view! {
        <TextField fields=fields.clone() name="name" label=i18n.client_name() required=true most=ClientDraft::NAME/>
        <TextField fields=fields.clone() name="email" label=i18n.email() kind="email"/>
        <TextField fields=fields.clone() name="role" label=i18n.person_role() most=ContactDraft::ROLE/>
        <FlagField fields=fields.clone() name="can_write" label=i18n.person_can_write()/>
        <FlagField fields=fields.clone() name="can_approve" label=i18n.person_can_approve()/>
        <SelectField fields=fields.clone() name="language" label=i18n.client_language() options=languages/>
        <SelectField fields name="notify" label=i18n.client_notify() options=frequencies/>
    }
}
