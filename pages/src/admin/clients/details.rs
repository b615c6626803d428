//! Name and contact details of a client, and the forms of a new and a known one.

use domain::clients::{Access, ClientCard};
use domain::notifications::{Frequency, Reminders};
use domain::{Client, ClientDraft, Form, Language};

use crate::admin::clients::actions::{CreateClient, SaveClient};
use crate::admin::prelude::*;

/// The details of a client; with `editing`, as a form.
#[component]
pub fn Details(card: ClientCard, editing: bool, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let body = if editing {
        Either::Left(view! { <EditForm card admin/> })
    } else {
        Either::Right(view! { <Facts client=card.client i18n/> })
    };
    view! {
        <section class="setting" aria-labelledby="details-heading">
            <h2 id="details-heading">{i18n.client_details()}</h2>
            {body}
        </section>
    }
}

#[component]
fn Facts(client: Client, i18n: I18n) -> impl IntoView {
    let Client { id, company, email, phone, language, access, .. } = client;
    let fact = |(label, value): (&'static str, Option<AnyView>)| {
        value.map(|value| view! { <dt>{label}</dt><dd dir="auto">{value}</dd> })
    };
    let link = |scheme: &str, text: String| {
        let href = format!("{scheme}:{}", text.replace(' ', ""));
        view! { <a href=href>{text}</a> }.into_any()
    };
    let facts = [
        (i18n.client_company(), company.map(IntoAny::into_any)),
        (i18n.email(), email.map(|email| link("mailto", email))),
        (i18n.client_phone(), phone.map(|phone| link("tel", phone))),
        (i18n.client_language(), Some(i18n.language_name(language).into_any())),
        (i18n.client_access(), Some(i18n.access_choice(access).into_any())),
    ];
    view! {
        <dl class="facts">{facts.into_iter().map(fact).collect_view()}</dl>
        <p class="actions">
            <a class="button button--quiet" href=address::client(id.as_str()).with("edit", "client").with_fragment("client")>
                {i18n.edit()}
            </a>
        </p>
    }
}

/// What quotes show below the name.
#[component]
pub fn Fiscal(client: Client, i18n: I18n) -> impl IntoView {
    let Client { id, address, vat_number, tax_code, .. } = client;
    let edit = address::client(id.as_str()).with("edit", "client").with_fragment(&field_id("client", "address"));
    let is_empty = address.is_none() && vat_number.is_none() && tax_code.is_none();
    let row = |label: &'static str, value: Option<String>| {
        value.map(|value| view! { <dt>{label}</dt><dd class="prose" dir="auto">{value}</dd> })
    };
    view! {
        <section class="setting" aria-labelledby="fiscal-heading">
            <h2 id="fiscal-heading">{i18n.client_fiscal()}</h2>
            {is_empty.then(|| view! { <p class="muted">{i18n.client_fiscal_hint()}</p> })}
            <dl class="facts">
                {row(i18n.client_address(), address)}
                {row(i18n.client_vat_number(), vat_number)}
                {row(i18n.client_tax_code(), tax_code)}
            </dl>
            <p class="actions">
                <a class="button button--quiet" href=edit>
                    {if is_empty { i18n.client_fiscal_add() } else { i18n.edit() }}
                    <span class="sr-only">" " {i18n.client_fiscal()}</span>
                </a>
            </p>
        </section>
    }
}

#[component]
fn EditForm(card: ClientCard, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let fields = Fields::new(&admin, "client", Form::from(&ClientDraft::from(&card.client)));
    let id = card.client.id.to_string();
    view! {
        <form id=fields.id() class="form" method="post" action=SaveClient::PATH>
            <input type="hidden" name="client" value=id.clone()/>
            <FormHead fields=fields.clone() version=card.version/>
            <ClientFields fields=fields.clone() i18n/>
            <p class="actions">
                <button class="button">{i18n.save()}</button>
                <a href=address::client(&id).into_string()>{i18n.cancel()}</a>
            </p>
        </form>
    }
}

#[component]
pub fn ClientFields(fields: Fields, i18n: I18n) -> impl IntoView {
    let languages = options(Language::ALL, |one| i18n.language_name(one));
    let frequencies = options(Frequency::ALL, |one| i18n.frequency(one));
    let reminders = options(Reminders::ALL, |one| i18n.reminders(one));
    let access = options(Access::ALL, |one| i18n.access_choice(one));
    view! {
        <TextField
            fields=fields.clone()
            name="name"
            label=i18n.client_name()
            required=true
            most=ClientDraft::NAME
        />
        <TextField fields=fields.clone() name="company" label=i18n.client_company() most=ClientDraft::COMPANY/>
        <TextField fields=fields.clone() name="email" label=i18n.email() kind="email"/>
        <TextField
            fields=fields.clone()
            name="phone"
            label=i18n.client_phone()
            kind="tel"
            most=ClientDraft::PHONE
        />
        <ProseField
            fields=fields.clone()
            name="address"
            label=i18n.client_address()
            rows=3
            most=ClientDraft::ADDRESS
            hint=i18n.client_fiscal_hint()
        />
        <div class="form__pair">
            <TextField
                fields=fields.clone()
                name="vat_number"
                label=i18n.client_vat_number()
                most=ClientDraft::TAX_NUMBER
            />
            <TextField fields=fields.clone() name="tax_code" label=i18n.client_tax_code() most=ClientDraft::TAX_NUMBER/>
        </div>
        <SelectField fields=fields.clone() name="language" label=i18n.client_language() options=languages/>
        <SelectField fields=fields.clone() name="notify" label=i18n.client_notify() options=frequencies/>
        <SelectField fields=fields.clone() name="reminders" label=i18n.client_reminders() options=reminders/>
        <SelectField
            fields
            name="access"
            label=i18n.client_access()
            options=access
            hint=i18n.client_access_hint()
        />
    }
}

/// `GET /admin/clients/new`
pub async fn page(request: AdminRequest) -> PageResult {
    let language = request.store.language().await?;
    // Generated here, so that a form submitted twice creates one client.
    let id = store::new_id();
    let show = move |admin: AdminView| {
        (admin.i18n.client_new().to_owned(), view! { <NewClient id language admin/> }.into_any())
    };
    request.page(NavItem::Clients, show).await
}

#[component]
fn NewClient(id: String, language: Language, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let initial = Form::default().with("language", Some(language.as_str()));
    let fields = Fields::of_new(&admin, "client", initial);
    view! {
        <p class="back"><a href=address::clients().into_string()>{i18n.clients_all()}</a></p>
        <h1>{i18n.client_new()}</h1>
        <form id=fields.id() class="form" method="post" action=CreateClient::PATH>
            <input type="hidden" name="client" value=id/>
            <FormHead fields=fields.clone()/>
            <ClientFields fields=fields.clone() i18n/>
            <p class="actions">
                <button class="button">{i18n.create()}</button>
                <a href=address::clients().into_string()>{i18n.cancel()}</a>
            </p>
        </form>
    }
}
