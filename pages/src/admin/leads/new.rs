//! A lead typed in by hand.

use domain::{Form, LeadStatus};
use domain::id::LeadId;
use leptos::prelude::*;
use leptos::server_fn::ServerFn;

use crate::address;
use crate::admin::{AdminRequest, NavItem, PageResult};
use crate::admin::leads::actions::CreateLead;
use crate::extract::{Path, Query};
use crate::ui::{Fields, FormHead};
use super::fields::LeadFields;

/// `/admin/leads/new`.
#[component]
pub fn NewLeadPage() -> impl IntoView {
    admin_page(NavItem::Leads, rpc::load_new_lead(), |(id, sources): (LeadId, Vec<String>), admin| {
        let i18n = admin.i18n;
        let empty = Form::default()
            .with("source", Some(i18n.lead_by_hand()))
            .with("status", Some(LeadStatus::New.as_str()));
        let fields = Fields::new(&admin, "lead", empty);
        let place = fields.id();
        let body = view! {
            <p class="back">
                <a href=address::leads().top()>{i18n.back_to_leads()}</a>
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
