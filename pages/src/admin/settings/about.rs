//! System information: version, database and counts.

use domain::settings::system_info::About;

use crate::admin::prelude::*;

#[component]
pub fn AboutSection(about: About, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let contents = view! {
        {i18n.counts(&about.counts)} " "
        <span class="muted">"(" <Moment at=about.counts.at language=admin.language/> ")"</span>
    };
    view! {
        <section class="setting" aria-labelledby="about-heading">
            <h2 id="about-heading">{i18n.about()}</h2>
            <dl class="facts">
                {fact(i18n.about_version(), env!("CARGO_PKG_VERSION"))}
                {fact(i18n.about_database(), i18n.database(about.database, about.bytes))}
                {fact(i18n.about_contents(), contents)}
            </dl>
        </section>
    }
}
