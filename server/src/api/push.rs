//! `/api/push`: the devices that show notifications (docs/REFERENCE.md#push).

use axum::Extension;
use axum::body::Body;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use axum::routing::{get, post};
use serde::{Deserialize, Serialize};
use store::{DeviceOwner, PushDevice, Store};
use utoipa::{OpenApi, ToSchema};

use super::documented::document_errors;
use super::{json_body, with_session};
use crate::AppState;
use crate::code_session::PortalStore;
use crate::response::error_page::ErrorPage;
use crate::response::{self, ApiError};
use crate::route_table::RouteTable;
use crate::session::SignedIn;

const INVALID: ApiError = ApiError(StatusCode::BAD_REQUEST, "Dati non validi");

const UNKNOWN_TOKEN: ApiError = ApiError(StatusCode::NOT_FOUND, "Token non valido");

document_errors!(Errors: INVALID, UNKNOWN_TOKEN, ApiError::UNAUTHORIZED, ApiError::READ_ONLY, ErrorPage::ForeignOrigin);

#[derive(OpenApi)]
#[openapi(paths(key, subscribe, unsubscribe))]
pub struct Document;

fn api_error(error: store::Error) -> ApiError {
    ApiError::from_store(error, |_| UNKNOWN_TOKEN)
}

pub fn routes(state: &AppState) -> RouteTable {
    let routes = RouteTable::new()
        .route("/api/push/key", get(key))
        .route("/api/push/subscriptions", post(subscribe).delete(unsubscribe));
    with_session(routes, state)
}

/// The `applicationServerKey` of a browser.
#[derive(Serialize, ToSchema)]
struct PublicKey<'a> {
    /// An uncompressed point of P-256 in base64url.
    key: &'a str,
}

/// The key that push messages are signed with
#[utoipa::path(
    get,
    path = "/api/push/key",
    operation_id = "pushKey",
    tag = "push",
    responses((status = 200, description = "The public key", body = PublicKey, example = json!({
        "key": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    }))),
)]
async fn key(State(state): State<AppState>) -> Result<Response, ApiError> {
    match state.pusher.public_key(&state.store).await {
        Ok(key) => Ok(response::json(StatusCode::OK, &PublicKey { key })),
        Err(error) => {
            tracing::error!(%error, "the key for push messages could not be read");
            Err(ApiError::FAULT)
        }
    }
}

#[derive(Deserialize, ToSchema)]
struct Device {
    /// Token or credential of a person of a client, also as `pass`; without it the device is of whoever is signed in.
    #[serde(alias = "pass")]
    token: Option<String>,
    subscription: Subscription,
    /// Only a known device is added again.
    #[serde(default)]
    renew: bool,
}

/// `PushSubscription.toJSON()`.
#[derive(Deserialize, ToSchema)]
struct Subscription {
    /// With https, of a public host; at most 2000 bytes.
    #[schema(min_length = 1, pattern = r"^[^\u0000]+$", example = "https://push.example/1")]
    endpoint: String,
    /// Not read by DELETE.
    keys: Option<SubscriptionKeys>,
}

#[derive(Deserialize, ToSchema)]
struct SubscriptionKeys {
    /// A point of P-256 in base64url.
    p256dh: String,
    /// 16 bytes in base64url.
    auth: String,
}

#[derive(Serialize, ToSchema)]
struct Subscribed {
    subscribed: bool,
}

/// A device shows notifications
///
/// Of a person of a client by their credential, or of who is signed in.
#[utoipa::path(
    post,
    path = "/api/push/subscriptions",
    operation_id = "subscribe",
    tag = "push",
    security((), ("session" = [])),
    request_body(content = Device, example = json!({
        "token": "anna-anna-anna-anna-anna-anna-anna-anna-ann",
        "subscription": {
            "endpoint": "https://push.example/1",
            "keys": {
                "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
                "auth": "BTBZMqHH6r4Tts7J_aSIgg",
            },
        },
    })),
    responses(
        (status = 201, description = "It does, also when it did before", body = Subscribed, example = json!({"subscribed": true})),
        (status = 200, description = "With `renew`: it is unknown", body = Subscribed, example = json!({"subscribed": false})),
        Errors,
    ),
)]
async fn subscribe(
    State(state): State<AppState>,
    PortalStore(store): PortalStore,
    Extension(signed_in): Extension<Option<SignedIn>>,
    body: Body,
) -> Result<Response, ApiError> {
    let Device { token, subscription, renew } = json_body::read(body, INVALID).await?;
    let Subscription { endpoint, keys: Some(keys) } = subscription else { return Err(INVALID) };
    let device = state.pusher.device(endpoint, keys.p256dh, keys.auth).ok_or(INVALID)?;
    let owner = owner(&store, token, signed_in).await?;
    // Those of members end with their sessions.
    let account = matches!(owner, DeviceOwner::Agency { member: None, .. }).then(|| state.pusher.account());
    let device = PushDevice { account, ..device };
    let subscribed = if renew {
        store.renew_push_device(&owner, &device).await
    } else {
        store.add_push_device(&owner, &device).await
    };
    match (subscribed.map_err(api_error)?, renew) {
        (true, _) => Ok(response::json(StatusCode::CREATED, &Subscribed { subscribed: true })),
        (false, true) => Ok(response::json(StatusCode::OK, &Subscribed { subscribed: false })),
        (false, false) => Err(match owner {
            DeviceOwner::Agency { .. } => ApiError::UNAUTHORIZED,
            DeviceOwner::Client(_) => UNKNOWN_TOKEN,
        }),
    }
}

/// A device shows no notifications any more
#[utoipa::path(
    delete,
    path = "/api/push/subscriptions",
    operation_id = "unsubscribe",
    tag = "push",
    security((), ("session" = [])),
    request_body(content = Device, example = json!({
        "token": "anna-anna-anna-anna-anna-anna-anna-anna-ann", "subscription": {"endpoint": "https://push.example/1"},
    })),
    responses(
        (status = 200, description = "It does not, also when it is unknown", body = Subscribed,
            example = json!({"subscribed": false})),
        Errors,
    ),
)]
async fn unsubscribe(
    PortalStore(store): PortalStore,
    Extension(signed_in): Extension<Option<SignedIn>>,
    body: Body,
) -> Result<Response, ApiError> {
    let Device { token, subscription, .. } = json_body::read(body, INVALID).await?;
    if subscription.endpoint.is_empty() || subscription.endpoint.contains('\0') {
        return Err(INVALID);
    }
    let recipient = owner(&store, token, signed_in).await?.recipient();
    store.remove_push_device(&recipient, &subscription.endpoint).await.map_err(api_error)?;
    Ok(response::json(StatusCode::OK, &Subscribed { subscribed: false }))
}

/// A credential names a client also in the browser of the agency, where a preview is refused.
async fn owner(store: &Store, token: Option<String>, signed_in: Option<SignedIn>) -> Result<DeviceOwner, ApiError> {
    if let Some(token) = token.filter(|token| !token.is_empty()) {
        let scope = store.client_by_credential(&token).await.map_err(api_error)?;
        return Ok(DeviceOwner::Client(scope));
    }
    let admin = signed_in.ok_or(ApiError::UNAUTHORIZED)?.admin;
    Ok(DeviceOwner::Agency { session: admin.session, member: admin.member.map(|member| member.id) })
}
