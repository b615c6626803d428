//! Actions of the page of the agency's people.

use std::collections::BTreeMap;

use axum::Extension;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::Response;
use domain::audit::Actor;
use domain::id::MemberId;
use domain::{Form, Member, MemberDraft, MemberKey, Role, Unsaved};
use store::{Error, FormOwner};

use super::NewAddress;
use crate::admin::prelude::*;
use crate::admin::settings::Section;
use crate::backend::Backend;
use crate::redirect;
use crate::session::SignedInAdmin;

pub const INVITE: &str = "/rpc/admin/invite_member";
pub const RENEW: &str = "/rpc/admin/renew_invitation";

/// Adds a member and sends them the address where they set a password.
pub async fn invite<B: Backend>(
    State(backend): State<B>,
    Extension(admin): Extension<SignedInAdmin>,
    body: Bytes,
) -> Response {
    let state = backend.pages();
    let fields = form_urlencoded::parse(&body).filter_map(|(name, value)| {
        let name = name.strip_prefix("form[")?.strip_suffix(']')?.to_owned();
        Some((name, value.into_owned()))
    });
    let form = Form::from(fields.collect::<BTreeMap<_, _>>());
    let added = async {
        let draft = MemberDraft::read(&form, &state.agency_email)?;
        state.store.add_member(&admin.actor(), &draft).await
    };
    match added.await {
        Ok((member, key)) => show(&backend, &member, MemberKey::Join, key).await,
        Err(Error::Invalid(problems)) => {
            let unsaved = Unsaved { name: "invite".to_owned(), form, problems };
            match state.store.store_unsaved_form(FormOwner::Agency, &unsaved).await {
                Ok(id) => {
                    let page = Section::People.address().error(AppError::Invalid);
                    redirect::to(&page.with("unsaved", &id).with_fragment("invite"))
                }
                Err(error) => failed(&error),
            }
        }
        Err(error) => failed(&error),
    }
}

/// Makes a new address for a member: to join, or for a new password once they have.
pub async fn renew<B: Backend>(
    State(backend): State<B>,
    Extension(admin): Extension<SignedInAdmin>,
    body: Bytes,
) -> Response {
    let id = form_urlencoded::parse(&body).find(|(name, _)| name == "id").map(|(_, id)| MemberId::parse(id));
    let Some(Ok(id)) = id else { return failed(&domain::DomainError::UnknownRecord.into()) };
    let renewed = async {
        let store = &backend.pages().store;
        let member = store.member(&id).await?.ok_or(domain::DomainError::UnknownRecord)?;
        let kind = if member.password_hash.is_some() { MemberKey::Reset } else { MemberKey::Join };
        let key = store.renew_member_key(&admin.actor(), &id, kind).await?;
        Ok::<_, Error>((member, kind, key))
    };
    match renewed.await {
        Ok((member, kind, key)) => show(&backend, &member, kind, key).await,
        Err(error) => failed(&error),
    }
}

/// Sends the address if there is a mail server, and redirects to the page that shows it.
async fn show(backend: &impl Backend, member: &Member, kind: MemberKey, key: String) -> Response {
    let sent = backend.send_password_key(member, kind, &key).await.map(|sent| if sent { "1" } else { "0" });
    let page = Section::People.address().with("invited", member.id.as_str()).with("sent", sent.unwrap_or_default());
    let mut response = redirect::to(&page.with_fragment("invited"));
    let address = NewAddress { member: member.id.to_string(), kind, key };
    let cookie = address.set_cookie(backend.pages().base_url.starts_with("https://"));
    response.headers_mut().append(header::SET_COOKIE, HeaderValue::try_from(cookie).expect("ids and keys are ASCII"));
    response
}

fn failed(error: &Error) -> Response {
    if let Error::Fault(error) = error {
        tracing::error!(%error, "an action failed");
    }
    redirect::to(&Section::People.address().error(error.failure().into()).into_string())
}

#[server(prefix = "/rpc/admin", endpoint = "set_member_role")]
pub async fn set_member_role(id: String, role: Role) -> Result<(), AppError> {
    act(Section::People.address(), async {
        store().set_member_role(&actor(), &parse_id(&id)?, role).await?;
        Ok(Section::People.address().done(Done::Saved).into_string())
    })
    .await
}

/// Signs a member out everywhere, or lets them in again.
#[server(prefix = "/rpc/admin", endpoint = "set_member_disabled")]
pub async fn set_member_disabled(id: String, disabled: bool) -> Result<(), AppError> {
    act(Section::People.address(), async {
        store().set_member_disabled(&actor(), &parse_id(&id)?, disabled).await?;
        Ok(Section::People.address().done(Done::Saved).into_string())
    })
    .await
}

#[server(prefix = "/rpc/admin", endpoint = "delete_member")]
pub async fn delete_member(id: String) -> Result<(), AppError> {
    act(Section::People.address(), async {
        store().delete_member(&actor(), &parse_id(&id)?).await?;
        Ok(Section::People.address().done(Done::Deleted).into_string())
    })
    .await
}

/// Takes the second factor off another member: their own needs their password.
#[server(prefix = "/rpc/admin", endpoint = "remove_second_factor")]
pub async fn remove_second_factor(id: String) -> Result<(), AppError> {
    act(Section::People.address(), async {
        let (by, id) = (actor(), parse_id(&id)?);
        if matches!(&by, Actor::Member(own, _) if *own == id) {
            return Err(AppError::Missing.into());
        }
        store().remove_second_factor(&by, &id).await?;
        Ok(Section::People.address().done(Done::Saved).into_string())
    })
    .await
}
