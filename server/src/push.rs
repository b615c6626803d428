//! Shows notifications on devices, by the push service of each browser (docs/REFERENCE.md#push).

mod encryption;
mod endpoint;
mod request;
mod vapid;

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::body::Bytes;
use domain::notifications::{Notification, SkipReason};
use pages::mail::push_title;
use serde::Serialize;
use store::{Outcome, PushDevice, Store};
use tokio::sync::OnceCell;
use tokio::task::JoinSet;
use tokio_rustls::TlsConnector;

use crate::config::{Config, Secret};
use crate::keys::{Keys, Purpose};
use encryption::DeviceKeys;
use endpoint::Endpoint;
use request::RequestError;
use vapid::VapidKey;

/// Why the key cannot be read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum KeyError {
    #[error(transparent)]
    Store(#[from] store::Error),
    #[error("the stored key for push messages is malformed")]
    Malformed,
}

/// One connection for each device, with a time limit.
pub struct Pusher {
    base_url: String,
    /// Whom a push service may write to.
    contact: String,
    /// Whether devices may be on this machine.
    is_local: bool,
    keys: Keys,
    /// The e-mail and password that the devices of the agency are valid for.
    account: Secret,
    vapid: OnceCell<VapidKey>,
    tls: OnceLock<TlsConnector>,
    limit: Duration,
}

/// What a device decrypts.
#[derive(Serialize)]
struct Payload<'a> {
    title: String,
    url: String,
    /// A later one with the same tag takes its place.
    tag: &'a str,
}

impl Pusher {
    const DEVICE_TIMEOUT: Duration = Duration::from_secs(10);
    /// The longest `Topic` that push services accept.
    const MAX_TOPIC_CHARS: usize = 32;

    pub fn new(config: &Config) -> Self {
        let contact = match &config.mail {
            Some(mail) => mail.from.email.to_string(),
            None => config.admin_email.clone(),
        };
        Self {
            base_url: config.base_url.clone(),
            contact: format!("mailto:{contact}"),
            is_local: config.is_local(),
            keys: Keys::new(&config.auth_secrets),
            account: config.account(),
            vapid: OnceCell::new(),
            tls: OnceLock::new(),
            limit: Self::DEVICE_TIMEOUT,
        }
    }

    /// Replaces the time limit of a device.
    #[must_use]
    pub fn with_limit(mut self, limit: Duration) -> Self {
        self.limit = limit;
        self
    }

    /// The public key, in base64url: a browser lets its owner send to it.
    pub(crate) async fn public_key(&self, store: &Store) -> Result<&str, KeyError> {
        Ok(self.vapid(store).await?.public())
    }

    async fn vapid(&self, store: &Store) -> Result<&VapidKey, KeyError> {
        let read = async || VapidKey::parse(&store.push_key(VapidKey::generate).await?).ok_or(KeyError::Malformed);
        self.vapid.get_or_try_init(read).await
    }

    /// The device that a browser describes; `None` if nothing could be sent to it.
    pub(crate) fn device(&self, endpoint: String, p256dh: String, auth: String) -> Option<PushDevice> {
        Endpoint::parse(&endpoint, self.is_local)?;
        DeviceKeys::parse(&p256dh, &auth)?;
        Some(PushDevice { endpoint, p256dh, auth, account: None })
    }

    /// The signature that a device of the agency is stored with.
    pub(crate) fn account(&self) -> String {
        self.keys.sign(Purpose::AgencyDevice, self.account.reveal())
    }

    fn is_account(&self, signature: &str) -> bool {
        self.keys.verify(Purpose::AgencyDevice, self.account.reveal(), signature)
    }

    /// Ends the devices of the agency that were registered under another e-mail or password than that of the settings.
    pub(crate) async fn end_devices_of_other_accounts(&self, store: &Store) -> store::Result<()> {
        store.keep_devices_of_account(&self.account(), |account| self.is_account(account)).await
    }

