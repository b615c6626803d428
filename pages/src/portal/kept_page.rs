//! A portal page as it was rendered, for as long as its content stays the same: of a request only the nonce and the time of
//! the page go in.

use std::ops::Range;

use app::chat::DATA_ID;
use domain::{Date, Timestamp, Zone};
use leptos::nonce::Nonce;

use super::picture::ImageOrigins;

pub(super) struct KeptPage {
    html: String,
    /// As it was rendered. Random, so it stands nowhere else.
    nonce: Nonce,
    /// Where the time of the page is, which the chat compares with the device's clock.
    time: Range<usize>,
    day: Day,
    pub(super) origins: ImageOrigins,
}

/// What a page shows of the time at which it was rendered: the day, and in the data of the chat the UTC offset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Day(Date, i64);

impl Day {
    pub(super) fn of(now: Timestamp, zone: &Zone) -> Self {
        Self(zone.date(now), zone.offset(now))
    }
}

impl KeptPage {
    /// `html` was rendered at `now`. `None` without a chat.
    pub(super) fn new(html: String, nonce: Nonce, now: Timestamp, day: Day, origins: ImageOrigins) -> Option<Self> {
        let time = time_of_chat(&html, now)?;
        Some(Self { html, nonce, time, day, origins })
    }

    /// The page as it is rendered at `now` with `nonce`; `None` on another day.
    pub(super) fn at(&self, now: Timestamp, day: Day, nonce: &Nonce) -> Option<String> {
        if self.day != day {
            return None;
        }
        let with_nonce = |html: &str| html.replace(&*self.nonce, nonce);
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
