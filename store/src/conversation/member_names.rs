//! Whether clients see who of the agency wrote (docs/REFERENCE.md#setting).

use domain::{Author, Comment};

use crate::Fault;
use crate::db::Connection;
use crate::settings::agency;

/// Takes the names of members off what a client gets, if the agency hides them. The setting is read only where there is a
/// name.
pub(crate) async fn hide_from_client(connection: &mut Connection, comments: &mut [Comment]) -> Result<(), Fault> {
    let is_named = |one: &Comment| one.author == Author::Admin && one.author_name.is_some();
    if comments.iter().any(is_named) && !agency::shows_member_names(connection).await? {
        for comment in comments.iter_mut().filter(|one| is_named(one)) {
            comment.author_name = None;
        }
    }
    Ok(())
}
