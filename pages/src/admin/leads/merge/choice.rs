//! The choice of the lead to merge with.

use domain::Lead;
use domain::id::LeadId;
use domain::leads::MergeChoice;
use domain::leads::merge::Similarity;

use crate::admin::prelude::*;

/// `GET /admin/leads/{lead}?merge=1`
pub async fn page(id: &LeadId, search: String, request: AdminRequest) -> PageResult {
    let choice = request.store.merge_choice(id, &search).await?;
    let show = move |admin: AdminView| {
        let i18n = admin.i18n;
        let primary = choice.primary.clone();
        let (title, back) =
            (format!("{} · {}", i18n.merge_heading(), primary.name), address::lead(primary.id.as_str()));
        let body = view! {
            <p class="back"><a href=back.into_string() dir="auto">{primary.name}</a></p>
            <h1>{i18n.merge_heading()}</h1>
            <p class="muted merge__hint">{i18n.merge_hint()}</p>
            <SearchForm primary=primary.id.to_string() search=search.clone() i18n/>
            <Others choice is_searched=!search.is_empty() i18n/>
        };
        (title, body.into_any())
    };
    request.page(NavItem::Leads, show).await
}

#[component]
fn SearchForm(primary: String, search: String, i18n: I18n) -> impl IntoView {
    view! {
        <form method="get" action=address::lead(&primary).into_string() class="filters" role="search">
            <input type="hidden" name="merge" value="1"/>
            <SearchField label=i18n.merge_search() value=search hint=i18n.lead_search_hint()/>
            <button class="button button--quiet">{i18n.search()}</button>
        </form>
    }
}

/// The search results, or without a search the similar leads.
#[component]
fn Others(choice: MergeChoice, is_searched: bool, i18n: I18n) -> impl IntoView {
    let MergeChoice { primary, likely, found, has_more } = choice;
    let primary = primary.id.to_string();
    let similarity = |lead: &Lead| likely.iter().find(|(other, _)| other.id == lead.id).map(|(_, why)| *why);
    let found: Vec<_> = if is_searched {
        found.into_iter().map(|lead| (similarity(&lead), lead)).collect()
    } else {
        likely.iter().map(|(lead, why)| (Some(*why), lead.clone())).collect()
    };
    if found.is_empty() {
        return if is_searched {
            EitherOf3::A(view! { <p class="empty">{i18n.nothing_found()}</p> })
        } else {
            EitherOf3::B(view! { <p class="empty">{i18n.merge_none_likely()}</p> })
        };
    }
    let row = |(why, lead)| view! { <OtherRow primary=primary.clone() lead why i18n/> };
    let heading = if is_searched { i18n.merge_found() } else { i18n.merge_likely() };
    let more = (is_searched && has_more).then(|| view! { <p class="muted">{i18n.merge_has_more()}</p> });
    EitherOf3::C(view! {
        <section aria-labelledby="merge-others" class="merge__others">
            <h2 id="merge-others">{heading}</h2>
            <ul class="rows">{found.into_iter().map(row).collect_view()}</ul>
            {more}
        </section>
    })
}

#[component]
fn OtherRow(primary: String, lead: Lead, why: Option<Similarity>, i18n: I18n) -> impl IntoView {
    let Lead { id, name, email, phone, company, status, last_contact_date, .. } = lead;
    let contact = [company, email.map(String::from), phone].into_iter().flatten();
    let contact = contact.filter(|text| !text.trim().is_empty()).collect::<Vec<_>>().join(" · ");
    let contact = (!contact.is_empty()).then(|| view! { <p class="muted pipeline__contact" dir="auto">{contact}</p> });
    let why = why.map(|why| view! { <span class="chip">{i18n.merge_similarity(why)}</span> });
    view! {
        <li class="row row--stacks">
            <div class="row__main">
                <a class="row__link" href=address::lead_merge(&primary, id.as_str()).into_string() dir="auto">{name}</a>
                {contact}
            </div>
            <div class="row__meta">
                {why}
                <span class=format!("status status--{status}")>{i18n.lead_status(status)}</span>
                <Moment at=last_contact_date language=i18n.0/>
            </div>
        </li>
    }
}
