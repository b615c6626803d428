//! A row of the list of clients, and the form that puts its conversation off.

use domain::clients::{ClientLine, ClientUnpaid, other_company};
use domain::id::MemberId;
use domain::overview::{ClientsShown, FollowUp, FollowUpDraft, Turn, Waiting};
use domain::{Member, Timestamp, amount};

use super::actions::{Resume, Snooze};
use super::assign::PickClient;
use crate::admin::inbox::state::NewestEntry;
use crate::admin::prelude::*;

#[component]
pub fn ClientRow(
    line: ClientLine,
    list: Address,
    /// All of them; there is no column of those who look after the client while there are none.
    members: Vec<Member>,
    admin: AdminView,
) -> impl IntoView {
    let i18n = admin.i18n;
    let ClientLine {
        client_id,
        name,
        company,
        unread,
        active_projects,
        unpaid,
        waiting,
        last_visit,
        invited_at,
        follow_up,
        assigned,
        newest_at: _,
    } = line;
    let is_assignable = members.iter().any(|one| one.disabled_at.is_none());
    let whose = (!members.is_empty()).then(|| {
        view! { <Whose members assigned client=client_id.to_string() client_name=name.clone() is_assignable i18n/> }
    });
    let unread = (unread > 0).then(|| {
        view! {
            " "
            <span class="count" aria-hidden="true">{unread}</span>
            <span class="sr-only">{i18n.unread_messages(unread)}</span>
        }
    });
    let snooze = waiting.is_some().then(|| {
        let href = list.with("snooze", client_id.as_str()).with_fragment("snooze");
        view! { <a href=href>{i18n.snooze()} <span class="sr-only" dir="auto">" " {name.clone()}</span></a> }
    });
    let pick = is_assignable.then(|| view! { <PickClient id=client_id.to_string() name=name.clone()/> });
    let thread = address::thread(client_id.as_str()).into_string();
    view! {
        <tr>
            <th scope="row">
                {pick}
                <a class="table__name" href=address::client(client_id.as_str()).into_string() dir="auto">
                    {name.clone()}
                </a>
                {other_company(&name, company).map(|company| view! { <span class="table__more" dir="auto">{company}</span> })}
            </th>
            <td class="table__wait" data-label=i18n.column_waiting()>
                <WaitingCell waiting follow_up thread admin=admin.clone()/> {unread}
            </td>
            <td data-label=i18n.column_visit()>
                {moment(last_visit, i18n.never(), &admin)}
                {last_visit.is_none().then(|| view! { <Invitation client=client_id.to_string() invited_at admin=admin.clone()/> })}
            </td>
            {whose}
            <td class="number" data-label=i18n.column_active()>{(active_projects > 0).then_some(active_projects)}</td>
            <td class="number table__sum" data-label=i18n.unpaid_total()>
                {unpaid.into_iter().map(|one| view! { <Unpaid one admin=admin.clone()/> }).collect_view()}
            </td>
            <td class="table__actions">{snooze}</td>
        </tr>
    }
}

/// The faces of those who look after a client; of nobody the way to choose somebody.
#[component]
fn Whose(
    members: Vec<Member>,
    assigned: Vec<MemberId>,
    client: String,
    client_name: String,
    is_assignable: bool,
    i18n: I18n,
) -> impl IntoView {
    let faces: Vec<_> = members.into_iter().filter(|one| assigned.contains(&one.id)).collect();
    let nobody = (faces.is_empty() && is_assignable).then(|| {
        let href = address::client(&client).with_fragment("assigned");
        view! {
            <a class="avatar avatar--small avatar--none" href=href title=i18n.assign()>
                <span aria-hidden="true">"+"</span>
                <span class="sr-only" dir="auto">{i18n.assign()} " " {client_name}</span>
            </a>
        }
    });
    let faces = faces.into_iter().map(|one| view! { <Face name=one.name/> });
    view! { <td class="table__whose" data-label=i18n.column_whose()>{faces.collect_view()} {nobody}</td> }
}

fn moment(at: Option<Timestamp>, never: &'static str, admin: &AdminView) -> impl IntoView {
    match at {
        Some(at) => Either::Left(view! { <Ago at admin=admin.clone()/> }),
        None => Either::Right(view! { <span class="muted">{never}</span> }),
    }
}

