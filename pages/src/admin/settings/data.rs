//! What is stored, and its exports.

use super::{Section, section_page};
use crate::admin::prelude::*;

/// `GET /admin/settings/data`
pub async fn page(request: AdminRequest) -> PageResult {
    let counts = request.store.about().await?.counts;
    let body = move |admin: AdminView| {
        let AdminView { i18n, language, .. } = admin;
        view! {
            <dl class="facts">
                {fact(
                    i18n.about_contents(),
                    view! {
                        {i18n.counts(&counts)} " "
                        <span class="muted">"(" <Moment at=counts.at language/> ")"</span>
                    },
                )}
            </dl>
            <Exports i18n/>
        }
        .into_any()
    };
    section_page(request, Section::Data, body).await
}

#[component]
fn Exports(i18n: I18n) -> impl IntoView {
    let tables = [
        ("leads.csv", i18n.export_leads()),
        ("time-entries.csv", i18n.export_times()),
        ("payments.csv", i18n.export_payments()),
    ];
    let link = |address: String, name: &'static str| view! { <li><a href=address download="">{name}</a></li> };
    let for_spreadsheet =
        tables.map(|(file, name)| link(format!("/admin/export/{file}?for=spreadsheet"), name)).collect_view();
    let for_scripts = tables.map(|(file, name)| link(format!("/admin/export/{file}"), name)).collect_view();
    view! {
        <section class="setting" aria-labelledby="exports-heading">
            <h2 id="exports-heading">{i18n.exports()}</h2>
            <p class="muted">{i18n.exports_hint()}</p>
            <ul class="actions">
                {for_spreadsheet} {link("/admin/export/atrio.json".to_owned(), i18n.export_everything())}
            </ul>
            <p class="muted">{i18n.exports_for_scripts()}</p>
            <ul class="actions">{for_scripts}</ul>
        </section>
    }
}
