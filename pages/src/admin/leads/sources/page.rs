//! The page of a source: address, instructions, counts and latest deliveries.

use axum::extract::State;
use domain::id::SourceId;
use domain::leads::delivery::{DeliveredTo, DeliveryFilter, DeliveryLine};
use domain::leads::source::SourceCard;
use domain::leads::{DeliveryOutcome, SourceDraft, SourceKind};
use domain::{Form, Timestamp};

use super::address::AddressSection;
use super::contact_form::texts_form;
use super::instructions::Instructions;
use super::latest::Latest;
use super::latest::TestDelivery;
use super::new::KindQuery;
use super::new::SourceFields;
use super::trouble::SourceFacts;
use super::trouble::TroubleNotice;
use crate::PagesState;
use crate::admin::leads::deliveries::row::ReplayQuery;
use crate::admin::leads::sources::actions::{DeleteSource, SaveSource, SwitchSource};
use crate::admin::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum OpenForm {
    Nothing,
    Edit,
    Rotate,
    Delete,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct SourceQuery {
    edit: Option<String>,
    rotate: Option<String>,
    delete: Option<String>,
    /// The result code of a test delivery.
    tried: String,
    #[serde(flatten)]
    kind: KindQuery,
    #[serde(flatten)]
    replay: ReplayQuery,
}

impl SourceQuery {
    fn open(&self) -> OpenForm {
        match () {
            () if self.delete.is_some() => OpenForm::Delete,
            () if self.edit.is_some() => OpenForm::Edit,
            () if self.rotate.is_some() => OpenForm::Rotate,
            () => OpenForm::Nothing,
        }
    }
}

const LATEST: usize = 10;

/// `GET /admin/leads/sources/{source}`
pub async fn page(
    Path(id): Path<SourceId>,
    Query(query): Query<SourceQuery>,
    State(state): State<PagesState>,
    request: AdminRequest,
) -> PageResult {
    let card = request.store.lead_source(&id).await?;
    let place = if card.line.source.kind.is_form() { "f" } else { "api/webhooks/lead" };
    let address = format!("{}/{place}/{}", state.base_url, card.line.source.key.reveal());
    let filter = DeliveryFilter { from: Some(DeliveredTo::Source(card.line.source.id.clone())), outcome: None };
    let mut latest = request.store.deliveries(&filter, None).await?.items;
    latest.truncate(LATEST);
    let show = move |admin: AdminView| {
        let (open, kind) = (query.open(), query.kind.chosen());
        let i18n = admin.i18n;
        let source = &card.line.source;
        let name = source.name.clone();
        let texts = texts_form(&card, &admin);
        let form = match open {
            OpenForm::Edit => EitherOf3::A(edit_form(&card, kind, &admin)),
            OpenForm::Delete => EitherOf3::B(delete_form(&card, i18n)),
            OpenForm::Nothing | OpenForm::Rotate => EitherOf3::C(()),
        };
        let body = view! {
            <p class="back"><a href=address::sources().into_string()>{i18n.back_to_sources()}</a></p>
            <div class="page-head">
                <h1 dir="auto">{name.clone()}</h1>
                <Actions card=card.clone() i18n/>
            </div>
            {form}
            <StateNotice card=card.clone() latest=latest.clone() now=admin.now i18n/>
            <div class="source">
                <div class="source__main">
                    <AddressSection card=card.clone() address=address.clone() confirming=open == OpenForm::Rotate i18n/>
                    <Instructions
                        card=card.clone()
                        address
                        is_moved=admin.flash.done == Some(Done::AddressChanged)
                        i18n
                    />
                    {texts}
                </div>
                <SourceFacts card=card.clone() i18n/>
            </div>
            <Latest card=card.clone() latest replay=query.replay i18n>
                <TestDelivery card tried=query.tried i18n/>
            </Latest>
        };
        (name, body.into_any())
    };
    request.page(NavItem::Leads, show).await
}

#[component]
fn Actions(card: SourceCard, i18n: I18n) -> impl IntoView {
    let SourceCard { line, version, .. } = card;
    let (id, active) = (line.source.id.to_string(), line.source.active);
    let (to, button) = if active { ("off", i18n.source_switch_off()) } else { ("on", i18n.source_switch_on()) };
    let link = |what: &str| address::source(&id).with(what, "1").into_string();
    view! {
        <div class="actions">
            <a class="button button--quiet" href=link("edit")>{i18n.edit()}</a>
            <form method="post" action=SwitchSource::PATH>
                <input type="hidden" name="id" value=id.clone()/>
                <input type="hidden" name="version" value=version/>
                <input type="hidden" name="to" value=to/>
                <button class="button button--quiet">{button}</button>
            </form>
            <a class="button button--quiet" href=link("delete")>{i18n.delete()}</a>
        </div>
    }
}

/// A notice that the source is off, or that something is wrong with it.
#[component]
fn StateNotice(card: SourceCard, latest: Vec<DeliveryLine>, now: Timestamp, i18n: I18n) -> impl IntoView {
    let line = card.line;
    let state = if line.source.active {
        let is_unparsed = |line: &DeliveryLine| line.outcome == DeliveryOutcome::Quarantined && !line.is_test;
        let unparsed = latest.into_iter().find(is_unparsed);
        Either::Left(view! { <TroubleNotice line unparsed now i18n/> })
    } else {
        Either::Right(view! { <p class="notice notice--wrong">{i18n.source_off_hint()}</p> })
    };
    view! { <div class="source-notices" data-live="source-state">{state}</div> }
}

fn edit_form(card: &SourceCard, kind: Option<SourceKind>, admin: &AdminView) -> impl IntoView + use<> {
    let (i18n, source) = (admin.i18n, &card.line.source);
    let fields = Fields::new(admin, "source", Form::from(&SourceDraft::from(source)));
    let kind = kind.or_else(|| fields.value("kind").parse().ok()).unwrap_or(source.kind);
    let (form_id, id) = (fields.id(), source.id.to_string());
    let back = address::source(&id).into_string();
    view! {
        <form method="post" action=SaveSource::PATH class="form" id=form_id data-preview>
            <FormHead fields=fields.clone() version=card.version.clone() keeps_draft=false/>
            <input type="hidden" name="edit" value="1"/>
            <input type="hidden" name="id" value=id/>
            <SourceFields fields kind existing=source.kind origins=Vec::new() i18n/>
            <p class="actions">
                <button class="button">{i18n.save()}</button>
                <a class="button button--quiet" href=back>{i18n.cancel()}</a>
            </p>
        </form>
    }
}

fn delete_form(card: &SourceCard, i18n: I18n) -> impl IntoView + use<> {
    let source = &card.line.source;
    let impact =
        (card.stored_deliveries > 0).then(|| i18n.source_deletion_impact(card.stored_deliveries)).into_iter().collect();
    let arguments = vec![("id", source.id.to_string())];
    let back = address::source(source.id.as_str()).into_string();
    let question = i18n.source_delete(&source.name);
    view! { <DeleteForm question impact action=DeleteSource::PATH arguments back i18n/> }
}
