//! The checklist of a new workspace.

use domain::overview::FirstSteps;

use crate::admin::prelude::*;

#[component]
pub fn Steps(steps: FirstSteps, i18n: I18n) -> impl IntoView {
    let FirstSteps { has_brand, client, has_project } = steps;
    let new_project = Address::path("/admin/projects/new".to_owned());
    let new_project = client.as_ref().map(|id| new_project.with("client", id.as_str()).top());
    let send = client.as_ref().map(|id| address::client(id.as_str()).at("portal"));
    let has_client = client.is_some();
    let step = |is_done: bool, text: &'static str, href: Option<String>| {
        let name = match href.filter(|_| !is_done) {
            Some(href) => view! { <a href=href>{text}</a> }.into_any(),
            None => text.into_any(),
        };
        let done =
            is_done.then(|| view! { <span class="status status--completed">{i18n.step_done()}</span> });
        view! { <li class="step" class:step--done=is_done>{name} " " {done}</li> }
    };
    view! {
        <section class="panel steps" aria-labelledby="first-steps">
            <h2 id="first-steps">{i18n.first_steps()}</h2>
            <p class="muted">{i18n.first_steps_hint()}</p>
            <ol class="steps__list">
                {step(has_brand, i18n.step_brand(), Some(address::settings().top()))}
                {step(has_client, i18n.step_client(), Some("/admin/clients/new".to_owned()))}
                {step(has_project, i18n.step_project(), new_project)}
                {step(false, i18n.step_send(), send)}
            </ol>
            <p class="muted">{i18n.step_send_hint()}</p>
        </section>
    }
}
