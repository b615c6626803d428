//! The account of who is signed in: name, e-mail, language, second factor, password, devices. That of the environment is set on the server.

pub mod actions;
pub mod notifications;
pub mod second_factor;

use axum::Extension;
use axum::extract::State;
use axum::http::HeaderMap;
use domain::notifications::MemberNotifications;
use domain::{AccountDraft, Form, Language, Member, MemberDraft, Role, Versioned};
use store::{AgencyDevice, AgencySession};

use crate::PagesState;
use crate::admin::prelude::*;
use crate::session::SignedInAdmin;
use actions::{CHANGE_PASSWORD, EndOtherSessions, SaveAccount};
use notifications::{Notifications, OfEnvironment};
use second_factor::{NewCodes, SecondFactorSection, SecondFactorView};

pub const ADDRESS: &str = "/admin/account";

pub fn address() -> Address {
    Address::path(ADDRESS.to_owned())
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct AccountQuery {
    /// Why the password was not changed.
    password: String,
    /// Why the second factor was not.
    factor: String,
}

/// `GET /admin/account`
pub async fn page(
    State(state): State<PagesState>,
    Extension(signed_in): Extension<SignedInAdmin>,
    Query(query): Query<AccountQuery>,
    headers: HeaderMap,
    request: AdminRequest,
) -> PageResult {
    let SignedInAdmin { email, member, session } = signed_in;
    let devices = request.store.agency_devices(member.as_ref().map(|member| &member.id)).await?;
    let data = match member {
        Some(member) => Some(MemberData {
            version: request.store.account_version(&member)?,
            notifications: request.store.member_notifications(&member.id).await?,
            factor: SecondFactorView {
                factor: request.store.second_factor(&member.id).await?,
                new_codes: NewCodes::of(&headers),
                problem: query.factor,
                issuer: request.store.agency().await?.name_or_default().to_owned(),
                email: member.email.to_string(),
            },
            member,
        }),
        None => None,
    };
    let has_codes = data.as_ref().is_some_and(|data| data.factor.new_codes.is_some());
    let show = move |admin: AdminView| {
        let i18n = admin.i18n;
        let (role, name, details, data, notifications) = match data {
            None => {
                let data = view! { <p class="muted">{i18n.account_on_server()}</p> }.into_any();
                (Role::Owner, None, None, data, view! { <OfEnvironment i18n/> }.into_any())
            }
            Some(MemberData { member, version, notifications, factor }) => {
                let (role, person) = (member.role, format!("member:{}", member.id));
                let notifications = view! { <Notifications notifications person admin=admin.clone()/> };
                let forms = view! {
                    <SecondFactorSection shown=factor admin=admin.clone()/>
                    <Password problem=query.password email=member.email.to_string() admin=admin.clone()/>
                };
                let name = member.name.clone();
                let details = view! { <Details member version admin=admin.clone()/> };
                (role, Some(name), Some(details), forms.into_any(), notifications.into_any())
            }
        };
        let body = view! {
            <div>
                <h1>{i18n.your_account()}</h1>
                <p class="muted" dir="auto">{name.map(|name| format!("{name} · "))} {i18n.role(role)} " · " {email}</p>
                {details}
            </div>
            {data}
            <Devices devices session admin/>
            {notifications}
        };
        (i18n.your_account().to_owned(), body.into_any())
    };
    let mut response = request.page(NavItem::Account, show).await?;
    if has_codes {
        second_factor::forget_codes(&mut response, &state);
    }
    Ok(response)
}

struct MemberData {
    member: Member,
    version: String,
    notifications: Versioned<MemberNotifications>,
    factor: SecondFactorView,
}

#[component]
fn Details(member: Member, version: String, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let fields = Fields::new(&admin, "account", Form::from(&AccountDraft::from(&member)));
    let mut languages = vec![(String::new(), i18n.agency_language().to_owned())];
    languages.extend(options(Language::ALL, |one| i18n.language_name(one)));
    view! {
        <Folded label=i18n.edit() about=i18n.your_account() open=fields.is_refused() class="act act--framed">
            <form id=fields.id() method="post" action=SaveAccount::PATH class="form">
                <FormHead fields=fields.clone() version/>
                <TextField fields=fields.clone() name="name" label=i18n.client_name() required=true most=MemberDraft::NAME/>
                <TextField fields=fields.clone() name="email" kind="email" label=i18n.email() required=true hint=i18n.account_email_hint()/>
                <SelectField fields=fields.clone() name="language" label=i18n.account_language() options=languages/>
                <button class="button">{i18n.save()}</button>
            </form>
        </Folded>
    }
}

/// A form that is shown when it is asked for, by a word at the end of its heading's line. A browser opens it, too, for a
/// fragment that leads into it.
#[component]
fn Folded(
    label: &'static str,
    /// What it changes; read out after the word.
    about: &'static str,
    /// Whether it was just used.
    open: bool,
    #[prop(default = "act")] class: &'static str,
    children: Children,
) -> impl IntoView {
    view! {
        <details class="adder folded" open=open>
            <summary class=class>{label} <span class="sr-only">": " {about}</span></summary>
            {children()}
        </details>
    }
}

/// The old one is asked for. Nothing that was typed is shown again.
#[component]
fn Password(problem: String, email: String, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let is_of_old = matches!(&*problem, "wrong" | "limited");
    let (of_old, of_new) = match actions::problem_text(&problem, i18n) {
        problem if is_of_old => (problem, None),
        problem => (None, problem),
    };
    let is_refused = of_old.is_some() || of_new.is_some();
    let changed = admin.flash.about.as_deref() == Some("password");
    view! {
        <section class="setting" aria-labelledby="password-heading">
            <h2 id="password-heading">{i18n.password()}</h2>
            <p class="muted">{i18n.change_password_hint()}</p>
            <Folded label=i18n.change() about=i18n.password() open=is_refused || changed>
                <form id="password" method="post" action=CHANGE_PASSWORD class="form">
                    {changed.then(|| view! { <p class="notice" role="status">{i18n.own_password_changed()}</p> })}
                    <input type="hidden" name="email" autocomplete="username" value=email/>
                    <PasswordField id="old-password" name="old" label=i18n.old_password() problem=of_old/>
                    <PasswordField
                        id="new-password"
                        label=i18n.new_password()
                        hint=i18n.choose_password_hint()
                        problem=of_new
                    />
                    <button class="button">{i18n.change_password()}</button>
                </form>
            </Folded>
        </section>
    }
}

#[component]
fn Devices(devices: Vec<AgencyDevice>, session: AgencySession, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let others = devices.iter().any(|device| device.id != session.id);
    let device = |device: AgencyDevice| {
        let is_this = device.id == session.id;
        view! {
            <li class="row">
                <div class="row__main">
                    <strong>{i18n.device(&device.user_agent)}</strong>
                    {is_this.then(|| view! { " " <span class="chip">{i18n.this_device()}</span> })}
                </div>
                <div class="row__meta"><Ago at=device.seen_at admin=admin.clone()/></div>
            </li>
        }
    };
    view! {
        <section class="setting" aria-labelledby="devices-heading" id="devices">
            <div class="page-head">
                <h2 id="devices-heading">{i18n.devices()}</h2>
                {others.then(|| view! {
                    <form method="post" action=EndOtherSessions::PATH>
                        <button class="act">{i18n.end_other_sessions()}</button>
                    </form>
                })}
            </div>
            <ul class="rows">{devices.into_iter().map(device).collect_view()}</ul>
        </section>
    }
}
