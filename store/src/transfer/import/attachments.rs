//! The files and the places of imported comments.

use domain::{Comment, DomainError};

use super::chain::Chain;
use super::rows::Rows;
use super::{ImportError, invalid};
use crate::db::column::{Cell, Column as _};
use crate::tables::CommentImport;

/// The rows of the files of `comments`.
pub(super) fn files(comments: &[CommentImport]) -> Result<Rows, ImportError> {
    for (index, comment) in comments.iter().enumerate() {
        let count = comment.files.as_ref().map_or(0, |files| files.0.0.len());
        if count > Comment::MAX_FILES {
            let problem = format!("must be at most {}", Comment::MAX_FILES);
            return Err(invalid("comments", index, "files", &problem));
        }
        if count == 0 && comment.text.is_empty() {
            return Err(invalid("comments", index, "text", &DomainError::EmptyText.to_string()));
        }
    }
    let of_one = |comment: &CommentImport| {
        let ids = comment.files.iter().flat_map(|files| files.0.0.clone()).enumerate();
        ids.map(|(position, file)| (comment.id.clone(), position, file)).collect::<Vec<_>>()
    };
    let files = comments.iter().flat_map(of_one);
    let row = |(comment, position, file): (_, usize, _)| -> Vec<Cell> {
        vec![Some(file).into_cell(), Some(comment).into_cell(), position.into_cell()]
    };
    Ok(Rows::new("comment_file", &["file_id", "comment_id", "position"], files.map(row)))
}

/// The cells of a comment's place, which is on a deliverable of `phase`.
pub(super) fn pin(
    index: usize,
    comment: &CommentImport,
    phase: Option<&str>,
    chain: &Chain,
) -> Result<Vec<Cell>, ImportError> {
    let pin = comment.pin.as_ref().map(|pin| &pin.0);
    if let Some(pin) = pin {
        let task = chain.task_of_deliverable(pin.deliverable_id.as_str());
        if task.and_then(|task| chain.phase_of_task(task)) != phase || phase.is_none() {
            return Err(invalid("comments", index, "pin", "is on no deliverable of the channel's phase"));
        }
        if !pin.is_valid() {
            return Err(invalid("comments", index, "pin", "must have a version from 1 and x and y from 0 to 1000"));
        }
    }
    Ok(vec![
        pin.map(|pin| pin.deliverable_id.clone()).into_cell(),
        pin.map(|pin| pin.version).into_cell(),
        pin.map(|pin| pin.x).into_cell(),
        pin.map(|pin| pin.y).into_cell(),
    ])
}
