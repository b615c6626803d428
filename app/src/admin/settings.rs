//! What the agency chooses.

use domain::{Agency, Language};
use leptos::prelude::*;
use leptos::server_fn::ServerFn;
use leptos_router::hooks::use_query_map;

use super::desk::{Place, desk_page};
use crate::rpc::{self, ChooseLanguage, EndSessions, PresentAgency};
use crate::ui::{Flash, Notice};
use crate::words::Words;

/// `/admin/settings`.
#[component]
pub fn SettingsPage() -> impl IntoView {
    let flash = Flash::of_page();
    let saved = use_query_map().with_untracked(|query| query.get("saved").is_some());
    desk_page(Place::Settings, rpc::load_agency(), move |(language, agency): (Language, Agency), words| {
        let body = view! {
            <h1>{words.settings()}</h1>
            {saved.then(|| view! { <p class="notice" role="status">{words.saved()}</p> })}
            <Notice mishap=flash.mishap words/>
            <AgencyForm agency words/>
            <LanguageForm language words/>
            <SessionsForm words/>
        };
        (words.settings().to_owned(), body)
    })
}

#[component]
fn AgencyForm(agency: Agency, words: Words) -> impl IntoView {
    let accent = agency.accent.map(String::from).unwrap_or_default();
    view! {
        <section class="setting" aria-labelledby="agency-heading">
            <h2 id="agency-heading">{words.presentation()}</h2>
            <p class="muted">{words.presentation_hint()}</p>
            <form method="post" action=PresentAgency::PATH class="form">
                <p class="field">
                    <label for="agency-name">{words.agency_name()}</label>
                    <input id="agency-name" name="name" value=agency.name maxlength="80" autocomplete="organization" dir="auto"/>
                </p>
                <p class="field">
                    <label for="accent">{words.accent()}</label>
                    <input
                        id="accent"
                        name="accent"
                        value=accent
                        placeholder="#0b5a5e"
                        pattern="#[0-9a-fA-F]{6}"
                        spellcheck="false"
                        autocomplete="off"
                        aria-describedby="accent-hint"
                    />
                </p>
                <p id="accent-hint" class="muted">{words.accent_hint()}</p>
                <button class="button">{words.save()}</button>
            </form>
        </section>
    }
}

#[component]
fn LanguageForm(language: Language, words: Words) -> impl IntoView {
    let option = |one: Language| {
        let name = match one {
            Language::It => words.language_italian(),
            Language::En => words.language_english(),
        };
        view! { <option value=one.as_str() lang=one.as_str() selected=one == language>{name}</option> }
    };
    view! {
        <section class="setting" aria-labelledby="language-heading">
            <h2 id="language-heading">{words.language()}</h2>
            <p class="muted">{words.language_hint()}</p>
            <form method="post" action=ChooseLanguage::PATH class="form">
                <p class="field">
                    <label for="language">{words.language_label()}</label>
                    <select id="language" name="language">
                        {Language::ALL.iter().copied().map(option).collect_view()}
                    </select>
                </p>
                <button class="button">{words.save()}</button>
            </form>
        </section>
    }
}

#[component]
fn SessionsForm(words: Words) -> impl IntoView {
    view! {
        <section class="setting" aria-labelledby="sessions-heading">
            <h2 id="sessions-heading">{words.sessions()}</h2>
            <p class="muted">{words.sessions_hint()}</p>
            <form method="post" action=EndSessions::PATH>
                <button class="button button--quiet">{words.end_sessions()}</button>
            </form>
        </section>
    }
}
