//! The page of a portal on which its client chooses how many e-mails they get.

use app::portal_actions::ChooseNotifications;
use axum::Extension;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use domain::id::ClientId;
use domain::notifications::{Frequency, PersonResults};
use domain::{Language, Person};
use leptos::either::{Either, EitherOf3};
use leptos::prelude::*;
use leptos::server_fn::ServerFn;
use store::ClientScope;

use super::masthead::{Masthead, PreviewBanner};
use crate::address::{self, Address, CONVERSATION};
use crate::extract::{Path, Query};
use crate::i18n::I18n;
use crate::render::{Page, PageContext, render};
use crate::session::SignedInAdmin;
use crate::ui::{Flash, FlashQuery, Outcome, PushSwitch};
use crate::{PageError, PagesState};

/// `GET /c/{key}/notifications`
pub async fn page(
    State(state): State<PagesState>,
    Extension(scope): Extension<ClientScope>,
    Query(flash): Query<FlashQuery>,
    mut context: PageContext,
) -> Result<Response, PageError> {
    context.portal_key = scope.portal_key();
    let pass = scope.portal_credential();
    let view = NotificationsView::load(&state, &scope, pass, flash).await?;
    state.store.record_visit(&scope);
    Ok(respond(context, view).await)
}

/// `GET /admin/clients/{client}/preview/notifications`
pub async fn preview(
    Path(client): Path<ClientId>,
    Extension(admin): Extension<SignedInAdmin>,
    State(state): State<PagesState>,
    Query(flash): Query<FlashQuery>,
    context: PageContext,
) -> Result<Response, PageError> {
    let pass = state.store.preview_credential(&client, &admin.session).await?;
    let scope = state.store.viewer_by_credential(&pass).await?;
    let mut view = NotificationsView::load(&state, &scope, pass, flash).await?;
    view.preview = Some(state.store.language().await?);
    Ok(respond(context, view).await)
}

struct NotificationsView {
    person: Person,
    /// Of the portal's address.
    key: String,
    results: PersonResults,
    pass: String,
    /// Whether e-mails are sent.
    is_on: bool,
    flash: Flash,
    /// The agency's language, if it looks at the page as its client does.
    preview: Option<Language>,
}

impl NotificationsView {
    async fn load(state: &PagesState, scope: &ClientScope, pass: String, flash: FlashQuery) -> Result<Self, PageError> {
        Ok(Self {
            person: scope.person().clone(),
            key: scope.portal_key(),
            results: state.store.person_results(&scope.person().id()).await?,
            pass,
            is_on: state.mail.is_some(),
            flash: flash.into(),
            preview: None,
        })
    }

    fn page(self, context: &PageContext) -> Page {
        let agency = context.agency().clone();
        let (language, client_name) = (self.person.language(), self.person.name().to_owned());
        let client = &self.person.client;
        let i18n = I18n(language, agency.form_of_address);
        let (portal, banner) = match self.preview {
            None => (Address::portal(&self.key), None),
            Some(language) => {
                let of = (client.id.clone(), client_name.clone());
                let banner = view! { <PreviewBanner client=of i18n=I18n::from(language)/> };
                (address::preview(client.id.as_str()), Some(banner))
            }
        };
        let title = format!("{} · {}", i18n.portal_notifications(), i18n.site_name(&agency));
        let flash = self.flash.clone();
        // A preview is on the agency's device.
        let switch = self.preview.is_none().then(|| {
            let (person, credential) = (format!("client:{}", self.person.id()), self.pass.clone());
            view! { <PushSwitch person credential i18n/> }
        });
        let body = view! {
            <a class="skip" href="#main">{i18n.skip()}</a>
            {banner}
            <Masthead agency client_name i18n/>
            <main id="main" class="portal notices">
                <p><a href=portal.clone().into_string()>{i18n.portal_back()}</a></p>
                <h1>{i18n.portal_notifications()}</h1>
                <Outcome flash i18n/>
                {self.choice(&portal, i18n)}
                {switch}
            </main>
        };
        Page { language, title, description: None, body: body.into_any() }
    }

    fn choice(self, portal: &Address, i18n: I18n) -> impl IntoView + use<> {
        let conversation = portal.clone().with_fragment(CONVERSATION);
        let write = view! { <a href=conversation>{i18n.portal_write_message()}</a> };
        match self.person.email().map(str::to_owned) {
            _ if !self.is_on => EitherOf3::A(view! { <p>{i18n.portal_sending_off()}</p> }),
            None => EitherOf3::B(view! {
                <p>{i18n.portal_no_address()}</p>
                <p>{write}</p>
            }),
            Some(email) => {
                let bounce = self.results.bounce.as_ref();
                let bounce = bounce.map(|_| view! { <p class="notice notice--wrong">{i18n.portal_bounce()}</p> });
                EitherOf3::C(view! {
                    {bounce}
                    <p>{i18n.portal_notifications_to()} " " <strong dir="auto">{email}</strong> "."</p>
                    {self.form(i18n)}
                    <p class="muted">{i18n.portal_other_address()} " " {write}</p>
                })
            }
        }
    }

    fn form(self, i18n: I18n) -> impl IntoView + use<> {
        let Self { person, key, pass, preview, .. } = self;
        let is_preview = preview.is_some();
        let option = |frequency: &Frequency| {
            let id = format!("notify-{frequency}");
            view! {
                <div class="field field--flag">
                    <input
                        id=id.clone()
                        type="radio"
                        name="notify"
                        value=frequency.as_str()
                        checked=*frequency == person.notify()
                        disabled=is_preview
                    />
                    <label for=id>{i18n.own_frequency(*frequency)}</label>
                </div>
            }
        };
        let hidden = if is_preview {
            Either::Left(())
        } else {
            Either::Right(view! {
                <input type="hidden" name="key" value=key/>
                <input type="hidden" name="pass" value=pass/>
            })
        };
        view! {
            <form method="post" action=ChooseNotifications::PATH class="form">
                {hidden}
                <fieldset class="notices__choice" aria-describedby="unseen-hint">
                    <legend>{i18n.portal_how_often()}</legend>
                    {Frequency::ALL.iter().map(option).collect_view()}
                </fieldset>
                <p class="field__hint" id="unseen-hint">{i18n.portal_notifications_unseen()}</p>
                <button class="button" disabled=is_preview>{i18n.portal_save()}</button>
            </form>
        }
    }
}

async fn respond(context: PageContext, view: NotificationsView) -> Response {
    render(context.clone(), || view.page(&context)).await.into_response()
}
