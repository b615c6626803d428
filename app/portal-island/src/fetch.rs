//! Calls to the JSON API ([`api`](app::api)).

use domain::{ChannelKey, Comment, MessageText, Timestamp};
use leptos::prelude::*;
use serde::de::DeserializeOwned;
use web_sys::{RequestInit, Response};

use crate::LiveChat;
use app::api::chat::{PollRequest, PollResponse};
use app::api::comment::{CommentResponse, IDEMPOTENCY_KEY, NewComment};
use app::api::history::{HistoryRequest, HistoryResponse};
use app::api::receipts::ReadReceipt;
use app::api::{comment, receipts};
use app::browser::clock;
use app::browser::fetch::{FetchError, call, post_json, set_headers, text};
use app::browser::json;
use app::browser::outbox::Unsent;

impl LiveChat {
    /// What is new, and the server's time in milliseconds from the `Date` header.
    pub(super) async fn fetch_news(self) -> Result<(PollResponse, Option<i64>), FetchError> {
        let address = {
            let state = self.state.read_untracked();
            let start = &state.start;
            let request = PollRequest {
                credential: &start.credential,
                // The client's id in place of a project's: General alone.
                project: start.project.as_ref().map_or(start.client_id.as_str(), |project| project.as_str()),
                since: state.conversation.cursor(),
                with_agency_reads: true,
                approvals: Some(state.conversation.approvals()),
            };
            request.address()
        };
        let response = call(&address, RequestInit::new()).await?;
        let now = response.headers().get("date").ok().flatten().and_then(|date| clock::moment(&date));
        Ok((parse(response).await?, now))
    }

    /// A page of a channel's messages older than `before`.
    pub(super) async fn fetch_older(
        self,
        channel: &ChannelKey,
        before: Timestamp,
    ) -> Result<HistoryResponse, FetchError> {
        let credential = self.credential();
        let request = HistoryRequest { credential: &credential, channel: channel.as_str(), before };
        parse(call(&request.address(), RequestInit::new()).await?).await
    }

    /// Posts a message. Idempotent: posted twice, it is stored once.
    pub(super) async fn fetch_post_message(self, message: &Unsent) -> Result<Comment, FetchError> {
        // Parsed before by the composer.
        let text = MessageText::parse(&message.text).map_err(|_| FetchError::Gone)?;
        let new = {
            let state = self.state.read_untracked();
            let start = &state.start;
            NewComment::in_channel(start.credential.clone(), message.place.clone(), &start.client_id, text)
        };
        let request = post_json(&new);
        set_headers(&request, &[(IDEMPOTENCY_KEY, message.id.as_str())]);
        let posted: CommentResponse = parse(call(comment::PATH, request).await?).await?;
        Ok(posted.comment)
    }

    /// Marks a channel as read up to a time.
    pub(super) async fn fetch_mark_read(self, channel: &ChannelKey, up_to: Timestamp) -> Result<(), FetchError> {
        let receipt =
            ReadReceipt { token: self.credential(), channel_key: channel.to_string(), up_to: Some(up_to.to_string()) };
        call(receipts::PATH, post_json(&receipt)).await.map(drop)
    }

    fn credential(self) -> String {
        self.state.read_untracked().start.credential.clone()
    }
}

/// Parses a response's JSON.
async fn parse<T: DeserializeOwned>(response: Response) -> Result<T, FetchError> {
    json::parse(&text(response).await?).ok_or(FetchError::Unavailable)
}
