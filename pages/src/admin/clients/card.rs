//! The page of a client.

use std::sync::Arc;

use axum::extract::State;
use domain::clients::{ClientCard, ClientEventKind, ClientOverview, EmailOwner};
use domain::id::{ClientId, MemberId};
use domain::notifications::PersonResults;
use domain::overview::Turn;
use domain::people::ContactCard;
use domain::projects::board::DeletionImpact;
use domain::{Agency, Member, amount};
use futures_util::future::try_join3;

use super::details::{Details, Fiscal};
use super::invitation::Invitation;
use super::notifications::Notifications;
use super::overview::{Events, Figures, Turns};
use super::people::People;
use super::portal::Projects;
use super::portal::{Change, Portal};
use crate::PagesState;
use crate::admin::assign::AssignForm;
use crate::admin::clients::actions::{AssignClient, DeleteClient};
use crate::admin::prelude::*;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct ClientQuery {
    edit: Option<String>,
    delete: Option<String>,
    change: String,
    events: String,
}

/// `GET /admin/clients/{client}?edit=client`, `?change=slug|token`, `?delete=client`, `?events=…`
pub async fn page(
    Path(client): Path<ClientId>,
    Query(query): Query<ClientQuery>,
    State(state): State<PagesState>,
    request: AdminRequest,
) -> PageResult {
    let kind = query.events.parse().ok();
    let store = &request.store;
    let card = store.client_card(&client).await?;
    let impact = async {
        match query.delete {
            Some(_) => store.client_deletion_impact(&client).await.map(Some),
            None => Ok(None),
        }
    };
    let people = async {
        let results = store.person_results(&client.clone().into()).await?;
        Ok((results, store.contacts(&client).await?, store.assigned_members(&client).await?, store.members().await?))
    };
    let (overview, impact, people) = try_join3(store.client_overview(&client, kind), impact, people).await?;
    let (results, contacts, assigned, members) = people;
    let loaded = Loaded {
        card,
        overview,
        results,
        contacts,
        impact,
        agency: store.agency().await?,
        from: state.mail.as_ref().map(|mail| mail.from.clone()),
        base_url: state.base_url,
        kind,
        assigned,
        members,
    };
    let show = move |admin: AdminView| {
        let title = loaded.card.client.name.clone();
        (title, view! { <ClientView loaded query admin/> }.into_any())
    };
    request.page(NavItem::Clients, show).await
}

struct Loaded {
    card: ClientCard,
    overview: ClientOverview,
    results: PersonResults,
    contacts: Vec<ContactCard>,
    impact: Option<DeletionImpact>,
    agency: Agency,
    /// The sender of e-mails; `None` while none is sent.
    from: Option<String>,
    base_url: Arc<str>,
    /// The kind of events that are shown.
    kind: Option<ClientEventKind>,
    assigned: Vec<MemberId>,
    members: Vec<Member>,
}

#[component]
fn ClientView(loaded: Loaded, query: ClientQuery, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let Loaded { card, overview, results, contacts, impact, agency, from, base_url, kind, assigned, members } = loaded;
    let form_of_address = agency.form_of_address;
    let client = card.client.clone();
    let (id, name) = (client.id.to_string(), client.name.clone());
    let back = address::client(&id).into_string();
    let delete = impact.filter(|_| is_for_owner()).map(|impact| {
        view! {
            <DeleteForm
                question=i18n.client_delete_question(&name)
                impact=i18n.deletion_impact(&impact)
                action=DeleteClient::PATH
                arguments=vec![("client", id.clone())]
                back
                i18n
            >
                {(impact.receipts > 0).then(|| view! {
                    <p><a href="/admin/export/atrio.json">{i18n.receipts_export_first()}</a></p>
                })}
            </DeleteForm>
        }
    });
    let ask_to_delete = (delete.is_none() && is_for_owner()).then(|| {
        let href = address::client(&id).with("delete", "client").with_fragment("delete");
        view! { <p><a class="button button--danger" href=href>{i18n.client_delete()}</a></p> }
    });
    let editing = query.edit.is_some();
    let company = client.company.clone().filter(|company| *company != name);
    let is_on = from.is_some();
    let invitation = view! {
        <Invitation
            client=client.clone()
            overview=overview.clone()
            from
            agency
            base_url=base_url.to_string()
            admin=admin.clone()
        />
    }
    .into_any();
    // For those who never came it is the next thing to do, for the others a way to send the link again.
    let (first, last) = if overview.last_visit.is_none() { (Some(invitation), None) } else { (None, Some(invitation)) };
    let form = editing.then(|| view! { <Details card=card.clone() editing=true admin=admin.clone()/> }.into_any());
    let facts = (!editing).then(|| {
        view! {
            <Details card=card.clone() editing=false admin=admin.clone()/>
            <Fiscal client=client.clone() i18n/>
        }
        .into_any()
    });
    view! {
        <p class="back"><a href=address::clients().into_string()>{i18n.clients_all()}</a></p>
        <header class="page-head">
            <div>
                <h1 dir="auto">{name}</h1>
                {company.map(|company| view! { <p class="muted" dir="auto">{company}</p> })}
            </div>
            <Actions card=card.clone() overview=overview.clone() i18n/>
        </header>
        <SameEmail owners=overview.same_email.clone() i18n/>
        <Summary card=card.clone() overview=overview.clone() admin=admin.clone()/>
        <Figures overview=overview.clone() admin=admin.clone()/>
        <div class="lead lead--facts">
            <div>
                {form}
                <Turns client=client.id.clone() overview=overview.clone() admin=admin.clone()/>
                <Projects card=card.clone() admin=admin.clone()/>
                {first}
                <Events client=client.id.clone() overview kind admin=admin.clone()/>
            </div>
            <div class="lead-facts">
                {facts}
                <AssignForm action=AssignClient::PATH of=("client", client.id.to_string()) assigned members admin=admin.clone()/>
                <People
                    client=client.clone()
                    contacts
                    form_of_address
                    base_url=base_url.clone()
                    is_on
                    admin=admin.clone()
                />
                <Portal card base_url change=Change::from_code(&query.change) admin=admin.clone()/>
                {last}
                <Notifications client results is_on admin/>
                {delete}
                {ask_to_delete}
            </div>
        </div>
    }
}

