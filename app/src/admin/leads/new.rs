//! A lead typed in by hand.

use domain::id::LeadId;
use domain::{Form, LeadStatus};
use leptos::prelude::*;
use leptos::server_fn::ServerFn;

use super::fields::LeadFields;
use crate::address::Address;
use crate::admin::desk::{Place, desk_page};
use crate::rpc::{self, CreateLead};
use crate::ui::{Fields, FormHead};

/// `/admin/leads/new`.
#[component]
pub fn NewLeadPage() -> impl IntoView {
    desk_page(Place::Leads, rpc::load_new_lead(), |(id, sources): (LeadId, Vec<String>), desk| {
        let i18n = desk.i18n;
        let empty = Form::default()
            .with("source", Some(i18n.lead_by_hand()))
            .with("status", Some(LeadStatus::New.as_str()));
        let fields = Fields::new(&desk, "lead", empty);
        let place = fields.id();
        let body = view! {
            <p class="back">
                <a href=Address::leads().top()>{i18n.back_to_leads()}</a>
            </p>
            <h1>{i18n.new_lead()}</h1>
            <form method="post" action=CreateLead::PATH class="form" id=place>
                <FormHead fields=fields.clone()/>
                <input type="hidden" name="id" value=String::from(id)/>
                <LeadFields fields sources i18n/>
                <button class="button">{i18n.lead_create()}</button>
            </form>
        };
        (i18n.new_lead().to_owned(), body)
    })
}
