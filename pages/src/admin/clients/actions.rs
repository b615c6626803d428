//! Actions about clients.

use domain::id::ClientId;
use domain::overview::FollowUpDraft;
use domain::{Access, ClientDraft, ContactDraft, Form, FormParser, Problem, Problems};

use super::invitation::SENTENCE;
use crate::admin::assign::{chosen_members, members_before};
use crate::admin::prelude::*;
use crate::form_action::{FormError, SendsEmail};

#[server(prefix = "/rpc/admin", endpoint = "create_client")]
pub async fn create_client(client: String, form: Form) -> Result<(), AppError> {
    submit("client", &form, Address::path("/admin/clients/new".to_owned()), async {
        let draft = ClientDraft::read(&form)?;
        draft.check_access(Access::Link, sends_email())?;
        store().create_client(&parse_id(&client)?, &draft).await?;
        Ok(address::client(&client).done(Done::Created(Record::Client)).into_string())
    })
    .await
}

#[server(prefix = "/rpc/admin", endpoint = "save_client")]
pub async fn save_client(client: String, version: String, form: Form) -> Result<(), AppError> {
    let page = address::client(&client);
    submit("client", &form, page.clone().with("edit", "client"), async {
        let (id, draft) = (parse_id(&client)?, ClientDraft::read(&form)?);
        let before = store().client_card(&id).await?.client.access;
        draft.check_access(before, sends_email())?;
        store().save_client(&actor(), &id, &draft, &version).await?;
        Ok(page.done(Done::Saved).into_string())
    })
    .await
}

fn sends_email() -> bool {
    expect_context::<SendsEmail>().0
}

/// Asks everybody of the client for a code again.
#[server(prefix = "/rpc/admin", endpoint = "ask_codes_again")]
pub async fn ask_codes_again(client: String) -> Result<(), AppError> {
    act(address::client(&client), async {
        store().ask_codes_again(&actor(), &parse_id(&client)?).await?;
        Ok(address::client(&client).done(Done::Saved).with("about", "portal").with_fragment("portal"))
    })
    .await
}

/// Chooses the members who look after a client: `form` has a field for each of them, named after their id, and `before` says
/// who did when it was shown.
#[server(prefix = "/rpc/admin", endpoint = "assign_client")]
pub async fn assign_client(
    client: String,
    /// The channel of the thread that the form is on, if it is on one.
    thread: Option<String>,
    before: Option<String>,
    #[server(default)] form: Form,
) -> Result<(), AppError> {
    let thread = thread.map(|channel| address::thread(&client).with("channel", &channel));
    let page = address::client(&client);
    act(thread.clone().unwrap_or_else(|| page.clone()), async {
        let store = store();
        let members = chosen_members(&store, &form).await?;
        let before = members_before(before.as_deref());
        store.assign_client(&parse_id(&client)?, before.as_deref(), &members).await?;
        Ok(match thread {
            Some(thread) => thread.into_string(),
            None => page.done(Done::Saved).with("about", "assigned").with_fragment("assigned"),
        })
    })
    .await
}

/// Gives clients to one member, or without one to nobody: `form` has a field for each client, named after their id. `q`,
/// `show` and `sort` are those of the list that it is on.
#[server(prefix = "/rpc/admin", endpoint = "assign_clients")]
pub async fn assign_clients(
    #[server(default)] member: String,
    #[server(default)] q: String,
    #[server(default)] show: String,
    #[server(default)] sort: String,
    #[server(default)] form: Form,
) -> Result<(), AppError> {
    let list = address::clients().with("q", &q).with("show", &show).with("sort", &sort);
    act(list.clone(), async {
        let clients: Vec<ClientId> = form.filled().map(parse_id).collect::<Result<_, _>>()?;
        let member = if member.is_empty() { None } else { Some(parse_id(&member)?) };
        store().assign_clients(&clients, member.as_slice()).await?;
        Ok(list.done(Done::Saved).into_string())
    })
    .await
}

/// Sends the invitation to the portal.
#[server(prefix = "/rpc/admin", endpoint = "invite_client")]
pub async fn invite_client(client: String, version: String, form: Form) -> Result<(), AppError> {
    let page = address::client(&client);
    submit("invitation", &form, page.clone(), async {
        let mut parser = FormParser::of(&form);
        let text = parser.prose("text", SENTENCE);
        let text = parser.done(|| text)?;
        store().invite_client(&parse_id(&client)?, Some(&text), &version).await?;
        Ok(page.with_fragment("invitation"))
    })
    .await
}

/// The agency has sent the invitation by other means.
#[server(prefix = "/rpc/admin", endpoint = "mark_invited")]
pub async fn mark_invited(client: String, version: String) -> Result<(), AppError> {
    let page = address::client(&client);
    act(page.clone(), async {
        store().invite_client(&parse_id(&client)?, None, &version).await?;
        Ok(page.with_fragment("invitation"))
    })
    .await
}

/// Deletes a client with all its data.
#[server(prefix = "/rpc/admin", endpoint = "delete_client")]
pub async fn delete_client(client: String) -> Result<(), AppError> {
    act(address::clients(), async {
        store().delete_client(&actor(), &parse_id(&client)?).await?;
        Ok(address::clients().done(Done::Deleted).into_string())
    })
    .await
}

