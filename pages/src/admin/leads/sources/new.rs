//! The form of a new source, and the fields of every source.

use domain::Form;
use domain::leads::{SourceDraft, SourceKind};

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
        let fields = Fields::of_new(&admin, "source", empty);
        let kind = chosen.or_else(|| fields.value("kind").parse().ok()).unwrap_or(SourceKind::Auto);
        let form_id = fields.id();
        let body = view! {
            <p class="back"><a href=address::sources().into_string()>{i18n.back_to_sources()}</a></p>
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

#[component]
pub fn SourceFields(
    fields: Fields,
    kind: SourceKind,
    /// The kind of the saved source: a contact form stays one, and a webhook too.
    #[prop(optional)]
    existing: Option<SourceKind>,
    origins: Vec<String>,
    i18n: I18n,
) -> impl IntoView {
    let origin = |name: String| view! { <option value=name></option> };
    let fits = |kind: &SourceKind| existing.is_none_or(|existing| existing.is_form() == kind.is_form());
    let kinds = SourceKind::ALL.iter().copied().filter(fits);
    let kinds = kinds.map(|one| (one.to_string(), i18n.source_kind(one).to_owned())).collect();
    view! {
        <TextField
            fields=fields.clone()
            name="name"
            list="lead-origins"
            label=i18n.source_name()
            required=true
            most=SourceDraft::NAME
            hint=i18n.source_name_hint()
        />
        <datalist id="lead-origins">{origins.into_iter().map(origin).collect_view()}</datalist>
        <SelectField
            fields=fields.clone()
            name="kind"
            label=i18n.source_kind_label()
            options=kinds
            hint=i18n.source_kind_hint()
        />
        <div class="form" data-live="signing">
            <SenderFields fields=fields.clone() kind i18n/>
        </div>
        <FlagField fields name="active" label=i18n.source_active()/>
    }
}

/// What depends on the sender. A contact form of Atrio neither signs nor needs the name of a trap.
#[component]
fn SenderFields(fields: Fields, kind: SourceKind, i18n: I18n) -> impl IntoView {
    if kind.is_form() {
        return Either::Left(view! { <p class="field__hint">{i18n.form_kind_hint()}</p> });
    }
    Either::Right(view! {
        <SigningField fields=fields.clone() kind i18n/>
        <TextField
            fields
            name="honeypot"
            label=i18n.source_honeypot()
            most=SourceDraft::HONEYPOT
            hint=i18n.source_honeypot_hint()
        />
    })
}

/// The field of the signing secret. Hidden if the sender does not sign and no secret is saved.
#[component]
fn SigningField(fields: Fields, kind: SourceKind, i18n: I18n) -> impl IntoView {
    let hint = i18n.source_secret(kind);
    if hint.is_none() && fields.value("signing_secret").is_empty() {
        return Either::Left(view! { <p class="field__hint">{i18n.signature_none()}</p> });
    }
    Either::Right(view! {
        <TextField
            fields
            name="signing_secret"
            label=i18n.source_secret_label()
            most=SourceDraft::SECRET
            hint=hint.unwrap_or(i18n.signature_none())
        />
    })
}
