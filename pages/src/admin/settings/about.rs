//! System information: version, database and counts.

use domain::settings::system_info::About;

use crate::admin::prelude::*;

#[component]
pub fn AboutSection(about: About, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    view! {
        <section class="setting" aria-labelledby="about-heading">
            <h2 id="about-heading">{i18n.about()}</h2>
            <dl class="facts">
                <dt>{i18n.about_version()}</dt>
                <dd>{env!("CARGO_PKG_VERSION")}</dd>
                <dt>{i18n.about_database()}</dt>
                <dd>{i18n.database(about.database, about.bytes)}</dd>
                <dt>{i18n.about_contents()}</dt>
                <dd>
                    {i18n.counts(&about.counts)} " "
                    <span class="muted">"(" <Moment at=about.counts.at language=admin.language/> ")"</span>
                </dd>
            </dl>
        </section>
    }
}