/// Replaces a client's token; the old address and the credentials made from it become invalid.
#[server(prefix = "/rpc/admin", endpoint = "rotate_token")]
pub async fn rotate_token(client: String, seen: String) -> Result<(), AppError> {
    act(address::client(&client), async {
        store().rotate_token(&actor(), &parse_id(&client)?, &seen).await?;
        Ok(address::client(&client).done(Done::Saved).with("about", "portal").with_fragment("portal"))
    })
    .await
}

/// Replaces a client's slug; the old address and the credentials made from it become invalid.
#[server(prefix = "/rpc/admin", endpoint = "new_slug")]
pub async fn make_new_slug(client: String, seen: String) -> Result<(), AppError> {
    act(address::client(&client), async {
        store().new_slug(&actor(), &parse_id(&client)?, &seen).await?;
        Ok(address::client(&client).done(Done::Saved).with("about", "portal").with_fragment("portal"))
    })
    .await
}

#[server(prefix = "/rpc/admin", endpoint = "create_contact")]
pub async fn create_contact(client: String, contact: String, form: Form) -> Result<(), AppError> {
    submit("contact", &form, address::client(&client), async {
        let draft = ContactDraft::read(&form)?;
        let client_id = parse_id(&client)?;
        let invitation = if form.get("invite").is_empty() { None } else { Some(invitation(&client_id, &draft).await?) };
        store().create_contact(&parse_id(&contact)?, &client_id, &draft, invitation).await?;
        Ok(at_people(&client))
    })
    .await
}

/// How the invitation of a contact begins, in their language.
async fn invitation(client: &ClientId, draft: &ContactDraft) -> Result<&'static str, FormError> {
    if draft.email.is_none() {
        return Err(Problems::one("email", Problem::Empty).into());
    }
    let store = store();
    let language = match draft.language {
        Some(language) => language,
        None => store.client_card(client).await?.client.language,
    };
    Ok(I18n(language, store.agency().await?.form_of_address).invitation_sentence())
}

/// Sends a contact the invitation to the portal.
#[server(prefix = "/rpc/admin", endpoint = "invite_contact")]
pub async fn invite_contact(client: String, contact: String, version: String) -> Result<(), AppError> {
    act(address::client(&client), async {
        let client_id = parse_id(&client)?;
        let contact = store().contacts(&client_id).await?.into_iter().find(|card| card.contact.id.as_str() == contact);
        let contact = contact.ok_or(AppError::Missing)?.contact;
        let text = invitation(&client_id, &ContactDraft::from(&contact)).await?;
        store().invite_contact(&contact.id, text, &version).await?;
        Ok(at_people(&client))
    })
    .await
}

#[server(prefix = "/rpc/admin", endpoint = "save_contact")]
pub async fn save_contact(client: String, contact: String, version: String, form: Form) -> Result<(), AppError> {
    submit(&format!("contact-{contact}"), &form, address::client(&client), async {
        let draft = ContactDraft::read(&form)?;
        store().save_contact(&actor(), &parse_id(&contact)?, &draft, &version).await?;
        Ok(at_people(&client))
    })
    .await
}

/// Replaces a contact's token; the old address and the credentials made from it become invalid.
#[server(prefix = "/rpc/admin", endpoint = "renew_contact")]
pub async fn renew_contact(client: String, contact: String, version: String) -> Result<(), AppError> {
    act(address::client(&client), async {
        store().rotate_contact_token(&actor(), &parse_id(&contact)?, &version).await?;
        Ok(at_people(&client))
    })
    .await
}

#[server(prefix = "/rpc/admin", endpoint = "delete_contact")]
pub async fn delete_contact(client: String, contact: String) -> Result<(), AppError> {
    act(address::client(&client), async {
        store().delete_contact(&actor(), &parse_id(&contact)?).await?;
        Ok(at_people(&client))
    })
    .await
}

fn at_people(client: &str) -> String {
    address::client(client).done(Done::Saved).with("about", "people").with_fragment("people")
}

/// Puts the conversation with a client off, up to its newest entry shown. `shown` is the filter of the list that the form is on.
#[server(prefix = "/rpc/admin", endpoint = "snooze")]
pub async fn snooze(client: String, shown: String, up_to: Option<String>, form: Form) -> Result<(), AppError> {
    let list = address::clients().with("show", &shown);
    submit("snooze", &form, list.clone().with("snooze", &client), async {
        let draft = FollowUpDraft::read(&form)?;
        store().snooze(&parse_id(&client)?, &draft, up_to.and_then(|at| at.parse().ok())).await?;
        Ok(list.done(Done::Saved).into_string())
    })
    .await
}

/// Puts a conversation back among those that wait.
#[server(prefix = "/rpc/admin", endpoint = "resume")]
pub async fn resume(client: String, shown: String) -> Result<(), AppError> {
    let list = address::clients().with("show", &shown);
    act(list.clone(), async {
        store().resume(&parse_id(&client)?).await?;
        Ok(list.done(Done::Saved).into_string())
    })
    .await
}
