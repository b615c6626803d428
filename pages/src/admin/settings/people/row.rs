//! A member in the list of the agency's people, and what an owner can do with them.

use app::dates;
use domain::line::initials;
use domain::{Member, MemberLine, Role, Timestamp};

use super::actions::{RENEW, RemoveSecondFactor, SetMemberDisabled, SetMemberRole};
use crate::admin::prelude::*;
use crate::admin::settings::Section;

#[component]
pub fn Row(line: MemberLine, is_own: bool, has_mail: bool, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let Member { name, email, role, disabled_at, .. } = line.member.clone();
    let has_second_factor = line.has_second_factor;
    let state = state(&line, &admin);
    let is_disabled = disabled_at.is_some();
    view! {
        <li class="row row--person" class:row--disabled=is_disabled>
            <span class="avatar" aria-hidden="true">{initials(&name)}</span>
            <div class="row__main">
                <strong dir="auto">{name}</strong>
                {is_own.then(|| view! { " " <span class="muted">{i18n.that_is_you()}</span> })}
                <p class="muted" dir="auto">{email.to_string()}</p>
            </div>
            <p class="person__role">{i18n.role(role)}</p>
            <p class="muted person__state">
                {has_second_factor.then(|| view! { <span class="chip">{i18n.two_steps()}</span> " " })} {state}
            </p>
            <div class="acts person__acts">
                <Acts line is_own has_mail i18n/>
            </div>
        </li>
    }
}

/// `Qui oggi alle 9:12 · 13 clienti`; of an invitation how long its address is valid.
fn state(line: &MemberLine, admin: &AdminView) -> AnyView {
    let i18n = admin.i18n;
    let today = dates::today(admin.now);
    let day = |at: Timestamp| i18n.recent_day(dates::today(at), today);
    let clients = (line.clients > 0).then(|| i18n.clients_of(line.clients));
    let visit = line.last_visit.map(|at| {
        let text = match dates::today(at) {
            date if date == today => i18n.seen_today(&dates::time(at)),
            _ => i18n.seen_day(&day(at)),
        };
        view! { <time datetime=at.to_string() title=dates::moment(at, admin.language)>{text}</time> }
    });
    let clients_after = |is_after: bool| match (clients, is_after) {
        (Some(clients), true) => format!(" · {clients}"),
        (clients, _) => clients.unwrap_or_default(),
    };
    match (line.member.disabled_at, &line.member.password_hash) {
        (Some(at), _) => i18n.disabled_day(&day(at)).into_any(),
        (None, Some(_)) => {
            let clients = clients_after(visit.is_some());
            view! { {visit} {clients} }.into_any()
        }
        (None, None) => {
            let days = line.invited_until.map(|until| days_left(until, admin.now));
            let text = match days {
                Some(..=0) => i18n.invitation_expired().to_owned(),
                Some(days) => i18n.invitation_valid(days),
                None => i18n.member_invited().to_owned(),
            };
            let clients = clients_after(true);
            view! { <span class="person__invited">{text}</span> {clients} }.into_any()
        }
    }
}

/// Rounded up, so that an address that is valid has at least a day; none once it is not.
fn days_left(until: Timestamp, now: Timestamp) -> i64 {
    const DAY: i64 = 24 * 60 * 60 * 1_000;
    ((until.as_millis() - now.as_millis()).max(0) + DAY - 1) / DAY
}

#[component]
fn Acts(line: MemberLine, is_own: bool, has_mail: bool, i18n: I18n) -> impl IntoView {
    let MemberLine { member: Member { id, name, role, disabled_at, password_hash, .. }, has_second_factor, .. } = line;
    let has_joined = password_hash.is_some();
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
    let take_off = has_second_factor.then(|| {
        let label = i18n.second_factor_take_off();
        view! {
            <details>
                <summary class="act">{label} "…" <span class="sr-only">" "{name.clone()}</span></summary>
                <form class="danger" method="post" action=RemoveSecondFactor::PATH>
                    <input type="hidden" name="id" value=id.to_string()/>
                    <p>{i18n.second_factor_take_off_warning()}</p>
                    <p class="actions"><button class="button button--danger">{label}</button></p>
                </form>
            </details>
        }
    });
    if is_own {
        return view! { <a class="act" href="/admin/account">{i18n.your_account()}</a> }.into_any();
    }
    if disabled_at.is_some() {
        let enable =
            button("act", SetMemberDisabled::PATH, vec![("disabled", "false".to_owned())], i18n.member_enable());
        return view! { {enable} {take_off} <Delete id=id.to_string() name=name.clone() i18n/> }.into_any();
    }
    let (renew, class) = match (has_joined, has_mail) {
        (false, true) => (i18n.invitation_again(), "act act--framed"),
        (false, false) => (i18n.invitation_renew(), "act act--framed"),
        (true, _) => (i18n.new_password(), "act"),
    };
    let (other, label) = match role {
        Role::Owner => (Role::Member, i18n.make_member()),
        Role::Member => (Role::Owner, i18n.make_owner()),
    };
    let renew = button(class, RENEW, Vec::new(), renew);
    let role = button("act", SetMemberRole::PATH, vec![("role", other.to_string())], label);
    let disable = button("act", SetMemberDisabled::PATH, vec![("disabled", "true".to_owned())], i18n.member_disable());
    // What waits stands in the row, what is rare behind a word.
    let (at_rest, folded) = if has_joined { (disable, renew) } else { (renew, disable) };
    view! {
        {at_rest}
        <details class="snooze assign">
            <summary class="act">{i18n.edit()} <span class="sr-only">" "{name.clone()}</span></summary>
            <div class="snooze__menu">
                {folded} {role} {take_off} <Delete id=id.to_string() name=name.clone() i18n/>
            </div>
        </details>
    }
    .into_any()
}

#[component]
fn Delete(id: String, name: String, i18n: I18n) -> impl IntoView {
    let href = Section::People.address().with("delete", &id).with_fragment("delete");
    view! { <a class="act" href=href>{i18n.delete()} "…" <span class="sr-only">" "{name}</span></a> }
}
