//! The form fields of a source, new or existing.

use domain::leads::{SourceDraft, SourceKind};

use crate::admin::prelude::*;

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
