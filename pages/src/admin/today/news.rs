//! What came since yesterday.

use app::address::deliverable_place;
use domain::id::ProjectId;
use domain::overview::News;

use crate::admin::prelude::*;
use crate::admin::projects::ProjectPart;

#[component]
pub fn NewsList(news: Vec<News>, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let line = |one: News| {
        let at = one.at();
        let (text, detail, href) = describe(one, &admin);
        let text = match href {
            Some(href) => view! { <a class="row__link" href=href dir="auto">{text}</a> }.into_any(),
            None => view! { <span dir="auto">{text}</span> }.into_any(),
        };
        view! {
            <li class="row">
                <div class="row__main">
                    {text} {detail.map(|detail| view! { <p class="muted" dir="auto">{detail}</p> })}
                </div>
                <div class="row__meta">
                    <Ago at admin=admin.clone()/>
                </div>
            </li>
        }
    };
    let list = or_empty(
        news.is_empty(),
        i18n.news_empty(),
        || view! { <ul class="rows">{news.into_iter().map(line).collect_view()}</ul> },
    );
    view! {
        <section class="today__part" aria-labelledby="news-heading" data-live="news">
            <h2 id="news-heading">{i18n.news_heading()}</h2>
            {list}
        </section>
    }
}

/// The text of a line, what stands below it, and where it leads.
fn describe(news: News, admin: &AdminView) -> (String, Option<String>, Option<String>) {
    let i18n = admin.i18n;
    let place = |project: Option<ProjectId>, deliverable: &str| {
        project.map(|project| ProjectPart::Plan.address(project.as_str()).at(&deliverable_place(deliverable)))
    };
    match news {
        News::Messages { client, name, count, .. } => {
            (i18n.news_messages(count, &name), None, Some(address::thread(client.as_str()).top()))
        }
        News::Approved { deliverable, title, project, by, .. } => {
            (i18n.news_approved(&by, &title), None, place(project, deliverable.as_str()))
        }
        News::ChangesRequested { deliverable, title, project, by, .. } => {
            (i18n.news_changes(&by, &title), None, place(project, deliverable.as_str()))
        }
        News::Lead { id, name, source, .. } => {
            (name, Some(format!("{} · {source}", i18n.news_lead())), Some(address::lead(id.as_str()).top()))
        }
    }
}
