//! The members of the agency: inviting, roles, disabling and deleting.

use axum::Extension;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use domain::{Form, Member, MemberDraft, MemberKey, MemberLine, Role, SettingsDraft, Versioned};

use super::{Section, section_page};
use crate::PagesState;
use crate::admin::prelude::*;
use crate::admin::settings::actions::SaveSettings;
use crate::session::SignedInAdmin;
use actions::{DeleteMember, INVITE};
use row::Row;

pub mod actions;
pub mod row;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct PeopleQuery {
    /// The member with a new address, which a cookie has.
    invited: String,
    /// Whether the address was also sent: `1`, or `0` if the mail server did not take it.
    sent: String,
    /// Asks for confirmation to delete this member.
    delete: String,
}

/// `GET /admin/settings/people`
pub async fn page(
    State(state): State<PagesState>,
    Extension(signed_in): Extension<SignedInAdmin>,
    Query(query): Query<PeopleQuery>,
    headers: HeaderMap,
    request: AdminRequest,
) -> PageResult {
    let lines = request.store.member_lines().await?;
    let settings = request.store.settings().await?;
    let address = NewAddress::of(&headers).filter(|address| address.member == query.invited);
    let body = move |admin: AdminView| {
        let i18n = admin.i18n;
        let own = signed_in.member.map(|member| member.id);
        let address = address.and_then(|address| {
            let member = lines.iter().map(|line| &line.member).find(|one| one.id.as_str() == address.member)?.clone();
            let link = format!("{}{}", state.base_url, address.kind.path(&address.key));
            Some(view! { <ToCopy member kind=address.kind link sent=query.sent i18n/> })
        });
        let to_delete = lines.iter().map(|line| &line.member).find(|member| member.id.as_str() == query.delete);
        let delete = to_delete.map(|member| {
            view! {
                <DeleteForm
                    question=i18n.delete_named(&member.name)
                    impact=Vec::new()
                    action=DeleteMember::PATH
                    arguments=vec![("id", member.id.to_string())]
                    back=Section::People.path().to_owned()
                    i18n
                />
            }
        });
        let has_mail = state.mail.is_some();
        let row = |line: MemberLine| {
            let is_own = own.as_ref() == Some(&line.member.id);
            view! { <Row line is_own has_mail admin=admin.clone()/> }
        };
        view! {
            <p class="muted">{i18n.people_hint()}</p>
            {address}
            {delete}
            <ul class="rows people">
                {lines.into_iter().map(row).collect_view()}
                <li class="row row--person">
                    <span class="avatar avatar--server" aria-hidden="true">
                        <svg class="icon" viewBox="0 0 24 24" focusable="false">
                            <path d="M6 11h12v8.5H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3"></path>
                        </svg>
                    </span>
                    <div class="row__main">
                        <strong>{i18n.server_account()}</strong>
                        <p class="muted">{state.agency_email.to_string()}</p>
                    </div>
                    <p class="person__role">{i18n.role(Role::Owner)}</p>
                    <p class="muted person__state">{i18n.server_account_hint()}</p>
                </li>
            </ul>
            <Invite has_mail admin=admin.clone()/>
            <section class="form__pair">
                <div>
                    <h3>{i18n.member_may_heading()}</h3>
                    <p class="muted">{i18n.member_may()}</p>
                </div>
                <div>
                    <h3>{i18n.owner_may_heading()}</h3>
                    <p class="muted">{i18n.owner_may()}</p>
                </div>
            </section>
            <ShowNames settings admin/>
        }
        .into_any()
    };
    section_page(request, Section::People, body).await
}

/// Whether clients see who of the agency wrote: one button, which is pressed while they do.
#[component]
fn ShowNames(settings: Versioned<SettingsDraft>, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let Versioned { record: SettingsDraft { show_member_names: is_on, .. }, version } = settings;
    let name = Section::People.form_name();
    let fields = Fields::new(&admin, name, Form::default());
    let value = if is_on { "off" } else { "on" };
    view! {
        <form id=name method="post" action=SaveSettings::PATH class="setting setting--toggle">
            <input type="hidden" name="section" value=name/>
            <FormHead fields version keeps_draft=false/>
            <SectionOutcome section=name flash=admin.flash.clone() i18n/>
            <button
                class="toggle"
                name="form[show_member_names]"
                value=value
                aria-pressed=is_on.to_string()
                aria-describedby="show-names-hint"
            >
                {i18n.show_member_names()}
            </button>
            <p class="muted" id="show-names-hint">{i18n.show_member_names_hint()}</p>
        </form>
    }
}

/// The address that was just made. Only its digest is stored, so it can be copied now or never.
#[component]
fn ToCopy(member: Member, kind: MemberKey, link: String, sent: String, i18n: I18n) -> impl IntoView {
    let hint = match (&*sent, kind) {
        ("1", MemberKey::Join) => i18n.invitation_sent(member.email.as_str()),
        ("1", MemberKey::Reset) => i18n.reset_sent(member.email.as_str()),
        ("0", _) => i18n.invitation_not_sent(&member.name),
        _ => i18n.invitation_to_send(&member.name),
    };
    let label = match kind {
        MemberKey::Join => i18n.invitation_address(),
        MemberKey::Reset => i18n.reset_address(),
    };
    view! {
        <section class="panel" id="invited" aria-label=label>
            <p role="status">{hint}</p>
            <CopyField id="invited-address" label text=link i18n/>
        </section>
    }
}

#[component]
fn Invite(has_mail: bool, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let fields = Fields::new(&admin, "invite", Form::default().with("role", Some(Role::Member.as_str())));
    let hint = if has_mail { i18n.invite_hint() } else { i18n.invite_hint_without_mail() };
    view! {
        <section class="panel" aria-labelledby="invite-heading">
            <h2 id="invite-heading">{i18n.invite_person()}</h2>
            <form id=fields.id() method="post" action=INVITE class="invite">
                <FormHead fields=fields.clone() keeps_draft=false/>
                <TextField fields=fields.clone() name="name" label=i18n.client_name() required=true most=MemberDraft::NAME/>
                <TextField fields=fields.clone() name="email" kind="email" label=i18n.email() required=true/>
                <SelectField fields=fields.clone() name="role" label=i18n.member_role() options=options(Role::ALL, |one| i18n.role(one))/>
                <button class="button">{i18n.invite()}</button>
                <p class="muted">{hint}</p>
            </form>
        </section>
    }
}

/// A new address on its way to the page that shows it, in a cookie: what is stored is a digest.
struct NewAddress {
    member: String,
    kind: MemberKey,
    key: String,
}

impl NewAddress {
    const COOKIE: &str = "atrio.invitation";

    /// For ten minutes, and this page only.
    fn set_cookie(&self, is_https: bool) -> String {
        let Self { member, kind, key } = self;
        let (path, secure) = (Section::People.path(), if is_https { "; Secure" } else { "" });
        let attributes = "Max-Age=600; HttpOnly; SameSite=Lax";
        format!("{}={member}.{kind}.{key}; Path={path}; {attributes}{secure}", Self::COOKIE)
    }

    fn of(headers: &HeaderMap) -> Option<Self> {
        let lines = headers.get_all(header::COOKIE).into_iter().filter_map(|line| line.to_str().ok());
        let mut cookies = lines.flat_map(|line| line.split(';')).filter_map(|cookie| cookie.trim().split_once('='));
        let (_, value) = cookies.find(|(name, _)| *name == Self::COOKIE)?;
        let mut parts = value.splitn(3, '.').map(str::to_owned);
        Some(Self { member: parts.next()?, kind: parts.next()?.parse().ok()?, key: parts.next()? })
    }
}