/// What is to be done first is filled: an answer, a project, else a message.
#[component]
fn Actions(card: ClientCard, overview: ClientOverview, i18n: I18n) -> impl IntoView {
    let id = card.client.id.to_string();
    let write = address::thread(&id).into_string();
    let waits = overview.waiting.is_some_and(|waiting| waiting.turn == Turn::Admin);
    let main = if waits {
        view! { <a class="button" href=write>{i18n.answer()}</a> }.into_any()
    } else if card.projects.is_empty() {
        let href = Address::path("/admin/projects/new".to_owned()).with("client", &id).into_string();
        view! {
            <a class="button button--quiet" href=write>{i18n.write()}</a>
            <a class="button" href=href>{i18n.client_new_project()}</a>
        }
        .into_any()
    } else {
        view! { <a class="button" href=write>{i18n.write()}</a> }.into_any()
    };
    view! {
        <p class="actions">
            <a
                class="button button--quiet"
                href=address::preview(&id).into_string()
                target="_blank"
                rel="noopener"
                title=i18n.client_open_portal_hint()
            >
                {i18n.client_open_portal()}
            </a>
            {main}
        </p>
    }
}

/// Who else has the e-mail: the same person twice, most likely.
#[component]
fn SameEmail(owners: Vec<EmailOwner>, i18n: I18n) -> impl IntoView {
    let notice = |owner| {
        let (text, href) = match &owner {
            EmailOwner::Client(id) => (i18n.client_has_email(), address::client(id.as_str())),
            EmailOwner::Lead(id) => (i18n.lead_has_email(), address::lead(id.as_str())),
        };
        view! { <p class="notice">{text} " " <a href=href.into_string()>{i18n.open_it()}</a></p> }
    };
    owners.into_iter().map(notice).collect_view()
}

/// Whose turn it is, and what is due next, in a sentence; each part leads to its place below.
#[component]
fn Summary(card: ClientCard, overview: ClientOverview, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let since = |days: i64| i18n.since_whole_days(-days);
    let waits = overview.waiting.map(|waiting| {
        let since = since(days_until(dates::today(waiting.since), admin.now));
        match waiting.turn {
            Turn::Admin => (i18n.waits_since(&since), "#ours".to_owned()),
            Turn::Client => (i18n.silent_since(&since), address::thread(card.client.id.as_str()).into_string()),
        }
    });
    let reviews = overview.deliverables.iter().filter(|line| line.status == domain::DeliverableStatus::InReview);
    let count = i64::try_from(reviews.count()).unwrap_or(i64::MAX);
    let reviews = (count > 0).then(|| (format!("{}.", i18n.deliverables_to_approve(count)), "#theirs".to_owned()));
    let due = overview.next_due.map(|(day, cents, currency)| {
        let amount = amount::written(cents.into(), &currency, admin.language);
        let when = i18n.due_in_whole_days(days_until(day, admin.now));
        (
            i18n.next_payment(&amount, &when.unwrap_or_else(|| i18n.at_moment(&dates::day(day, admin.language)))),
            "#projects-heading".to_owned(),
        )
    });
    let uninvited = overview.last_visit.is_none().then(|| {
        let text = if overview.invited_at.is_some() { i18n.never_visited() } else { i18n.not_invited() };
        (text.to_owned(), "#invitation".to_owned())
    });
    let parts: Vec<_> = [waits, reviews, due, uninvited].into_iter().flatten().collect();
    let part = |(text, href): (String, String)| view! { <a href=href>{text}</a> " " };
    (!parts.is_empty()).then(|| view! { <p class="summary">{parts.into_iter().map(part).collect_view()}</p> })
}
