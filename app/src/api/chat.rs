//! `GET /api/client/chat`: what is new in the conversation (docs/REFERENCE.md#get-apiclientchat).

use std::fmt;

use domain::{ApprovalEvent, ChannelKey, Comment, DomainError, Timestamp};
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde::ser::{Serialize, Serializer};

use super::ErrorWords;
use crate::address::Address;

pub const PATH: &str = "/api/client/chat";
pub const MISSING: ErrorWords = ErrorWords::MISSING;

pub const fn error(_: DomainError) -> ErrorWords {
    ErrorWords::FORBIDDEN
}

/// The query of a poll.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PollRequest<'a> {
    /// `token`
    pub credential: &'a str,
    /// `project_id`; the client's id for General alone.
    pub project: &'a str,
    /// Comments after this; all without it.
    pub since: Option<Timestamp>,
    /// `agency_reads=1`: with the agency's receipts.
    pub with_agency_reads: bool,
    /// How many approvals the page shows: with every approval of the project, unless there are as many.
    pub approvals: Option<usize>,
}

impl<'a> PollRequest<'a> {
    /// Parses the values of a query, by their names; an invalid `since` is ignored.
    pub fn parse(value: impl Fn(&str) -> Option<&'a str>) -> Option<Self> {
        Some(Self {
            credential: value("token")?,
            project: value("project_id")?,
            since: value("since").and_then(|since| since.parse().ok()),
            with_agency_reads: value("agency_reads") == Some("1"),
            approvals: value("approvals").and_then(|count| count.parse().ok()),
        })
    }

    pub fn address(&self) -> String {
        let since = self.since.map(|since| since.to_string()).unwrap_or_default();
        let approvals = self.approvals.map(|count| count.to_string()).unwrap_or_default();
        Address::path(PATH.to_owned())
            .with("agency_reads", if self.with_agency_reads { "1" } else { "" })
            .with("token", self.credential)
            .with("project_id", self.project)
            .with("since", &since)
            .with("approvals", &approvals)
            .into_string()
    }
}

/// The response to a poll. The server has its receipts and approvals as JSON already.
#[derive(Debug, Clone, Default, serde::Serialize, serde::Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(utoipa::ToSchema))]
pub struct PollResponse<R = ReadTimes, A = Vec<ApprovalEvent>> {
    /// Comments after `since`, oldest first.
    pub comments: Vec<Comment>,
    /// The time up to which the client has read each channel.
    #[cfg_attr(not(target_arch = "wasm32"), schema(value_type = ReadTimes))]
    pub reads: R,
    /// The time up to which the agency has read each channel. On request only: by default the response has two members.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(not(target_arch = "wasm32"), schema(value_type = Option<ReadTimes>))]
    pub agency_reads: Option<R>,
    /// Every approval of the project, on request, if there are more or fewer than the page shows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(not(target_arch = "wasm32"), schema(value_type = Option<Vec<ApprovalEvent>>))]
    pub approvals: Option<A>,
}

/// The time up to which each channel was read: a JSON object as pairs, which take less wasm than a map.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[cfg_attr(not(target_arch = "wasm32"), derive(utoipa::ToSchema), schema(value_type = std::collections::BTreeMap<String, Timestamp>))]
pub struct ReadTimes(pub Vec<(ChannelKey, Timestamp)>);

impl Serialize for ReadTimes {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self.0.iter().map(|(channel, at)| (channel, at)))
    }
}

impl<'de> Deserialize<'de> for ReadTimes {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Pairs;
        impl<'de> Visitor<'de> for Pairs {
            type Value = ReadTimes;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("channels and timestamps")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<ReadTimes, A::Error> {
                let mut reads = ReadTimes::default();
                while let Some(pair) = map.next_entry()? {
                    reads.0.push(pair);
                }
                Ok(reads)
            }
        }
        from.deserialize_map(Pairs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn poll_address_parses_to_the_same_request() {
        let request = PollRequest {
            credential: "rossi.mac",
            project: "sito",
            since: Some(Timestamp::from_millis(1_000)),
            with_agency_reads: true,
            approvals: Some(2),
        };
        let address = request.address().replace("%3A", ":");
        let (path, query) = address.split_once('?').expect("a query");
        let value = |name: &str| {
            query.split('&').filter_map(|pair| pair.split_once('=')).find(|pair| pair.0 == name).map(|pair| pair.1)
        };
        assert_eq!((path, PollRequest::parse(value)), (PATH, Some(request)));
        assert_eq!(PollRequest::parse(|name| (name == "token").then_some("t")), None);
        let least = PollRequest::parse(|name| ["token", "project_id"].contains(&name).then_some("x"));
        assert_eq!(least.expect("a request").address(), "/api/client/chat?token=x&project_id=x");
    }

    #[test]
    fn poll_response_has_two_members_by_default() {
        let json = r#"{"comments":[],"reads":{"design":"1970-01-01T00:00:01.000Z"}}"#;
        let response: PollResponse = serde_json::from_str(json).expect("a response");
        assert_eq!(response.reads.0.len(), 1);
        assert_eq!(serde_json::to_string(&response).expect("JSON"), json);
    }
}
