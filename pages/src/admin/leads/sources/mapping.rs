//! The field mapping of a source: a value of the body for each lead field, chosen from a sample delivery, with a
//! preview of the lead.

use std::collections::BTreeMap;

use domain::id::SourceId;
use domain::leads::delivery::MappingSample;
use domain::leads::mapping::BodyField;
use domain::leads::{LeadField, Mapping};
use domain::line::{one_line, shortened};
use domain::{Form, Problem};

use super::latest::QuarantineForm;
use super::preview::Preview;
use crate::admin::leads::sources::actions::SaveMapping;
use crate::admin::prelude::*;

/// The maximum length of a value in an option label, in characters.
const MAX_LABEL: usize = 60;

/// `GET /admin/leads/sources/{source}/mapping`. With the form's fields in the query it previews them and saves
/// nothing: the button `Anteprima` sends them, and with scripts every change.
pub async fn page(
    Path(id): Path<SourceId>,
    Query(query): Query<BTreeMap<String, String>>,
    request: AdminRequest,
) -> PageResult {
    let delivery = query.get("delivery").filter(|id| !id.is_empty()).map(|id| parse_id(id)).transpose()?;
    let card = request.store.lead_source(&id).await?;
    // An invalid mapping falls back to the saved one.
    let previewed = preview_form(&query).and_then(|form| Mapping::read(&form).ok());
    let mapping = previewed.unwrap_or_else(|| card.line.source.mapping.clone());
    let sample = request.store.sample(&card.line.source.id, delivery.as_ref(), &mapping).await?;
    let show = move |admin: AdminView| {
        let i18n = admin.i18n;
        let (id, name) = (card.line.source.id.to_string(), card.line.source.name.clone());
        let form = Form::from(&mapping);
        let from = sample.as_ref().map(|sample| sample_line(sample, i18n));
        // Only after saving: a replay reloads the page and would lose unsaved choices. Not refreshed live: a page that
        // is fetched again knows of no outcome, and the button would go away.
        let reread = (admin.flash.done == Some(Done::Saved)).then(|| {
            view! { <QuarantineForm source=id.clone() quarantined=card.line.quarantined i18n/> }
        });
        let body = match sample {
            None => EitherOf3::A(view! { <p class="empty">{i18n.mapping_nothing()}</p> }),
            Some(sample) if sample.places.is_empty() && mapping.is_empty() => {
                EitherOf3::B(view! { <p class="empty">{i18n.mapping_no_places()}</p> })
            }
            Some(MappingSample { places, reading, invalid_mapped_fields, .. }) => EitherOf3::C(view! {
                <div class="mapping">
                    <Preview reading source=name.clone() i18n/>
                    <div class="mapping__choices">
                        <MappingForm
                            source=id.clone()
                            version=card.mapping_version.clone()
                            delivery=delivery.map(String::from).unwrap_or_default()
                            form
                            places=places.clone()
                            invalid=invalid_mapped_fields
                            admin=admin.clone()
                        />
                        {reread}
                    </div>
                </div>
                <ReceivedFields places i18n/>
            }),
        };
        let title = format!("{} · {name}", i18n.source_mapping());
        let back = address::source(&id).into_string();
        let view = view! {
            <p class="back"><a href=back dir="auto">{name}</a></p>
            <h1>{i18n.source_mapping()}</h1>
            <p class="muted source-hint">{i18n.mapping_hint()}</p>
            {from}
            {body}
        };
        (title, view.into_any())
    };
    request.page(NavItem::Leads, show).await
}

/// A link to the sample delivery.
fn sample_line(sample: &MappingSample, i18n: I18n) -> impl IntoView + use<> {
    let href = address::delivery(sample.delivery.as_str()).into_string();
    let at = sample.received_at;
    view! {
        <p class="source-hint">
            {i18n.mapping_from()} " "
            <a href=href><time datetime=at.to_string()>{i18n.of_day(&dates::moment(at, i18n.0))}</time></a> "."
        </p>
    }
}

fn preview_form(query: &BTreeMap<String, String>) -> Option<Form> {
    let fields = LeadField::ALL.iter().map(|field| field.as_str());
    let places = fields.filter_map(|field| Some((field, query.get(&format!("form[{field}]"))?)));
    places.fold(None, |form, (field, pointer)| Some(form.unwrap_or_default().with(field, Some(pointer))))
}

