//! What the page of a file shows.

use app::address::{CHOSEN, chosen_place};
use domain::files::content_type::{has_page, is_image};
use domain::files::{Content, Quarantine};
use domain::id::DeliverableId;
use domain::portal::{Portal, PortalDeliverable, PortalProject};
use domain::{Agency, Author, DeliverableStatus, DomainError, File, PinThread, Place, Timestamp};
use serde::Deserialize;
use store::ClientScope;

use crate::PageError;
use crate::address::Address;
use crate::backend::Backend;
use crate::portal::your_turn::in_plan;

/// How wide a picture is where no script tells, in CSS pixels: as in the styles of the page.
const WIDTH_WITHOUT_SCRIPT: f64 = 320.0;

/// What the address chooses.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct ViewerQuery {
    version: String,
    /// The place of a pin, or of a new one.
    at: String,
    /// Where the picture was clicked, and how large it was there, in CSS pixels.
    #[serde(rename = "point.x")]
    x: String,
    #[serde(rename = "point.y")]
    y: String,
    #[serde(rename = "w")]
    width: String,
    #[serde(rename = "h")]
    height: String,
}

impl ViewerQuery {
    /// The place that was clicked, of a picture of this size.
    pub fn point(&self, size: Option<(u32, u32)>) -> Option<Place> {
        let number = |text: &str| text.parse::<f64>().ok();
        let shown = number(&self.width).zip(number(&self.height));
        let shown = shown.or_else(|| {
            let (width, height) = size?;
            Some((WIDTH_WITHOUT_SCRIPT, WIDTH_WITHOUT_SCRIPT * f64::from(height) / f64::from(width)))
        });
        Place::of_point((number(&self.x)?, number(&self.y)?), shown?)
    }
}

pub struct Found {
    pub project: PortalProject,
    pub phase: String,
    pub one: PortalDeliverable,
    /// The number of the shown version, and its file.
    pub version: i64,
    pub file: File,
    /// Of the picture as it is seen, in pixels; none if it is no picture, or has no preview.
    pub size: Option<(u32, u32)>,
    pub pins: Vec<PinThread>,
    pub chosen: Option<Place>,
    /// The files of the project, in order, and which of them is shown.
    pub files: Vec<DeliverableId>,
    pub index: usize,
    pub agency: Agency,
    pub now: Timestamp,
}

impl Found {
    pub fn is_newest(&self) -> bool {
        self.one.versions.first().is_none_or(|newest| newest.number == self.version)
    }

    pub fn is_in_review(&self) -> bool {
        self.one.deliverable.status == DeliverableStatus::InReview
    }

    pub fn is_picture(&self) -> bool {
        is_image(&self.file.content_type)
    }

    /// The address of a place on the shown version.
    pub fn chosen_at(&self, viewer: Address, place: Place) -> String {
        chosen_place(viewer, self.version, place).with_fragment(CHOSEN)
    }
}

/// # Errors
/// [`DomainError::UnknownRecord`] unless the client sees the deliverable and the version is a file; or a fault.
pub async fn load<B: Backend>(
    backend: &B,
    scope: &ClientScope,
    id: &DeliverableId,
    query: &ViewerQuery,
    reader: Author,
) -> Result<Found, PageError> {
    let store = &backend.pages().store;
    let place = store.deliverable_place(scope, id).await?;
    let Portal { project, agency, now, .. } = store.portal(scope, Some(place.project.as_str())).await?;
    let project = project.ok_or(DomainError::UnknownRecord).map_err(store::Error::from)?;
    let seen = in_plan(&project.phases)
        .filter(|(_, one)| matches!(one.content(), Some(Content::File(file)) if has_page(&file.content_type)));
    let files: Vec<_> = seen.map(|(_, one)| one.deliverable.id.clone()).collect();
    let found = in_plan(&project.phases).find(|(_, one)| one.deliverable.id == *id);
    let found = found.map(|(phase, one)| (phase.name.clone(), one.clone()));
    let (phase, one) = found.ok_or(DomainError::UnknownRecord).map_err(store::Error::from)?;
    let version = match query.version.parse::<i64>() {
        Ok(number) => one.versions.iter().find(|version| version.number == number),
        Err(_) => one.versions.first(),
    };
    let Some((version, Some(Content::File(file)))) = version.map(|version| (version.number, version.content.clone()))
    else {
        return Err(store::Error::from(DomainError::UnknownRecord).into());
    };
    match file.quarantine {
        None => {}
        Some(Quarantine::Waiting) => return Err(PageError::FileInCheck),
        Some(Quarantine::Infected) => return Err(store::Error::from(DomainError::UnknownFile).into()),
    }
    let is_picture = is_image(&file.content_type);
    let size = if is_picture { backend.picture_size(&file).await } else { None };
    let pins = if is_picture { store.pins(scope, id, version, reader).await? } else { Vec::new() };
    let index = files.iter().position(|other| other == id).unwrap_or_default();
    let chosen = query.at.parse().ok().filter(|_| is_picture);
    Ok(Found { project, phase, one, version, file, size, pins, chosen, files, index, agency, now })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn point_is_a_place_by_the_size_the_picture_is_shown_in() {
        let query = |width: &str, height: &str| ViewerQuery {
            x: "160".to_owned(),
            y: "40".to_owned(),
            width: width.to_owned(),
            height: height.to_owned(),
            ..ViewerQuery::default()
        };
        let place = |query: ViewerQuery, size| query.point(size).map(|place| place.to_string());
        assert_eq!(place(query("640", "400"), None).as_deref(), Some("250-100"));
        assert_eq!(place(query("", ""), Some((3_000, 1_500))).as_deref(), Some("500-250"));
        assert_eq!(place(query("x", "0"), None), None);
        assert_eq!(place(ViewerQuery::default(), Some((1, 1))), None);
    }
}
