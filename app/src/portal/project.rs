//! A project: its course beside the conversation.

use domain::Date;
use domain::portal::PortalProject;
use leptos::prelude::*;

use super::Visit;
use super::course::Course;
use super::papers::{Documents, Payments};
use crate::address::CONVERSATION;
use crate::chat::{Chat, ChatStart, MarkReadForm};
use crate::dates;
use crate::ui::Notice;
use crate::words::Words;

/// Everything a client sees of a project.
#[component]
pub fn ProjectView(
    /// The project.
    project: PortalProject,
    /// Who looks at it, from where.
    visit: Visit,
    /// The client's words.
    words: Words,
) -> impl IntoView {
    let PortalProject { id, description, status, starts_on, due_on, phases, documents, .. } = project;
    let PortalProject { payments, channels, cursor, .. } = project;
    let Visit { client_id, token, place, open, flash } = visit;
    let written = |date: Date| dates::day(date, words.0);
    let period = words.period(starts_on.map(written).as_deref(), due_on.map(written).as_deref());
    let unread: i64 = channels.iter().map(|channel| channel.unread).sum();

    // A refused message is answered beside its box; everything else up here.
    let (beside, above) = flash.mishap.into_iter().partition::<Vec<_>, _>(|_| flash.is_about_text());
    let trouble = beside.first().map(|mishap| mishap.words(words).to_owned()).unwrap_or_default();
    let chat = open.map(|open| {
        let key = place.key.clone();
        let draft = flash.draft;
        let start = ChatStart { language: words.0, client_id, token, key, project: id, open, draft, trouble };
        view! {
            <MarkReadForm channels=channels.clone() place=place.clone() words/>
            <Chat start channels cursor/>
        }
    });
    view! {
        <div id="project" class="project">
            <div class="project__course">
                <p class="lede">
                    <span class=format!("status status--{status}")>{words.project_status(status)}</span>
                    {(!period.is_empty()).then(|| view! { <span class="lede__period">{period}</span> })}
                    <a class="lede__chat" href=format!("#{CONVERSATION}")>
                        {words.to_conversation()}
                        {(unread > 0).then(|| view! { " " <span class="count">{words.unread(unread)}</span> })}
                    </a>
                </p>
                {description.map(|text| view! { <p class="prose" dir="auto">{text}</p> })}
                <Notice mishap=above.first().copied() words/>
                <Course phases place words/>
                <Documents documents words/>
                <Payments payments words/>
            </div>
            <section class="project__chat" aria-labelledby=CONVERSATION>
                <h2 id=CONVERSATION>{words.conversation()}</h2>
                {chat}
            </section>
        </div>
    }
}