/// An amount, and since when some of it is late.
#[component]
fn Unpaid(one: ClientUnpaid, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let late = one.overdue_since.map(|date| {
        let since = i18n.since_days(-days_until(date, admin.now));
        view! { <span class="status--late"><span class="sr-only">{i18n.payment_overdue()} " "</span>{since}</span> " " }
    });
    view! { <span>{late} {amount::written(one.cents.into(), &one.currency, admin.language)}</span> }
}

/// Who waits for whom and since when, as a link to the conversation; or until when it is snoozed, with the note.
#[component]
fn WaitingCell(
    waiting: Option<Waiting>,
    follow_up: Option<FollowUp>,
    thread: String,
    admin: AdminView,
) -> impl IntoView {
    let i18n = admin.i18n;
    let Waiting { turn, since } = waiting?;
    let snooze = follow_up.clone().filter(|one| one.is_active);
    let state = match (&snooze, turn) {
        (Some(follow_up), _) => {
            let day = follow_up.until.map(|day| i18n.snooze_until_day(&dates::day(day, admin.language)));
            view! { <span class="status"><span>{i18n.snooze_badge()} " " {day}</span></span> }.into_any()
        }
        (None, turn) => {
            let (class, text) = match turn {
                Turn::Admin => ("status status--answer", i18n.waits_for_agency()),
                Turn::Client => ("status status--waiting", i18n.waits_for_client()),
            };
            let since = match turn {
                Turn::Admin => Either::Left(view! { <WaitingTime at=since admin/> }),
                Turn::Client => Either::Right(view! { <Since at=since admin/> }),
            };
            view! { <a class=class href=thread><span><span class="sr-only">{text} " "</span> {since}</span></a> }
                .into_any()
        }
    };
    let note = follow_up.and_then(|one| one.note);
    let note = note.map(|note| view! { <span class="table__more prose" dir="auto">{note}</span> });
    Some(view! { {state} {note} })
}

/// Of a client who has never opened the portal: when they were invited.
#[component]
fn Invitation(client: String, invited_at: Option<Timestamp>, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let href = address::client(&client).with_fragment("invitation");
    let text = match invited_at {
        Some(at) => view! { {i18n.invited_when()} " " <Ago at admin/> }.into_any(),
        None => i18n.to_invite().into_any(),
    };
    view! { ", " <a class="muted" href=href>{text}</a> }
}

#[component]
pub fn SnoozeForm(line: ClientLine, shown: Option<ClientsShown>, list: Address, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let saved = line.follow_up.as_ref().map(FollowUpDraft::from).unwrap_or_default();
    let fields = Fields::new(&admin, "snooze", saved.form());
    let (client, shown) = (line.client_id.to_string(), shown.map_or("", ClientsShown::as_str));
    let hidden = move || {
        view! {
            <input type="hidden" name="client" value=client.clone()/>
            <input type="hidden" name="shown" value=shown/>
        }
    };
    let resume = line.follow_up.is_some().then(|| {
        view! {
            <form method="post" action=Resume::PATH>
                {hidden()} <button class="button button--quiet">{i18n.snooze_resume()}</button>
            </form>
        }
    });
    view! {
        <section class="panel" aria-labelledby="snooze-heading">
            <h2 id="snooze-heading" dir="auto">{i18n.snooze_heading(&line.name)}</h2>
            <p class="muted">{i18n.snooze_hint()}</p>
            <form method="post" action=Snooze::PATH class="form" id=fields.id()>
                <FormHead fields=fields.clone()/>
                {hidden()} <NewestEntry at=line.newest_at/>
                <TextField fields=fields.clone() name="until" label=i18n.snooze_until() kind="date" autofocus=true/>
                <ProseField fields=fields.clone() name="note" label=i18n.snooze_note() rows=2 most=FollowUpDraft::NOTE/>
                <p class="actions">
                    <button class="button">{i18n.snooze()}</button>
                    <a class="button button--quiet" href=list.into_string()>{i18n.cancel()}</a>
                </p>
            </form>
            {resume}
        </section>
    }
}
