//! Whether clients see who of the agency wrote (docs/REFERENCE.md#setting).

use domain::{Author, Comment};

use crate::Fault;
use crate::db::Connection;
use crate::settings::agency;

/// Takes the names of members off what a client gets, if the agency hides them. The setting is read only where there is a
/// name.
pub(crate) async fn hide_from_client(connection: &mut Connection, comments: &mut [Comment]) -> Result<(), Fault> {
    if comments.iter().any(has_member_name) && !agency::shows_member_names(connection).await? {
        hide(comments.iter_mut());
    }
    Ok(())
}

/// Takes the names of members off.
pub(crate) fn hide<'a>(comments: impl Iterator<Item = &'a mut Comment>) {
    for comment in comments.filter(|comment| has_member_name(comment)) {
        comment.author_name = None;
    }
}

fn has_member_name(comment: &Comment) -> bool {
    comment.author == Author::Admin && comment.author_name.is_some()
}
