//! Places on a picture about which people write (docs/REFERENCE.md#comment-object).

use std::fmt;
use std::str::FromStr;

use crate::id::DeliverableId;
use crate::{Comment, CommentPin, Pin};

/// A place on a picture, from its left upper corner; in an address and in forms `x-y`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// In thousandths of the width.
    pub x: i64,
    /// In thousandths of the height.
    pub y: i64,
}

impl Place {
    /// The largest coordinate.
    pub const MAX: i64 = 1_000;

    /// The place of the point `(x, y)` of a picture that is shown `width` wide and `height` high, all in pixels. A point beside it
    /// is on its edge; a picture without a size has no places.
    pub fn of_point((x, y): (f64, f64), (width, height): (f64, f64)) -> Option<Self> {
        #[expect(clippy::cast_possible_truncation, reason = "it is within 0 and 1000")]
        let thousandths = |at: f64, all: f64| (at / all * 1_000.0).round().clamp(0.0, 1_000.0) as i64;
        let is_size = |length: f64| length.is_finite() && length > 0.0;
        let is_point = x.is_finite() && y.is_finite() && is_size(width) && is_size(height);
        is_point.then(|| Self { x: thousandths(x, width), y: thousandths(y, height) })
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.x, self.y)
    }
}

impl FromStr for Place {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (x, y) = text.split_once('-').ok_or(())?;
        let thousandths = |text: &str| text.parse().ok().filter(|at| (0..=Self::MAX).contains(at)).ok_or(());
        Ok(Self { x: thousandths(x)?, y: thousandths(y)? })
    }
}

impl Place {
    /// The place on a version of a deliverable.
    pub fn on(self, deliverable_id: DeliverableId, version: i64) -> Pin {
        Pin { deliverable_id, version, x: self.x, y: self.y }
    }
}

impl From<&Pin> for Place {
    fn from(pin: &Pin) -> Self {
        Self { x: pin.x, y: pin.y }
    }
}

impl Pin {
    /// The place that a form names on a deliverable: version, x and y with hyphens between.
    pub fn parse(deliverable_id: DeliverableId, text: &str) -> Option<Self> {
        let (version, place) = text.split_once('-')?;
        let version = version.parse().ok().filter(|version| *version > 0)?;
        Some(place.parse::<Place>().ok()?.on(deliverable_id, version))
    }
}

/// A pin: what was written about one place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PinThread {
    pub place: Place,
    /// At least one, the oldest first.
    pub messages: Vec<Comment>,
}

/// The pins of one version, numbered from 1 by their first message, from its messages with a place, oldest first. Messages about
/// the same place belong together.
pub fn pin_threads(messages: Vec<Comment>) -> Vec<PinThread> {
    let mut threads: Vec<PinThread> = Vec::new();
    for message in messages {
        let Some(place) = message.pin.as_ref().and_then(CommentPin::place).map(Place::from) else { continue };
        match threads.iter_mut().find(|thread| thread.place == place) {
            Some(thread) => thread.messages.push(message),
            None => threads.push(PinThread { place, messages: vec![message] }),
        }
    }
    threads
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn point_is_a_place_in_thousandths() {
        let place = |point, size| Place::of_point(point, size).map(|place| place.to_string());
        assert_eq!(place((160.0, 20.0), (320.0, 200.0)).as_deref(), Some("500-100"));
        assert_eq!(place((-3.0, 900.0), (320.0, 200.0)).as_deref(), Some("0-1000"));
        for size in [(0.0, 200.0), (320.0, -1.0), (f64::NAN, 200.0), (320.0, f64::INFINITY)] {
            assert_eq!(place((1.0, 1.0), size), None, "{size:?}");
        }
        assert_eq!(place((f64::NAN, 1.0), (320.0, 200.0)), None);
    }

    #[test]
    fn place_parses_as_it_is_written() {
        for text in ["0-0", "532-1000"] {
            assert_eq!(text.parse::<Place>().expect("a place").to_string(), text);
        }
        for text in ["", "1", "1-", "-1-2", "1-1001", "1.5-2", "1-2-3", "a-b"] {
            assert_eq!(text.parse::<Place>(), Err(()), "{text}");
        }
        let pin = |text| Pin::parse(DeliverableId::parse("logo").expect("an id"), text);
        assert_eq!(pin("2-5-7").map(|pin| (pin.version, pin.x, pin.y)), Some((2, 5, 7)));
        for text in ["0-5-7", "-1-5-7", "5-7", "x-5-7", ""] {
            assert_eq!(pin(text), None, "{text}");
        }
    }
}
