//! The actions on leads.

use domain::leads::ConversionDraft;
use domain::{ActivityDraft, Form, FormParser, LeadDraft, Problems};

use crate::admin::assign::{chosen_members, members_before};
use crate::admin::prelude::*;

#[server(prefix = "/rpc/admin", endpoint = "create_lead")]
pub async fn create_lead(id: String, form: Form) -> Result<(), AppError> {
    submit("lead", &form, Address::path("/admin/leads/new".to_owned()), async {
        let store = store();
        let draft = LeadDraft::read(&form, &store.zone().await?);
        let mut parser = FormParser::of(&form);
        for (field, problem) in draft.as_ref().err().into_iter().flat_map(Problems::iter) {
            parser.reject(field, problem);
        }
        let message = parser.optional_prose("message", ActivityDraft::TEXT);
        parser.done(|| ())?;
        let id = store.create_lead(parse_id(&id)?, &draft?, message.as_deref()).await?;
        Ok(address::lead(id.as_str()).done(Done::Created(Record::Lead)).into_string())
    })
    .await
}

/// Chooses the members who look after a lead: `form` has a field for each of them, named after their id, and `before` says who
/// did when it was shown.
#[server(prefix = "/rpc/admin", endpoint = "assign_lead")]
pub async fn assign_lead(lead: String, before: Option<String>, #[server(default)] form: Form) -> Result<(), AppError> {
    let page = address::lead(&lead);
    act(page.clone(), async {
        let store = store();
        let members = chosen_members(&store, &form).await?;
        let before = members_before(before.as_deref());
        store.assign_lead(&parse_id(&lead)?, before.as_deref(), &members).await?;
        Ok(page.done(Done::Saved).with("about", "assigned").with_fragment("assigned"))
    })
    .await
}

#[server(prefix = "/rpc/admin", endpoint = "save_lead")]
pub async fn save_lead(id: String, version: String, form: Form) -> Result<(), AppError> {
    submit("lead", &form, address::lead(&id).with("edit", "1"), async {
        let store = store();
        let draft = LeadDraft::read(&form, &store.zone().await?)?;
        store.save_lead(&parse_id(&id)?, draft, &version).await?;
        Ok(address::lead(&id).done(Done::Saved).into_string())
    })
    .await
}

/// The next step is done. `on` is the day that the page showed, empty for none.
#[server(prefix = "/rpc/admin", endpoint = "finish_step")]
pub async fn finish_step(lead: String, step: String, on: Option<String>) -> Result<(), AppError> {
    let page = address::lead(&lead);
    act(page.clone(), async {
        store().finish_step(&actor(), &parse_id(&lead)?, &step, on.as_deref()).await?;
        Ok(page.done(Done::Saved).into_string())
    })
    .await
}

#[server(prefix = "/rpc/admin", endpoint = "move_lead")]
pub async fn move_lead(
    /// The lead's id and its status when the page was loaded, joined by a dot: `anna.new`.
    id: String,
    to: String,
    /// `board` redirects to the pipeline, anything else to the lead.
    page: String,
) -> Result<(), AppError> {
    let (id, from) = id.rsplit_once('.').unwrap_or((&id, ""));
    let on_board = page == "board";
    let back = if on_board { address::lead_board().with("moved", id) } else { address::lead(id) };
    act(back.clone(), async {
        let status = |word: &str| word.parse().map_err(|_| AppError::Garbled);
        store().move_lead(&parse_id(id)?, status(from)?, status(&to)?).await?;
        Ok(if on_board { back.into_string() } else { back.done(Done::Saved).into_string() })
    })
    .await
}

/// Deletes a lead with its activities.
#[server(prefix = "/rpc/admin", endpoint = "delete_lead")]
pub async fn delete_lead(id: String) -> Result<(), AppError> {
    act(address::leads(), async {
        store().delete_lead(&actor(), &parse_id(&id)?).await?;
        Ok(address::leads().done(Done::Deleted).into_string())
    })
    .await
}

/// Converts a lead to a client and redirects to it. A lead that is already converted keeps its client.
#[server(prefix = "/rpc/admin", endpoint = "convert_lead")]
pub async fn convert_lead(lead: String, client: String, form: Form) -> Result<(), AppError> {
    submit("convert", &form, address::lead(&lead).with("convert", "1"), async {
        let draft = ConversionDraft::read(&form)?;
        let (lead, client) = (parse_id(&lead)?, parse_id(&client)?);
        let client = store().convert_lead(&actor(), &lead, client, &draft).await?;
        let page = Address::path(format!("/admin/clients/{client}"));
        Ok(page.done(Done::Created(Record::Client)).into_string())
    })
    .await
}

/// Adds a note, a call or an e-mail.
#[server(prefix = "/rpc/admin", endpoint = "add_activity")]
pub async fn add_activity(lead: String, id: String, form: Form) -> Result<(), AppError> {
    submit("activity", &form, address::lead(&lead), async {
        let draft = ActivityDraft::read(&form)?;
        store().add_activity(&actor(), &parse_id(&lead)?, &parse_id(&id)?, &draft).await?;
        Ok(address::lead(&lead).with_fragment(&field_id("activity", "text")))
    })
    .await
}

#[server(prefix = "/rpc/admin", endpoint = "delete_activity")]
pub async fn delete_activity(lead: String, id: String) -> Result<(), AppError> {
    act(address::lead(&lead), async {
        store().delete_activity(&actor(), &parse_id(&lead)?, &parse_id(&id)?).await?;
        Ok(address::lead(&lead).done(Done::Deleted).into_string())
    })
    .await
}

/// Merges the lead `gone` into the lead `kept`; the arguments are named after the form fields.
#[server(prefix = "/rpc/admin", endpoint = "merge_leads")]
pub async fn merge_leads(kept: String, gone: String, version: String) -> Result<(), AppError> {
    act(address::lead_merge(&kept, &gone), async {
        store().merge_leads(&actor(), &parse_id(&kept)?, &parse_id(&gone)?, &version).await?;
        Ok(address::lead(&kept).done(Done::Merged).into_string())
    })
    .await
}

/// Undoes a merge and redirects to the restored lead.
#[server(prefix = "/rpc/admin", endpoint = "separate_leads")]
pub async fn separate_leads(lead: String, merge: String, gone: String) -> Result<(), AppError> {
    act(address::lead(&lead), async {
        store().undo_merge(&actor(), &parse_id(&merge)?, &parse_id(&gone)?).await?;
        Ok(address::lead(&gone).done(Done::Separated).with("other", &lead).into_string())
    })
    .await
}
