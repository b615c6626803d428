//! A portal page as it was rendered, for as long as its content stays the same: of a request only the nonce and the time of
//! the page go in.

use std::ops::Range;
use std::sync::Arc;

use app::chat::DATA_ID;
use domain::Timestamp;

use super::picture::ImageOrigins;
use super::rendered_rows::RenderedRows;
use crate::address::CONVERSATION;
use crate::render::PageContext;

pub(super) struct CachedPage {
    html: String,
    context: PageContext,
    /// Where the nonce of the context is, which is random and so stands nowhere else.
    nonces: Vec<Range<usize>>,
    rendered_at: Timestamp,
    /// Where the conversation is: after a message of the client all else is as it was.
    conversation: Range<usize>,
    /// Where the time of the page is, which the chat compares with the device's clock.
    time: Range<usize>,
    pub(super) origins: ImageOrigins,
    pub(super) rows: Arc<RenderedRows>,
}

impl CachedPage {
    /// `None` without a chat.
    pub(super) fn new(
        html: String,
        context: PageContext,
        rendered_at: Timestamp,
        origins: ImageOrigins,
        rows: Arc<RenderedRows>,
    ) -> Option<Self> {
        let conversation = conversation(&html)?;
        let time = time_of_chat(&html, conversation.start, rendered_at)?;
        let nonces = context.nonce().map_or_else(Vec::new, |nonce| places(&html, nonce));
        Some(Self { html, context, nonces, rendered_at, conversation, time, origins, rows })
    }

    /// Whether the page is as at `now`: not on another day, nor if the agency's settings were changed while it was rendered.
    pub(super) fn is_as_at(&self, now: Timestamp, context: &PageContext) -> bool {
        let zone = context.zone();
        let day = |at| (zone.date(at), zone.offset(at));
        zone == self.context.zone()
            && context.agency() == self.context.agency()
            && day(self.rendered_at) == day(now)
            && self.context.nonce().is_some() == context.nonce().is_some()
    }

    /// The page at `now`.
    pub(super) fn at(&self, now: Timestamp, context: &PageContext) -> String {
        self.with(self.time.clone(), &now.to_string(), context)
    }

    /// The page with another conversation.
    pub(super) fn with_conversation(&self, html: &str, context: &PageContext) -> String {
        self.with(self.conversation.clone(), html, context)
    }

    /// The page with another `part`, and with the nonce of `context`.
    fn with(&self, range: Range<usize>, part: &str, context: &PageContext) -> String {
        let nonce = context.nonce().map_or("", |nonce| nonce);
        let nonces = self.nonces.iter().filter(|place| !range.contains(&place.start)).cloned();
        let mut places: Vec<_> = nonces.map(|place| (place, nonce)).chain([(range.clone(), part)]).collect();
        places.sort_unstable_by_key(|(place, _)| place.start);
        let mut page = String::with_capacity(self.html.len() + part.len());
        let mut from = 0;
        for (place, replacement) in places {
            page.push_str(&self.html[from..place.start]);
            page.push_str(replacement);
            from = place.end;
        }
        page.push_str(&self.html[from..]);
        page
    }
}

/// Where `what` is.
fn places(html: &str, what: &str) -> Vec<Range<usize>> {
    html.match_indices(what).map(|(start, found)| start..start + found.len()).collect()
}

/// Where the conversation is, which ends what the page shows. Tags cannot be in a text.
fn conversation(html: &str) -> Option<Range<usize>> {
    const END: &str = "</section>";
    let start = html.find(&format!("<section id=\"{CONVERSATION}\""))?;
    let end = start + html[start..].rfind(END)? + END.len();
    Some(start..end)
}

/// Where the data of the chat, after `from`, have their time. Neither the tag nor the name of the field with its quotes can
/// be in a text.
fn time_of_chat(html: &str, from: usize, now: Timestamp) -> Option<Range<usize>> {
    let data = from + html[from..].find(&format!("<script type=\"application/json\" id=\"{DATA_ID}\""))?;
    let field = format!("\"now\":\"{now}\"");
    let end = data + html[data..].find(&field)? + field.len() - 1;
    Some(end - now.to_string().len()..end)
}
