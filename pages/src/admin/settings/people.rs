//! The members of the agency: inviting, roles, disabling and deleting.

use axum::Extension;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use domain::line::initials;
use domain::{Form, Member, MemberDraft, MemberKey, Role};

use super::{Section, section_page};
use crate::PagesState;
use crate::admin::prelude::*;
use crate::session::SignedInAdmin;
use actions::{DeleteMember, INVITE, RENEW, RemoveSecondFactor, SetMemberDisabled, SetMemberRole};

pub mod actions;

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
    let members = request.store.members().await?;
    let with_second_factor = request.store.members_with_second_factor().await?;
    let address = NewAddress::of(&headers).filter(|address| address.member == query.invited);
    let body = move |admin: AdminView| {
        let i18n = admin.i18n;
        let own = signed_in.member.map(|member| member.id);
        let address = address.and_then(|address| {
            let member = members.iter().find(|member| member.id.as_str() == address.member)?.clone();
            let link = format!("{}{}", state.base_url, address.kind.path(&address.key));
            Some(view! { <ToCopy member kind=address.kind link sent=query.sent i18n/> })
        });
        let to_delete = members.iter().find(|member| member.id.as_str() == query.delete);
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
        let row = |member: Member| {
            let is_own = own.as_ref() == Some(&member.id);
            let has_second_factor = with_second_factor.contains(&member.id);
            view! { <Row member is_own has_mail has_second_factor admin=admin.clone()/> }
        };
        view! {
            <p class="muted">{i18n.people_hint()}</p>
            {address}
            {delete}
            <ul class="rows people">
                {members.into_iter().map(row).collect_view()}
                <li class="row row--person">
                    <span class="avatar" aria-hidden="true">"—"</span>
                    <div class="row__main">
                        <strong>{i18n.server_account()}</strong>
                        <p class="muted">{state.agency_email.to_string()}</p>
                    </div>
                    <p class="person__role">{i18n.role(Role::Owner)}</p>
                    <p class="muted person__state">{i18n.server_account_hint()}</p>
                </li>
            </ul>
            <Invite has_mail admin/>
            <section class="setting">
                <p class="muted">{i18n.member_may()}</p>
                <p class="muted">{i18n.owner_may()}</p>
            </section>
        }
        .into_any()
    };
    section_page(request, Section::People, body).await
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
fn Row(member: Member, is_own: bool, has_mail: bool, has_second_factor: bool, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let Member { id, name, email, role, disabled_at, .. } = member.clone();
    let state = match (disabled_at, &member.password_hash) {
        (Some(at), _) => Some(view! { {i18n.member_disabled()} " " <Moment at language=admin.language/> }.into_any()),
        (None, None) => Some(i18n.member_invited().into_any()),
        (None, Some(_)) => None,
    };
    let is_invited = disabled_at.is_none() && member.password_hash.is_none();
    let button =
        |class: &'static str, action: &'static str, fields: Vec<(&'static str, String)>, text: &'static str| {
            let fields = fields.into_iter().map(|(name, value)| view! { <input type="hidden" name=name value=value/> });
            view! {
                <form method="post" action=action>
                    <input type="hidden" name="id" value=id.to_string()/>
                    {fields.collect_view()}
                    <button class=class>
                        {text} <span class="sr-only">" "{name.clone()}</span>
                    </button>
                </form>
            }
        };
    let take_off =
        has_second_factor.then(|| button("act", RemoveSecondFactor::PATH, Vec::new(), i18n.second_factor_take_off()));
    let actions = if is_own {
        view! { <a class="act" href="/admin/account">{i18n.your_account()}</a> }.into_any()
    } else if disabled_at.is_some() {
        let enable =
            button("act", SetMemberDisabled::PATH, vec![("disabled", "false".to_owned())], i18n.member_enable());
        view! { {enable} {take_off} <Delete id=id.to_string() name=name.clone() i18n/> }.into_any()
    } else {
        let renew = match (&member.password_hash, has_mail) {
            (None, true) => i18n.invitation_again(),
            (None, false) => i18n.invitation_renew(),
            (Some(_), _) => i18n.new_password(),
        };
        let (other, label) = match role {
            Role::Owner => (Role::Member, i18n.make_member()),
            Role::Member => (Role::Owner, i18n.make_owner()),
        };
        let renew =
            button(if member.password_hash.is_none() { "act act--framed" } else { "act" }, RENEW, Vec::new(), renew);
        let role = button("act", SetMemberRole::PATH, vec![("role", other.to_string())], label);
        let disable =
            button("act", SetMemberDisabled::PATH, vec![("disabled", "true".to_owned())], i18n.member_disable());
        view! { {renew} {take_off} {role} {disable} <Delete id=id.to_string() name=name.clone() i18n/> }.into_any()
    };
    view! {
        <li class="row row--person">
            <span class="avatar" aria-hidden="true">{initials(&name)}</span>
            <div class="row__main">
                <strong dir="auto">{name.clone()}</strong>
                <p class="muted" dir="auto">{email.to_string()}</p>
            </div>
            <p class="person__role">{i18n.role(role)}</p>
            <p class="muted person__state">
                {has_second_factor.then(|| view! { <span class="chip">{i18n.two_steps()}</span> })}
                {state.map(|state| view! { <span class=is_invited.then_some("person__invited")>{state}</span> })}
            </p>
            <div class="acts person__acts">{actions}</div>
        </li>
    }
}

#[component]
fn Delete(id: String, name: String, i18n: I18n) -> impl IntoView {
    let href = Section::People.address().with("delete", &id).with_fragment("delete");
    view! { <a class="act" href=href>{i18n.delete()} "…" <span class="sr-only">" "{name}</span></a> }
}

#[component]
fn Invite(has_mail: bool, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let fields = Fields::new(&admin, "invite", Form::default().with("role", Some(Role::Member.as_str())));
    let hint = if has_mail { i18n.invite_hint() } else { i18n.invite_hint_without_mail() };
    view! {
        <section class="setting" aria-labelledby="invite-heading">
            <h2 id="invite-heading">{i18n.invite_person()}</h2>
            <form id=fields.id() method="post" action=INVITE class="form">
                <FormHead fields=fields.clone() keeps_draft=false/>
                <TextField fields=fields.clone() name="name" label=i18n.client_name() required=true most=MemberDraft::NAME/>
                <TextField fields=fields.clone() name="email" kind="email" label=i18n.email() required=true hint/>
                <SelectField fields=fields.clone() name="role" label=i18n.member_role() options=options(Role::ALL, |one| i18n.role(one))/>
                <button class="button">{i18n.invite()}</button>
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
