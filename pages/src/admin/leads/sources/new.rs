//! The form of a new source.

use domain::Form;
use domain::leads::{SourceDraft, SourceKind};

use super::fields::SourceFields;
use crate::admin::leads::sources::actions::CreateSource;
use crate::admin::prelude::*;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct KindQuery {
    #[serde(rename = "form[kind]")]
    kind: String,
}

impl KindQuery {
    pub fn chosen(&self) -> Option<SourceKind> {
        self.kind.parse().ok()
    }
}

/// `GET /admin/leads/sources/new`. With scripts, selecting a kind refreshes the page with `form[kind]`, which
/// updates the hints.
pub async fn page(Query(query): Query<KindQuery>, request: AdminRequest) -> PageResult {
    let chosen = query.chosen();
    // Generated here, so that a form submitted twice creates one source.
    let id = store::new_id();
    let origins = request.store.lead_source_names().await?;
    let show = move |admin: AdminView| {
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
        let form_id = fields.id();
        let body = view! {
            <p class="back"><a href=address::sources().top()>{i18n.back_to_sources()}</a></p>
            <h1>{i18n.source_new()}</h1>
            <form method="post" action=CreateSource::PATH class="form" id=form_id data-preview>
                <FormHead fields=fields.clone() keeps_draft=false/>
                <input type="hidden" name="id" value=id/>
                <SourceFields fields kind origins i18n/>
                <button class="button">{i18n.source_create()}</button>
            </form>
        };
        (i18n.source_new().to_owned(), body.into_any())
    };
    request.page(NavItem::Leads, show).await
}