    /// Sends it to all devices. When one is to be tried again, all are: the notification takes the place of the shown one.
    pub async fn send(
        self: &Arc<Self>,
        store: &Store,
        notification: &Notification,
        mut devices: Vec<PushDevice>,
    ) -> Outcome {
        // One may have been registered at a process with other settings, after this one has started.
        devices.retain(|device| device.account.as_ref().is_none_or(|account| self.is_account(account)));
        if let Err(error) = self.vapid(store).await {
            tracing::error!(%error, "the key for push messages could not be read");
            return Outcome::Retry("the key could not be read".to_owned());
        }
        let topic = self.topic(notification);
        let payload = self.payload(notification, &topic);
        let mut deliveries = JoinSet::new();
        for device in devices {
            let (pusher, store) = (self.clone(), store.clone());
            let (subject, payload, topic) = (push_title(notification), payload.clone(), topic.clone());
            deliveries.spawn(async move { pusher.deliver(&store, device, subject, &payload, &topic).await });
        }
        let mut outcome = NO_DEVICE;
        while let Some(delivered) = deliveries.join_next().await {
            let next = delivered.unwrap_or_else(|_| Outcome::Retry("sending panicked".to_owned()));
            if rank(&next) > rank(&outcome) {
                outcome = next;
            }
        }
        outcome
    }

    fn payload(&self, notification: &Notification, topic: &str) -> Bytes {
        let url = format!("{}{}", self.base_url, notification.target.path());
        let payload = Payload { title: push_title(notification), url, tag: topic };
        serde_json::to_vec(&payload).expect("three texts are JSON").into()
    }

    /// Reveals nothing of the topic but that it is the same.
    fn topic(&self, notification: &Notification) -> String {
        let recipient = &notification.recipient;
        let name = format!("{}{} {}", recipient.role(), recipient.person(), notification.topic);
        let mut topic = self.keys.sign(Purpose::PushTopic, &name);
        topic.truncate(Self::MAX_TOPIC_CHARS);
        topic
    }

    async fn deliver(
        &self,
        store: &Store,
        device: PushDevice,
        subject: String,
        payload: &[u8],
        topic: &str,
    ) -> Outcome {
        let keys = DeviceKeys::parse(&device.p256dh, &device.auth);
        let (Some(endpoint), Some(keys)) = (Endpoint::parse(&device.endpoint, self.is_local), keys) else {
            return Outcome::Failed("the device cannot be reached from here".to_owned());
        };
        let now = store.clock().now();
        let vapid = self.vapid.get().and_then(|key| key.authorization(&endpoint.origin(), &self.contact, now));
        let (Some(authorization), Some(body)) = (vapid, keys.encrypt(payload)) else {
            return Outcome::Failed("the message could not be encrypted".to_owned());
        };
        let sending = self.post(&endpoint, authorization, topic, body.into());
        match tokio::time::timeout(self.limit, sending).await {
            Ok(Ok(status)) => match status.as_u16() {
                200..=299 => Outcome::Sent { subject },
                404 | 410 => {
                    if let Err(error) = store.forget_push_device(&device.endpoint).await {
                        tracing::warn!(%error, "a device that is gone could not be deleted");
                    }
                    NO_DEVICE
                }
                408 | 429 | 500..=599 => Outcome::Retry(status.to_string()),
                _ => Outcome::Failed(status.to_string()),
            },
            Ok(Err(error @ RequestError::NotPublic)) => Outcome::Failed(error.to_string()),
            Ok(Err(error)) => Outcome::Retry(error.to_string()),
            Err(_) => Outcome::Retry("no answer in time".to_owned()),
        }
    }
}

/// The outcome unless a device is left.
const NO_DEVICE: Outcome = Outcome::Skipped(SkipReason::NoDevice);

/// The outcome of several devices is the one with the highest rank.
const fn rank(outcome: &Outcome) -> u8 {
    match outcome {
        Outcome::Retry(_) => 3,
        Outcome::Sent { .. } => 2,
        Outcome::Failed(_) => 1,
        _ => 0,
    }
}
