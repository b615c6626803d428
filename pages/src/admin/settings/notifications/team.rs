//! What each person of the agency is notified of, and when.

use domain::id::MemberId;
use domain::notifications::{AgencyKind, Frequency, MemberNotifications, NotificationPreferences, QuietHours};
use domain::{Member, Role};

use crate::admin::prelude::*;

/// A table to read: each person changes their own row, in their account.
#[component]
pub fn Team(
    members: Vec<(Member, MemberNotifications)>,
    agency: NotificationPreferences,
    /// The member who looks at the page; their name leads to their choices.
    own: Option<MemberId>,
    i18n: I18n,
) -> impl IntoView {
    let row = |(member, chosen): (Member, MemberNotifications)| {
        let Member { id, name, role, .. } = member;
        let is_own = own.as_ref() == Some(&id);
        let change = is_own.then(|| {
            view! { <a class="act" href="/admin/account#notifications">{i18n.edit()}</a> }
        });
        view! {
            <tr>
                <th scope="row">
                    <span dir="auto">{name}</span>
                    " "
                    {(role == Role::Owner).then(|| view! { <span class="muted">{i18n.role(role)}</span> })}
                    " "
                    {change}
                </th>
                {cells(&chosen, i18n)}
            </tr>
        }
    };
    let mut kinds = AgencyKind::DEFAULT.to_vec();
    kinds.extend(agency.morning_summary.then_some(AgencyKind::Summary));
    let of_agency = MemberNotifications { notify: agency.notify, kinds, quiet_hours: agency.quiet_hours };
    let heads = vec![
        head(i18n.column_person()),
        head(i18n.column_conversations()),
        head(i18n.column_leads()),
        head(i18n.column_summary()),
        head(i18n.client_how_often()),
        head(i18n.quiet_hours()),
    ];
    let rows = view! {
        {members.into_iter().map(row).collect_view()}
        <tr>
            <th scope="row">{i18n.the_agency()}</th>
            {cells(&of_agency, i18n)}
        </tr>
    };
    view! {
        <section class="setting">
            <h2>{i18n.team_notifications()}</h2>
            <p class="muted">{i18n.team_notifications_hint()}</p>
            <Table label=i18n.team_notifications() heads rows/>
        </section>
    }
}

fn cells(chosen: &MemberNotifications, i18n: I18n) -> impl IntoView + use<> {
    let MemberNotifications { notify, kinds, quiet_hours } = chosen;
    let kind = |kind: AgencyKind, label: &'static str| {
        let (mark, class) =
            if *notify != Frequency::Never && kinds.contains(&kind) { ("✓", "kind--chosen") } else { ("", "") };
        let word = if mark.is_empty() { i18n.kind_not_chosen() } else { i18n.kind_chosen() };
        view! {
            <td class=class data-label=label>
                <span aria-hidden="true">{mark}</span>
                <span class="sr-only">{word}</span>
            </td>
        }
    };
    let quiet = if *quiet_hours == QuietHours::OFF {
        i18n.quiet_off().to_owned()
    } else {
        quiet_hours.to_string().replace('-', "–")
    };
    view! {
        {kind(AgencyKind::Conversations, i18n.column_conversations())}
        {kind(AgencyKind::Leads, i18n.column_leads())}
        {kind(AgencyKind::Summary, i18n.column_summary())}
        <td data-label=i18n.client_how_often()>{i18n.frequency(*notify)}</td>
        <td class="quiet-hours" data-label=i18n.quiet_hours()>{quiet}</td>
    }
}
