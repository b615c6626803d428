//! The form of a new lead.

use domain::{Form, LeadStatus};

use super::fields::LeadFields;
use crate::admin::leads::actions::CreateLead;
use crate::admin::prelude::*;

/// `GET /admin/leads/new`
pub async fn page(request: AdminRequest) -> PageResult {
    // Generated here, so that a form submitted twice creates one lead.
    let id = store::new_id();
    let sources = request.store.lead_source_names().await?;
    let show = move |admin: AdminView| {
        let i18n = admin.i18n;
        let empty = Form::default()
            .with("source", Some(i18n.lead_by_hand()))
            .with("status", Some(LeadStatus::New.as_str()));
        let fields = Fields::new(&admin, "lead", empty);
        let form_id = fields.id();
        let body = view! {
            <p class="back"><a href=address::leads().top()>{i18n.back_to_leads()}</a></p>
            <h1>{i18n.new_lead()}</h1>
            <form method="post" action=CreateLead::PATH class="form" id=form_id>
                <FormHead fields=fields.clone()/>
                <input type="hidden" name="id" value=id/>
                <LeadFields fields sources i18n/>
                <button class="button">{i18n.lead_create()}</button>
            </form>
        };
        (i18n.new_lead().to_owned(), body.into_any())
    };
    request.page(NavItem::Leads, show).await
}
