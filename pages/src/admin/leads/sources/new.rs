//! A new source.

use domain::Form;
use domain::id::SourceId;
use domain::lead::{SourceDraft, SourceKind};
use leptos::prelude::*;
use leptos::server_fn::ServerFn;

use crate::address;
use crate::admin::{AdminRequest, NavItem, PageResult};
use crate::admin::leads::sources::actions::CreateSource;
use crate::extract::{Path, Query};
use crate::ui::{Fields, FormHead};
use super::fields::SourceFields;

/// `/admin/leads/sources/new`. With scripts, choosing who sends asks for the page again with
/// `form[kind]`, and its hints follow.
#[component]
pub fn NewSourcePage() -> impl IntoView {
    let chosen = chosen_kind();
    admin_page(NavItem::Leads, rpc::load_new_source(), move |(id, origins): (SourceId, Vec<String>), admin| {
        let i18n = admin.i18n;
        let empty = Form::from(&SourceDraft {
            name: String::new(),
            kind: chosen.unwrap_or(SourceKind::Auto),
            signing_secret: None,
            honeypot: None,
            active: true,
        });
        let fields = Fields::new(&admin, "source", empty);
        let kind = chosen.or_else(|| fields.value("kind").parse().ok()).unwrap_or(SourceKind::Auto);
        let place = fields.id();
        let body = view! {
            <p class="back">
                <a href=address::sources().top()>{i18n.back_to_sources()}</a>
            </p>
            <h1>{i18n.source_new()}</h1>
            <form method="post" action=CreateSource::PATH class="form" id=place data-preview>
                <FormHead fields=fields.clone()/>
                <input type="hidden" name="id" value=String::from(id)/>
                <SourceFields fields kind origins i18n/>
                <button class="button">{i18n.source_create()}</button>
            </form>
        };
        (i18n.source_new().to_owned(), body)
    })
}

/// Who is chosen to send, by the page's address.
pub fn chosen_kind() -> Option<SourceKind> {
    use_query_map().with_untracked(|query| query.get_str("form[kind]").and_then(|kind| kind.parse().ok()))
}
