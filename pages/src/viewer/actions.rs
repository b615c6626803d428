//! Actions of the agency on the page of a picture.

use app::address::chosen_place;
use app::api::comment::text_and_files;
use app::portal_actions::at_place;
use domain::id::{ClientId, DeliverableId};
use domain::{Form, Pin};
use store::ReplyForm;

use crate::admin::prelude::*;

/// Writes a message of the agency about a place on a version of a deliverable, and redirects to it. `form` has `text`, `files` and
/// `files_error` as that of a reply, and `place`: version, x and y, with hyphens between.
#[server(prefix = "/rpc/admin", endpoint = "reply_at_pin")]
pub async fn reply_at_pin(client: String, deliverable: String, form: Form) -> Result<(), AppError> {
    let pin = DeliverableId::parse(deliverable.clone()).ok().and_then(|id| Pin::parse(id, form.get("place")));
    let viewer = address::agency_viewer(&client, &deliverable);
    let back = match &pin {
        Some(pin) => chosen_place(viewer.clone(), pin.version, pin.into()),
        None => viewer.clone(),
    };
    submit("reply", &form, back, async {
        if let Some(error) = AppError::from_code(form.get("files_error")) {
            return Err(error.into());
        }
        let pin = pin.as_ref().ok_or(AppError::Garbled)?;
        let (text, files) = text_and_files(form.get("text"), form.get("files"))?;
        let client: ClientId = parse_id(&client)?;
        let channel = store().channel_of_deliverable(&client, &pin.deliverable_id).await?.key();
        let reply =
            ReplyForm { channel: channel.as_str(), text: &text, files: &files, pin: Some(pin), id: None, seen: None };
        store().reply_once(&actor(), &client, reply).await?;
        Ok(at_place(viewer, Some(pin), Ok(()), ""))
    })
    .await
}