#[component]
fn MappingForm(
    source: String,
    version: String,
    delivery: String,
    form: Form,
    places: Vec<BodyField>,
    invalid: Vec<LeadField>,
    admin: AdminView,
) -> impl IntoView {
    let i18n = admin.i18n;
    let fields = Fields::new(&admin, "mapping", form);
    let page = address::mapping(&source).into_string();
    let select = |field: LeadField| {
        let (fields, is_invalid) = (fields.clone(), invalid.contains(&field));
        view! { <MappingSelect fields field places=places.clone() is_invalid i18n/> }
    };
    view! {
        <form method="post" action=SaveMapping::PATH class="form" id=fields.id() data-preview>
            <FormHead fields=fields.clone() version/>
            <input type="hidden" name="id" value=source/>
            <input type="hidden" name="delivery" value=delivery/>
            {LeadField::ALL.iter().copied().map(select).collect_view()}
            <p class="actions">
                <button class="button">{i18n.save()}</button>
                <button class="button button--quiet" formmethod="get" formaction=page>
                    {i18n.mapping_preview_button()}
                </button>
            </p>
        </form>
    }
}

/// The select for one lead field; each option shows its value in the sample.
#[component]
fn MappingSelect(
    fields: Fields,
    field: LeadField,
    places: Vec<BodyField>,
    is_invalid: bool,
    i18n: I18n,
) -> impl IntoView {
    let (id, chosen) = (format!("mapping-{field}"), fields.value(field.as_str()));
    // The selected value may be absent from this sample.
    let absent = (!chosen.is_empty() && places.iter().all(|one| one.pointer != chosen)).then(|| {
        let option_label = format!("{chosen} ({})", i18n.mapping_absent());
        view! { <option value=chosen.clone() selected=true>{option_label}</option> }
    });
    let option = |BodyField { pointer, question, value }: BodyField| {
        let is_chosen = pointer == chosen;
        view! { <option value=pointer selected=is_chosen>{option_label(&question, &value)}</option> }
    };
    let problem = fields.problem(field.as_str()).map(|problem: Problem| {
        view! { <p class="field__problem">{i18n.problem(problem)}</p> }
    });
    // Refreshed live: it depends on the selected option.
    let hint_id = format!("{id}-unfit");
    let hint = i18n.mapping_invalid(field).map(|text| {
        let text = is_invalid.then_some(text);
        view! { <p class="field__hint" id=hint_id.clone() data-live=hint_id.clone()>{text}</p> }
    });
    let described = hint.is_some().then(|| hint_id.clone());
    view! {
        <div class="field mapping__field">
            <label for=id.clone()>{i18n.lead_field(field)}</label>
            <select id=id name=format!("form[{field}]") aria-describedby=described>
                <option value="">{i18n.mapping_by_itself()}</option>
                {absent}
                {places.into_iter().map(option).collect_view()}
            </select>
            {problem}
            {hint}
        </div>
    }
}

/// `Come ti chiami? Anna`, on one line and truncated.
fn option_label(question: &str, value: &str) -> String {
    let joint = if question.ends_with(['?', '!', ':']) { " " } else { ": " };
    format!("{question}{joint}{}", shortened(one_line(value), MAX_LABEL))
}

/// All values of the sample, as questions and answers.
#[component]
fn ReceivedFields(places: Vec<BodyField>, i18n: I18n) -> impl IntoView {
    let row = |BodyField { question, value, .. }: BodyField| {
        let value = if value.is_empty() {
            Either::Left(view! { <span class="muted">{i18n.lead_no_answer()}</span> })
        } else {
            Either::Right(value)
        };
        view! {
            <dt dir="auto">{question}</dt>
            <dd class="history__text" dir="auto">{value}</dd>
        }
    };
    view! {
        <section class="setting" aria-labelledby="arrived-heading">
            <h2 id="arrived-heading">{i18n.mapping_arrived()}</h2>
            <dl class="facts arrived">{places.into_iter().map(row).collect_view()}</dl>
        </section>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn option_label_shows_truncated_value() {
        assert_eq!(option_label("Nome", " Anna\n Verdi "), "Nome: Anna Verdi");
        assert_eq!(option_label("Chi sei?", "Anna"), "Chi sei? Anna");
        assert_eq!(option_label("Testo", &"è".repeat(61)), format!("Testo: {}…", "è".repeat(59)));
    }
}
