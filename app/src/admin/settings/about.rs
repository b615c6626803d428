//! What there is to know about this Atrio.

use domain::about::About;
use leptos::prelude::*;

use crate::admin::desk::DeskView;
use crate::ui::Moment;

/// Version, database and counts.
#[component]
pub fn AboutSection(
    /// The database.
    about: About,
    /// The page.
    desk: DeskView,
) -> impl IntoView {
    let words = desk.words;
    view! {
        <section class="setting" aria-labelledby="about-heading">
            <h2 id="about-heading">{words.about()}</h2>
            <dl class="facts">
                <dt>{words.about_version()}</dt>
                <dd>{env!("CARGO_PKG_VERSION")}</dd>
                <dt>{words.about_database()}</dt>
                <dd>{words.database(about.database, about.bytes)}</dd>
                <dt>{words.about_contents()}</dt>
                <dd>
                    {words.counts(&about.counts)} " "
                    <span class="muted">"(" <Moment at=about.counts.at language=desk.language/> ")"</span>
                </dd>
            </dl>
        </section>
    }
}
