//! `/api/push`: the devices that show notifications (docs/REFERENCE.md#push).

use axum::Extension;
use axum::body::Body;
use axum::extract::State;
use axum::http::StatusCode;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::Response;
use axum::routing::{get, post};
use serde::Deserialize;
use serde_json::json;
use store::{DeviceOwner, PushDevice, Store};

use super::json_body;
use crate::code_session::PortalStore;
use crate::middleware::same_origin;
use crate::response::{self, ApiError};
use crate::route_table::RouteTable;
use crate::session::SignedIn;
use crate::{AppState, session};

const INVALID: ApiError = ApiError(StatusCode::BAD_REQUEST, "Dati non validi");

fn api_error(error: store::Error) -> ApiError {
    ApiError::from_store(error, |_| ApiError(StatusCode::NOT_FOUND, "Token non valido"))
}

pub fn routes(state: &AppState) -> RouteTable {
    RouteTable::new()
        .route("/api/push/key", get(key))
        .route("/api/push/subscriptions", post(subscribe).delete(unsubscribe))
        .map(|router| {
            router
                .method_not_allowed_fallback(response::method_not_allowed)
                .layer(from_fn_with_state(state.sessions.clone(), session::authenticate))
                .layer(session::layer(&state.config, &state.keys))
                .layer(same_origin::layer(&state.config))
                .layer(from_fn(same_origin::render_rejection))
        })
}

/// `GET` → `{"key":"…"}`, the `applicationServerKey` of a browser.
async fn key(State(state): State<AppState>) -> Result<Response, ApiError> {
    match state.pusher.public_key(&state.store).await {
        Ok(key) => Ok(response::json(StatusCode::OK, &json!({ "key": key }))),
        Err(error) => {
            tracing::error!(%error, "the key for push messages could not be read");
            Err(ApiError::FAULT)
        }
    }
}

#[derive(Deserialize)]
struct Device {
    /// Of a person of a client; without it the device is of whoever is signed in.
    #[serde(alias = "pass")]
    token: Option<String>,
    subscription: Subscription,
    /// Only a known device is added again.
    #[serde(default)]
    renew: bool,
}

/// `PushSubscription.toJSON()`.
#[derive(Deserialize)]
struct Subscription {
    endpoint: String,
    keys: Option<SubscriptionKeys>,
}

#[derive(Deserialize)]
struct SubscriptionKeys {
    p256dh: String,
    auth: String,
}

/// `POST {"token","subscription"}` → 201 `{"subscribed":true}`, also when it is known; with `"renew":true` 200
/// `{"subscribed":false}` when it is unknown.
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
        (true, _) => Ok(response::json(StatusCode::CREATED, &json!({ "subscribed": true }))),
        (false, true) => Ok(response::json(StatusCode::OK, &json!({ "subscribed": false }))),
        (false, false) => Err(ApiError::UNAUTHORIZED),
    }
}

/// `DELETE {"token","subscription":{"endpoint"}}` → 200 `{"subscribed":false}`, also when it is unknown.
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
    Ok(response::json(StatusCode::OK, &json!({ "subscribed": false })))
}

/// A credential names a client also in the browser of the agency, where a preview is refused.
async fn owner(store: &Store, token: Option<String>, signed_in: Option<SignedIn>) -> Result<DeviceOwner, ApiError> {
    if let Some(token) = token.filter(|token| !token.is_empty()) {
        let scope = store.client_by_credential(&token).await.map_err(api_error)?;
        return Ok(DeviceOwner::Client(scope.person().id()));
    }
    let admin = signed_in.ok_or(ApiError::UNAUTHORIZED)?.admin;
    Ok(DeviceOwner::Agency { session: admin.session, member: admin.member.map(|member| member.id) })
}
