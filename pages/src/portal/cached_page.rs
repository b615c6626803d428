//! A portal page as it was rendered, for as long as its content stays the same: of a request only the nonce and the time of
//! the page go in.

use std::ops::Range;

use app::chat::DATA_ID;
use domain::Timestamp;

use super::picture::ImageOrigins;
use crate::render::PageContext;

pub(super) struct CachedPage {
    html: String,
    /// What it was rendered with. Its nonce is random, so it stands nowhere else.
    context: PageContext,
    rendered_at: Timestamp,
    /// Where the time of the page is, which the chat compares with the device's clock.
    time: Range<usize>,
    pub(super) origins: ImageOrigins,
}

impl CachedPage {
    /// `None` without a chat.
    pub(super) fn new(
        html: String,
        context: PageContext,
        rendered_at: Timestamp,
        origins: ImageOrigins,
    ) -> Option<Self> {
        let time = time_of_chat(&html, rendered_at)?;
        Some(Self { html, context, rendered_at, time, origins })
    }

    /// The page as it is rendered at `now`. `None` on another day, and when the agency's settings were changed while it was
    /// rendered.
    pub(super) fn at(&self, now: Timestamp, context: &PageContext) -> Option<String> {
        let zone = context.zone();
        let day = |at| (zone.date(at), zone.offset(at));
        let is_same = zone == self.context.zone() && context.agency() == self.context.agency();
        let (old, new) = self.context.nonce().zip(context.nonce())?;
        if !is_same || day(self.rendered_at) != day(now) {
            return None;
        }
        let with_nonce = |html: &str| html.replace(&**old, new);
        let (before, after) = (&self.html[..self.time.start], &self.html[self.time.end..]);
        Some([with_nonce(before), now.to_string(), with_nonce(after)].concat())
    }
}

/// Where the data of the chat have their time. Neither the tag nor the name of the field with its quotes can be in a text.
fn time_of_chat(html: &str, now: Timestamp) -> Option<Range<usize>> {
    let data = html.find(&format!("<script type=\"application/json\" id=\"{DATA_ID}\""))?;
    let field = format!("\"now\":\"{now}\"");
    let end = data + html[data..].find(&field)? + field.len() - 1;
    Some(end - now.to_string().len()..end)
}
